import { plateFileText } from '#shared/text/plate-lists.ts'
import { MAX_CELL, MAX_ROWS, MAX_SHEETS, type ReadSheets } from './list-file.ts'
import { spanishDate } from './number-format.ts'
import { readXml, type ZipFile } from './zip-entries.ts'
import { type Allowance, createSheetRows, type SheetRows } from './sheet-rows.ts'

/** MIME types of OpenDocument spreadsheets, and of OpenOffice 1 spreadsheets. */
export const ODS_TYPES = ['application/vnd.oasis.opendocument.spreadsheet', 'application/vnd.sun.xml.calc']

/** True if the content is encrypted. An encrypted OpenDocument file is still a ZIP. */
export async function isEncryptedOds(zip: ZipFile): Promise<boolean> {
  if (zip.has('encrypted-package')) return true
  let isEncrypted = false
  if (zip.has('META-INF/manifest.xml'))
    await readXml(zip.bytes('META-INF/manifest.xml'), {
      open: (name) => (isEncrypted ||= name === 'encryption-data'),
    })
  return isEncrypted
}

/** Cell that is being read, with the number of columns and rows that it spans. */
interface Cell {
  paragraphs: string[]
  /** Value shown if the paragraphs have no text: some programs leave them blank. */
  value: string
  /** True for a formula that a program saved without its value. */
  isUnsaved: boolean
  columns: number
  rows: number
}

/**
 * Reads the sheets of an OpenDocument spreadsheet, with the texts that its program shows.
 * @param content bytes of `content.xml`, or of a flat file (.fods)
 * @throws {UnreadableList}
 */
export async function readOds(content: AsyncIterable<Uint8Array>, allowance: Allowance): Promise<ReadSheets> {
  const hiddenStyles = new Set<string>()
  const read: ReadSheets = { sheets: [], unread: [] }
  /** Cells that span several rows: row, column and last row. */
  let overRows: [number, number, number][] = []
  let style = ''
  let rows: SheetRows | null = null
  let row = 0
  let rowCount = 1
  let isHiddenRow = false
  let column = 0
  let hiddenColumn = 0
  let cells: { column: number; cell: Cell }[] = []
  /** Column of the first formula without a saved value, used for a row that has nothing else. */
  let unsaved: number | null = null
  let cell: Cell | null = null
  let paragraph: string | null = null
  /** Depth in ignored elements. Comments are inside cells, and so are charts, with tables of their own. */
  let ignored = 0

  const add = (text: string) => {
    if (paragraph !== null && ignored === 0 && paragraph.length <= MAX_CELL) paragraph += text
  }

  function endRow(): void {
    if (cells.length === 0 && unsaved !== null)
      for (let repeat = 0; repeat < Math.min(rowCount, MAX_ROWS); repeat++)
        rows?.set(row + repeat, unsaved, plateFileText.unsavedFormula)
    if (cells.length > 0)
      for (let repeat = 0; repeat < rowCount; repeat++) {
        if (isHiddenRow) rows?.hideRow(row + repeat)
        for (const { column: at, cell: repeated } of cells)
          for (let copy = 0; copy < repeated.columns; copy++)
            rows?.set(row + repeat, at + copy, shown(repeated))
      }
    for (const { column: at, cell: merged } of cells)
      if (merged.rows > 1) overRows.push([row, at, row + merged.rows - 1])
    row += rowCount
  }

  await readXml(content, {
    open: (name, attribute) => {
      if (IGNORED.has(name)) ignored++
      if (ignored > 0) return
      if (name === 'style') style = attribute('name')
      else if (name === 'table-properties' && attribute('display') === 'false') hiddenStyles.add(style)
      else if (name === 'table' && read.sheets.length === MAX_SHEETS)
        read.unread.push({ name: attribute('name'), problem: 'too-large' })
      else if (name === 'table') {
        rows = createSheetRows(attribute('name'), hiddenStyles.has(attribute('style-name')), allowance)
        overRows = []
        row = 0
        hiddenColumn = 0
      } else if (name === 'table-column') {
        const count = repeats(attribute('number-columns-repeated'))
        if (isHidden(attribute('visibility'))) rows?.hideColumns(hiddenColumn, hiddenColumn + count - 1)
        hiddenColumn += count
      } else if (name === 'table-row') {
        rowCount = repeats(attribute('number-rows-repeated'))
        isHiddenRow = isHidden(attribute('visibility'))
        column = 0
        cells = []
        unsaved = null
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = {
          paragraphs: [],
          value: valueOf(attribute),
          isUnsaved: attribute('formula') !== '' && attribute('value-type') === '',
          columns: repeats(attribute('number-columns-repeated')),
          rows: repeats(attribute('number-rows-spanned')),
        }
      } else if (PARAGRAPHS.has(name) && cell) paragraph = ''
      else if (name === 's') add(' '.repeat(Math.min(MAX_CELL, repeats(attribute('c')))))
      else if (name === 'tab' || name === 'line-break') add(' ')
    },
    text: add,
    close: (name) => {
      if (IGNORED.has(name)) ignored--
      if (ignored > 0) return
      if (PARAGRAPHS.has(name) && cell && paragraph !== null) {
        if (cell.paragraphs.length < MAX_CELL) cell.paragraphs.push(paragraph)
        paragraph = null
      } else if ((name === 'table-cell' || name === 'covered-table-cell') && cell) {
        // A cell covered by a merged cell keeps its own content, but the content is not shown.
        if (name === 'table-cell' && shown(cell).trim() !== '') cells.push({ column, cell })
        else if (cell.isUnsaved) unsaved ??= column
        column += cell.columns
        cell = null
      } else if (name === 'table-row') endRow()
      else if (name === 'table' && rows) {
        for (const [from, at, to] of overRows) rows.fillDown(from, at, to)
        read.sheets.push(rows.take())
        rows = null
      }
    },
  })
  return read
}

const shown = ({ paragraphs, value }: Cell): string => paragraphs.join('\n').trim() || value

/** Value of a cell from its attributes (ODF 1.3, 19.383 to 19.389). Programs may leave out the paragraph. */
function valueOf(attribute: (name: string) => string): string {
  switch (attribute('value-type')) {
    case 'string':
      return attribute('string-value')
    case 'boolean':
      return attribute('boolean-value') === 'true' ? 'VERDADERO' : 'FALSO'
    case 'date':
      return spanishDate(attribute('date-value'))
    case 'time':
      return attribute('time-value')
    default:
      return attribute('value').replace('.', ',')
  }
}

/** Elements with the text of a cell. */
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'h'])
/** Elements whose text is not part of a cell: comments, pictures, former contents, and Japanese phonetic guides. */
const IGNORED: ReadonlySet<string> = new Set([
  'annotation',
  'shapes',
  'frame',
  'object',
  'tracked-changes',
  'ruby-text',
])

const repeats = (text: string): number => Math.max(1, Math.floor(Number(text)) || 1)
const isHidden = (visibility: string): boolean => visibility === 'collapse' || visibility === 'filter'
