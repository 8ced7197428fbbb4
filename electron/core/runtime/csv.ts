/**
 * CSV that a Spanish spreadsheet opens without an import dialog: UTF-8 with a byte order mark, semicolons,
 * CRLF.
 */

export const CSV_TYPE = 'text/csv; charset=utf-8'
const BOM = '\uFEFF'

/**
 * Characters that a spreadsheet skips before the first significant one: spaces, controls, marks without a
 * shape.
 */
const SKIPPED = String.raw`[\s\p{Z}\p{C}\p{DI}]`
/** Two groups: the skipped characters, and the first significant one. */
const LEAD = new RegExp(`^'*(${SKIPPED}*)(.?)`, 'su')
/** Nearly every cell of an export: skips `LEAD`, which takes six times as long. */
const HARMLESS = /^(?:[0-9A-Za-z]|$)/
/** A number is not a formula: with a mark, a spreadsheet could not add it up. */
const NEGATIVE_NUMBER = /^-[\d.,]*\d$/

/**
 * True if a spreadsheet might run a cell (OWASP, "CSV injection"), also behind our own marks: so that a value
 * that begins with one is read back unchanged.
 */
function isRisky(value: string): boolean {
  if (HARMLESS.test(value)) return false
  const [, skipped = '', first = ''] = LEAD.exec(value) ?? []
  if (/^\p{Cc}/u.test(skipped)) return true
  // Spreadsheets treat fullwidth and small forms as the same characters.
  return /^[=+\-@]/.test(first.normalize('NFKC')) && !NEGATIVE_NUMBER.test(value)
}

/** Marks as text a cell that a spreadsheet would run as a formula. */
export function csvCell(value: string): string {
  const safe = isRisky(value) ? `'${value}` : value
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Value of a cell written by `csvCell`: without the mark. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell

const line = (values: readonly string[]): string => `${values.map(csvCell).join(';')}\r\n`

/** Streams a table page by page, so that it is never whole in memory. */
export async function* csvBytes<T>(
  header: readonly string[],
  pages: AsyncIterable<readonly T[]>,
  cells: (row: T) => readonly string[],
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(BOM + line(header))
  for await (const rows of pages) yield encoder.encode(rows.map((row) => line(cells(row))).join(''))
}

/**
 * Iterates the pages of a cursor, until the last one or until the consumer stops. Each is read while the one before is
 * written: the store and this thread work at the same time.
 */
export async function* pagesOf<T, C>(
  page: (cursor: C | null) => Promise<{ rows: T[]; next: C | null }>,
  signal: AbortSignal,
): AsyncGenerator<T[]> {
  if (signal.aborted) return
  for (let ahead = page(null); !signal.aborted;) {
    const { rows, next } = await ahead
    if (next === null) {
      yield rows
      return
    }
    ahead = page(next)
    // A consumer that stops never asks what became of it.
    ahead.catch(() => {})
    yield rows
  }
}
