import type { Change, NotificationAction, ResourceKind, Subject } from '../bridge/inbox.ts'
import { writeDay } from '../domain/calendar.ts'
import {
  DRAFT_HANDED,
  DRAFT_KEPT,
  DRAFT_TAKEN,
  type EventClass,
  isFromColleague,
  LEGAL_ALERT,
  REQUEST_ALERT,
  NOTE_MENTION,
  WATCH_CHANGED,
  WATCH_UNANSWERED,
  type WaitAlert,
  eventClass,
} from '../domain/notifications.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import type { LegalDeadline } from '../domain/procedures/deadlines.ts'
import type { Party } from '../domain/procedures/kinds.ts'
import { byNumber, count, listed, lowerFirst, plural, shortVin, upperFirst } from './grammar.ts'
import { entryOf, labelOf, reportFailureLabels, unknownNames } from './labels-reports.ts'
import {
  BLOCKED_STEP,
  documentLabel,
  eventLabels,
  incidentLabels,
  procedureKindLabels,
  procedureStateLabels,
  procedureStateTooltip,
  signatureDocumentLabels,
  signatureStateLabels,
} from './labels.ts'
import { watchChangeWords, watchUnanswered } from './lookup-lists.ts'
import { writtenVerdict } from './lookup.ts'

/** Texts of changes (notifications, Novedades, timelines) and of legal terms. */

const PARTY: Readonly<Record<Party, string>> = { seller: 'transmitente', buyer: 'adquirente' }

const leftWords = (left: number): string => {
  if (left < 0) return `vencido hace ${plural(-left, 'día', 'días')}`
  if (left === 0) return 'termina hoy'
  return `${byNumber(left, 'queda', 'quedan')} ${plural(left, 'día', 'días')}`
}

export const legalDeadlineText = {
  /** «El transmitente, hasta el 11/11/2026 (vencido hace 11 días); el adquirente, hasta el 01/12/2026 (quedan 9 días)». */
  all: (deadlines: readonly LegalDeadline[]): string => {
    const all = deadlines
      .map(({ party, last, left }) => `el ${PARTY[party]}, hasta el ${writeDay(last)} (${leftWords(left)})`)
      .join('; ')
    return upperFirst(all)
  },
  /** @param late parties whose term is past; `of` is the number of parties */
  title: (late: readonly Party[], of: number): string => {
    if (late.length === 0) return byNumber(of, 'Dentro del plazo', 'Dentro de los plazos')
    const [first] = late
    return late.length === of || first === undefined
      ? 'Fuera de plazo'
      : `Fuera de plazo para el ${PARTY[first]}`
  },
  /**
   * Alert, which may be read days later. So its days are dates, and none is relative to today. The text names the
   * date of the contract, which may have changed since.
   */
  alert: (detail: Change['detail']): { fact: string; next: string } => {
    const { about, last, contract, left } = detail
    const party = entryOf(PARTY, String(about))
    if (party === undefined || typeof last !== 'string' || typeof contract !== 'string')
      return { fact: 'Plazo legal', next: '' }
    const days = Number(left)
    const when = days > 0 ? `hasta el ${last}` : days === 0 ? `último día, el ${last}` : `vencido el ${last}`
    const step = days < 0 ? 'preséntalo cuanto antes' : 'mira qué falta para presentarlo'
    return { fact: `Plazo del ${party}: ${when}`, next: `Contrato del ${contract}: ${step}` }
  },
  /** Legal source of the terms. */
  source: 'Reglamento General de Vehículos, arts. 32 y 33. Días naturales.',
} as const

/** Change with its subject, from which a notification is made. */
export interface Told extends Pick<Change, 'event' | 'status' | 'detail'> {
  /** The change waits for an action of the office. */
  actionable?: boolean
  kind: ResourceKind
  id: string
  subject: Subject
}

interface NotificationText {
  title: string
  body: string
}

/** Fact and next step of a change, without its subject. */
interface Words {
  fact: string
  next: string
}

/**
 * Texts of one change. The title is plate, vehicle and client, the body the fact and the next step. Systems cut a long
 * title, so the fact is never behind a name. With `privately`, no plate or name appears.
 */
export function changeText(told: Told, privately = false): NotificationText {
  if (privately) return { title: PRIVATE[told.kind], body: '' }
  const { fact, next } = changeWords(told)
  const who = subjectWho(told)
  // Without a plate, the name of a signature is its signer, who is in `who`.
  const name = subjectName(told.subject)
  const whose = (who.endsWith(name) ? [who] : [name, who]).filter(Boolean).join(' · ')
  return whose === ''
    ? { title: fact, body: next }
    : { title: whose, body: [fact, next].filter(Boolean).join(' · ') }
}

/** Texts of a change in one line, for a menu: «1234 BCD · Matrícula asignada». Several files are only counted. */
export function changesLine(rows: readonly Told[]): string {
  const [first] = rows
  if (!first || !areOfOneFile(rows)) return changesText(rows).title
  const head = headlineOf(rows, first)
  return [subjectName(head.subject), changeWords(head).fact].filter(Boolean).join(' · ')
}

const areOfOneFile = ([first, ...rest]: readonly Told[]): boolean =>
  rest.every(({ kind, id }) => kind === first?.kind && id === first.id)

const headlineOf = (rows: readonly Told[], first: Told): Told =>
  rows.reduce((best, row) => (weight(row) > weight(best) ? row : best), first)

/**
 * Texts of several changes in one notification. Changes of one resource use the most important one. Changes of many
 * resources are counted by kind.
 * @param total number of changes, if `rows` is only a part
 * @param away true if the changes gathered while no window could notify
 */
export function changesText(
  rows: readonly Told[],
  { total = rows.length, privately = false, away = false } = {},
): NotificationText {
  const [first] = rows
  if (!first) return { title: notificationWords.inbox(total), body: '' }
  if (total === rows.length && areOfOneFile(rows)) {
    const { title, body } = changeText(headlineOf(rows, first), privately)
    const more = total - 1
    if (more === 0 || privately) return { title, body }
    return { title, body: [body, notificationWords.more(more)].filter(Boolean).join(' · ') }
  }
  const inbox = notificationWords.inbox(total)
  const title = away ? notificationWords.away(inbox) : inbox
  if (rows.every(({ event }) => READY.has(event))) return reportsText(rows, total, title)
  return { title, body: total > rows.length ? notificationWords.inInbox : tally(rows) }
}

/**
 * Texts of the hourly digest: «14 cambios en 6 expedientes y 2 firmas». No plates and no names.
 * @param files number of files of each kind
 */
export function digestText(
  rows: readonly Told[],
  { total, files }: { total: number; files: readonly { kind: ResourceKind; n: number }[] },
): NotificationText {
  return {
    title: notificationWords.digest(total, listed(files.map(({ kind, n }) => plural(n, ...FILES[kind])))),
    body: total > rows.length ? notificationWords.inInbox : tally(rows),
  }
}

const FILES: Readonly<Record<ResourceKind, readonly [string, string]>> = {
  procedure: ['expediente', 'expedientes'],
  signature: ['firma', 'firmas'],
  report: ['informe', 'informes'],
  certificate: ['certificado', 'certificados'],
  other: ['aviso', 'avisos'],
}

/** Ends of reports that a person requested. */
const READY: ReadonlySet<string> = new Set(['report.completed', 'report.status_changed'])

/** «12 informes listos: 9 transferibles, 2 con avisos, 1 no transferible». */
function reportsText(rows: readonly Told[], total: number, title: string): NotificationText {
  if (total > rows.length) return { title, body: notificationWords.inInbox }
  const of = (outcome: string) => rows.filter(({ detail }) => detail['outcome'] === outcome).length
  const parts = [
    [of('transferable'), 'transferible', 'transferibles'],
    [of('with_alerts'), 'con avisos', 'con avisos'],
    [of('not_transferable'), 'no transferible', 'no transferibles'],
  ] as const
  const body = parts.flatMap(([n, one, many]) => (n > 0 ? [plural(n, one, many)] : [])).join(', ')
  return { title: plural(total, 'informe listo', 'informes listos'), body }
}

/** Classes whose facts have details after a colon. The details are not counted separately. */
const DETAILED: ReadonlySet<EventClass> = new Set(['incident', 'deadline'])

function tally(rows: readonly Told[]): string {
  const groups = new Map<string, number>()
  for (const row of rows) {
    const { fact } = changeWords(row)
    const word = DETAILED.has(eventClass(row.event)) ? fact.replace(/:.*/, '') : fact
    groups.set(word, (groups.get(word) ?? 0) + 1)
  }
  const sorted = [...groups].toSorted((a, b) => b[1] - a[1])
  const shown = sorted.slice(0, 3).map(([word, n]) => byNumber(n, word, `${word} (${count(n)})`))
  return shown.join(' · ') + (sorted.length > 3 ? '…' : '')
}

/** Weight of a change. The heaviest is the headline of its resource. */
function weight({ event, status }: Told): number {
  if (event === 'procedure.incident.added') return 9
  if (event === 'procedure.plate_assigned') return 8
  if (event.endsWith('.gone')) return 7
  if (event.startsWith('alert.') || isFromColleague(event)) return 6
  if (event.endsWith('.status_changed')) return status === 'DONE' || status === 'CANCELLED' ? 5 : 4
  return event.startsWith('procedure.incident.') ? 3 : 1
}

/** Displayed name of a subject: the plate, or else another identifier. */
export function subjectName({ vrm, vin, label }: Subject): string {
  if (vrm !== undefined) return displayPlate(vrm)
  return vin === undefined ? (label ?? '') : shortVin(vin)
}

/** «SEAT Ibiza · Autos Levante»: vehicle and client of a change, or its signer. Empty if neither is known. */
export function subjectWho({ kind, subject }: Pick<Told, 'kind' | 'subject'>): string {
  const { vehicle, label, client, seller, buyer } = subject
  const parties = seller === undefined || buyer === undefined ? (seller ?? buyer) : partiesText(subject)
  const person = (kind === 'signature' ? label : undefined) ?? client ?? parties
  return [vehicle, person].filter(Boolean).join(' · ')
}

/** «Lozano → Ruiz»: parties of a procedure, or empty. */
export const partiesText = ({ seller, buyer }: Subject): string =>
  seller === undefined && buyer === undefined ? '' : `${seller ?? '?'} → ${buyer ?? '?'}`

/** Texts of a change, shared with the rows of Novedades and of a timeline. */
export function changeWords(told: Pick<Told, 'kind' | 'event' | 'status' | 'detail' | 'actionable'>): Words {
  const { event, status = '', detail } = told
  const text = (name: string) => (detail[name] === undefined ? '' : String(detail[name]))
  switch (event) {
    case 'procedure.plate_assigned':
      return { fact: 'Matrícula asignada', next: 'Descarga la documentación' }
    case 'procedure.status_changed':
      return {
        fact: labelOf(procedureStateLabels, status, unknownNames.state),
        // Only the row knows the waiting party: an incident may depend on third parties, or be over.
        next:
          status !== 'BLOCKED'
            ? procedureStateTooltip(status, text('reason'))
            : told.actionable === true
              ? BLOCKED_STEP
              : '',
      }
    case 'procedure.document.added':
      return {
        fact: eventLabels[event],
        next: text('documentName') || (text('documentType') && documentLabel(text('documentType'))),
      }
    case 'procedure.incident.added':
      return incident(text('incidentType'), text('description'), 'Incidencia')
    case 'procedure.incident.solved':
    case 'procedure.incident.removed':
      return { fact: eventLabels[event], next: incidentName(text('incidentType'), text('description')) }
    case 'signature.status_changed':
      return signature(text('type'), status)
    case 'report.completed':
    case 'report.status_changed':
      return report(status, text('outcome'), detail)
    case WATCH_CHANGED:
      return watchChangeWords(detail)
    case WATCH_UNANSWERED:
      return watchUnanswered(Number(detail['days'] ?? 0))
    case 'alert.inactive':
    case 'alert.deadline':
      return waitAlert(text('about'), Number(detail['days'] ?? 0))
    case REQUEST_ALERT:
      return { fact: 'Toca reclamar al cliente', next: `pedido desde el ${text('asked')}` }
    case LEGAL_ALERT:
      return legalDeadlineText.alert(detail)
    case NOTE_MENTION:
      return { fact: mentionFact(text('author')), next: '' }
    case DRAFT_HANDED:
      return {
        fact: `${text('author') || 'Otro equipo'} te entrega ${draftName(text('kind'))}`,
        next: 'recógelo en Borradores',
      }
    case DRAFT_TAKEN:
      return {
        fact: `${text('author') || 'Otro equipo'} ha recogido ${draftName(text('kind'))}`,
        next:
          text('outcome') === 'held'
            ? 'descarta el de aquí, o sigue con él si te lo pide'
            : 'se guarda 30 días en Borradores, en Entregados',
      }
    case DRAFT_KEPT:
      return keptDraft(text('outcome'), text('author'), draftName(text('kind')))
    default:
      if (event.endsWith('.gone'))
        return { fact: 'Ya no está en el servicio', next: 'Lo que se sabía sigue aquí' }
      return {
        fact: entryOf(eventLabels, event) ?? UNKNOWN_EVENT[told.kind],
        // A state without a name is shown on the page of the file, never as its code.
        next: entryOf<{ label: string }>(procedureStateLabels, status)?.label ?? '',
      }
  }
}

const draftName = (kind: string): string => {
  const name = entryOf<string>(procedureKindLabels, kind)
  return name === undefined ? 'un borrador' : `el borrador de ${lowerFirst(name)}`
}

/** A draft stays where it is, or two PCs read that each of them has it, or that none has. */
function keptDraft(outcome: string, author: string, draft: string): Words {
  switch (outcome) {
    case 'taken':
      return { fact: `Se ha recogido en otro equipo ${draft}`, next: '' }
    case 'both':
      return {
        fact: `${author || 'Otro equipo'} también tiene ${draft}`,
        next: 'decidid quién lo envía; el otro lo descarta',
      }
    case 'returned':
      return {
        fact: `No consta quién tiene ${draft}`,
        next: `pregunta a ${author || 'tus compañeros'}; si no lo tiene, sigue con él en Borradores`,
      }
    case 'missing':
      return {
        fact: `Consta que recogiste ${draft}, y no está aquí`,
        next: `pide a ${author || 'quien te lo entregó'} que siga con él: lo guarda en Borradores`,
      }
    default:
      return { fact: `Ya no se te entrega ${draft}`, next: 'no se ha recogido' }
  }
}

const mentionFact = (author: string): string =>
  author === '' ? 'Te mencionan en una nota' : `${author} te menciona en una nota`

function incident(type: string, description: string, word: string): Words {
  const name = incidentName(type, description)
  const next = entryOf(incidentLabels, type)?.nextStep ?? ''
  return { fact: name === '' ? `${word} nueva` : `${word}: ${lowerFirst(name)}`, next }
}

/** Name of an incident. An unknown type has the service's words, or is empty. */
const incidentName = (type: string, description: string): string =>
  entryOf(incidentLabels, type)?.label ?? clipped(description)

/** Cuts an explanation for a title. */
const clipped = (words: string): string =>
  words.length <= MAX_NAME
    ? words
    : `${[...words]
        .slice(0, MAX_NAME - 1)
        .join('')
        .trimEnd()}…`
const MAX_NAME = 80

function signature(type: string, status: string): Words {
  const document = type === '' ? 'Firma' : labelOf(signatureDocumentLabels, type, unknownNames.document)
  const state = labelOf(signatureStateLabels, status, unknownNames.state)
  return { fact: `${document} · ${lowerFirst(state)}`, next: entryOf(SIGNATURE_STEPS, status) ?? '' }
}

/** Name of an unknown event, by its resource. */
const UNKNOWN_EVENT: Readonly<Record<ResourceKind, string>> = {
  procedure: 'Novedad del expediente',
  signature: 'Novedad de la firma',
  report: 'Novedad del informe',
  certificate: 'CAE: novedad',
  other: 'Novedad del servicio',
}

const SIGNATURE_STEPS: Readonly<Record<string, string>> = {
  signed: 'Descarga el documento firmado',
  rejected: 'Habla con el firmante antes de enviar otra',
  expired: 'Envía una petición nueva',
}

function report(status: string, outcome: string, { disagrees, failure }: Told['detail']): Words {
  if (status === 'error') {
    const next = failure === 'not_registered' ? reportFailureLabels.notRegistered : 'Puedes volver a pedirlo'
    return { fact: 'Informe no disponible', next }
  }
  const verdict = writtenVerdict(outcome)
  // Verdict of the plate, which may differ from the report's outcome.
  return { fact: 'Informe disponible', next: disagrees ? `${verdict} · los informes no coinciden` : verdict }
}

const WAITS: Readonly<Record<WaitAlert, { state: string; next: string }>> = {
  incident: { state: 'con incidencia', next: 'Reclama lo que falta' },
  provisional: { state: 'con permiso provisional', next: 'Pregunta por el definitivo' },
  signature: { state: 'pendiente de firma', next: 'Recuérdaselo al firmante' },
}

/** A backup of another version may hold alerts that have no texts here. */
function waitAlert(about: string, days: number): Words {
  const wait = entryOf(WAITS, about)
  if (wait === undefined) return { fact: 'Recordatorio', next: '' }
  return { fact: `${plural(days, 'día', 'días')} ${wait.state}`, next: wait.next }
}

const PRIVATE: Readonly<Record<ResourceKind, string>> = {
  procedure: 'Hay novedades en un expediente',
  signature: 'Hay novedades en una firma',
  report: 'Hay novedades en un informe',
  certificate: 'Hay novedades en un certificado',
  other: 'Hay novedades',
}

export const notificationWords = {
  inbox: (n: number) => plural(n, 'novedad', 'novedades'),
  away: (inbox: string) => `Mientras no estabas: ${inbox}`,
  digest: (n: number, files: string) => `${plural(n, 'cambio', 'cambios')} en ${files}`,
  more: (n: number) => `y ${plural(n, 'cambio más', 'cambios más')}`,
  inInbox: 'Están todas en Novedades',
  actions: { open: 'Abrir', done: 'Hecho' } satisfies Record<NotificationAction, string>,
  test: { title: 'Ventanilla puede avisarte', body: 'Así se verán los avisos.' },
} as const

/** Dated record of attempts, as a spreadsheet. */
export const attemptsCsvText = {
  header: ['Fecha', 'Hora', 'Qué se intentó', 'Resultado', 'Detalle'],
  filename: 'intentos-con-el-servicio.csv',
  what: {
    report: 'Consulta de informe',
    procedure: 'Expediente',
    signature: 'Firma',
    other: 'Otra petición',
  },
  outcome: {
    answered: 'Respondió',
    timeout: 'No respondió a tiempo',
    'service-failed': 'Error del servicio',
    service_unavailable: 'La DGT no responde',
  },
} as const
