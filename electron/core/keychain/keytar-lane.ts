import { createSerialQueue } from '../runtime/serial-queue.ts'
import { KeychainError } from './keychain-error.ts'
import { KeytarEnded, type Keytar, type LoadKeytar } from './keytar-port.ts'

export interface KeytarLane {
  /** Runs the work when its turn comes. Rejects with a `KeychainError`, and never takes longer than the limit. */
  run<T>(work: (keytar: Keytar) => Promise<T>): Promise<T>
  /** Gives up what was asked so far. What is asked later begins anew. */
  close(): void
}

export interface KeytarLaneOptions {
  service: string
  load: LoadKeytar
  limitMs: number
  idleMs: number
}

/** A name under which nothing is ever stored: asking for it never makes a keychain ask its owner. */
const NOBODY = 'nobody'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'no reason given')

/**
 * The way to keytar: one call at a time, because a second question on the screen over the first helps nobody; a
 * limit for each; and every failure as one of `locked`, `timeout` and `unavailable`.
 */
export function createKeytarLane({ service, load, limitMs, idleMs }: KeytarLaneOptions): KeytarLane {
  let keytar: Keytar | null = null
  const inTurn = createSerialQueue()
  let unanswered = 0
  let closed = 0
  let idle: NodeJS.Timeout | undefined

  function letGo(): void {
    clearTimeout(idle)
    keytar?.end()
    keytar = null
  }

  /** A keychain that answers about another name is there: then it is its owner that it waits for. */
  async function answers(): Promise<boolean> {
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
      const isThere = await answers()
      // What is over was let go of already, and what is held now belongs to another call.
      if (isOver()) throw new KeychainError('unavailable', 'given up')
      if (isThere) throw new KeychainError('locked', messageOf(error))
      letGo()
      // It may only have been restarted since: that is seen from a new process, and from none that knew the old.
      if (used) return attempt(work, isOver)
      // Its process died under it, which is not the keychain's doing: once more.
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
        letGo()
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
        // Nobody answered the question before this one: they will not answer it asked again either.
        if (asked !== unanswered) throw new KeychainError('timeout', 'an earlier question was not answered')
        if (closed !== open) throw new KeychainError('unavailable', 'given up')
        clearTimeout(idle)
        try {
          return await withinLimit(work, () => closed !== open)
        } finally {
          idle = setTimeout(letGo, idleMs).unref()
        }
      })
    },
    close() {
      closed++
      letGo()
    },
  }
}
