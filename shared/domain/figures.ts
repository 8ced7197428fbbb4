import { quantileSorted } from 'd3-array'

/**
 * Fewer than these have no 90th percentile: of nine, it would be nearly the longest of them, whatever the rest is.
 */
export const MIN_FOR_P90 = 10
/** Fewer than these are few: each one moves the median. */
export const FEW = 5

/** How long something took: of how many, half of them, and nine of ten. */
export interface Spread {
  n: number
  /** `null` without any. */
  median: number | null
  /** `null` for fewer than `MIN_FOR_P90`. */
  p90: number | null
}

/**
 * Median and 90th percentile. Between two values the percentile is interpolated linearly (type 7 of Hyndman and Fan), as
 * the spreadsheets' PERCENTIL.INC does, so that an export gives the same figures.
 * @param values in ascending order
 */
export function spreadOf(values: ArrayLike<number>): Spread {
  const sorted = values as number[]
  return {
    n: values.length,
    median: values.length === 0 ? null : (quantileSorted(sorted, 0.5) ?? null),
    p90: values.length < MIN_FOR_P90 ? null : (quantileSorted(sorted, 0.9) ?? null),
  }
}
