/** A list of which some rows may not be here yet. An array is one as well. */
export interface RowSource<R> {
  readonly length: number
  at(index: number): R | undefined
}

/** How far around a row that has moved it is looked for. */
const NEARBY = 200

/** Where a row is that was at a place, when others may have come or gone before it; `null` when it is nowhere near. */
export function placeNear<R>(rows: RowSource<R>, is: (row: R) => boolean, from: number): number | null {
  const isAt = (index: number) => {
    const row = index >= 0 && index < rows.length ? rows.at(index) : undefined
    return row !== undefined && is(row)
  }
  for (let away = 0; away <= NEARBY; away += 1) {
    if (isAt(from + away)) return from + away
    if (isAt(from - away)) return from - away
  }
  return null
}

/** Where the row of a key is; the first one when it is nowhere. */
export function indexOfKey<R>(
  rows: RowSource<R>,
  rowKey: (row: R) => string,
  key: string | undefined,
): number {
  if (key === undefined) return 0
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows.at(index)
    if (row !== undefined && rowKey(row) === key) return index
  }
  return 0
}
