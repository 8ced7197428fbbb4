import { wordsOf } from './search-text.ts'
import { classifyPlate } from './plates/classify.ts'
import { looksLikePlate, repairPlate } from './plates/repair.ts'
import { isPlainPlate, surePlates, isPlateHeader } from './plates/text-rules.ts'
import { createPlateList, type PlateList } from './plate-list.ts'
import { MAX_NOTE, MAX_UNREAD, readPlateLine, shortenLine, type LineReading } from './plate-list-line.ts'

const LETTERS = 26
const FIRST_LETTER = 65

/** Letters of a column by its index from 0, as in spreadsheets: `A`, `Z`, `AA`. */
export const columnLetters = (index: number): string =>
  index < LETTERS
    ? String.fromCharCode(FIRST_LETTER + index)
    : `${columnLetters(Math.floor(index / LETTERS) - 1)}${columnLetters(index % LETTERS)}`

/** Columns of a sheet, recognised or chosen by the user. Indexes start at 0. */
export interface TableColumns {
  /** Row with the names of the columns. Rows above it are a title. `null`: no names. */
  header: number | null
  /** Column of the plates. `null`: unknown, so that plates are searched for in the whole row. */
  plate: number | null
  /** Other columns of plates, in a sheet without names (a grid of plates). */
  alsoPlates: readonly number[]
  /** Columns shown beside the plate, in this order. */
  note: readonly number[]
}

export type TableRows = readonly (readonly string[])[]

/** Number of rows that are examined, spread over the whole sheet. */
const SAMPLE = 400
/** First rows, among which the names may be. */
const MAX_HEADER = 30
const MAX_NOTES = 3
/** Cells above the first plate of a column that do not count. */
const MAX_TITLES = 3
/** Characters of a cell that are examined. */
const MAX_WEIGHED = 500
/** Minimum share of plates in a column, without and with a name that says so. */
const SHARE = { unnamed: 0.5, named: 0.1 }
/** Weight of a name, which decides between two columns of plates. */
const NAME_WEIGHT = 0.3
const MIN_HEADER_CELLS = 2
/** Maximum characters of a name. */
const MAX_NAME = 40

/** Names of a column of plates, as a whole or as a word. */
const PLATE_NAMES = new Set([
  'matricula',
  'matriculas',
  'matricules',
  'matrikula',
  'mat',
  'matr',
  'matric',
  'placa',
  'plate',
  'vrm',
  'license plate',
  'licence plate',
  'registration',
])
/**
 * «Matrícula anterior», «fecha de matriculación»: columns of something else. Any other column of plates precedes
 * them.
 */
const OTHER_PLATE = /\b(?:anterior|antigua|entregada|cambio|usado|recambio|remolque|fecha|matriculacion)\b/
const NOTE_NAMES =
  /^(?:cliente|comprador|vendedor|nombre|titular|marca|modelo|vehiculo|coche|version|observacion\w*|nota\w*|comentario\w*|referencia|ref|expediente|estado|color|dealer|concesionario|tienda)\b/
/** Names of the columns that together name the vehicle, the make first. */
const VEHICLE_NAMES = [/^(?:marca|make)\b/, /^(?:modelo|model|vehiculo|coche|version)\b/]
const KNOWN_NAMES =
  /^(?:bastidor|vin|chasis|nif|dni|cif|telefono|movil|email|correo|fecha|precio|importe|total|pvp|km|kms|kilometros|ano|year|stock|direccion|poblacion|provincia|cp|itv|n|no|num|numero|pedido|factura|combustible|potencia)\b/

/**
 * Recognises the columns of a sheet, by their content first and their names second. Of several tables one below the
 * other, the columns are those of the first.
 */
export function recogniseColumns(rows: TableRows): TableColumns {
  const columns = recogniseTable(rows)
  const { header } = columns
  if (header === null) return columns
  const names = namesKey(rows[header] ?? [])
  const next = rows.findIndex((row, index) => index > header && hasNames(row) && namesKey(row) !== names)
  return next === -1 ? columns : recogniseTable(rows.slice(0, next))
}

function recogniseTable(rows: TableRows): TableColumns {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const sample = sampleOf(rows)
  const shares = Array.from({ length: width }, (_, column) => plateShare(sample, column))
  const header = headerOf(rows, shares)
  const names = Array.from({ length: width }, (_, column) => nameOf(rows, header, column))
  const candidates = names
    .map((name, column) => {
      const weight = nameWeight(name)
      // «Matrícula anterior» beside «Vehículo»: the column with the vehicles' plates precedes.
      const rank = weight > 0 && OTHER_PLATE.test(name) ? -weight : weight
      return { column, share: shares[column] ?? 0, weight, rank }
    })
    .filter(({ share, weight }) => share > (weight > 0 ? SHARE.named : SHARE.unnamed))
    .toSorted((a, b) => b.share + b.rank - (a.share + a.rank) || a.column - b.column)
  const plate = candidates[0]?.column ?? null
  // Tables side by side repeat a name («Matrícula»), or number it («Matrícula 1», «Matrícula 2»).
  const wanted = withoutNumber(names[plate ?? 0] ?? '')
  const alsoPlates = candidates
    .map(({ column }) => column)
    .filter(
      (column) => column !== plate && (header === null || withoutNumber(names[column] ?? '') === wanted),
    )
  const taken = new Set([plate, ...candidates.map(({ column }) => column)])
  const tables = header === null ? 1 : alsoPlates.length + 1
  return { header, plate, alsoPlates, note: noteColumns(names, sample, taken, MAX_NOTES * tables) }
}

const withoutNumber = (name: string): string => name.replace(/ ?\d+$/, '')

/** Quick check: most cells have no part of a name of a column of plates. */
const MAY_NAME_PLATES = /mat|placa|plate|vrm|regis/i

/** True for a row of names: at least two, one of plates, and no plate. */
export const hasNames = (row: readonly string[]): boolean =>
  row.some((cell) => cell.length <= MAX_NAME && MAY_NAME_PLATES.test(cell)) &&
  row.some((cell) => isKnownName(cell) && nameWeight(keyOf(cell)) > 0) &&
  row.filter((cell) => isKnownName(cell)).length >= MIN_HEADER_CELLS &&
  row.every((cell) => plateWeight(cell.slice(0, MAX_WEIGHED)) < 1)

/** Comparable form of the names in a row. */
const namesKey = (row: readonly string[]): string => row.map(keyOf).join('\n').trimEnd()

function sampleOf(rows: TableRows): TableRows {
  if (rows.length <= SAMPLE) return rows
  return Array.from({ length: SAMPLE }, (_, index) => rows[Math.floor((index * rows.length) / SAMPLE)] ?? [])
}

/** Share of plates among the cells of a column, from 0 to 1. The first cells may be a title and the name. */
function plateShare(rows: TableRows, column: number): number {
  const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
  const weights = cells.map((cell) => plateWeight(cell.slice(0, MAX_WEIGHED)))
  const first = weights.findIndex((weight) => weight > 0)
  if (first === -1) return 0
  const counted = weights.slice(Math.min(first, MAX_TITLES))
  return counted.reduce((sum, weight) => sum + weight, 0) / counted.length
}

/** Probability that a cell is a plate and nothing else. */
function plateWeight(cell: string): number {
  if (isPlainPlate(cell)) return 1
  const whole = classifyPlate(cell)
  // The oldest plates are letters and figures, like many references. The shortest ones are models.
  if (whole?.series === 'pre-1971') return whole.vrm.length < 6 ? 0.1 : 0.4
  if (whole && whole.separator === '-') return 1
  const found = surePlates(cell, { cells: [{ start: 0, end: cell.length, header: '' }] }).filter(
    ({ padded }) => !padded,
  )
  if (found.length > 0)
    return found.some(({ plate }) => plate.series !== 'pre-1971') && cell.length < 60 ? 0.6 : 0.1
  // «1000 KRW» is an amount, unless the column is named after plates.
  if (whole) return 0.3
  if (!looksLikePlate(cell)) return 0
  const [repair] = repairPlate(cell)
  return repair && repair.plate.series !== 'pre-1971' ? 0.4 : 0
}

/**
 * Row of the names: the one with most known names. Without known names, the row above the first plate, if it has no
 * figures.
 */
function headerOf(rows: TableRows, shares: readonly number[]): number | null {
  let best: { row: number; known: number } | null = null
  for (const [row, cells] of rows.slice(0, MAX_HEADER).entries()) {
    // Names stand above the plates. A transposed sheet has both in one row.
    if (cells.some((cell) => plateWeight(cell.trim()) === 1)) break
    const known = cells.filter((cell) => isKnownName(cell)).length
    if (known > (best?.known ?? 0)) best = { row, known }
  }
  // A word that is also a name may stand alone in any row.
  if (best && (best.known >= MIN_HEADER_CELLS || isAlone(rows, best.row))) return best.row
  const column = shares.indexOf(Math.max(0, ...shares))
  const first = rows.findIndex((row) => plateWeight(row[column] ?? '') > 0)
  if (first < 1 || first >= MAX_HEADER) return null
  const above = rows.slice(0, first).findLastIndex((row) => row.some((cell) => cell.trim() !== ''))
  const cells = rows[above]?.filter((cell) => cell.trim() !== '') ?? []
  const isNames = cells.length > 0 && cells.every((cell) => !/\d/.test(cell))
  return isNames && (rows[above]?.[column] ?? '').trim() !== '' ? above : null
}

/** True for the name of a list of one column. */
const isAlone = (rows: TableRows, row: number): boolean =>
  rows.slice(0, MAX_HEADER).every((cells) => cells.filter((cell) => cell.trim() !== '').length < 2) ||
  (rows[row] ?? []).some((cell) => nameWeight(keyOf(cell)) === NAME_WEIGHT)

const keyOf = (name: string): string => wordsOf(name).join(' ')

function nameOf(rows: TableRows, header: number | null, column: number): string {
  return header === null ? '' : keyOf(rows[header]?.[column] ?? '')
}

/** True for a known name. A name is shortenLine and has no figures. */
function isKnownName(cell: string): boolean {
  if (cell.length > MAX_NAME || /\d{2}/.test(cell)) return false
  const name = keyOf(cell)
  return nameWeight(name) > 0 || NOTE_NAMES.test(name) || KNOWN_NAMES.test(name)
}

function nameWeight(name: string): number {
  if (PLATE_NAMES.has(name)) return NAME_WEIGHT
  if (!name.split(' ').some((word) => PLATE_NAMES.has(word))) return 0
  return OTHER_PLATE.test(name) ? NAME_WEIGHT / 3 : (NAME_WEIGHT * 2) / 3
}

/** Columns that identify the car. Without names, the first columns with words. */
function noteColumns(
  names: readonly string[],
  sample: TableRows,
  taken: ReadonlySet<number | null>,
  most: number,
): number[] {
  const free = names.map((name, column) => ({ name, column })).filter(({ column }) => !taken.has(column))
  const named = free.filter(({ name }) => NOTE_NAMES.test(name))
  const chosen =
    named.length > 0
      ? named
      : free.filter(({ name, column }) => !KNOWN_NAMES.test(name) && isOfWords(sample, column))
  return chosen.slice(0, most).map(({ column }) => column)
}

function isOfWords(sample: TableRows, column: number): boolean {
  const cells = sample.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.filter((cell) => /\p{L}{3}/u.test(cell)).length > cells.length / 2
}

/**
 * Plates of a sheet. Every row below the header has a plate, repeats one or is unread. Blank rows are ignored.
 * @param without indexes of rows to skip, such as hidden ones
 */
export function platesInTable(
  rows: TableRows,
  columns: TableColumns,
  without: ReadonlySet<number> = new Set(),
): PlateList {
  const steps = platesInTableSteps(rows, columns, without)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** `platesInTable` row by row, so that a window stays responsive. */
export function* platesInTableSteps(
  rows: TableRows,
  columns: TableColumns,
  without: ReadonlySet<number> = new Set(),
): Generator<void, PlateList> {
  const list = createPlateList()
  const first = columns.header === null ? 0 : columns.header + 1
  const main = createTable(columns, columns.header === null ? [] : (rows[columns.header] ?? []))
  const mainKey = namesKey(main.names)
  let table = main
  let key = mainKey
  for (const [index, row] of rows.entries()) {
    if (index < first || without.has(index) || row.every((cell) => cell.trim() === '')) continue
    if (hasNames(row)) {
      const other = namesKey(row)
      // Printed lists repeat their names on each page.
      if (other === key) continue
      key = other
      table =
        other === mainKey ? main : createTable(recogniseColumns(rows.slice(index, index + MAX_TABLE)), row)
      continue
    }
    const { plates, unread } = readTableRow(row, table)
    list.add(index + 1, plates)
    for (const text of unread) list.addUnread(index + 1, text)
    yield
  }
  return list.take()
}

/** Maximum rows of a further table whose columns are recognised. */
const MAX_TABLE = 200

interface Table {
  columns: TableColumns
  names: readonly string[]
  /** Columns that together name the vehicle. */
  vehicle: readonly number[]
}

function createTable(columns: TableColumns, names: readonly string[]): Table {
  const keys = names.map(keyOf)
  const vehicle = VEHICLE_NAMES.flatMap((wanted) =>
    keys.flatMap((name, column) => (wanted.test(name) && !OTHER_PLATE.test(name) ? [column] : [])),
  )
  return { columns, names, vehicle }
}

/** Reads a row of one table, or of several side by side, each with its own notes. */
function readTableRow(row: readonly string[], table: Table): LineReading {
  const { columns, vehicle } = table
  const { header, plate, alsoPlates, note } = columns
  if (header === null || plate === null || alsoPlates.length === 0) return readRow(row, table)
  const starts = [plate, ...alsoPlates].toSorted((a, b) => a - b)
  // The plate is the first or the last column of its table.
  const isLast = note.some((column) => column < (starts[0] ?? 0))
  const tableOf = (column: number) =>
    isLast ? starts.find((start) => start >= column) : starts.findLast((start) => start <= column)
  const readings = starts
    .map((start) => ({
      ...columns,
      plate: start,
      alsoPlates: [],
      note: note.filter((at) => tableOf(at) === start),
    }))
    .filter((one) => [one.plate, ...one.note].some((column) => (row[column] ?? '').trim() !== ''))
    .map((one) =>
      readRow(row, {
        ...table,
        columns: one,
        vehicle: vehicle.filter((at) => tableOf(at) === one.plate),
      }),
    )
  if (readings.length === 0) return readRow(row, table)
  return {
    plates: readings.flatMap(({ plates }) => plates),
    unread: readings.flatMap(({ unread }) => unread),
  }
}

function readRow(row: readonly string[], { columns, names, vehicle }: Table): LineReading {
  const wanted = columns.plate === null ? [...row.keys()] : [columns.plate, ...columns.alsoPlates]
  const cells = wanted.map((column) => (row[column] ?? '').replaceAll(/[\t\r\n]+/g, ' ').trim())
  // In a column of plates, a cell that is a plate needs no other reason. The column's name may say something else.
  const headers = wanted.map((column, index) => {
    if (columns.plate !== null && classifyPlate(cells[index] ?? '')) return 'Matrícula'
    const name = names[column] ?? ''
    return columns.plate === null || isPlateHeader(name) ? name : ''
  })
  const reading = readPlateLine(cells.join('\t'), true, { names: headers, separator: '\t' })
  if (columns.plate === null) return reading
  const note = shortenLine(
    columns.note
      .map((column) => row[column]?.trim() ?? '')
      .filter(Boolean)
      .join(' · '),
    MAX_NOTE,
  )
  const named = vehicle
    .map((column) => row[column]?.trim() ?? '')
    .filter(Boolean)
    .join(' ')
  const beside = (text: string, most: number) => shortenLine([text, note].filter(Boolean).join(' · '), most)
  if (reading.plates.length === 0 && reading.unread.length === 0) {
    // The plate is missing. The rest of the row identifies the car.
    return {
      plates: [],
      unread: [beside('', MAX_UNREAD) || shortenLine(row.filter(Boolean).join(' · '), MAX_UNREAD)],
    }
  }
  return {
    plates: reading.plates.map((plate) => ({
      ...plate,
      note: shortenLine([note, plate.note].filter(Boolean).join(' · '), MAX_NOTE),
      ...(named !== '' && { vehicle: named }),
    })),
    unread: reading.unread.map((text) => beside(text, MAX_UNREAD)),
  }
}
