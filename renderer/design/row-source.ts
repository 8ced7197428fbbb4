/** List of which some rows may not be loaded. An array is one too. */
export interface RowSource<R> {
  readonly length: number
  at(index: number): R | undefined
}

/** Search distance around the former place of a row. */
const NEARBY = 200

/** New index of a row after others came or went before it; `null` when it is not nearby. */
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

/** Index of the row with a key; 0 if there is none. */
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
