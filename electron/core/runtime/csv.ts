/** What a Spanish spreadsheet reads without being told: UTF-8 with a byte order mark, semicolons, CRLF. */

export const CSV_TYPE = 'text/csv; charset=utf-8'
const BOM = '\uFEFF'

/** Characters that a spreadsheet skips on its way to the first one that counts: spaces, controls, marks without a shape. */
const SKIPPED = String.raw`[\s\p{Z}\p{C}\p{DI}]`
/** Two of ours together: a mark, and what begins after it. */
const LEAD = new RegExp(`^'*(${SKIPPED}*)(.?)`, 'su')
/** A number is no formula: marked, a spreadsheet could not add it up. */
const NEGATIVE_NUMBER = /^-[\d.,]*\d$/

/**
 * Whether a spreadsheet might run a cell (OWASP, "CSV injection"), also behind marks of ours: so that a value that
 * begins with one itself is read back as it was.
 */
function isRisky(value: string): boolean {
  const [, skipped = '', first = ''] = LEAD.exec(value) ?? []
  if (/^\p{Cc}/u.test(skipped)) return true
  // Fullwidth and small forms are the same characters to a spreadsheet.
  return /^[=+\-@]/.test(first.normalize('NFKC')) && !NEGATIVE_NUMBER.test(value)
}

/** A cell that a spreadsheet would run as a formula is made text. */
export function csvCell(value: string): string {
  const safe = isRisky(value) ? `'${value}` : value
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The value of a cell that `csvCell` wrote: without the mark. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell

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
