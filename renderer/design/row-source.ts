/** A list of which some rows may not be here yet. An array is one as well. */
export interface RowSource<R> {
  readonly length: number
  at(index: number): R | undefined
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
