import { createSerialQueue } from '../runtime/serial-queue.ts'
import { KeychainError } from './keychain-error.ts'
import { KeytarEnded, type Keytar, type LoadKeytar } from './keytar-process.ts'

export interface KeytarLane {
  /**
   * Runs the work in turn. Rejects with a `KeychainError`, and never takes longer than the limit once its turn comes.
   */
  run<T>(work: (keytar: Keytar) => Promise<T>): Promise<T>
  /** Abandons the calls made so far. Later calls load keytar again. */
  close(): void
}

export interface KeytarLaneOptions {
  service: string
  load: LoadKeytar
  limitMs: number
  idleMs: number
}

/** Name without a stored secret. Reading it never prompts the keychain's owner. */
const NOBODY = 'nobody'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'no reason given')

/**
 * Serialized access to keytar. It makes one call at a time, because a second prompt over the first is confusing. Each
 * call has a timeout. Every failure is `locked`, `timeout` or `unavailable`.
 */
export function createKeytarLane({ service, load, limitMs, idleMs }: KeytarLaneOptions): KeytarLane {
  let keytar: Keytar | null = null
  const inTurn = createSerialQueue()
  let unanswered = 0
  let closed = 0
  let idle: NodeJS.Timeout | undefined

  function endProcess(): void {
    clearTimeout(idle)
    keytar?.end()
    keytar = null
  }

  /** True if the keychain answers about another name. The failed call then waits for the owner. */
  async function isAnswering(): Promise<boolean> {
    try {
      await keytar?.getPassword(service, NOBODY)
      return keytar !== null
    } catch {
      return false
    }
  }

  async function attempt<T>(
    work: (keytar: Keytar) => Promise<T>,
    isOver: () => boolean,
    isSecond = false,
  ): Promise<T> {
    const used = keytar !== null
    try {
      const loaded = keytar ?? (await load())
      if (isOver()) {
        loaded.end()
        throw new KeychainError('timeout', 'too late')
      }
      keytar = loaded
      return await work(loaded)
    } catch (error) {
      if (error instanceof KeychainError) throw error
      const isThere = await isAnswering()
      // The call is over and has released its keytar. The present keytar belongs to another call.
      if (isOver()) throw new KeychainError('unavailable', 'given up')
      if (isThere) throw new KeychainError('locked', messageOf(error))
      endProcess()
      // Only a new process can tell whether the keychain was just restarted.
      if (used) return attempt(work, isOver)
      // The process died, which proves nothing about the keychain: retry once.
      if (error instanceof KeytarEnded && !isSecond) return attempt(work, isOver, true)
      throw new KeychainError('unavailable', messageOf(error))
    }
  }

  async function withinLimit<T>(work: (keytar: Keytar) => Promise<T>, isClosed: () => boolean): Promise<T> {
    let over = false
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        over = true
        unanswered++
        endProcess()
        reject(new KeychainError('timeout', `no answer in ${limitMs} ms`))
      }, limitMs)
    })
    const done = attempt(work, () => over || isClosed())
    try {
      return await Promise.race([done, limit])
    } finally {
      clearTimeout(timer)
      done.catch(() => undefined)
    }
  }

  return {
    run(work) {
      const asked = unanswered
      const open = closed
      return inTurn(async () => {
        // The owner did not answer the previous prompt, so do not prompt again.
        if (asked !== unanswered) throw new KeychainError('timeout', 'an earlier question was not answered')
        if (closed !== open) throw new KeychainError('unavailable', 'given up')
        clearTimeout(idle)
        try {
          return await withinLimit(work, () => closed !== open)
        } finally {
          idle = setTimeout(endProcess, idleMs).unref()
        }
      })
    },
    close() {
      closed++
      endProcess()
    },
  }
}
