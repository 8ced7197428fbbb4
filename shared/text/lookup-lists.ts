import type { Change } from '../bridge/inbox.ts'
import type { WatchRow } from '../bridge/watches.ts'
import { formatEuros } from '../domain/euros.ts'
import { startOfDay } from '../domain/calendar.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import { REDUCED_FIELDS } from '../domain/reduced-report.ts'
import {
  MAX_WATCHES,
  MAX_WATCH_INTERVAL,
  type WATCH_FILTERS,
  type WatchDays,
  weekdayOf,
} from '../domain/watch-days.ts'
import { fullDate } from './dates.ts'
import { byNumber, count, listed, lowerFirst, plural } from './grammar.ts'
import { registryFieldLabels } from './labels-reports.ts'
import { verdictWords, writtenVerdict } from './lookup.ts'

/** Texts of the lists of lookups: the history, the watched plates, and their files. */

/** Page of the history. */
export const historyText = {
  search: 'Buscar en el historial',
  placeholder: 'Matrícula, vehículo o bastidor',
  clear: 'Borrar la búsqueda',
  save: 'Exportar CSV',
  saving: 'Guardando el historial…',
  saved: 'Historial guardado',
  cancel: 'Cancelar',
  list: 'Consultas hechas en este equipo',
  kinds: { reduced: 'Reducido', complete: 'Completo' },
  columns: {
    plate: 'Matrícula',
    verdict: 'Veredicto',
    kind: 'Informe',
    vehicle: 'Vehículo',
    vin: 'Bastidor',
    when: 'Consultada',
  },
  emptyTitle: 'Todavía no hay consultas en este equipo.',
  emptyBody: 'Cada veredicto que pidas queda aquí con su fecha, y se lee también sin conexión.',
  emptyAction: 'Consultar una matrícula',
  noneTitle: (query: string) => `Nada coincide con «${query}».`,
  noneBody: 'Busca por un trozo de matrícula, por marca o modelo, o por el final del bastidor.',
  noneInScope: 'Nada de eso queda en el historial.',
  scope: (months: string, what: string) => (what === '' ? months : `${what}, ${months}`),
  paid: 'Informes completos pagados',
  noneAction: 'Ver todo el historial',
  failed: 'No se ha podido leer el historial.',
  shown: (n: number, more: boolean) =>
    more ? `${plural(n, 'consulta', 'consultas')}, hay más` : plural(n, 'consulta', 'consultas'),
  open: 'abrir',
  find: 'buscar',
} as const

const when = new Intl.DateTimeFormat('es-ES', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Texts of the exported history. A space alone separates date and time, so that spreadsheets recognise them. */
export const historyCsvText = {
  header: [
    'Fecha',
    'Matrícula',
    'Veredicto',
    'Marca',
    'Modelo',
    'Bastidor',
    'Primera matriculación',
    'Informe',
  ],
  dateTime: (ms: number): string => when.format(ms).replace(', ', ' '),
  filename: 'historial-de-consultas.csv',
} as const

/** Days of the week, from Monday. */
export const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** «26/12/2026». */
export const dayWords = (day: string): string => fullDate(startOfDay(day))

/** «viernes 27/11/2026». */
const weekdayWords = (day: string): string => `${WEEKDAYS[weekdayOf(day) - 1]} ${dayWords(day)}`

/** «cada semana, los lunes y jueves». */
export function watchDaysWords(days: WatchDays): string {
  if (days.every === 'working-day') return 'de lunes a viernes'
  if (days.every === 'days') return byNumber(days.count, 'cada día', `cada ${count(days.count)} días`)
  const names = days.on.toSorted((a, b) => a - b).map((day) => pluralOf(WEEKDAYS[day - 1] ?? ''))
  return `cada semana, los ${listed(names)}`
}
const pluralOf = (day: string): string => (day.endsWith('s') ? day : `${day}s`)

/** Change of a watched plate, and its former state. */
export function watchChangeWords(detail: Change['detail']): { fact: string; next: string } {
  const text = (name: string) => (detail[name] === undefined ? '' : String(detail[name]))
  const since = typeof detail['since'] === 'number' ? `Desde el ${fullDate(detail['since'])}` : ''
  const fields = fieldNames(text('fields'))
  const said = (was: string) => [since, `era ${lowerFirst(writtenVerdict(was))}`].filter(Boolean).join(': ')
  if (text('before') !== text('outcome'))
    return {
      fact: `Ahora ${lowerFirst(writtenVerdict(text('outcome')))}`,
      next: [since && `${since} ha cambiado`, `antes, ${lowerFirst(writtenVerdict(text('before')))}`]
        .filter(Boolean)
        .join('; '),
    }
  if (text('was') !== text('is'))
    return {
      fact: `Informe reducido: ${lowerFirst(writtenVerdict(text('is')))}`,
      next: `${said(text('was'))}. El veredicto no cambia.`,
    }
  return {
    fact: 'Han cambiado los datos del vehículo',
    next: [since, fields.length > 0 && listed(fields)].filter(Boolean).join(': '),
  }
}

const fieldNames = (fields: string): string[] =>
  REDUCED_FIELDS.filter((field) => fields.split(' ').includes(field)).map((field) =>
    lowerFirst(registryFieldLabels[field]),
  )

/** A watched plate without an answer. */
export const watchUnanswered = (days: number): { fact: string; next: string } => ({
  fact: 'Vigilada sin respuesta',
  next: `Tráfico no da su informe desde hace ${plural(days, 'consulta', 'consultas')}: revisa la matrícula o deja de vigilarla`,
})

// Texts of the watched plates.

const plates = (n: number): string => plural(n, 'matrícula', 'matrículas')
const named = (vrms: readonly string[]): string =>
  byNumber(vrms.length, displayPlate(vrms[0] ?? ''), plates(vrms.length))

export const watchText = {
  title: (vrms: readonly string[]): string => `Vigilar ${named(vrms)}`,
  loading: 'Un momento…',
  days: 'Cuándo se consulta',
  every: {
    'working-day': 'De lunes a viernes',
    week: 'Los días de la semana que elijas',
    days: 'Cada cierto número de días',
  } satisfies Record<WatchDays['every'], string>,
  weekdays: 'Días de la semana',
  noWeekday: 'Elige al menos un día.',
  interval: 'Cada cuántos días',
  intervalHelp: `De 1 a ${MAX_WATCH_INTERVAL}.`,
  badInterval: `Escribe un número de 1 a ${MAX_WATCH_INTERVAL}.`,
  until: 'Hasta',
  untilHelp: 'El último día, incluido: DD/MM/AAAA. Como mucho, dentro de un año.',
  badUntil: 'Tiene que ser un día entre hoy y dentro de un año.',
  note: 'Nota',
  noteAside: 'opcional',
  noteHelp: 'Por qué, o para quién. Solo se ve aquí.',
  /** «Se consulta ahora y, después, el lunes 30/11/2026. En total, 22 consultas como mucho.» */
  plan: ({
    isAtOnce,
    next,
    lookups,
  }: {
    isAtOnce: boolean
    next: string | null
    lookups: number
  }): string => {
    const total = `En total, ${plural(lookups, 'consulta', 'consultas')} como mucho.`
    if (next === null)
      return isAtOnce
        ? 'Se consulta ahora. Después no queda ningún día de consulta.'
        : 'En esas fechas no queda ningún día de consulta.'
    return isAtOnce
      ? `Se consulta ahora y, después, el ${weekdayWords(next)}. ${total}`
      : `Próxima consulta: ${weekdayWords(next)}. ${total}`
  },
  free: 'Sin coste: solo se pide el informe reducido, y el completo nunca se pide solo.',
  /** «22 consultas como mucho, a 0,50 € cada una: 11,00 € en total.» */
  costs: (lookups: number, cents: number): string =>
    `Tu operador cobra cada informe reducido: ${plural(lookups, 'consulta', 'consultas')} como mucho, a ${formatEuros(cents)} cada una, son ${formatEuros(lookups * cents)} en total.`,
  noRoom: (room: number): string =>
    `Se vigilan ${count(MAX_WATCHES)} matrículas como mucho, y ${byNumber(room, 'solo cabe una más', room === 0 ? 'no cabe ninguna más' : `solo caben ${count(room)} más`)}.`,
  submit: 'Vigilar',
  save: 'Guardar',
  cancel: 'Cancelar',
  end: 'Dejar de vigilar…',
  set: (vrms: readonly string[], until: string): string =>
    `${byNumber(vrms.length, 'Vigilada', 'Vigiladas')} ${named(vrms)} hasta el ${dayWords(until)}`,
  endTitle: (vrms: readonly string[]): string => `¿Dejar de vigilar ${named(vrms)}?`,
  endBody: (vrms: readonly string[]): string =>
    byNumber(
      vrms.length,
      'Ya no se consulta sola. Lo que se sabe sigue en el historial, y puedes volver a vigilarla cuando quieras.',
      'Ya no se consultan solas. Lo que se sabe sigue en el historial, y puedes volver a vigilarlas cuando quieras.',
    ),
  endKeep: 'Seguir vigilando',
  endSubmit: 'Dejar de vigilar',
  ending: 'Un momento…',
  ended: (vrms: readonly string[]): string =>
    `${named(vrms)} ya no se ${byNumber(vrms.length, 'vigila', 'vigilan')}`,
  tooMany: (n: number): string =>
    `Hay ${plates(n)} marcadas: se vigilan ${count(MAX_WATCHES)} de una vez como mucho.`,
} as const

const filters: Readonly<Record<(typeof WATCH_FILTERS)[number], string>> = {
  active: 'Vigiladas',
  changed: 'Con cambios',
  ended: 'Terminadas',
}

export const watchesText = {
  list: 'Matrículas vigiladas',
  loading: 'Cargando las matrículas vigiladas',
  failed: 'No se han podido leer las matrículas vigiladas',
  filter: 'Mostrar',
  filterCount: (filter: (typeof WATCH_FILTERS)[number], n: number): string =>
    `${filters[filter]} ${count(n)}`,
  search: 'Buscar en las vigiladas',
  hint: 'Matrícula o nota',
  columns: {
    verdict: 'Veredicto',
    plate: 'Matrícula',
    change: 'Último cambio',
    vehicle: 'Vehículo',
    since: 'Desde',
    next: 'Próxima',
    until: 'Hasta',
    note: 'Nota',
  },
  none: 'sin veredicto',
  noChange: 'sin cambios',
  unanswered: (n: number): string => `sin respuesta en ${plural(n, 'consulta', 'consultas')}`,
  today: 'hoy',
  ended: 'terminada',
  shown: (n: number): string => plates(n),
  blank: 'Cargando',
  open: 'ver',
  change: 'cambiar',
  copy: 'copiar respuesta',
  end: 'dejar de vigilar',
  nothingToCopy: 'De esa matrícula no hay veredicto que copiar',
  export: 'Exportar CSV',
  saved: 'Guardado en Descargas',
  saving: 'Guardando las matrículas vigiladas',
  cancelSaving: 'Cancelar',
  emptyTitle: 'Todavía no vigilas ninguna matrícula',
  emptyBody:
    'Consulta una y pulsa Vigilar: se vuelve a consultar sola los días que elijas, y si algo cambia sale en Novedades.',
  toLookup: 'Ir a Consulta',
  noneTitle: 'Ninguna con ese filtro',
  noneBody: 'Prueba con otro, o con otra búsqueda.',
  all: 'Ver todas',
} as const

/** Columns of the exported watched plates, and the cells of a row. */
export const watchTable = {
  filename: 'matriculas-vigiladas.csv',
  header: [
    'Matrícula',
    'Veredicto',
    'Desde',
    'Último cambio',
    'Qué cambió',
    'Marca',
    'Modelo',
    'Cada cuánto',
    'Próxima consulta',
    'Hasta',
    'Nota',
    'Vigilada',
  ],
  cells: (row: WatchRow): string[] => [
    displayPlate(row.vrm),
    row.outcome === null ? '' : verdictWords(row.outcome).title,
    row.since === null ? '' : fullDate(row.since),
    row.change ? historyCsvText.dateTime(row.change.at) : '',
    row.change ? watchChangeWords(row.change.detail).fact : '',
    row.brand,
    row.model,
    watchDaysWords(row.days),
    row.nextDay === null ? '' : dayWords(row.nextDay),
    dayWords(row.until),
    row.note,
    row.state === 'active' ? 'Sí' : 'No',
  ],
} as const
