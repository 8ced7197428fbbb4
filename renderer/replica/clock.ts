import { createStore } from 'zustand/vanilla'

const TICK_MS = 1_000

/** One clock for the whole screen, so that two ages of the same moment never disagree. */
export function createClock(now: () => number) {
  const store = createStore<number>(() => now())
  const tick = () => store.setState(now(), true)
  let watchers = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    store,
    /** Ticks until the returned function is called. */
    watch(): () => void {
      watchers += 1
      if (watchers === 1) {
        tick()
        timer = setInterval(tick, TICK_MS)
      }
      return () => {
        watchers -= 1
        if (watchers === 0) clearInterval(timer)
      }
    },
  }
}

export type Clock = ReturnType<typeof createClock>
