import type { PlateListRow } from '../bridge/plate-lists.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { vehicleName } from '../domain/vehicle-name.ts'
import type { Outcome } from '../domain/verdict.ts'
import { clock, fullDate } from './app-dates.ts'
import { plural } from './grammar.ts'
import { historyCsvText } from './history-csv.ts'
import { verdictWords } from './verdict-words.ts'

type Row = Pick<PlateListRow, 'vrm' | 'outcome' | 'state' | 'error' | 'brand' | 'model'>
type Class = Extract<Outcome, 'not_transferable' | 'with_alerts' | 'transferable'> | 'unanswered' | 'waiting'

const TITLES: Readonly<Record<Class, string>> = {
  not_transferable: 'Ahora no se pueden transferir',
  with_alerts: 'Se pueden transferir, con avisos que no lo impiden',
  transferable: 'Se pueden transferir',
  unanswered: 'No hemos podido saberlo',
  waiting: 'Sin consultar todavía',
}
const CLASSES = Object.keys(TITLES) as readonly Class[]

function classOf({ outcome, state, error }: Row): Class {
  const known = CLASSES.find((one) => one === outcome)
  // A lookup that the office gave up says nothing of the plate.
  const isLeft = state === 'waiting' || state === 'asked' || error?.code === 'cancelled'
  return known ?? (isLeft ? 'waiting' : 'unanswered')
}

/** Rows under what was answered, the worst first; without the groups of none. */
export function plateListGroups<R extends Row>(rows: readonly R[]): { title: string; rows: R[] }[] {
  return CLASSES.map((one) => ({
    title: TITLES[one],
    rows: rows.filter((row) => classOf(row) === one),
  })).filter((group) => group.rows.length > 0)
}

/**
 * Answer for whoever sent a list, ready to paste: one line for each plate, under what was answered.
 * @param now of its date: epoch milliseconds
 */
export function plateListText(rows: readonly Row[], now: number): string {
  const head = `Consulta de ${plural(rows.length, 'matrícula', 'matrículas')}, ${fullDate(now)} a las ${clock(now)}.`
  const parts = plateListGroups(rows).map(({ title, rows: found }) =>
    [`${title} (${found.length}):`, ...found.map(lineOf)].join('\n'),
  )
  return [head, ...parts].join('\n\n')
}

function lineOf({ vrm, brand, model }: Row): string {
  const vehicle = vehicleName({ brand, model })
  return `- ${displayPlate(vrm)}${vehicle && `, ${vehicle}`}`
}

/** Columns of an exported list, and the cells of a row. */
export const plateListTable = {
  sheet: 'Lista',
  header: [
    'Línea',
    'Matrícula',
    'Escrita',
    'Resultado',
    'Consultada',
    'Marca',
    'Modelo',
    'En la lista',
    'Nota',
    'Marcada',
    'Informe completo',
  ],
  cells: (row: PlateListRow): string[] => [
    String(row.line),
    displayPlate(row.vrm),
    row.repaired ? row.written : '',
    row.outcome === null ? TITLES[classOf(row)] : verdictWords(row.outcome).title,
    row.checkedAt === null ? '' : historyCsvText.dateTime(row.checkedAt),
    row.brand,
    row.model,
    row.cameWith,
    row.note,
    row.marked ? 'Sí' : '',
    row.complete?.checkedAt == null ? '' : historyCsvText.dateTime(row.complete.checkedAt),
  ],
} as const
