import type { CompleteReport, ReportIssueView } from '../bridge/complete-report.ts'
import type { PlateReport, PlateVerdict } from '../bridge/lookup.ts'
import type { LeftOut, PlateListRow } from '../bridge/plate-lists.ts'
import { type ClientValues, SITUATION_FIELDS, type SituationId } from '../domain/client-messages.ts'
import { humaniseKey } from '../domain/service-body.ts'
import { type VerdictOutcome, completeOutcome, type Outcome } from '../domain/plate-verdict.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import type { ReportChange } from '../domain/report-changes.ts'
import { vehicleName } from '../domain/reduced-report.ts'
import type { IssueType } from '../domain/vocabulary.ts'
import { VERDICT_TEXT, writtenText } from './client.ts'
import { clock, fullDate, datedMoment } from './dates.ts'
import { byNumber, count, listed, lowerFirst, plural } from './grammar.ts'
import { type MessageOf, issueSteps, namedProcedure } from './incidents.ts'
import {
  entryOf,
  issueLabels,
  labelOf,
  registryFieldLabels,
  serviceUseLabels,
  stateForClient,
  unknownNames,
} from './labels-reports.ts'
import { signatureDocumentLabels } from './labels.ts'
import { historyCsvText } from './lookup-lists.ts'
import { verdictWords } from './lookup.ts'
import { otherVehicleWords } from './plate-lists.ts'
import { completeText, registryFlags } from './verdict.ts'

/** Answers to a client about a plate, a report, a procedure and a list of plates. */

/** Name of an issue. The service's own text takes precedence. */
export const issueTitle = ({ concept, type }: ReportIssueView): string =>
  concept?.trim() || labelOf(issueLabels, type, '') || unknownNames.issue

/** Parts of an answer about a plate. */
interface AnswerParts {
  /** «BMW 320d», or empty. */
  car: string
  sentences: string[]
}

const UNNAMED = 'una anotación sin nombre'
const has = (issue: ReportIssueView) => {
  // An unknown type is quoted in the service's words.
  const words = issue.concept?.trim() ?? ''
  const known = entryOf(issueSteps, issue.type)?.has ?? (words === '' ? UNNAMED : `«${words}»`)
  return issue.authority?.trim() ? `${known} (${issue.authority.trim()})` : known
}
const unique = (parts: readonly string[]) => [...new Set(parts.filter(Boolean))]

/**
 * Answer to a client after a complete report: the obstacles to the transfer, the authority, the next step and the
 * date.
 * @param more sentences to append
 */
export function completeAnswer(report: CompleteReport, more: readonly string[] = []): AnswerParts {
  const { brand, model } = report.registry
  const car = [brand, model].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const of = (kind: ReportIssueView['kind']) => report.issues.filter((issue) => issue.kind === kind)
  const blocking = of('blocking')
  const unknown = of('unknown')
  const alerts = of('alert')

  const sentences: string[] = []
  if (report.outcome === 'not_transferable') {
    sentences.push('ahora no se puede transferir.')
    if (blocking.length > 0) sentences.push(`Tiene ${listed(unique(blocking.map(has)))}.`)
  } else if (report.outcome === 'transferable') {
    sentences.push(
      report.issues.length === 0 ? 'se puede transferir, sin cargas ni avisos.' : 'se puede transferir.',
    )
    if (blocking.length > 0) sentences.push(`Aun así constan ${listed(unique(blocking.map(has)))}.`)
  } else {
    sentences.push('no hemos podido saberlo todavía.')
  }
  const needs = unique(blocking.map((issue) => entryOf(issueSteps, issue.type)?.needs ?? ''))
  if (needs.length > 0) sentences.push(`Hace falta ${listed(needs)}.`)
  if (unknown.length > 0) sentences.push(`También consta ${listed(unique(unknown.map(has)))}, por confirmar.`)
  if (alerts.length > 0) {
    sentences.push(`Avisos que no lo impiden: ${listed(unique(alerts.map(has)))}.`)
  }
  sentences.push(
    `Informe completo de Tráfico del ${fullDate(report.checkedAt)} a las ${clock(report.checkedAt)}.`,
  )
  return { car, sentences: [...sentences, ...more] }
}

const ANSWERS: Readonly<Record<Outcome, string>> = {
  transferable: 'se puede transferir.',
  with_alerts: 'se puede transferir, con avisos que no lo impiden.',
  not_transferable: 'ahora no se puede transferir, hay algo que lo impide.',
  error: 'no hemos podido saberlo. No consta en el registro o ha habido un fallo técnico.',
  unrecognised: 'no hemos podido saberlo todavía.',
}
const NAMES: Readonly<Record<PlateReport['kind'], string>> = { reduced: 'reducido', complete: 'completo' }

/** Situation of a plate's verdict that has a text for clients. */
export const verdictSituation = ({ outcome }: Pick<PlateVerdict, 'outcome'>): SituationId =>
  `verdict:${outcome as Outcome}`

/**
 * Values of a text about a plate: its verdict with the date, whatever its age, and any disagreement of its reports.
 * @param plate plate as read
 * @param complete newest complete report with an answer, whose details are included if it agrees
 */
export function answerValues(
  plate: string,
  verdict: PlateVerdict,
  complete: CompleteReport | null,
): ClientValues {
  const { car, sentences } = partsOf(verdict, complete)
  const { checkedAt } = verdict.report
  return {
    matrícula: plate,
    vehículo: car,
    respuesta: sentences.join(' '),
    fecha: fullDate(checkedAt),
    hora: clock(checkedAt),
  }
}

/**
 * Message for a client about a plate, ready to paste.
 * @param own text of the office, which replaces the original
 */
export const clientAnswer = (
  plate: string,
  verdict: PlateVerdict,
  complete: CompleteReport | null,
  demo: boolean,
  own?: string,
): string =>
  writtenText(VERDICT_TEXT, own, {
    fields: SITUATION_FIELDS.verdict,
    values: answerValues(plate, verdict, complete),
    demo,
  })

function partsOf({ outcome, report, against }: PlateVerdict, complete: CompleteReport | null): AnswerParts {
  const doubt = against ? doubtWords(outcome, against) : []
  if (complete && completeOutcome(complete.outcome, complete.issues.length) === outcome) {
    const confirmed =
      report.kind === 'reduced'
        ? [`Confirmado con el informe reducido ${datedMoment(report.checkedAt)}.`]
        : []
    return completeAnswer(complete, [...confirmed, ...doubt])
  }
  const car = vehicleName(report.vehicle)
  return {
    car,
    sentences: [
      ANSWERS[outcome as Outcome],
      `Consultado en Tráfico ${datedMoment(report.checkedAt)}.`,
      ...doubt,
    ],
  }
}

function doubtWords(outcome: VerdictOutcome, against: PlateReport): string[] {
  const other = `el ${NAMES[against.kind]} ${datedMoment(against.checkedAt)}`
  return [
    `Los informes de Tráfico no coinciden: ${other} ${SAID[against.outcome]}.`,
    outcome === 'with_alerts'
      ? 'Hasta que se aclare, hay que contar con los avisos.'
      : 'Hasta que se aclare, no se puede dar por transferible.',
  ]
}

const SAID: Readonly<Record<Outcome, string>> = {
  transferable: 'dice que se puede transferir',
  with_alerts: 'dice que se puede transferir, con avisos',
  not_transferable: 'dice que no se puede transferir',
  error: 'no dio respuesta',
  unrecognised: 'no se entiende',
}

// Values of the texts for clients (`client.ts`), from data of the service and the office.

interface ProcedureSubject extends Omit<MessageOf, 'demo'> {
  /** Name of the state. */
  state: string
  since: number
  /** Titles of the open incidents. */
  waits: readonly string[]
  /** Reason of a cancellation, or empty. */
  reason: string
}

const plateOf = (vrm: string | undefined): string => (vrm === undefined ? '' : displayPlate(vrm))
/** Words without their full stop, for use inside a sentence. */
const unended = (words: string): string => words.trim().replace(/[.\s]+$/, '')

export const procedureValues = (subject: ProcedureSubject): ClientValues => ({
  matrícula: plateOf(subject.vrm),
  trámite: namedProcedure(subject),
  tipo: subject.kind,
  estado: lowerFirst(unended(stateForClient(subject.state))),
  fecha: fullDate(subject.since),
  pendiente: subject.waits.join('; '),
  motivo: unended(subject.reason),
})

/** Incident of a message. */
export interface AskedIncident {
  /** Our name of the incident, or the service's. */
  title: string
  /** Description of the service, if it adds information. */
  description: string
  /** Name of the document, or empty. */
  document: string
}

export const incidentValues = (
  of: Omit<MessageOf, 'demo'>,
  { title, description, document }: AskedIncident,
): ClientValues => ({
  matrícula: plateOf(of.vrm),
  trámite: namedProcedure(of),
  tipo: of.kind,
  incidencia: unended(title) || 'sin más detalle',
  documento: document.trim(),
  detalle: unended(description),
})

interface SignatureSubject {
  document: string
  vrm?: string | undefined
  /** Delivery method as the service sends it. */
  method: string
  sentAt?: number | undefined
  state: string
}

export function signatureValues({ document, vrm, method, sentAt, state }: SignatureSubject): ClientValues {
  const name = entryOf(signatureDocumentLabels, document)
  const isEmail = method === 'email'
  return {
    matrícula: plateOf(vrm),
    documento: name === undefined ? 'un documento' : `el documento «${name}»`,
    fecha: sentAt === undefined ? '' : fullDate(sentAt),
    medio: isEmail ? 'por correo electrónico' : '',
    comprobar: isEmail
      ? 'Si no lo ves, mira en el correo no deseado; si no ha llegado'
      : 'Si no te ha llegado',
    estado: lowerFirst(unended(stateForClient(state))),
  }
}

/** Texts that compare a complete report with the previous one. */
export const reportChangesText = {
  title: (when: string) => `Desde el ${when}`,
  aside: 'frente al informe completo anterior',
  none: 'Nada ha cambiado.',
} as const

const NEW: Readonly<Record<IssueType, string>> = {
  'ownership-hold': 'Reserva de dominio nueva',
  seizure: 'Embargo nuevo',
  leasing: 'Leasing nuevo',
  renting: 'Renting nuevo',
  deregistrated: 'Baja definitiva',
  restriction: 'Limitación de disposición nueva',
  'itv-expired': 'ITV caducada',
  'no-insurance': 'Sin seguro en vigor',
  'safety-recall': 'Llamada a revisión nueva',
  'unpaid-tax': 'Impuesto impagado',
  'temp-withdrawal': 'Baja temporal',
}
const GONE: Readonly<Record<IssueType, string>> = {
  'ownership-hold': 'Reserva de dominio cancelada',
  seizure: 'Embargo levantado',
  leasing: 'Leasing cancelado',
  renting: 'Renting cancelado',
  deregistrated: 'Baja definitiva anulada',
  restriction: 'Limitación de disposición cancelada',
  'itv-expired': 'ITV ya no caducada',
  'no-insurance': 'Seguro en vigor',
  'safety-recall': 'Llamada a revisión hecha',
  'unpaid-tax': 'Impuesto pagado',
  'temp-withdrawal': 'Baja temporal anulada',
}

/** Words of one difference. They leave out the owner's name, because the screen may face the counter. */
export function reportChangeWords(change: ReportChange<ReportIssueView>): string {
  switch (change.what) {
    case 'issue-new':
      return entryOf(NEW, change.issue.type) ?? `Nuevo: «${issueTitle(change.issue)}»`
    case 'issue-gone':
      return entryOf(GONE, change.issue.type) ?? `Ya no consta: «${issueTitle(change.issue)}»`
    case 'entries':
      return `${labelOf(registryFieldLabels, change.field, unknownNames.field)}: ${completeText.newEntries(change.added)}`
    case 'field':
      return fieldWords(change.field, change.before, change.after)
  }
}

function fieldWords(field: string, before: string, after: string): string {
  if (field === 'owner') return 'Ha cambiado el titular'
  const [label = entryOf(registryFieldLabels, field) ?? humaniseKey(field)] =
    entryOf(registryFlags, field) ?? []
  return `${label}: ${valueWords(field, before)} → ${valueWords(field, after)}`
}

/** Value as the registry's table shows it. */
function valueWords(field: string, value: string): string {
  const flag = entryOf(registryFlags, field)
  if (flag && (value === 'Sí' || value === 'No')) return flag[value === 'Sí' ? 1 : 2].toLowerCase()
  if (field === 'service') return entryOf(serviceUseLabels, value) ?? value
  return value || completeText.ownerNone.toLowerCase()
}

type Row = Pick<PlateListRow, 'vrm' | 'outcome' | 'state' | 'error' | 'brand' | 'model' | 'otherVehicle'>
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
  // A lookup that the office gave up is no answer about the plate.
  const isLeft = state === 'waiting' || state === 'asked' || error?.code === 'cancelled'
  return known ?? (isLeft ? 'waiting' : 'unanswered')
}

/** Rows grouped by answer, worst first, without empty groups. */
export function plateListGroups<R extends Row>(rows: readonly R[]): { title: string; rows: R[] }[] {
  return CLASSES.map((one) => ({
    title: TITLES[one],
    rows: rows.filter((row) => classOf(row) === one),
  })).filter((group) => group.rows.length > 0)
}

/** Maximum lines without a plate that an answer names. Others are counted. */
const MAX_NAMED = 100

/**
 * Answer to the sender of a list, ready to paste: one line per plate, grouped by answer, and the lines without a
 * readable plate.
 * @param now epoch milliseconds, for the date of the answer
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

function lineOf({ vrm, brand, model, otherVehicle }: Row): string {
  const vehicle = vehicleName({ brand, model })
  const warning = otherVehicle ? `. ${otherVehicleWords(otherVehicle)}` : ''
  return `- ${displayPlate(vrm)}${warning || (vehicle && `, ${vehicle}`)}`
}

/** Value of an exported cell: a text, a number or a moment. */
type ExportedCell = string | number | { moment: number }

const moment = (at: number | null | undefined): ExportedCell => (at == null ? '' : { moment: at })

/** Rows of an exported list for lines without a plate, and for plates above the maximum. */
export function leftOutRows({ unread, beyond }: LeftOut): ExportedCell[][] {
  return [
    ...unread.map(({ line, text }) => [line, '', text, 'Línea sin matrícula']),
    ...(beyond > 0 ? [['', '', '', beyondWords(beyond)]] : []),
  ].map((cells) => plateListTable.header.map((_, at) => cells[at] ?? ''))
}

/** Cell in the form of a CSV file. */
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
    'Otro vehículo',
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
    row.otherVehicle ? otherVehicleWords(row.otherVehicle) : '',
    row.note,
    row.marked ? 'Sí' : '',
    moment(row.complete?.checkedAt),
  ],
} as const
