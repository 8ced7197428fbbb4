import type { Log } from './log.ts'

/** Work of an account's part, from the opening of the store to the end. Each function is optional. */
interface PartWork {
  /** Name in the log. */
  name: string
  /** Loads and continues stored work. Parts resume at the same time. Called again when the store was reopened. */
  resume?: () => Promise<unknown>
  /** Starts loops, after every part has resumed. Called again when the store was reopened. */
  start?: () => void
  /** @param hurried true if the application is ending, and a paid request in flight is not awaited */
  stop?: (hurried: boolean) => Promise<unknown>
}

/** Resumes and stops the parts of an account. A failure of one part is logged, and the others go on. */
export interface Lifecycle {
  add(part: PartWork): void
  resume(): Promise<void>
  stop(hurried: boolean): Promise<void>
}

export function createLifecycle(log: Pick<Log, 'error'>): Lifecycle {
  const parts: PartWork[] = []

  async function runAll(verb: string, run: (part: PartWork) => unknown): Promise<void> {
    await Promise.all(
      parts.map(async (part) => {
        try {
          await run(part)
        } catch (error) {
          log.error(`core: cannot ${verb} ${part.name}`, error)
        }
      }),
    )
  }

  return {
    add: (part) => void parts.push(part),
    async resume() {
      await runAll('resume', ({ resume }) => resume?.())
      await runAll('start', ({ start }) => start?.())
    },
    stop: (hurried) => runAll('stop', ({ stop }) => stop?.(hurried)),
  }
}
