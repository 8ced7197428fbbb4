import { strToU8, Zip, ZipDeflate } from 'fflate'
import { eurosOf } from '#shared/domain/euros.ts'

/**
 * CSV that a Spanish spreadsheet opens without an import dialog: UTF-8 with a byte order mark, semicolons,
 * CRLF.
 */

export const CSV_TYPE = 'text/csv; charset=utf-8'
const BOM = '\uFEFF'

/**
 * Characters that a spreadsheet skips before the first significant character: spaces, controls, marks without a
 * shape.
 */
const SKIPPED = String.raw`[\s\p{Z}\p{C}\p{DI}]`
/** Two groups: the skipped characters, and the first significant character. */
const LEAD = new RegExp(`^'*(${SKIPPED}*)(.?)`, 'su')
/** Matches nearly every cell of an export, so that `LEAD` is not needed. `LEAD` takes six times as long. */
const HARMLESS = /^(?:[0-9A-Za-z]|$)/
/** Negative numbers get no mark: a spreadsheet could not add up a marked number. */
const NEGATIVE_NUMBER = /^-[\d.,]*\d$/

/**
 * True if a spreadsheet might run a cell as a formula (OWASP, "CSV injection"). A formula behind our own marks counts
 * too. So a value that begins with a mark is read back unchanged.
 */
function isRisky(value: string): boolean {
  if (HARMLESS.test(value)) return false
  const [, skipped = '', first = ''] = LEAD.exec(value) ?? []
  if (/^\p{Cc}/u.test(skipped)) return true
  // Spreadsheets treat fullwidth and small forms as the same characters.
  return /^[=+\-@]/.test(first.normalize('NFKC')) && !NEGATIVE_NUMBER.test(value)
}

/** Encodes a cell. A cell that a spreadsheet would run as a formula is marked as text. */
export function csvCell(value: string): string {
  const safe = isRisky(value) ? `'${value}` : value
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Value of a cell written by `csvCell`, without the mark. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && isRisky(cell.slice(1)) ? cell.slice(1) : cell

const line = (values: readonly string[]): string => `${values.map(csvCell).join(';')}\r\n`

/** Streams a table page by page, so that the whole table is never in memory. */
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
 * Iterates the pages of a cursor, until the last page or until the consumer stops. The next page is read while the
 * current page is written, so the store and this thread work at the same time.
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
    // Handle a rejection here: a consumer that stops never awaits this page.
    ahead.catch(() => {})
    yield rows
  }
}

/**
 * Streams a workbook of one sheet, row by row. The existing libraries hold the whole workbook: 100,000 rows took them
 * 10 seconds of the core's only thread and 900 MB.
 */

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Value of a cell. `day` is any moment of that day in this PC's zone, in epoch milliseconds. `moment` is also written
 * with its hour and minute. `cents` is an amount, written in euros with two decimals.
 */
type Cell = PlainCell | { cents: number }
export type PlainCell = string | number | { day: number } | { moment: number }

export interface Sheet<T> {
  sheet: string
  header: readonly string[]
  pages: AsyncIterable<readonly T[]>
  cells: (row: T) => readonly Cell[]
}

const DAY_MS = 86_400_000
const DAY_MINUTES = 1440
/** Numbers of the styles in `xl/styles.xml`. */
const BOLD = 1
const DATE = 2
const DATE_TIME = 3
const AMOUNT = 4

export async function* xlsxBytes<T>({ sheet, header, pages, cells }: Sheet<T>): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else made.push(chunk)
  })
  const begin = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    return part
  }
  function* taken(): Generator<Uint8Array> {
    if (failure) throw failure
    yield* made.splice(0)
  }
  for (const [name, xml] of WORKBOOK_PARTS(sheet)) begin(name).push(strToU8(xml), true)
  const rows = begin('xl/worksheets/sheet1.xml')
  const head = header.map((title) => textCell(title, BOLD)).join('')
  rows.push(strToU8(`${sheetBegin(header.length)}<row>${head}</row>`))
  yield* taken()
  for await (const page of pages) {
    rows.push(strToU8(page.map((row) => `<row>${cells(row).map(cellXml).join('')}</row>`).join('')))
    yield* taken()
  }
  rows.push(strToU8(SHEET_END), true)
  zip.end()
  yield* taken()
}

function cellXml(cell: Cell): string {
  if (typeof cell === 'object' && 'cents' in cell) return `<c s="${AMOUNT}"><v>${eurosOf(cell.cents)}</v></c>`
  if (typeof cell === 'object')
    return 'day' in cell
      ? `<c s="${DATE}"><v>${serialDay(cell.day)}</v></c>`
      : `<c s="${DATE_TIME}"><v>${serialMoment(cell.moment)}</v></c>`
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  return cell === '' ? '<c/>' : textCell(cell)
}

/** Cell of the type text: a spreadsheet does not interpret the value, whatever it begins with. */
const textCell = (value: string, style?: number): string =>
  `<c t="inlineStr"${style === undefined ? '' : attribute('s', style)}><is><t xml:space="preserve">${text(value)}</t></is></c>`

/** Day in this PC's zone, counted as spreadsheets do: in days since 30 December 1899. */
function serialDay(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS + 25_569
}

/** Serial day with the time of day as its fraction. */
function serialMoment(at: number): number {
  const date = new Date(at)
  return serialDay(at) + (date.getHours() * 60 + date.getMinutes()) / DAY_MINUTES
}

/** Parts of a workbook besides its rows (ECMA-376), and the escaping of their texts. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Maximum characters of a cell. */
const MAX_CHARACTERS = 32_767

/** Characters that XML cannot contain, and unpaired surrogates. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const IMPOSSIBLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
/** `_x0041_` is a spreadsheet's notation of a character. A literal text of this form must be escaped. */
const ESCAPE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g

const text = (value: string): string =>
  value
    .slice(0, MAX_CHARACTERS)
    .replace(IMPOSSIBLE, '')
    .replace(ESCAPE_LIKE, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const attribute = (name: string, value: string | number): string => ` ${name}="${text(String(value))}"`

/** Beginning of the sheet. The header row stays in sight, and every column is 20 characters wide. */
const sheetBegin = (columns: number): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
  `<cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols><sheetData>`
const SHEET_END = '</sheetData></worksheet>'

const WORKBOOK_PARTS = (sheet: string): [name: string, xml: string][] => [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${RELATIONSHIPS}">` +
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      `<sheet${attribute('name', sheet)} sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${RELATIONSHIPS}">` +
      `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    // Styles. 0: general. 1: header. 2: a day, in this PC's format. 3: a day with its time. 4: an amount.
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>` +
      `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
      `<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
      `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
      `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
      `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
      `<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
      `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
      `<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
      `<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
      `<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
]
