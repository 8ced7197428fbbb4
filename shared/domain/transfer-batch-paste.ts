import { readCsv } from './csv-read.ts'
import { asItLooks, foldText } from './normalize-text.ts'
import { classifyPlate } from './plates/classify.ts'
import {
  BATCH_COLUMNS,
  BATCH_LENGTHS,
  cellField,
  batchSides,
  type BatchColumn,
  type BatchField,
  type BatchRow,
  type BatchValues,
} from './transfer-batch.ts'

/** Pastes a block of a spreadsheet into the grid of a batch. No cell of the block is lost without notice. */

/** Columns of the grid. The first, of the plates, cannot be typed in. */
export const GRID_COLUMNS = ['vrm', ...BATCH_COLUMNS] as const
export type GridColumn = (typeof GRID_COLUMNS)[number]

/**
 * Reason that a cell was not pasted. `below`, `beside`: outside the grid. `made`: its draft exists already.
 * `unknown-column`: its heading names no column. `other-plate`: its plate is not in the batch, or is twice in the
 * block. `no-plate`: its row has no plate.
 */
export type NotPasted =
  'below' | 'beside' | 'made' | 'too-long' | 'unknown-column' | 'other-plate' | 'no-plate'

/** Cell that was not pasted, with its position in the block, from 1. */
interface LeftCell {
  row: number
  column: number
  text: string
  why: NotPasted
}

export interface Pasted {
  values: { readonly [F in BatchField]?: string }
  /** Number of pasted cells. */
  cells: number
  left: readonly LeftCell[]
  /** How the rows were found: by their plates, or downwards from the focused cell. */
  by: 'plate' | 'place'
  /** True if the first row had names of columns. */
  hasHeadings: boolean
}

/** Cells of a clipboard text: tabs separate them, and quotes are those of spreadsheets. */
export const clipboardCells = (text: string): string[][] =>
  readCsv(text, { separator: '\t', keepsBlank: true }).map(({ cells }) => cells)

/** Text of a block of cells, which `clipboardCells` can read. */
export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join('\t')).join('\r\n')

const quoted = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Headings of the columns, folded and without «nº», «de» and units. A party's columns also match its side. */
const HEADINGS: Readonly<Record<GridColumn, RegExp>> = {
  vrm: /^(?:matric(?:ula)?|matrikula|matr?|placa)s?(?: (?:vehiculo|actual))?$/,
  otherTaxId: /^(?:(?:nif|dni|cif|nie|documento|d n i|n i f|c i f)(?: |$))+(?:identidad|fiscal)?$/,
  otherName: /^(?:(?:nombre|apellidos|razon social|titular|cliente|completo|denominacion)(?: y | o | |$))+$/,
  taxableBase: /^(?:(?:base|imponible|precio|importe|valor|venta|pvp)(?: |$))+$/,
  invoiceNumber: /^(?:factura|fra)$/,
  contractDate: /^fecha(?: (?:contrato|venta|operacion))?$/,
  notes: /^(?:nota|notas|observaciones|observacion|comentario|comentarios)$/,
}
const SIDES = {
  seller: /\b(?:del? )?(?:vendedora?|transmitente)\b/,
  buyer: /\b(?:del? )?(?:compradora?|adquirente)\b/,
}

/** Column of a heading, or `null`. `dealer`: side of the party that is the same in all rows. */
function columnOf(heading: string, values: BatchValues): GridColumn | 'dealer' | null {
  const words = foldText(heading)
    .replace(/\([^)]*\)|[^a-z0-9]+/g, ' ')
    .replace(/^ *(?:n|no|n o|num|numero) (?=[a-z])|\b(?:del?|la|el|eur|euros?)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  if (words === '') return null
  const { other, dealer } = batchSides(values)
  if (SIDES[dealer].test(words)) return 'dealer'
  const bare = words.replace(SIDES[other], '').trim()
  if (bare === '') return 'otherName'
  return GRID_COLUMNS.find((column) => HEADINGS[column].test(bare)) ?? null
}

/** Headings, if most cells of the row are headings: at least two, or the only cell. */
function headingsIn(row: readonly string[], values: BatchValues): (GridColumn | null)[] | null {
  const all = row.map((cell) => columnOf(cell, values))
  // The second of two equal headings is ignored.
  const named = all.map((column, index) => (all.indexOf(column) === index ? column : null))
  const filled = row.filter((cell) => cell.trim() !== '').length
  const known = all.filter((column) => column !== null).length
  if (known === 0 || (known < 2 && filled > 1) || known * 2 < filled) return null
  return named.map((column) => (column === 'dealer' ? null : column))
}

/** Maximum rows of a title. */
const MAX_TITLES = 5

/** Rows of a title above the headings. Each has one cell, and the headings name the plates' column. */
function titleRows(block: readonly (readonly string[])[], values: BatchValues): number {
  for (const [index, row] of block.slice(0, MAX_TITLES + 1).entries()) {
    if (headingsIn(row, values)?.includes('vrm')) return index
    if (row.filter((cell) => cell.trim() !== '').length > 1) return 0
  }
  return 0
}

export interface PasteInto {
  /** Rows in the order shown. */
  rows: readonly BatchRow[]
  values: BatchValues
  /** Focused cell: index of its row, and its column. */
  at: { row: number; column: GridColumn }
}

/**
 * Pastes a block into the grid. Its columns follow its headings, or start at the focused cell. Its rows follow its
 * plates, or go down from that cell. Empty cells change nothing.
 */
export function pasteCells(block: readonly (readonly string[])[], { rows, values, at }: PasteInto): Pasted {
  const titles = titleRows(block, values)
  const headings = headingsIn(block[titles] ?? [], values)
  const leftmost = GRID_COLUMNS.indexOf(at.column)
  const width = Math.max(0, ...block.map((row) => row.length))
  const columns: (GridColumn | null | undefined)[] =
    headings ?? Array.from({ length: width }, (_, index) => GRID_COLUMNS[leftmost + index])
  const plateColumn = columns.indexOf('vrm')
  const byPlate = plateColumn !== -1
  const rowOfPlate = new Map(rows.map((row) => [row.vrm, row]))
  const seen = new Set<string>()
  const put: Record<string, string> = {}
  const left: LeftCell[] = []
  let placed = 0

  const first = titles + (headings ? 1 : 0)
  for (const [index, cells] of block.slice(0, titles).entries())
    for (const [place, text] of cells.entries())
      if (tidyCell(text) !== '') left.push({ row: index + 1, column: place + 1, text, why: 'no-plate' })
  for (const [index, cells] of block.slice(first).entries()) {
    const line = index + first + 1
    const written = byPlate ? (cells[plateColumn] ?? '') : ''
    const vrm = classifyPlate(written)?.vrm
    const isRepeated = vrm !== undefined && seen.has(vrm)
    if (vrm !== undefined) seen.add(vrm)
    const row = byPlate ? (isRepeated ? undefined : rowOfPlate.get(vrm ?? '')) : rows[at.row + index]
    const lost: NotPasted = !byPlate ? 'below' : vrm === undefined ? 'no-plate' : 'other-plate'
    for (const [place, raw] of cells.entries()) {
      const text = tidyCell(raw)
      const column = columns[place]
      const isPlate = column === 'vrm'
      if (text === '' || (isPlate && row)) continue
      const why = row ? whyNot(column, row, text) : lost
      if (why !== null || !row || !column || isPlate) {
        left.push({ row: line, column: place + 1, text: raw, why: why ?? lost })
        continue
      }
      put[cellField(row.ord, column)] = text
      placed++
    }
  }
  return { values: put, cells: placed, left, by: byPlate ? 'plate' : 'place', hasHeadings: headings !== null }
}

/** Text of a cell in one line, without invisible marks. */
const tidyCell = (cell: string): string => asItLooks(cell).replaceAll(/\s+/g, ' ').trim()

function whyNot(column: GridColumn | null | undefined, { isMade }: BatchRow, text: string): NotPasted | null {
  if (column === undefined) return 'beside'
  if (column === null) return 'unknown-column'
  if (isMade) return 'made'
  return column !== 'vrm' && text.length > BATCH_LENGTHS[column] ? 'too-long' : null
}

/** True for columns with typed values, which a cleared range empties. */
export const isTyped = (column: GridColumn): column is BatchColumn => column !== 'vrm'
