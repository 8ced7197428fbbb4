import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** Visible rows plus the one with the keyboard, wherever it is: without it Tab would find no row. */
export const rangeWith = (active: number) => (range: Range) => {
  const rows = defaultRangeExtractor(range)
  const missing = active >= 0 && active < range.count && !rows.includes(active)
  return missing ? [...rows, active].toSorted((a, b) => a - b) : rows
}
