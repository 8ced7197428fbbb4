import { Tokenizer } from 'htmlparser2'

/** Elements that begin and end a line. */
const BLOCKS: ReadonlySet<string> = new Set(
  'p div li ul ol h1 h2 h3 h4 h5 h6 section article blockquote pre header footer dl dt dd hr br form center caption address main nav fieldset'.split(
    ' ',
  ),
)
/** Elements whose text a browser does not show. */
const HIDDEN: ReadonlySet<string> = new Set(['style', 'script', 'title', 'template', 'noscript'])
const READ_ATTRIBUTES: ReadonlySet<string> = new Set(['colspan', 'rowspan', 'hidden', 'style'])
/** Maximum columns that one cell covers, as browsers limit them (HTML, 4.9.11). */
const MAX_COLUMN_SPAN = 1_000
/** Maximum rows that one cell covers. */
const MAX_ROW_SPAN = 65_534

/** Cell over several rows. Its text belongs to each of them. */
interface RowSpan {
  text: string
  rows: number
}

interface Table {
  isHidden: boolean
  /** True if its group of rows (`tbody`) is hidden. */
  isGroupHidden: boolean
  isRowHidden: boolean
  row: string[]
  cell: { text: string; columns: number; rows: number } | null
  spans: Map<number, RowSpan>
}

interface PageText {
  text: string
  /** Line numbers, from 0, of hidden rows of tables. */
  hiddenLines: number[]
}

export const htmlText = (html: string): string => readPage(html).text

/**
 * Text of a page as a browser shows it: a line for each block and each row of a table, and a tab between cells. A
 * cell over several rows or columns keeps the others in their columns. Never throws: anything that is no HTML is
 * text.
 */
export function readPage(html: string): PageText {
  const lines: { text: string; isHidden: boolean }[] = []
  let line = ''
  let hidden = 0
  const tables: Table[] = []
  /** Remaining characters that cells of several rows may repeat. */
  let repeatable = html.length + 100_000

  function endLine(): void {
    lines.push({ text: line, isHidden: false })
    line = ''
  }

  /** Places the cells of earlier rows that cover this one, up to the next free column. */
  function coverColumns({ row, spans }: Table): void {
    for (;;) {
      const span = spans.get(row.length)
      if (!span) return
      repeatable -= span.text.length + 1
      if (--span.rows === 0 || repeatable < 0) spans.delete(row.length)
      row.push(repeatable < 0 ? '' : span.text)
    }
  }

  function endCell(table: Table): void {
    const { cell, row, spans } = table
    if (!cell) return
    table.cell = null
    coverColumns(table)
    const text = oneLine(cell.text)
    for (let column = 0; column < cell.columns && repeatable > 0; column++) {
      const shown = column === 0 ? text : ''
      if (cell.rows > 1) spans.set(row.length, { text: shown, rows: cell.rows - 1 })
      row.push(shown)
    }
  }

  function endRow(table: Table): void {
    endCell(table)
    // The cell around a table has no text of its own.
    if (table.row.length > 1 || (table.row[0] ?? '') !== '') {
      coverColumns(table)
      const isHidden = table.isHidden || table.isGroupHidden || table.isRowHidden
      lines.push({ text: table.row.join('\t').trimEnd(), isHidden })
    }
    table.row = []
    table.isRowHidden = false
  }

  function endBlock(): void {
    const cell = tables.at(-1)?.cell
    if (cell) cell.text += ' '
    else endLine()
  }

  function open(name: string, attributes: Attributes): void {
    const table = tables.at(-1)
    if (HIDDEN.has(name)) hidden++
    else if (name === 'table') {
      // A table inside a cell is layout, and its rows are separate lines.
      if (table) {
        const isInCell = table.cell !== null
        endRow(table)
        if (isInCell) table.cell = { text: '', columns: 1, rows: 1 }
      } else endLine()
      tables.push(newTable(isHidden(attributes) || (table?.isHidden ?? false)))
    } else if (GROUPS.has(name) && table) {
      endRow(table)
      table.isGroupHidden = isHidden(attributes)
    } else if (name === 'tr') {
      // A part of a page may begin with rows.
      if (table) endRow(table)
      else tables.push(newTable(false))
      const last = tables.at(-1)
      if (last) last.isRowHidden = isHidden(attributes)
    } else if ((name === 'td' || name === 'th') && table) {
      endCell(table)
      table.cell = {
        text: '',
        columns: span(attributes['colspan'], MAX_COLUMN_SPAN),
        rows: span(attributes['rowspan'], MAX_ROW_SPAN),
      }
    } else if (BLOCKS.has(name)) endBlock()
  }

  function close(name: string): void {
    const table = tables.at(-1)
    if (HIDDEN.has(name)) hidden = Math.max(0, hidden - 1)
    else if (name === 'table' && table) {
      endRow(table)
      tables.pop()
    } else if (name === 'tr' && table) endRow(table)
    else if (GROUPS.has(name) && table) {
      endRow(table)
      table.isGroupHidden = false
    } else if ((name === 'td' || name === 'th') && table) endCell(table)
    else if (BLOCKS.has(name)) endBlock()
  }

  function addText(text: string): void {
    if (hidden > 0) return
    const cell = tables.at(-1)?.cell
    if (cell) cell.text += text
    else line += text
  }

  readTags(html, { open, close, text: addText })
  for (const table of tables.toReversed()) endRow(table)
  endLine()
  return joinLines(lines)
}

/** Joins lines. Blank lines at both ends, and after another blank line, are dropped. */
function joinLines(lines: readonly { text: string; isHidden: boolean }[]): PageText {
  const shown: string[] = []
  const hiddenLines: number[] = []
  for (const { text, isHidden } of lines)
    for (const line of text.includes('\t') ? text.split('\n') : [oneLine(text)]) {
      if (line === '' && (shown.at(-1) ?? '') === '') continue
      if (isHidden) hiddenLines.push(shown.length)
      shown.push(line)
    }
  return { text: shown.join('\n').replace(/\n+$/, ''), hiddenLines }
}

const newTable = (isHidden: boolean): Table => ({
  isHidden,
  isGroupHidden: false,
  isRowHidden: false,
  row: [],
  cell: null,
  spans: new Map(),
})

type Attributes = Partial<Record<string, string>>

/** Groups of the rows of a table. */
const GROUPS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot'])

/** True for an element that its own attributes hide. */
const isHidden = ({ hidden, style = '' }: Attributes): boolean =>
  hidden !== undefined || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(style)

interface TagHandlers {
  open: (name: string, attributes: Attributes) => void
  close: (name: string) => void
  text: (text: string) => void
}

/**
 * Reads tags and texts in order. The library's tokenizer keeps no stack of open elements. Its parser takes quadratic
 * time for deeply nested elements.
 */
function readTags(html: string, handlers: TagHandlers): void {
  const nothing = () => {}
  let name = ''
  let attribute = ''
  let value = ''
  let attributes: Attributes = {}
  const endTag = () => handlers.open(name, attributes)
  const tokenizer = new Tokenizer(
    {},
    {
      ontext: (from, to) => handlers.text(html.slice(from, to)),
      ontextentity: (codePoint) => handlers.text(String.fromCodePoint(codePoint)),
      onopentagname(from, to) {
        name = html.slice(from, to).toLowerCase()
        attributes = {}
      },
      onattribname(from, to) {
        attribute = html.slice(from, to).toLowerCase()
        value = ''
      },
      onattribdata: (from, to) => (value += html.slice(from, to)),
      onattribentity: (codePoint) => (value += String.fromCodePoint(codePoint)),
      onattribend() {
        if (READ_ATTRIBUTES.has(attribute)) attributes[attribute] ??= value
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag: (from, to) => handlers.close(html.slice(from, to).toLowerCase()),
      oncomment: nothing,
      oncdata: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
      isInForeignContext: () => false,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

/** Blanks and line ends of the source become one space. A non-breaking space becomes a space. */
const oneLine = (text: string): string => text.replace(/[\s\u00A0]+/g, ' ').trim()

const span = (written: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, Math.floor(Number(written)) || 1))
