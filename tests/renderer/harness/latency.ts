/** When the core gets to a call, and when its answer is here. */
export interface Latency {
  arrive: () => Promise<void>
  answer: () => Promise<void>
}

const MIN_MS = 20
const MAX_MS = 150

/** For tests of code: a turn of the event loop's microtasks, so that order is theirs to decide. */
export const noLatency = (): (() => Latency) => () => ({
  arrive: () => Promise.resolve(),
  answer: () => Promise.resolve(),
})

/**
 * A core that takes 20 to 150 ms for each answer, the same ones for the same seed. Calls reach it in the order they
 * were sent, as on one socket, and it works on many at once: answers leave in any order. What it tells of its own
 * accord (topics) is heard at once, so an answer can be older than what was heard before it came, and what a command
 * changes is heard before its answer.
 */
export function seededLatency(seed: number): () => Latency {
  const random = randomOf(seed)
  let lastArrival: Promise<void> = Promise.resolve()
  return () => {
    const half = (MIN_MS + random() * (MAX_MS - MIN_MS)) / 2
    const before = lastArrival
    const sourceEvent = wait(half).then(() => before)
    lastArrival = sourceEvent
    return { arrive: () => sourceEvent, answer: () => wait(half) }
  }
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** mulberry32: small, and good enough for this. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
