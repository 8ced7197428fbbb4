import { createPlateList, type PlateList } from './plate-list.ts'
import type { TableColumns, TableRows } from './plate-list-columns.ts'
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
  for (const [index, row] of rows.entries()) {
    if (index < first || without.has(index) || row.every((cell) => cell.trim() === '')) continue
    const { plates, unread } = readRow(
      row,
      columns,
      columns.header === null ? [] : (rows[columns.header] ?? []),
    )
    list.add(index + 1, plates)
    for (const text of unread) list.addUnread(index + 1, text)
    yield
  }
  return list.take()
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
