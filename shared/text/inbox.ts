import type { InboxFilter, InboxRow, ResourceKind } from '../bridge/inbox.ts'
import { clockOrDate, clock, fullDate, moment, sameDay } from './dates.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import { type SnoozeTime, withoutNames } from '../domain/inbox.ts'
import { isFromColleague } from '../domain/notifications.ts'
import { unreadableRow } from './app.ts'
import { byNumber, count, lowerFirst, plural, sentence, upperFirst } from './grammar.ts'
import { entryOf, labelOf } from './labels-reports.ts'
import { eventLabels } from './labels.ts'
import { writtenVerdict } from './lookup.ts'
import { type Told, changesText, changeWords, partiesText, subjectWho } from './notifications.ts'
import { incidentStep } from './resources.ts'

/** Texts of Novedades: its page, its rows and their groups. */

/** Page of Novedades. */
export const inboxText = {
  filter: 'Mostrar',
  filters: { unread: 'Por leer', actionable: 'Depende de mí', all: 'Todo' },
  filterCount: (name: string, n: number) => (n === 0 ? name : `${name} ${count(n)}`),
  list: 'Novedades',
  detail: 'Detalle',
  /** @param n number of changes; `null` if unknown */
  finishAll: (n: number | null) => (n === null || n === 0 ? 'Dar por hechas' : `Dar por hechas ${count(n)}`),
  finishAllHelp:
    'Da por hechas todas las de esta lista. Z lo deshace hasta que cierres o recargues esta ventana.',
  finishTitle: (n: number) => `¿Dar por hechas ${plural(n, 'novedad', 'novedades')}?`,
  finishBody: (n: number, asking: number) => {
    const subject = n === asking ? 'Todavía' : `${count(asking)} todavía`
    return `${subject} ${byNumber(asking, 'depende', 'dependen')} de ti. Salen de la lista, pero sus expedientes siguen igual. Z lo deshace hasta que cierres o recargues esta ventana.`
  },
  finishKeep: 'No, dejarlas',
  finishSubmit: (n: number) => `Dar por hechas ${count(n)}`,
  finished: (n: number) => plural(n, 'novedad hecha', 'novedades hechas'),
  nothingToFinish: 'No queda ninguna por hacer',
  unread: 'Sin leer',
  /** @param person colleague who did it at another PC; '' if unknown, absent for this PC */
  done: (person?: string) => addPerson('Hecha', person),
  mineBadge: 'Depende de ti.',
  doIt: 'Hecho',
  putBack: 'Devolver',
  snooze: 'Posponer',
  mute: 'Silenciar',
  muteHelp: 'No te avisaremos de lo que le pase. Sus cambios seguirán aquí.',
  muted: 'Silenciado: sus cambios solo salen aquí',
  unmuted: 'Ya no está silenciado',
  cannotMute: 'De esto no hay más avisos que silenciar',
  undo: 'Deshacer',
  undone: 'Deshecho',
  nothingToUndo: 'No hay nada que deshacer',
  markedRead: 'Leída',
  markedUnread: 'Sin leer',
  donePutBack: 'Devuelta a la lista',
  snoozed: (until: number, now: number, person?: string) =>
    addPerson(`Pospuesta hasta ${moment(until, now)}`, person),
  open: {
    procedure: 'Abrir expediente',
    signature: 'Abrir firma',
    report: 'Abrir informe',
    other: 'Ir a Borradores',
  },
  latest: {
    procedure: 'Lo último de este expediente',
    signature: 'Lo último de esta firma',
    report: 'Lo último de este informe',
    certificate: 'Lo último de este certificado',
    other: 'Lo último de esto',
  } satisfies Record<ResourceKind, string>,
  reports: 'Informes',
  moreReports: (n: number) => `y ${count(n)} más, en el historial de Consulta`,
  goneNow: 'Ya no está en el servicio. Lo que se sabía sigue aquí.',
  failed: 'No se han podido leer las novedades.',
  loading: 'Leyendo…',
  arrived: (n: number) => plural(n, 'nueva arriba', 'nuevas arriba'),
  fromNotice: 'Del aviso',
  asking: 'Depende de ti',
  /** Heading of the first day below the groups that wait for the office. */
  rest: (day: string) => `Lo demás · ${lowerFirst(day)}`,
  askingFirst: 'Primero lo tuyo',
  orderHelp: 'Pone arriba lo que depende de ti. Sin marcar, todo por orden de llegada.',
  unfold: (n: number) => `Ver ${plural(n, 'cambio', 'cambios')} de uno en uno`,
  fold: 'Plegar los cambios',
  missing: 'Esa novedad ya no está en este equipo.',
  missingHelp: 'Puede ser de otra cuenta, o haberse borrado con sus datos. Las demás están aquí.',
  emptyTitle: {
    unread: 'Nada por leer',
    actionable: 'Nada depende de ti',
    all: 'Aún no hay novedades.',
  } satisfies Record<InboxFilter, string>,
  emptyBody: {
    unread: 'Lo que cambie te espera aquí, aunque no lo veas llegar.',
    actionable: 'Aquí salen las incidencias, las firmas y los plazos que solo tú puedes mover.',
    all: 'Lo que cambia en cada expediente: incidencias, firmas, documentos e informes. Aquí se queda hasta que lo des por hecho.',
  } satisfies Record<InboxFilter, string>,
  lastCame: (at: number, now: number) => `La última llegó ${said(at, now)}.`,
  seeAll: 'Ver todo',
  unreadFoot: (n: number) => `${count(n)} sin leer`,
  offline: (since: number, now: number) => `Sin conexión desde ${moment(since, now)}: puede faltar algo`,
  refused: 'La clave no vale: no llega nada nuevo',
  snoozedReturn: 'Lo pospuesto vuelve como sin leer',
  keys: {
    open: 'abrir',
    unfold: 'ver cambios',
    done: 'hecho',
    snooze: 'posponer',
    undo: 'deshacer',
  },
} as const

function addPerson(words: string, person: string | undefined): string {
  if (person === undefined) return words
  return person === '' ? `${words} en otro equipo` : `${words} por ${person}`
}

export const snoozeText = {
  menu: 'Posponer hasta',
  times: {
    hour: 'En 1 hora',
    afternoon: 'Esta tarde',
    tomorrow: 'Mañana',
    monday: 'El lunes',
  } satisfies Record<SnoozeTime['id'], string>,
  /** «a las 15:05», «el 23/11 a las 09:00». */
  when: (at: number, now: number) => (sameDay(at, now) ? `a ${moment(at, now)}` : moment(at, now)),
  choose: 'Elegir fecha y hora…',
  title: 'Posponer',
  date: 'Día',
  time: 'Hora',
  help: 'Volverá a la lista como sin leer.',
  past: 'Elige un momento que no haya pasado.',
  submit: 'Posponer',
  cancel: 'Cancelar',
} as const

interface InboxWords {
  fact: string
  /** Further details, shown in the row. */
  more: string
  /** Next steps as sentences, or empty. */
  step: string
}

/** Texts of a row of Novedades. An unknown event is named by its resource. */
export function inboxWords(row: InboxRow): InboxWords {
  const words = readableWords(row)
  return row.unreadable ? { ...words, more: unreadableRow } : words
}

function readableWords(row: InboxRow): InboxWords {
  const { fact: words, next } = changeWords(row)
  // A change of state may lack the new state.
  const fact = words.replace(/ · $/, '') || labelOf(eventLabels, row.event, '')
  const { event, kind, id, status, detail, subject } = row
  // The label of a signature is its signer, who is before the fact (`groupWords`).
  const label = kind === 'signature' ? '' : (subject.label ?? '')
  const text = (name: string) => (detail[name] === undefined ? '' : String(detail[name]))
  if (isUnknown(event)) {
    return { fact, more: 'Esta versión no sabe qué es', step: '' }
  }
  if (kind === 'signature' || event.startsWith('alert.') || event.endsWith('.gone'))
    return { fact, more: label, step: sentence(next) }
  if (kind === 'certificate') return { fact, more: `certificado ${shortId(id)}`, step: '' }
  if (kind === 'report') return { fact, more: next, step: '' }
  switch (event) {
    case 'procedure.incident.added':
      return {
        fact,
        more: unlike(text('description'), fact),
        step: sentence(incidentStep(next, row.actionable ? 'us' : 'others')),
      }
    case 'procedure.plate_assigned':
      return { fact, more: label, step: sentence(next) }
    case 'procedure.status_changed':
      return status === 'CANCELLED'
        ? { fact, more: text('reason') || label, step: '' }
        : { fact, more: label, step: sentence(next) }
    default:
      return { fact, more: next || label, step: '' }
  }
}

/** Several reports that finished together, as one row: «12 informes listos · 9 transferibles, 2 con avisos…». */
export function reportsWords(rows: readonly Told[]): InboxWords {
  const { title, body } = changesText(rows)
  return { fact: title, more: body, step: '' }
}

/** Verdict of a report, as text. */
export const reportOutcome = ({ detail }: Pick<InboxRow, 'detail'>): string =>
  detail['outcome'] === undefined ? '' : writtenVerdict(String(detail['outcome']))

/** Name of a report in a group: its plate, or else its id. */
export const reportName = ({ subject, id }: Pick<InboxRow, 'subject' | 'id'>): string =>
  subject.vrm === undefined ? id : displayPlate(subject.vrm)

/** True if this version has no name for the event. */
export const isUnknown = (event: string): boolean =>
  !Object.hasOwn(eventLabels, event) &&
  event !== 'procedure.plate_assigned' &&
  !isFromColleague(event) &&
  !event.startsWith('alert.') &&
  !event.endsWith('.gone')

const SHORT_ID = 7
const shortId = (id: string) => (id.length > SHORT_ID + 1 ? `${id.slice(0, SHORT_ID)}…` : id)
/** Drops words that repeat the fact, and the final stop, because more text follows. */
const unlike = (words: string, fact: string) =>
  fact.toLowerCase().endsWith(words.toLowerCase()) ? '' : words.replace(/\.$/, '')

/** «Hoy, viernes 20», «Ayer, jueves 19», «Miércoles, 18 de noviembre». */
export function dayHead(at: number, now: number): string {
  const date = new Date(at)
  const today = sameDay(at, now)
  if (today || sameDay(at, dayBefore(now))) {
    const weekday = date.toLocaleDateString('es-ES', { weekday: 'long' })
    return `${today ? 'Hoy' : 'Ayer'}, ${weekday} ${date.getDate()}`
  }
  if (at > now) return `Con fecha posterior a hoy: ${fullDate(at)}`
  const sameYear = date.getFullYear() === new Date(now).getFullYear()
  const words = date.toLocaleDateString('es-ES', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' }),
  })
  return upperFirst(words)
}

function dayBefore(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1, 12).getTime()
}

/** Time of a change under the heading of its arrival day. Another day is shown as a date. */
export const rowTime = (at: number, headAt: number, now: number): string =>
  sameDay(at, headAt) ? clock(at) : clockOrDate(at, now)

/** «hoy a las 13:12», «el 17/11 a las 11:30». */
export const said = (at: number, now: number): string =>
  sameDay(at, now) ? `hoy a ${moment(at, now)}` : moment(at, now)

/** Notice that the system did not show notifications of unread changes. */
export const unshownText = {
  title: (n: number) =>
    `El sistema no te ha mostrado ${byNumber(n, 'el aviso de 1 novedad', `los avisos de ${count(n)} novedades`)}.`,
  denied:
    'No deja que Ventanilla muestre ninguno: actívalos en sus ajustes de notificaciones. Lo que decían está aquí, por leer.',
  failed:
    'Mira en sus ajustes de notificaciones que Ventanilla tenga permiso, y pruébalo. Lo que decían está aquí, por leer.',
  look: 'Probar los avisos',
} as const

type Rows = readonly [InboxRow, ...InboxRow[]]

/** Things that are counted instead of named, if a group has several. */
const COUNTED: Readonly<Record<string, readonly [string, string]>> = {
  'procedure.document.added': ['documento', 'documentos'],
  'energy_saving_certificate.document.added': ['documento', 'documentos'],
  'procedure.incident.added': ['incidencia', 'incidencias'],
  'procedure.incident.solved': ['incidencia resuelta', 'incidencias resueltas'],
  'procedure.incident.removed': ['incidencia retirada', 'incidencias retiradas'],
}

const isStatus = ({ event }: InboxRow) => event.endsWith('.status_changed')

/** Weight of a change in the words of its group: first a request to the office, then a state, then other changes. */
function weight(row: InboxRow): number {
  if (row.actionable) return row.event === 'procedure.incident.added' ? 6 : 5
  if (isFromColleague(row.event)) return 5
  if (row.event.endsWith('.gone')) return 4
  if (isStatus(row)) return 3
  return row.event === 'procedure.plate_assigned' ? 2 : 1
}

/** Change that gives a group its glyph, its words and its next step. Of two equal ones, the newest. */
export const groupHead = ([first, ...rest]: Rows): InboxRow =>
  rest.reduce((head, row) => (weight(row) > weight(head) ? row : head), first)

/** Words of a group. `who`: vehicle and client, or signer. It is empty for a group of several files. */
interface GroupWords extends InboxWords {
  who: string
}

/**
 * Words of a group: «SEAT Ibiza · Autos Levante», «Finalizado · matrícula 1273 NHC · 8 documentos».
 * @param rows newest first
 */
export function groupWords([newest, ...older]: Rows, hidesNames: boolean): GroupWords {
  const rows: Rows = hidesNames ? [withoutNames(newest), ...older.map(withoutNames)] : [newest, ...older]
  const [first] = rows
  if (rows.some(({ kind, id }) => kind !== first.kind || id !== first.id))
    return { who: '', ...reportsWords(rows) }
  const head = groupHead(rows)
  const { fact, more, step } = inboxWords(head)
  const others = rows.filter(
    (row) => row !== head && !isEarlierState(row, rows) && !isOver(row, rows) && !isBlockedBy(head, row),
  )
  const alike = Map.groupBy(others, (row) => (entryOf(COUNTED, row.event) ? row.event : partOf([row])))
  const parts = others.length === 0 ? [more] : [...alike.values()].map(partOf)
  const parties = head.kind === 'signature' ? partiesText(head.subject) : ''
  return { who: subjectWho(head), fact, more: [...parts, parties].filter(Boolean).join(' · '), step }
}

/** True for an earlier state, because the group shows its last one. */
const isEarlierState = (row: InboxRow, rows: Rows) => isStatus(row) && row !== rows.find(isStatus)

/** True for the state «Con incidencia» behind its incident, because it says nothing more. */
const isBlockedBy = (head: InboxRow, row: InboxRow) =>
  head.event === 'procedure.incident.added' && row.status === 'BLOCKED'

/** Thing that a change is about, if the service names one. */
const thingOf = ({ detail }: InboxRow) => detail['incidentId'] ?? detail['documentId']

const ENDS = /\.incident\.(solved|removed)$/
/** True for an incident that another change of the group ended. */
const isOver = (row: InboxRow, rows: Rows) =>
  row.event === 'procedure.incident.added' &&
  thingOf(row) !== undefined &&
  rows.some((other) => ENDS.test(other.event) && other.seq > row.seq && thingOf(other) === thingOf(row))

/** Number of distinct things that changes are about. */
const thingsIn = (rows: readonly InboxRow[]) => new Set(rows.map((row) => thingOf(row) ?? row.seq)).size

/** Words for similar changes of a group. */
function partOf(rows: readonly InboxRow[]): string {
  const [row, second] = rows
  if (!row) return ''
  if (row.event === 'procedure.plate_assigned' && row.subject.vrm !== undefined)
    return `matrícula ${displayPlate(row.subject.vrm)}`
  const words = entryOf(COUNTED, row.event)
  if (words) return plural(thingsIn(rows), ...words)
  const fact = lowerFirst(inboxWords(row).fact)
  return second === undefined ? fact : `${fact} (${count(rows.length)})`
}
