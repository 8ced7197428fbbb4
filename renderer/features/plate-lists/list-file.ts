import type { PlateList } from '#shared/domain/plate-list.ts'

/** A sheet of a workbook, or the only one of a CSV file. */
export interface ListSheet {
  name: string
  isHidden: boolean
  /** Cells as shown, by row of the sheet: blank rows are empty. A cell merged over rows is in each of them. */
  rows: string[][]
  /** Indexes in `rows`: hidden by hand or by a filter. */
  hiddenRows: number[]
  /** Indexes of columns. */
  hiddenColumns: number[]
  /** Cells that were not read, or not to their end, by their names (`XFD1`): they are beyond the bounds. */
  farCells: string[]
}

/** A part of a file that was not read, with the reason: an attachment of a mail, a sheet of a workbook. */
export interface UnreadPart {
  name: string
  problem: ListFileProblem
}

/** Sheets of a workbook, and those that were not read. */
export type ReadSheets = Pick<ListFile, 'sheets' | 'unread'>

/** Content of a file: text, sheets, or both for a mail. */
export interface ListFile {
  kind: 'text' | 'table' | 'workbook' | 'mail' | 'archive'
  /** '' without any. */
  text: string
  sheets: ListSheet[]
  /** Plates of a text that is too long to be shown: `text` is then ''. */
  plates?: PlateList
  unread: UnreadPart[]
}

export type ListFileProblem =
  | 'too-large'
  /** It asks for a password. */
  | 'encrypted'
  /** No cell was found in a workbook of an old or flat format: it cannot be read, or is blank. */
  | 'old-format'
  | 'damaged'
  | 'empty'
  /** A ZIP without files. */
  | 'zip'
  /** An archive that is no ZIP, or a file of a ZIP that is compressed in another way: they are not opened. */
  | 'compressed'
  /** Apple Numbers. */
  | 'numbers'
  /** A text document of Word or Writer. */
  | 'document'
  /** A shortcut or a link to a file, without its content. */
  | 'shortcut'
  /** The file that Office or LibreOffice keeps beside an open one. */
  | 'lock'
  /** A database of Access, or of another program. */
  | 'database'
  /** A message that only a mail program opens: encrypted, or signed as a whole. */
  | 'sealed'
  | 'pdf'
  | 'picture'
  /** Removed, moved or changed since it was chosen. */
  | 'gone'
  | 'not-a-list'
  | 'cancelled'

/** A file that cannot be read as a list. */
export class UnreadableList extends Error {
  readonly problem: ListFileProblem

  constructor(problem: ListFileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Bytes of a file that is looked at. */
export const MAX_FILE = 100 * 1024 * 1024
/** Bytes of a text, a CSV file or an unzipped sheet's texts, which are held whole. */
export const MAX_TEXT = 20 * 1024 * 1024
/** Characters of a text that is shown, and whose plates the window finds by itself. A longer one is read in the worker. */
export const MAX_SHOWN_TEXT = 200_000
/** Bytes that are unzipped of a workbook, as they pass. */
export const MAX_UNZIPPED = 256 * 1024 * 1024
/** Maximum rows of all sheets together. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 256
export const MAX_SHEETS = 100
/** Characters kept of a cell: as many as Excel allows. A cell may hold a whole list. */
export const MAX_CELL = 32_767
