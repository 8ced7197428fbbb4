import { strToU8, Zip, ZipDeflate } from 'fflate'
import { attribute, SHEET_END, sheetBegin, text, WORKBOOK_PARTS } from './xlsx-parts.ts'

/**
 * Streams a workbook of one sheet, row by row. The existing libraries hold all of it: 100,000 rows took them
 * 10 seconds of the core's only thread and 900 MB.
 */

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Value of a cell. A day is given as any moment of that day in this PC's zone, in epoch milliseconds. A moment keeps its
 * hour and minute.
 */
export type Cell = string | number | { day: number } | { moment: number }

export interface Sheet<T> {
  sheet: string
  header: readonly string[]
  pages: AsyncIterable<readonly T[]>
  cells: (row: T) => readonly Cell[]
}

const DAY_MS = 86_400_000
const DAY_MINUTES = 1440
/** Style numbers of xlsx-parts.ts. */
const BOLD = 1
const DATE = 2
const DATE_TIME = 3

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
  if (typeof cell === 'object')
    return 'day' in cell
      ? `<c s="${DATE}"><v>${serialDay(cell.day)}</v></c>`
      : `<c s="${DATE_TIME}"><v>${serialMoment(cell.moment)}</v></c>`
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  return cell === '' ? '<c/>' : textCell(cell)
}

/** Typed as text: a spreadsheet does not interpret it, whatever it begins with. */
const textCell = (value: string, style?: number): string =>
  `<c t="inlineStr"${style === undefined ? '' : attribute('s', style)}><is><t xml:space="preserve">${text(value)}</t></is></c>`

/** Day in this PC's zone, counted as spreadsheets do: from the last day of 1899. */
function serialDay(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS + 25_569
}

/** The minutes of a day are its fraction. */
function serialMoment(at: number): number {
  const date = new Date(at)
  return serialDay(at) + (date.getHours() * 60 + date.getMinutes()) / DAY_MINUTES
}
