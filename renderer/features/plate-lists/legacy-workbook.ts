import { read as readWorkbook, set_cptable, type WorkBook } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { htmlText } from '#shared/domain/pasted-text/html-text.ts'
import { plateFileText } from '#shared/text/plate-lists.ts'
import { type ListSheet, MAX_SHEETS, type ReadSheets, UnreadableList } from './list-file.ts'
import { numberFormat, type NumberFormat } from './number-format.ts'
import { type Allowance, createSheetRows } from './sheet-rows.ts'

/** Maximum bytes of a workbook for SheetJS. It holds the whole workbook in memory, at several times its size. */
export const MAX_LEGACY = 64 * 1024 * 1024

/** The fields of a cell that SheetJS leaves untyped. */
interface Cell {
  t?: string
  v?: unknown
  w?: string
  z?: string | number
  f?: string
  /** Source of a text with several letter formats. */
  r?: unknown
}
/** The XML of Excel 2003 marks bold and coloured letters as HTML. SheetJS drops the text before the last mark. */
const RICH_TEXT = /<(?:B|I|U|S|Sub|Sup|Font|Span)[\s>]/i
type Sheet = WorkBook['Sheets'][string] & { '!data'?: (Cell[] | undefined)[]; '!type'?: string }

/**
 * Reads the workbooks that our own streaming reader does not read: .xls of Excel 2 to 2003, .xlsb, the XML of Excel
 * 2003, and SYLK (a text). Damaged sheets are named in `unread`; the other sheets are read.
 * @throws {UnreadableList} `encrypted`, `old-format` if no cell can be read, `too-large`
 */
export function readLegacyWorkbook(content: Uint8Array | string, allowance: Allowance): ReadSheets {
  if (content.length > MAX_LEGACY) throw new UnreadableList('too-large')
  const book = open(content)
  const formats = new Map<string | number, NumberFormat>()
  const is1904 = book.Workbook?.WBProps?.date1904 === true

  function shown({ t: type, v: value, w: text, z: code = 'General', r: source }: Cell): string {
    if (type === 's' && typeof source === 'string' && RICH_TEXT.test(source)) return htmlText(source)
    if (type === 'b') return value === true ? 'VERDADERO' : 'FALSO'
    if (type === 'e') return text ?? ''
    if (type !== 'n' || typeof value !== 'number') return typeof value === 'string' ? value : ''
    const format =
      formats.get(code) ??
      numberFormat(typeof code === 'number' ? code : -1, typeof code === 'string' ? code : undefined, is1904)
    formats.set(code, format)
    return format(value)
  }

  function readSheet(sheet: Sheet, name: string, isHidden: boolean): ListSheet {
    const rows = createSheetRows(name, isHidden, allowance)
    const data = sheet['!data'] ?? []
    // The arrays of SheetJS are sparse: a far row is a single entry.
    for (const key of Object.keys(data)) {
      const row = Number(key)
      const cells = data[row] ?? []
      let unsaved: number | null = null
      for (const place of Object.keys(cells)) {
        const column = Number(place)
        const cell: Cell = cells[column] ?? {}
        const text = shown(cell)
        if (text !== '') rows.set(row, column, text)
        else if (cell.f !== undefined) unsaved ??= column
      }
      if (unsaved !== null && rows.isBlank(row)) rows.set(row, unsaved, plateFileText.unsavedFormula)
    }
    for (const [row, info] of (sheet['!rows'] ?? []).entries()) if (info?.hidden) rows.hideRow(row)
    for (const [column, info] of (sheet['!cols'] ?? []).entries())
      if (info?.hidden) rows.hideColumns(column, column)
    for (const { s: from, e: to } of sheet['!merges'] ?? []) rows.fillDown(from.r, from.c, to.r)
    return rows.take()
  }

  const read: ReadSheets = { sheets: [], unread: [] }
  for (const [index, name] of book.SheetNames.entries()) {
    if (index >= MAX_SHEETS) {
      read.unread.push({ name, problem: 'too-large' })
      continue
    }
    const sheet: Sheet | undefined = book.Sheets[name]
    // Chart sheets and macro sheets have no cells.
    if (sheet?.['!type'] !== undefined && sheet['!type'] !== 'sheet') continue
    if (!sheet) read.unread.push({ name, problem: 'damaged' })
    else read.sheets.push(readSheet(sheet, name, (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0))
  }
  return withCells(read)
}

/**
 * Checks that the workbook of an old or flat format has a cell.
 * @throws {UnreadableList} `old-format`: the user may get the content by saving the file in another format
 */
export function withCells<T extends ReadSheets>(read: T): T {
  if (read.sheets.every(({ rows }) => rows.length === 0) && read.unread.length === 0)
    throw new UnreadableList('old-format')
  return read
}

function open(content: Uint8Array | string): WorkBook {
  // Workbooks before Excel 97 store their texts in a code page.
  set_cptable(codePages)
  try {
    return readWorkbook(content, {
      type: typeof content === 'string' ? 'string' : 'array',
      dense: true,
      cellNF: true,
      // Needed for hidden rows and columns, which are styles.
      cellStyles: true,
      cellHTML: false,
      bookVBA: false,
    })
  } catch (error) {
    throw new UnreadableList(/password|(?<!ZIP )encrypt/i.test(String(error)) ? 'encrypted' : 'old-format')
  }
}
