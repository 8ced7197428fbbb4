import { StoreBusyError } from './write-queue.ts'

/** Times that a step of a start is tried again, a second apart, while the database is busy. */
const START_TRIES = 10

/** Does a step of a start, for which no one waits: a busy store is asked again for ten times. */
export async function patiently<T>(work: () => Promise<T>, tries = START_TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreBusyError) || tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return patiently(work, tries - 1)
  }
}
