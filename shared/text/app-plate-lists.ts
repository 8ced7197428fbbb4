import type { PlateList, PlateListFilter, PlateListRow } from '../bridge/plate-lists.ts'
import { clockOrDate } from '../domain/age.ts'
import { MAX_LISTED } from '../domain/plate-list.ts'
import { clock, fullDate } from './app-dates.ts'
import { byNumber, count, listed, plural } from './grammar.ts'

/** Letters of a column, as spreadsheets name it. */
const columnLetters = (index: number): string =>
  index < LETTERS
    ? String.fromCharCode(FIRST_LETTER + index)
    : `${columnLetters(Math.floor(index / LETTERS) - 1)}${columnLetters(index % LETTERS)}`
const LETTERS = 26
const FIRST_LETTER = 65

/** Texts of the lists of plates: looked up whole, to answer whoever sent them. */

const plates = (n: number): string => plural(n, 'matrícula', 'matrículas')

const progress = (done: number, total: number): string => `${count(done)} de ${count(total)}`
const states: Readonly<Record<PlateList['state'], string>> = {
  running: 'En marcha',
  stopped: 'En pausa',
  done: 'Terminada',
}

const filters: Readonly<Record<PlateListFilter | 'all', string>> = {
  all: 'Todas',
  not_transferable: 'No transferibles',
  with_alerts: 'Con avisos',
  transferable: 'Transferibles',
  unanswered: 'Sin respuesta',
  waiting: 'Pendientes',
  marked: 'Marcadas',
}

export const plateListsText = {
  title: 'Consulta masiva',
  intro:
    'Pega la lista que te han mandado o suelta aquí su archivo. Se consultan de una en una, con el informe reducido, que no tiene coste.',
  list: 'Listas',
  loading: 'Cargando las listas',
  failed: 'No se han podido leer las listas',
  emptyTitle: 'Todavía no hay listas',
  emptyBody: 'Las que consultes se quedan aquí, con sus resultados, hasta que las quites.',
  newOne: 'Lista nueva',
  amount: (n: number): string => plural(n, 'lista', 'listas'),
  move: 'mover',
  open: 'abrir',
  openIt: (name: string): string => `Abrir la lista ${name}`,
  back: 'Listas',
  /** Its name was that of an erased person. */
  nameOf: ({ name }: Pick<PlateList, 'name'>): string => name || 'Lista sin nombre',
  /** «En pausa · 80 de 220». */
  standing: ({ state, total, open }: PlateList): string =>
    state === 'running'
      ? progress(total - open, total)
      : [states[state], ...(open > 0 ? [progress(total - open, total)] : [])].join(' · '),
  /** «40 matrículas · 3 no transferibles, 2 con avisos». */
  row({ total, open, counts }: PlateList, at: string): string {
    const parts = [
      counts.not_transferable > 0 && plural(counts.not_transferable, 'no transferible', 'no transferibles'),
      counts.with_alerts > 0 && `${count(counts.with_alerts)} con avisos`,
      counts.unanswered > 0 && `${count(counts.unanswered)} sin respuesta`,
      open > 0 && plural(open, 'pendiente', 'pendientes'),
    ].filter((part) => part !== false)
    return [at, plates(total), ...(parts.length > 0 ? [listed(parts)] : [])].join(' · ')
  },
} as const

export const newPlateListText = {
  title: 'Lista nueva',
  area: 'Lista de matrículas',
  placeholder: '1234 BCD\n5678 FGH\n…',
  choose: 'Elegir archivo…',
  kinds: 'Texto, CSV, Excel, OpenDocument o correo guardado',
  drop: 'Suelta la lista aquí',
  reading: (name: string): string => `Leyendo ${name}`,
  cancelReading: 'Cancelar',
  sheet: 'Hoja',
  hiddenSheet: (name: string): string => `${name} (oculta)`,
  column: 'Columna de las matrículas',
  anyColumn: 'Buscar en toda la fila',
  /** «B · Matrícula». */
  columnName: (index: number, name: string): string =>
    [columnLetters(index), name.trim().slice(0, 40)].filter(Boolean).join(' · '),
  withHidden: (n: number): string =>
    byNumber(n, 'Consultar también la fila oculta', `Consultar también las ${count(n)} filas ocultas`),
  closeFile: 'Quitar el archivo',
  problems: {
    'too-large': {
      title: 'Es demasiado grande.',
      advice: 'Guarda solo la hoja de las matrículas, o copia su columna y pégala aquí.',
    },
    encrypted: {
      title: 'Está protegido con contraseña.',
      advice: 'Ábrelo en su programa y guárdalo sin ella, o copia la columna y pégala aquí.',
    },
    'old-format': {
      title: 'Es de un formato antiguo de Excel.',
      advice: 'Guárdalo como .xlsx o .csv, o copia la columna y pégala aquí.',
    },
    damaged: {
      title: 'No se puede leer: está dañado o incompleto.',
      advice: 'Pide que te lo manden otra vez, o copia la columna y pégala aquí.',
    },
    empty: { title: 'Está vacío.', advice: 'Comprueba que es el archivo que querías.' },
    'not-a-list': {
      title: 'No es una lista.',
      advice: 'Se leen textos, CSV, Excel, OpenDocument y correos guardados.',
    },
    cancelled: { title: 'No se ha terminado de leer.', advice: 'Elígelo otra vez.' },
    folder: { title: 'Es una carpeta.', advice: 'Suelta el archivo de la lista que tiene dentro.' },
    several: {
      title: 'Son varios archivos.',
      advice: 'Cada lista es de un archivo: suéltalos de uno en uno.',
    },
  },
  name: 'Nombre',
  nameHelp: 'De quién es, o de qué día.',
  defaultName: (now: number): string => `Lista del ${fullDate(now)}`,
  submit: (n: number): string => (n === 0 ? 'Consultar' : `Consultar ${plates(n)}`),
  cancel: 'Cancelar',
  starting: 'Guardando la lista',
  found: plates,
  none: 'No se ha encontrado ninguna matrícula.',
  repaired: (n: number): string =>
    byNumber(
      n,
      'Una se ha corregido: mírala antes de consultar.',
      `${count(n)} se han corregido: míralas antes de consultar.`,
    ),
  repair: (line: number, written: string): string => `Línea ${line}: «${written}» se consulta como`,
  leave: 'Quitar de la lista',
  leaveIt: (plate: string): string => `Quitar ${plate} de la lista`,
  repeated: (n: number): string =>
    byNumber(
      n,
      'Una línea repetida se consulta una vez.',
      `${count(n)} líneas repetidas se consultan una vez.`,
    ),
  unread: (n: number): string => plural(n, 'línea sin matrícula', 'líneas sin matrícula'),
  beyond: (n: number): string =>
    `Una lista tiene ${count(MAX_LISTED)} matrículas como mucho: ${byNumber(n, 'queda una fuera', `quedan ${count(n)} fuera`)}.`,
  line: (line: number, text: string): string => `Línea ${line}: ${text}`,
  more: (n: number): string => `y ${plural(n, 'línea más', 'líneas más')}`,
} as const

export const plateListText = {
  list: 'Matrículas de la lista',
  loading: 'Cargando las matrículas',
  failed: 'No se han podido leer las matrículas',
  gone: 'Esa lista ya no está',
  goneBody:
    'Se ha quitado, en esta ventana o en otra. Los veredictos de sus matrículas siguen en el historial.',
  blank: 'Cargando',
  states,
  progress,
  progressLabel: 'Matrículas consultadas',
  endsAt: (at: number, now: number): string => `Termina hacia las ${clockOrDate(at, now)}`,
  ahead: (n: number): string => `Antes van ${plural(n, 'matrícula', 'matrículas')} de otra lista`,
  held: 'Sin conexión: sigue sola cuando vuelva',
  filters,
  filter: 'Mostrar',
  filterCount: (filter: PlateListFilter | 'all', n: number): string => `${filters[filter]} ${count(n)}`,
  order: 'Orden',
  orders: { answer: 'Por resultado', line: 'Como vino' },
  search: 'Buscar en la lista',
  hint: 'Matrícula o nota',
  columns: {
    answer: 'Resultado',
    plate: 'Matrícula',
    vehicle: 'Vehículo',
    cameWith: 'En la lista',
    note: 'Nota',
    checkedAt: 'Consultada',
  },
  waiting: 'pendiente',
  asked: 'consultando',
  cancelled: 'sin consultar',
  unanswered: 'sin respuesta',
  marked: 'Marcada',
  repaired: (written: string): string => `Escrita «${written}»`,
  checkedAt: (at: number): string => `${fullDate(at)} ${clock(at)}`,
  shown: (n: number): string => plates(n),
  move: 'mover',
  open: 'ver',
  mark: 'marcar',
  note: 'nota',
  noteTitle: (plate: string): string => `Nota de ${plate}`,
  noteLabel: 'Nota',
  save: 'Guardar',
  cancel: 'Cancelar',
  pause: 'Pausar',
  resume: 'Seguir',
  retry: 'Volver a consultar las que faltan',
  copy: 'Copiar respuesta',
  copied: (n: number): string =>
    byNumber(n, 'Copiada la respuesta de una matrícula', `Copiada la respuesta de ${count(n)} matrículas`),
  export: 'Exportar',
  csv: 'CSV',
  xlsx: 'Excel',
  saved: 'Guardado en Descargas',
  saving: 'Guardando la lista',
  cancelSaving: 'Cancelar',
  more: 'Más',
  first: 'Consultar antes que las otras',
  isFirst: 'Esta lista se consulta la primera',
  rename: 'Cambiar el nombre…',
  renameTitle: 'Cambiar el nombre de la lista',
  nameLabel: 'Nombre',
  stop: 'No consultar las que faltan',
  stopTitle: 'No consultar las que faltan',
  stopBody: (n: number): string =>
    `${byNumber(n, 'Queda una matrícula', `Quedan ${plates(n)}`)} sin consultar. Lo que ya se sabe sigue en la lista, y puedes volver a consultarlas cuando quieras.`,
  stopKeep: 'Seguir consultando',
  stopSubmit: 'No consultarlas',
  stopping: 'Dejando de consultar…',
  stopped: 'Las que faltaban se quedan sin consultar',
  watchMarked: 'Vigilar las marcadas…',
  remove: 'Quitar la lista…',
  removeTitle: (name: string): string => `¿Quitar la lista «${name}»?`,
  removeBody:
    'Se borran la lista, sus notas y sus marcas, y no se puede deshacer. Los veredictos siguen en el historial.',
  removeKeep: 'No quitarla',
  removeSubmit: 'Quitar',
  removing: 'Quitando la lista…',
  removed: (name: string): string => `Lista «${name}» quitada`,
  leftOut: (unread: number, repeated: number): string =>
    listed(
      [
        unread > 0 && plural(unread, 'línea sin matrícula', 'líneas sin matrícula'),
        repeated > 0 && plural(repeated, 'repetida', 'repetidas'),
      ].filter((part) => part !== false),
    ),
  seeLeftOut: 'Verlas',
  leftOutTitle: 'Líneas que no se consultan',
  close: 'Cerrar',
  repeatOf: (line: number, plate: string, first: number): string =>
    `Línea ${line}: ${plate}, ya en la línea ${first}`,
  emptyTitle: 'Ninguna con ese filtro',
  emptyBody: 'Prueba con otro, o con otra búsqueda.',
  all: 'Ver todas',
} as const

/** Short words of a row without a verdict. */
export function rowWords({ state, error }: Pick<PlateListRow, 'state' | 'error'>): string {
  if (state === 'waiting') return plateListText.waiting
  if (state === 'asked') return plateListText.asked
  return error?.code === 'cancelled' ? plateListText.cancelled : plateListText.unanswered
}
