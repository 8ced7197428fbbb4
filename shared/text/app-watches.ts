import { MAX_WATCH_INTERVAL, MAX_WATCHES, type WatchDays, type WATCH_FILTERS } from '../domain/watch-days.ts'
import { displayPlate } from '../domain/plates/display.ts'
import { formatEuros } from '../domain/euros.ts'
import { byNumber, count, plural } from './grammar.ts'
import { dayWords, weekdayWords } from './watch-words.ts'

/** Texts of the watched plates: looked up again by themselves, so that a change is news. */

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
  move: 'mover',
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
