/** Longest piece of work without letting the page go on, with room below 10 ms for the step that is under way. */
const SLICE_MS = 4

/** Where the time goes, for the figures. */
export interface SliceTimes {
  total: number
  longest: number
  slices: number
}

export interface Sliced {
  /** `false`: it was stopped, or gave up. */
  finished: boolean
  times: SliceTimes
}

export interface SliceOptions {
  /** Ends it before its next step. */
  isStopped: () => boolean
  /** At the end of each slice, before the page goes on. */
  leave: () => void
  /** Before the next one. */
  comeBack: () => void
  /** Gives up after so much work. */
  maxMs: number
}

/** Runs steps one after another, in slices. */
export async function inSlices(steps: Iterator<unknown>, options: SliceOptions): Promise<Sliced> {
  const times: SliceTimes = { total: 0, longest: 0, slices: 0 }
  for (;;) {
    if (options.isStopped() || times.total > options.maxMs) return { finished: false, times }
    const start = performance.now()
    if (times.slices > 0) options.comeBack()
    let done = false
    do done = steps.next().done === true
    while (!done && performance.now() - start < SLICE_MS)
    if (!done) options.leave()
    const took = performance.now() - start
    times.total += took
    times.longest = Math.max(times.longest, took)
    times.slices++
    if (done) return { finished: true, times }
    await nextTurn()
  }
}

/** After what the page has to do, and without the delay of a timer. */
export function nextTurn(): Promise<void> {
  if ('scheduler' in globalThis) {
    const { scheduler } = globalThis as unknown as {
      scheduler: { postTask: (task: () => void) => Promise<void> }
    }
    return scheduler.postTask(() => undefined)
  }
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
}
