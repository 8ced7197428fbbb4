/** What a Spanish spreadsheet reads without being told: UTF-8 with a byte order mark, semicolons, CRLF. */

export const CSV_TYPE = 'text/csv; charset=utf-8'
const BOM = '\uFEFF'

/** A cell that a spreadsheet would run as a formula is made text (OWASP, "CSV injection"). */
export function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (values: readonly string[]): string => `${values.map(csvCell).join(';')}\r\n`

/** The bytes of a table that comes page by page, so that its length never sits in memory. */
export async function* csvBytes<T>(
  header: readonly string[],
  pages: AsyncIterable<readonly T[]>,
  cells: (row: T) => readonly string[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BOM + line(header))
  for await (const rows of pages) yield encoder.encode(rows.map((row) => line(cells(row))).join(''))
}

/** Pages behind a cursor, until the last one or until nobody wants them any more. */
export async function* pagesOf<T, C>(
  page: (cursor: C | null) => Promise<{ rows: T[]; next: C | null }>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  for (let cursor: C | null = null; !signal.aborted;) {
    const { rows, next } = await page(cursor)
    yield rows
    if (next === null) return
    cursor = next
  }
}
