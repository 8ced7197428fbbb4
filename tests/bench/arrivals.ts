/**
 * Events of a working day, as a Poisson process whose rate follows the hours of an office: the usual model of what many
 * people do independently (L. Brown et al., "Statistical Analysis of a Telephone Call Center", JASA 100, 2005), drawn
 * by thinning (P. Lewis and G. Shedler, Naval Research Logistics Quarterly 26, 1979). The hours and sizes of offices
 * are assumptions, given here.
 */

/** Share of each hour of the day, from midnight: a morning until two, and a shorter afternoon. In hundredths. */
const HOURS = [0, 0, 0, 0, 0, 0, 0, 1, 5, 12, 15, 15, 14, 11, 5, 3, 6, 7, 4, 1, 1, 0, 0, 0]
const PEAK = Math.max(...HOURS)
/** Deviation of the logarithm of an office's size: the largest in a hundred sends ten times what the middle one does. */
const SPREAD = 1
export const DAY_MS = 86_400_000
/** Share of a day's events that come in its busiest hour. */
export const BUSIEST = PEAK / 100

export interface Arrival {
  /** Milliseconds since midnight. */
  at: number
  /** Index of the office. */
  office: number
}

/**
 * @param perOffice events of a day of an office, on average
 * @param random numbers from 0 to 1
 */
export function arrivalsOfDay(offices: number, perOffice: number, random: () => number): Arrival[] {
  const bounds = sizesOf(offices, random)
  const total = bounds.at(-1) ?? 0
  // Many independent processes are one, whose events are each of an office by its share of the rate.
  const peakPerMs = (offices * perOffice * BUSIEST) / 3_600_000
  const arrivals: Arrival[] = []
  for (let at = 0; ;) {
    at -= Math.log(1 - random()) / peakPerMs
    if (at >= DAY_MS) return arrivals
    const share = HOURS[Math.floor(at / 3_600_000)] ?? 0
    if (random() * PEAK < share) arrivals.push({ at, office: indexOf(bounds, random() * total) })
  }
}

/** Sums of the sizes of the offices up to each of them. */
function sizesOf(offices: number, random: () => number): Float64Array {
  const bounds = new Float64Array(offices)
  let sum = 0
  for (let index = 0; index < offices; index++) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    sum += Math.exp(SPREAD * normal)
    bounds[index] = sum
  }
  return bounds
}

/** Index of the first bound beyond a value. */
function indexOf(bounds: Float64Array, value: number): number {
  let [low, high] = [0, bounds.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Random numbers that are the same at each run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
