/** Delays of a call: until the core gets it, and until its answer arrives. */
export interface Latency {
  arrive: () => Promise<void>
  answer: () => Promise<void>
}

const MIN_MS = 20
const MAX_MS = 150

/** For unit tests: one microtask, so that they control the order. */
export const noLatency = (): (() => Latency) => () => ({
  arrive: () => Promise.resolve(),
  answer: () => Promise.resolve(),
})

/**
 * Latency of 20 to 150 ms for each answer, reproducible by seed. Calls reach the core in the order sent, as on one
 * socket, and it works on many at once: answers come in any order. Its topics arrive at once, so an answer can be older
 * than an earlier topic, and the changes of a command arrive before its answer.
 */
export function seededLatency(seed: number, slower = 1): () => Latency {
  const random = randomOf(seed)
  let lastArrival: Promise<void> = Promise.resolve()
  return () => {
    const half = (slower * (MIN_MS + random() * (MAX_MS - MIN_MS))) / 2
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
