import type { LeftOut, PlateListRow } from '../bridge/plate-lists.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { vehicleName } from '../domain/vehicle-name.ts'
import type { Outcome } from '../domain/verdict.ts'
import { clock, fullDate } from './dates.ts'
import { byNumber, count, plural } from './grammar.ts'
import { historyCsvText } from './lookup-lists.ts'
import { verdictWords } from './lookup.ts'

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

/** Lines without a plate that an answer names. The rest is counted. */
const MAX_NAMED = 100

/**
 * Answer for whoever sent a list, ready to paste: one line for each plate, under what was answered, and the lines in
 * which no plate could be read.
 * @param now of its date: epoch milliseconds
 * @param leftOut null if only a part of the list is answered
 */
export function plateListText(rows: readonly Row[], now: number, leftOut: LeftOut | null): string {
  const head = `Consulta de ${plural(rows.length, 'matrícula', 'matrículas')}, ${fullDate(now)} a las ${clock(now)}.`
  const parts = plateListGroups(rows).map(({ title, rows: found }) =>
    [`${title} (${found.length}):`, ...found.map(lineOf)].join('\n'),
  )
  return [head, ...parts, ...(leftOut ? leftOutParts(leftOut) : [])].join('\n\n')
}

function leftOutParts({ unread, beyond }: LeftOut): string[] {
  const named = unread.slice(0, MAX_NAMED).map(({ line, text }) => `- Línea ${line}: ${text}`)
  const rest = unread.length - named.length
  const lines = rest > 0 ? [...named, `- y ${plural(rest, 'línea más', 'líneas más')}`] : named
  return [
    ...(lines.length > 0 ? [[`${UNREAD} (${unread.length}):`, ...lines].join('\n')] : []),
    ...(beyond > 0 ? [beyondWords(beyond)] : []),
  ]
}

const UNREAD = 'Líneas en las que no hemos podido leer una matrícula'
const beyondWords = (n: number): string =>
  `${byNumber(n, 'Una matrícula no cabía', `${count(n)} matrículas no cabían`)} en la lista y no se ${byNumber(n, 'ha', 'han')} consultado.`

function lineOf({ vrm, brand, model }: Row): string {
  const vehicle = vehicleName({ brand, model })
  return `- ${displayPlate(vrm)}${vehicle && `, ${vehicle}`}`
}

/** Value of an exported cell: a text, a number or a moment. */
type ExportedCell = string | number | { moment: number }

const moment = (at: number | null | undefined): ExportedCell => (at == null ? '' : { moment: at })

/** Rows of an exported list for what is not among its plates: each line without one, and the plates that did not fit. */
export function leftOutRows({ unread, beyond }: LeftOut): ExportedCell[][] {
  return [
    ...unread.map(({ line, text }) => [line, '', text, 'Línea sin matrícula']),
    ...(beyond > 0 ? [['', '', '', beyondWords(beyond)]] : []),
  ].map((cells) => plateListTable.header.map((_, at) => cells[at] ?? ''))
}

/** A cell as a CSV file has it. */
export const csvText = (cell: ExportedCell): string =>
  typeof cell === 'object' ? historyCsvText.dateTime(cell.moment) : String(cell)

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
  cells: (row: PlateListRow): ExportedCell[] => [
    row.line,
    displayPlate(row.vrm),
    row.repaired ? row.written : '',
    row.outcome === null ? TITLES[classOf(row)] : verdictWords(row.outcome).title,
    moment(row.checkedAt),
    row.brand,
    row.model,
    row.cameWith,
    row.note,
    row.marked ? 'Sí' : '',
    moment(row.complete?.checkedAt),
  ],
} as const
