import type { PlateList } from '#shared/domain/plate-list.ts'

/** A sheet of a workbook, or the only sheet of a CSV file. */
export interface ListSheet {
  name: string
  isHidden: boolean
  /**
   * Cells as shown, by row of the sheet. Blank rows are empty. A cell merged over several rows is repeated in each
   * row.
   */
  rows: string[][]
  /** Indexes in `rows` of the rows that are hidden, by hand or by a filter. */
  hiddenRows: number[]
  /** Indexes of the hidden columns. */
  hiddenColumns: number[]
  /** Names (`XFD1`) of the cells that were not read, or not completely, because they are beyond the bounds. */
  farCells: string[]
}

/** A part of a file that was not read, with the reason: an attachment of a mail, a sheet of a workbook. */
export interface UnreadPart {
  name: string
  problem: ListFileProblem
}

/** Sheets of a workbook, and the sheets that were not read. */
export type ReadSheets = Pick<ListFile, 'sheets' | 'unread'>

/** Content of a file: text, sheets, or both for a mail. */
export interface ListFile {
  kind: 'text' | 'table' | 'workbook' | 'mail' | 'archive'
  /** '' if the file has no text. */
  text: string
  sheets: ListSheet[]
  /** Plates of a text that is too long to be shown. `text` is then ''. */
  plates?: PlateList
  unread: UnreadPart[]
}

export type ListFileProblem =
  | 'too-large'
  /** The file asks for a password. */
  | 'encrypted'
  /** No cell was found in a workbook of an old or flat format. Either the workbook cannot be read, or it is blank. */
  | 'old-format'
  | 'damaged'
  | 'empty'
  /** A ZIP without files. */
  | 'zip'
  /** An archive that is no ZIP, or a file of a ZIP with another compression. Neither is opened. */
  | 'compressed'
  /** Apple Numbers. */
  | 'numbers'
  /** A text document of Word or Writer. */
  | 'document'
  /** A shortcut or a link to a file, without the content of that file. */
  | 'shortcut'
  /** The lock file that Office or LibreOffice writes beside an open file. */
  | 'lock'
  /** A database of Access, or of another program. */
  | 'database'
  /** A message that only a mail program opens: encrypted, or signed as a whole. */
  | 'sealed'
  | 'pdf'
  | 'picture'
  /** The file was removed, moved or changed after the user chose it. */
  | 'gone'
  | 'not-a-list'
  | 'cancelled'

/** Error for a file that cannot be read as a list. */
export class UnreadableList extends Error {
  readonly problem: ListFileProblem

  constructor(problem: ListFileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Maximum bytes of a file that is read. */
export const MAX_FILE = 100 * 1024 * 1024
/** Maximum bytes of a text, a CSV file or the texts of an unzipped sheet. All of them are held in memory. */
export const MAX_TEXT = 20 * 1024 * 1024
/**
 * Maximum characters of a text that is shown, and whose plates the window finds itself. A longer text is read in the
 * worker.
 */
export const MAX_SHOWN_TEXT = 200_000
/** Maximum unzipped bytes of a workbook, counted while they are read. */
export const MAX_UNZIPPED = 256 * 1024 * 1024
/** Maximum rows of all sheets together. */
export const MAX_ROWS = 50_000
export const MAX_COLUMNS = 256
export const MAX_SHEETS = 100
/** Maximum characters of a cell, as many as Excel allows. A cell may hold a whole list. */
export const MAX_CELL = 32_767
