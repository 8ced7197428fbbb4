import type { Clock } from './clock.ts'

/** Work that is done in rounds, one at a time: when it is due, or as soon as somebody pokes. */
export interface Rounds {
  start(): void
  /** There may be something to do now: the next round begins at once, or right after the one under way. */
  poke(): void
  /** Within a round: waits for `ended`, at most so long. A poke ends it too. */
  pause(ms: number, ended?: Promise<unknown>): Promise<void>
  /** Resolves once the round under way is over. */
  stop(): Promise<void>
}

export interface RoundsDeps {
  clock: Clock
  /** @returns milliseconds until it is wanted again by itself; `Infinity`: only when poked */
  round: () => Promise<number>
  onError: (error: unknown) => void
  /** This PC slept, or its clock was changed. */
  onJump?: () => void
}

/** What stumbled is tried again after. */
const AGAIN_MS = 5_000
const JUMP_MS = 30_000
/** Timers know no longer waits. */
const LONGEST_MS = 2 ** 31 - 1

export function createRounds({ clock, round, onError, onJump }: RoundsDeps): Rounds {
  const stopping = new AbortController()
  let nap = new AbortController()
  let poked = false
  let loop: Promise<void> | null = null

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      poked = false
      try {
        await pause(await round())
      } catch (error) {
        if (stopping.signal.aborted) return
        onError(error)
        await pause(AGAIN_MS)
      }
    }
  }

  async function pause(ms: number, ended?: Promise<unknown>): Promise<void> {
    if (ms <= 0 || poked || stopping.signal.aborted) return
    const began = clock.now()
    const mine = new AbortController()
    nap = mine
    const slept = clock.sleep(Math.min(ms, LONGEST_MS), mine.signal)
    await (ended ? Promise.race([slept, ended]) : slept)
    mine.abort()
    const passed = clock.now() - began
    if (passed < -JUMP_MS || passed > ms + JUMP_MS) onJump?.()
  }

  const poke = () => {
    poked = true
    nap.abort()
  }

  return {
    start() {
      loop ??= run()
    },
    poke,
    pause,
    async stop() {
      stopping.abort()
      poke()
      await loop
    },
  }
}
