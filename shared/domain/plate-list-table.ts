import { createPlateList, type PlateList } from './plate-list.ts'
import {
  hasNames,
  namesKey,
  recogniseColumns,
  type TableColumns,
  type TableRows,
} from './plate-list-columns.ts'
import { classifyPlate } from './plates/classify.ts'
import { isPlateHeader } from './plates/text-rules.ts'
import { MAX_NOTE, MAX_UNREAD, readLine, short, type LineReading } from './plate-list-line.ts'

/**
 * Plates of a sheet: every row below its header has one, repeats one or is unread, except for blank ones.
 * @param without indexes of rows that are left out, as the hidden ones if the user says so
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

/** The same a row at a time, so that a window answers while a long sheet is read. */
export function* platesInTableSteps(
  rows: TableRows,
  columns: TableColumns,
  without: ReadonlySet<number> = new Set(),
): Generator<void, PlateList> {
  const list = createPlateList()
  const first = columns.header === null ? 0 : columns.header + 1
  const main: Table = { columns, names: columns.header === null ? [] : (rows[columns.header] ?? []) }
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
        other === mainKey
          ? main
          : { columns: recogniseColumns(rows.slice(index, index + MAX_TABLE)), names: row }
      continue
    }
    const { plates, unread } = readTableRow(row, table)
    list.add(index + 1, plates)
    for (const text of unread) list.addUnread(index + 1, text)
    yield
  }
  return list.take()
}

/** Rows of a further table whose columns are recognised. */
const MAX_TABLE = 200

interface Table {
  columns: TableColumns
  names: readonly string[]
}

/** Reads a row of one table, or of several side by side, each with its own notes. */
function readTableRow(row: readonly string[], { columns, names }: Table): LineReading {
  const { header, plate, alsoPlates, note } = columns
  if (header === null || plate === null || alsoPlates.length === 0) return readRow(row, columns, names)
  const starts = [plate, ...alsoPlates].toSorted((a, b) => a - b)
  // The plate is the first of its table, or the last.
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
    .map((one) => readRow(row, one, names))
  if (readings.length === 0) return readRow(row, columns, names)
  return {
    plates: readings.flatMap(({ plates }) => plates),
    unread: readings.flatMap(({ unread }) => unread),
  }
}

function readRow(row: readonly string[], columns: TableColumns, names: readonly string[]): LineReading {
  const wanted = columns.plate === null ? [...row.keys()] : [columns.plate, ...columns.alsoPlates]
  const cells = wanted.map((column) => (row[column] ?? '').replaceAll(/[\t\r\n]+/g, ' ').trim())
  // A cell that is a plate needs no other reason in a column of plates, whose name may say something else.
  const headers = wanted.map((column, index) => {
    if (columns.plate !== null && classifyPlate(cells[index] ?? '')) return 'Matrícula'
    const name = names[column] ?? ''
    return columns.plate === null || isPlateHeader(name) ? name : ''
  })
  const reading = readLine(cells.join('\t'), true, { names: headers, separator: '\t' })
  if (columns.plate === null) return reading
  const note = short(
    columns.note
      .map((column) => row[column]?.trim() ?? '')
      .filter(Boolean)
      .join(' · '),
    MAX_NOTE,
  )
  const beside = (text: string, most: number) => short([text, note].filter(Boolean).join(' · '), most)
  if (reading.plates.length === 0 && reading.unread.length === 0) {
    // Its plate is missing: the rest says of which car.
    return {
      plates: [],
      unread: [beside('', MAX_UNREAD) || short(row.filter(Boolean).join(' · '), MAX_UNREAD)],
    }
  }
  return {
    plates: reading.plates.map((plate) => ({
      ...plate,
      note: short([note, plate.note].filter(Boolean).join(' · '), MAX_NOTE),
    })),
    unread: reading.unread.map((text) => beside(text, MAX_UNREAD)),
  }
}
