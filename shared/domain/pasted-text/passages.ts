/** Passages of a text: paragraphs, or pieces of a long one, each small enough to be examined at once. */

/** Characters of the longest passage. It takes one or two milliseconds. */
const MAX_PASSAGE = 4_096
/** Characters examined on each side of a candidate. */
const CONTEXT = 64
/** Quote marks of a forwarded mail are no text. */
const BLANK = /^[\s>|]*$/

export interface Piece {
  text: string
  /** Position of its first character in the whole text. */
  start: number
  /** A blank line precedes it. */
  isNew: boolean
}

/** Paragraphs in order, each at most `MAX_PASSAGE` characters. The time is linear. */
export function* piecesOf(text: string): Generator<Piece> {
  let start = 0
  let end = 0
  let isNew = true
  for (const line of linesOf(text)) {
    const isBlank = BLANK.test(text.slice(line.start, line.end))
    if (end > start && (isBlank || line.end - start > MAX_PASSAGE)) {
      yield { text: text.slice(start, end), start, isNew }
      isNew = false
      end = start
    }
    if (isBlank) isNew = true
    else {
      if (end === start) start = line.start
      end = line.end
    }
  }
  if (end > start) yield { text: text.slice(start, end), start, isNew }
}

/** Lines. A line that is too long is split between words. */
function* linesOf(text: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    for (let from = start; ;) {
      const to = Math.min(end, from + MAX_PASSAGE)
      const space = to < end ? text.lastIndexOf(' ', to) : to
      const cut = space > from ? space : to
      yield { start: from, end: cut }
      if (cut >= end) break
      from = cut
    }
    start = end + 1
  }
}

interface Cell {
  start: number
  end: number
  /** Head of the cell's column and of the columns before it, nearest first. */
  heads: readonly string[]
}

/** Heads of a table's columns, which continue in the next piece. */
export type TableHead = readonly string[] | null

/** Piece with the surroundings of each of its positions. */
export interface Passage extends Piece {
  /**
   * At most `CONTEXT` characters before a position. In a table, the head of the column and the cell up to the
   * position.
   */
  before: (at: number) => string
  after: (at: number) => string
  /** Head of the column at a position, or empty. */
  headOf: (at: number) => string
  /** Head of the column at a position and of the columns before it, nearest first. */
  headsOf: (at: number) => readonly string[]
  /** Marks a range as read. False if a part of it is already read. */
  take: (start: number, end: number) => boolean
  isTaken: (start: number, end: number) => boolean
  /** Text of the passage, with spaces in the place of what is read. */
  untaken: () => string
  /** Heads of the table of the last line. */
  head: TableHead
}

export function passageOf(piece: Piece, lastHead: TableHead): Passage {
  const { text } = piece
  const { cells, head } = cellsOf(text, piece.isNew ? null : lastHead)
  const taken = new Uint8Array(text.length)
  const isTaken = (start: number, end: number) => taken.subarray(start, end).includes(1)
  const cellAt = (at: number): Cell | undefined => {
    // In order: a table may have a thousand cells.
    let [from, to] = [0, cells.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((cells[middle]?.end ?? 0) <= at) from = middle + 1
      else to = middle
    }
    const cell = cells[from]
    return cell && at >= cell.start ? cell : undefined
  }
  return {
    ...piece,
    head,
    before(at) {
      const cell = cellAt(at)
      if (cell) return `${cell.heads[0] ?? ''}: ${text.slice(cell.start, at)}`.slice(-CONTEXT)
      return text.slice(Math.max(0, at - CONTEXT), at)
    },
    after: (at) => text.slice(at, at + CONTEXT),
    headOf: (at) => cellAt(at)?.heads[0] ?? '',
    headsOf: (at) => cellAt(at)?.heads ?? [],
    isTaken,
    untaken: () =>
      taken.includes(1) ? Array.from(taken, (is, at) => (is ? ' ' : text.charAt(at))).join('') : text,
    take(start, end) {
      if (isTaken(start, end)) return false
      taken.fill(1, start, end)
      return true
    },
  }
}

/** A tab of a spreadsheet, the bar of a table in a mail, or the semicolon of a file. */
const SEPARATORS = ['\t', '|', ';'] as const
const MIN_COLUMNS = 3
/** Maximum number of columns of a table. A line with more is read as text. */
const MAX_COLUMNS = 64

/** Cells under heads: rows with as many columns as the first row, which has no figures. */
function cellsOf(text: string, lastHead: TableHead): { cells: Cell[]; head: TableHead } {
  const cells: Cell[] = []
  let head = lastHead
  let start = 0
  for (const line of text.split('\n')) {
    const parts = partsOf(line)
    if (!parts) head = null
    else if (!head || head.length !== parts.length)
      head = /\d/.test(line) ? null : parts.map(({ text: name }) => name)
    else
      cells.push(
        ...parts.map((part, column) => ({
          start: start + part.at,
          end: start + part.at + part.text.length,
          heads: (head ?? []).slice(0, column + 1).toReversed(),
        })),
      )
    start += line.length + 1
  }
  return { cells, head }
}

function partsOf(line: string): { text: string; at: number }[] | null {
  const separator = SEPARATORS.find((one) => line.split(one, MIN_COLUMNS).length >= MIN_COLUMNS)
  if (separator === undefined) return null
  const columns = line.split(separator, MAX_COLUMNS + 1)
  if (columns.length > MAX_COLUMNS) return null
  let at = 0
  return columns.map((part) => {
    const trimmed = part.trim()
    const place = { text: trimmed, at: at + part.length - part.trimStart().length }
    at += part.length + 1
    return place
  })
}
