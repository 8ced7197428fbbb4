/** The list with the item at a place moved one place up (-1) or down (1). */
export function moved<T>(list: readonly T[], at: number, by: 1 | -1): readonly T[] {
  const one = list[at]
  const other = list[at + by]
  if (one === undefined || other === undefined) return list
  return list.with(at, other).with(at + by, one)
}
