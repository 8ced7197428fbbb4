import type { CalendarFile, Deadline } from '../bridge/deadlines.ts'
import { startOfDay } from '../domain/calendar.ts'
import { clock, datedMoment } from './dates.ts'
import { plural, upperFirst } from './grammar.ts'
import { procedureName, signatureStateLabels } from './labels.ts'
import { subjectName, changeWords } from './notifications.ts'

/** Texts of *Plazos*: its page, its printed sheet and its calendar file. */

const WEEKDAYS = new Intl.DateTimeFormat('es-ES', { weekday: 'long' })
const MONTHS = new Intl.DateTimeFormat('es-ES', { month: 'long' })

/** «lunes 23». */
export const weekdayText = (day: string): string => {
  const at = startOfDay(day)
  return `${WEEKDAYS.format(at)} ${new Date(at).getDate()}`
}
/** «lunes 23 de noviembre de 2026». */
export const longDay = (day: string): string => {
  const at = startOfDay(day)
  return `${weekdayText(day)} de ${MONTHS.format(at)} de ${new Date(at).getFullYear()}`
}
/** «23–29 de noviembre de 2026», «30 de noviembre – 6 de diciembre de 2026». */
export function weekText(from: string, to: string): string {
  const [first, last] = [new Date(startOfDay(from)), new Date(startOfDay(to))]
  const end = `${last.getDate()} de ${MONTHS.format(last)} de ${last.getFullYear()}`
  if (first.getMonth() === last.getMonth()) return `${first.getDate()}–${end}`
  const year = first.getFullYear() === last.getFullYear() ? '' : ` de ${first.getFullYear()}`
  return `${first.getDate()} de ${MONTHS.format(first)}${year} – ${end}`
}

const PARTY = { seller: 'transmitente', buyer: 'adquirente' } as const

/** Kind of an entry without its file: «Plazo del adquirente». */
export function deadlineTitle({ kind, party, change, about, count = 1 }: Deadline): string {
  switch (kind) {
    case 'legal':
      return party === undefined ? 'Plazo legal' : `Plazo del ${PARTY[party]}`
    case 'provisional':
      return 'Permiso provisional'
    case 'signature':
      return signatureStateLabels.sent
    case 'request':
      return count > 1 ? `Reclamar ${plural(count, 'cosa', 'cosas')} al cliente` : 'Reclamar al cliente'
    case 'snoozed':
      return change === undefined ? 'Vuelve a Novedades' : changeWords({ ...change, kind: about.kind }).fact
  }
}

/** Plate, chassis number or matter of an entry. */
export const deadlineSubject = ({ subject, type }: Deadline): string =>
  subjectName(subject) || procedureName(type)

/** «SEAT Ibiza · Autos Levante»: vehicle and client of an entry, or its signer. */
export const deadlineWho = ({ subject, name }: Deadline): string =>
  [subject.vehicle, name].filter(Boolean).join(' · ')

/** «Plazo del adquirente · Transferencia». */
export const deadlineWhat = (entry: Deadline): string =>
  [deadlineTitle(entry), entry.type && procedureName(entry.type)].filter(Boolean).join(' · ')

/** «mañana», «en 3 días», «hoy», «hace 3 días». */
export function leftText(left: number): string {
  const near = NEAR[String(left)]
  if (near !== undefined) return near
  return left > 0 ? `en ${plural(left, 'día', 'días')}` : `hace ${plural(-left, 'día', 'días')}`
}
const NEAR: Readonly<Record<string, string>> = { '-1': 'ayer', '0': 'hoy', '1': 'mañana' }

/** Days left in a row, where a past date is marked: «vencido hace 3 días». */
export const deadlineLeft = ({ left, overdue }: Pick<Deadline, 'left' | 'overdue'>): string =>
  overdue ? `vencido ${leftText(left)}` : leftText(left)

/** «10:30», for an entry with an hour. */
export const hourText = ({ at }: Deadline): string => (at === undefined ? '' : clock(at))

export const deadlinesText = {
  title: 'Plazos',
  ranges: 'Ver por',
  range: { week: 'Semana', day: 'Día' },
  today: 'Hoy',
  previous: { week: 'Semana anterior', day: 'Día anterior' },
  next: { week: 'Semana siguiente', day: 'Día siguiente' },
  print: 'Imprimir',
  subscribe: 'En tu calendario',
  days: 'Días',
  overdue: 'Vencidos',
  overdueMore: (n: number) => `y ${plural(n, 'más, más antiguo', 'más, más antiguos')}`,
  overdueCount: (n: number) => plural(n, 'vencido', 'vencidos'),
  overdueNone: 'Nada vencido.',
  none: 'Sin plazos',
  reading: 'Leyendo…',
  noneYet: 'Aún no hay plazos',
  noneYetAdvice:
    'Aquí salen los plazos legales de los expedientes con fecha de contrato, los permisos provisionales, las firmas pendientes, lo pedido a clientes y lo que pospones en Novedades.',
  empty: { week: 'Ningún plazo esta semana.', day: 'Ningún plazo este día.' },
  goToNext: (day: string) => `Ir al próximo: ${longDay(day)}`,
  amount: (n: number) => plural(n, 'plazo', 'plazos'),
  failed: 'No se han podido leer los plazos',
  isToday: 'hoy',
  printed: (at: number) => `Impreso ${datedMoment(at)}`,
  printTitle: (range: string) => `Plazos · ${range}`,
  source: 'Plazos legales: Reglamento General de Vehículos, arts. 32 y 33. Días naturales.',
} as const

export const calendarFileText = {
  title: 'Plazos en tu calendario',
  stale: (folder: string) =>
    `El archivo de tu calendario no se puede escribir en ${folder}: ha dejado de estar al día.`,
  see: 'Ver',
  intro:
    'Ventanilla mantiene al día un archivo .ics en la carpeta que elijas. Suscríbete a él desde tu calendario, como Thunderbird, para verlo siempre al día: importado, se queda como está hoy.',
  content: 'Lleva matrículas y fechas, nunca nombres. No va cifrado: elige una carpeta solo tuya.',
  contentPrivate: 'Con «Sin matrícula ni nombres» en Ajustes › Avisos, lleva solo qué plazo es y su fecha.',
  when: 'Se actualiza mientras Ventanilla está abierta con esta cuenta. Al apagarlo, se borra.',
  folder: 'Carpeta',
  choose: 'Elegir carpeta…',
  on: 'Activar',
  keep: 'Guardar',
  off: 'Apagar y borrar el archivo',
  close: 'Cerrar',
  state: (file: CalendarFile) =>
    file.failed
      ? 'No se ha podido escribir la última vez. Se vuelve a intentar; si sigue, elige otra carpeta.'
      : file.writtenAt === null
        ? 'Se escribirá enseguida.'
        : `Escrito ${datedMoment(file.writtenAt)}.`,
  copyPath: 'Copiar la ruta',
  pathCopied: 'Ruta copiada',
  turnedOn: 'Calendario activado',
  turnedOff: 'Calendario apagado y archivo borrado',
  turnedOffLater: 'Calendario apagado. El archivo se borra cuando la carpeta vuelva a estar.',
  notAbsolute: 'Escribe la ruta entera de una carpeta que exista.',
} as const

const LATE = 'Vencido'

/** Words of the calendar file. */
export const icsText = {
  name: (account: string, demo: boolean) => `Plazos de ${account}${demo ? ' (datos inventados)' : ''}`,
  summary: (entry: Deadline, isPrivate: boolean): string => {
    // A snoozed row may name its incident or document.
    const late = entry.overdue ? `${LATE}: ` : ''
    if (isPrivate) return entry.kind === 'snoozed' ? 'Vuelve a Novedades' : late + deadlineTitle(entry)
    return [late + deadlineTitle(withoutDescription(entry)), plateOf(entry)].filter(Boolean).join(' · ')
  },
  description: (entry: Deadline, isPrivate: boolean): string =>
    isPrivate || entry.type === '' ? '' : upperFirst(procedureName(entry.type)),
} as const

/** The service's words about an incident may name a person. */
function withoutDescription(entry: Deadline): Deadline {
  if (entry.change === undefined) return entry
  const { description: _, ...detail } = entry.change.detail
  return { ...entry, change: { ...entry.change, detail } }
}

/** Plate or chassis number, and never a name, because the file is not encrypted. */
const plateOf = ({ subject: { vrm, vin } }: Deadline): string =>
  subjectName({ ...(vrm !== undefined && { vrm }), ...(vin !== undefined && { vin }) })
