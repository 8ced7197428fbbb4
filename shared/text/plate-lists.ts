import type { CompleteOffer, PlateList, PlateListFilter, PlateListRow } from '../bridge/plate-lists.ts'
import { clockOrDate, clock, fullDate } from './dates.ts'
import { columnLetters } from '../domain/plate-list-table.ts'
import { MAX_COMPLETE_AT_ONCE, MAX_LISTED } from '../domain/plate-list.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import { byNumber, count, listed, lowerFirst, plural } from './grammar.ts'
import { dropText } from './lookup.ts'

/** Texts of the lists of plates, which are looked up as a whole to answer their sender. */

const plates = (n: number): string => plural(n, 'matrícula', 'matrículas')

const progress = (done: number, total: number): string => `${count(done)} de ${count(total)}`
const states: Readonly<Record<PlateList['state'], string>> = {
  running: 'En marcha',
  stopped: 'En pausa',
  done: 'Terminada',
}

/** Says that the list and the registry name different vehicles. */
export const otherVehicleWords = (vehicles: NonNullable<PlateListRow['otherVehicle']>): string =>
  `En la lista: ${vehicles.listed}. En Tráfico: ${vehicles.registry}.`

const filters: Readonly<Record<PlateListFilter | 'all', string>> = {
  all: 'Todas',
  not_transferable: 'No transferibles',
  with_alerts: 'Con avisos',
  transferable: 'Transferibles',
  unanswered: 'Sin respuesta',
  waiting: 'Pendientes',
  other_vehicle: 'Otro vehículo',
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
  open: 'abrir',
  openIt: (name: string): string => `Abrir la lista ${name}`,
  back: 'Listas',
  /** Name of a list. The name of an erased person is replaced. */
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
      counts.other_vehicle > 0 && `${count(counts.other_vehicle)} con otro vehículo`,
      open > 0 && plural(open, 'pendiente', 'pendientes'),
    ].filter((part) => part !== false)
    return [at, plates(total), ...(parts.length > 0 ? [listed(parts)] : [])].join(' · ')
  },
} as const

/** Reason that a file or a part of it is no list, with advice. */
const problems = {
  'too-large': {
    title: 'Es demasiado grande.',
    advice: 'Guarda solo la hoja de las matrículas, o copia su columna y pégala aquí.',
  },
  encrypted: {
    title: 'Está protegido con contraseña.',
    advice: 'Ábrelo en su programa y guárdalo sin ella, o copia la columna y pégala aquí.',
  },
  'old-format': {
    title: 'Es de un formato antiguo de hoja de cálculo, o está vacío.',
    advice:
      'Ábrelo en Excel o LibreOffice. Si ves datos, guárdalo como .xlsx, o copia la columna y pégala aquí.',
  },
  damaged: {
    title: 'No se puede leer: está dañado o incompleto.',
    advice: 'Pide que te lo manden otra vez, o copia la columna y pégala aquí.',
  },
  empty: { title: 'Está vacío.', advice: 'Comprueba que es el archivo que querías.' },
  zip: {
    title: 'Es un ZIP sin ningún archivo dentro.',
    advice: 'Comprueba que es el archivo que querías.',
  },
  compressed: {
    title: 'Está comprimido en un formato que aquí no se abre.',
    advice: 'Descomprímelo con su programa y elige la lista, o pide que te la manden sin comprimir.',
  },
  numbers: {
    title: 'Es de Numbers, el programa de Apple.',
    advice: 'Expórtalo desde Numbers como Excel o CSV y elige ese archivo.',
  },
  document: {
    title: 'Es un documento de texto, no una lista.',
    advice: 'Guárdalo como .txt, o copia las matrículas y pégalas aquí.',
  },
  shortcut: {
    title: 'Es un acceso directo, no el archivo.',
    advice: 'Ábrelo, guarda el archivo en este PC y elígelo aquí.',
  },
  lock: {
    title: 'Es el archivo temporal de una lista abierta.',
    advice: 'Elige el archivo del mismo nombre sin «~$» ni «.~lock» delante.',
  },
  database: {
    title: 'Es una base de datos.',
    advice: 'Ábrela en su programa, exporta la tabla como Excel o CSV y elige ese archivo.',
  },
  sealed: {
    title: 'Es un correo cifrado o firmado.',
    advice: 'Ábrelo en tu programa de correo, guarda la lista que trae y elígela aquí.',
  },
  pdf: {
    title: 'Es un PDF.',
    advice: 'Ábrelo, copia las matrículas y pégalas aquí; o pide la lista en Excel.',
  },
  picture: {
    title: 'Es una imagen.',
    advice: 'De una foto no se leen matrículas: pide la lista en Excel o en un texto.',
  },
  gone: {
    title: 'Ha cambiado o ya no está desde que lo elegiste.',
    advice: 'Espera a que termine de guardarse y elígelo otra vez.',
  },
  'not-a-list': {
    title: 'No es una lista.',
    advice: 'Se leen textos, CSV, Excel, OpenDocument, correos guardados y ZIP.',
  },
  cancelled: { title: 'No se ha terminado de leer.', advice: 'Elígelo otra vez.' },
  ...dropText.problems,
} as const

/** Words for data that a file does not have. */
export const plateFileText = {
  /** Cell with a formula whose value the program did not save. */
  unsavedFormula: 'Fórmula sin valor guardado: ábrelo en Excel y guárdalo',
} as const

export const newPlateListText = {
  title: 'Lista nueva',
  area: 'Lista de matrículas',
  placeholder: '1234 BCD\n5678 FGH\n…',
  choose: 'Elegir archivo…',
  kinds: dropText.kinds,
  drop: 'Suelta la lista aquí',
  reading: (name: string, done: number | null): string =>
    done === null ? `Leyendo ${name}` : `Leyendo ${name}: ${Math.floor(done * 100)} %`,
  pasted: 'Texto pegado',
  cancelReading: 'Cancelar',
  sheet: 'Hoja',
  hiddenSheet: (name: string): string => `${name} (oculta)`,
  column: 'Columna de las matrículas',
  anyColumn: 'Buscar en toda la fila',
  /** «B · Matrícula». */
  columnName: (index: number, name: string): string =>
    [columnLetters(index), name.trim().slice(0, 40)].filter(Boolean).join(' · '),
  asLastTime: (name: string, at: number): string =>
    `Columnas como la última vez: «${name}», del ${fullDate(at)}. Puedes cambiarlas.`,
  twin: (name: string, at: number): string =>
    `Son las mismas matrículas que las de «${name}», del ${fullDate(at)} a las ${clock(at)}.`,
  twinBody: 'Puedes volver a consultarlas: lo que ya se sabe de hoy no se consulta otra vez.',
  seeTwin: 'Ver esa lista',
  withHidden: (n: number): string =>
    byNumber(n, 'Consultar también la fila oculta', `Consultar también las ${count(n)} filas ocultas`),
  /** Sheet with the text of a mail, beside its attachments. */
  mailText: 'Texto del correo',
  mailOfBox: (number: number): string => `Correo ${number}.eml`,
  otherSheets: (sheets: readonly { name: string; amount: number }[]): string =>
    `También hay matrículas en ${listed(sheets.map(({ name, amount }) => `«${name}» (${count(amount)})`))}. Elige la hoja para verlas.`,
  /** Names of cells (`XFD1`). */
  farCells: (cells: readonly string[]): string =>
    `${byNumber(cells.length, 'Una celda queda', `${count(cells.length)} celdas quedan`)} fuera de la lista, sin leer: ${cells.slice(0, 5).join(', ')}${cells.length > 5 ? '…' : ''}.`,
  unreadParts: (n: number): string =>
    byNumber(n, 'Una parte no se ha leído.', `${count(n)} partes no se han leído.`),
  /** Parts grouped by reason. The advice follows the last part of each group. */
  unreadPartList: (parts: readonly { name: string; problem: keyof typeof problems }[]): string =>
    [...Map.groupBy(parts, ({ problem }) => problem)]
      .flatMap(([problem, named]) => [
        ...named.map(({ name }) => `«${name || 'sin nombre'}»: ${lowerFirst(problems[problem].title)}`),
        problems[problem].advice,
      ])
      .join(' '),
  moreParts: (n: number): string => `Y ${count(n)} más.`,
  closeFile: 'Quitar el archivo',
  problems,
  name: 'Nombre',
  nameHelp: 'De quién es, o de qué día.',
  defaultName: (now: number): string => `Lista del ${fullDate(now)}`,
  submit: (n: number): string => (n === 0 ? 'Consultar' : `Consultar ${plates(n)}`),
  cancel: 'Cancelar',
  starting: 'Guardando la lista',
  found: plates,
  finding: 'Buscando las matrículas…',
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
    complete: 'Completo',
    checkedAt: 'Consultada',
  },
  waiting: 'pendiente',
  asked: 'consultando',
  cancelled: 'sin consultar',
  unanswered: 'sin respuesta',
  marked: 'Marcada',
  otherVehicle: otherVehicleWords,
  /** Both vehicles in the width of a column. */
  vehicles: ({ listed: inList, registry }: NonNullable<PlateListRow['otherVehicle']>): [string, string] => [
    `Lista: ${inList}`,
    `Tráfico: ${registry}`,
  ],
  repaired: (written: string): string => `Escrita «${written}»`,
  checkedAt: (at: number): string => `${fullDate(at)} ${clock(at)}`,
  shown: (n: number): string => plates(n),
  open: 'ver',
  mark: 'marcar',
  note: 'nota',
  noteTitle: (plate: string, n: number): string => `Nota de ${byNumber(n, plate, plates(n))}`,
  noteReplaces: (n: number): string =>
    `Sustituye ${byNumber(n, 'la nota de una', `las notas de ${count(n)}`)}.`,
  noteLabel: 'Nota',
  save: 'Guardar',
  cancel: 'Cancelar',
  pause: 'Pausar',
  resume: 'Seguir',
  retry: 'Volver a consultar las que faltan',
  copy: 'Copiar respuesta',
  copied: (n: number): string =>
    byNumber(n, 'Copiada la respuesta de una matrícula', `Copiada la respuesta de ${count(n)} matrículas`),
  /** Label of an action on the chosen rows, with their number. */
  ofChosen: (label: string, n: number): string => (n === 0 ? label : `${label} (${count(n)})`),
  export: 'Exportar',
  csv: 'CSV',
  xlsx: 'Excel',
  saved: 'Guardado en Descargas',
  saving: 'Guardando la lista',
  cancelSaving: 'Cancelar',
  more: 'Más',
  selection: 'Matrículas elegidas',
  pick: (plate: string): string => `Elegir ${plate}`,
  pickAll: 'Elegir todas las que se ven',
  picked: (n: number): string => (n === 0 ? 'Ninguna elegida' : plural(n, 'elegida', 'elegidas')),
  clearPicked: 'Dejar de elegir',
  choose: 'elegir',
  markThem: 'Marcar',
  unmarkThem: 'Quitar la marca',
  rowsFirst: 'Consultar antes',
  rowsAreFirst: (n: number): string =>
    n === 0
      ? 'Ninguna de ellas está pendiente'
      : byNumber(n, 'Se consulta antes que las demás', `${count(n)} se consultan antes que las demás`),
  askThem: 'Pedir completos…',
  askShown: (chosen: number): string =>
    chosen === 0
      ? 'Pedir completos de las que se ven…'
      : `Pedir completos de ${byNumber(chosen, 'la elegida', `las ${count(chosen)} elegidas`)}…`,
  print: 'Imprimir…',
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
  watch: (chosen: number, marked: number): string =>
    chosen > 0
      ? `Vigilar ${byNumber(chosen, 'la elegida', `las ${count(chosen)} elegidas`)}…`
      : `Vigilar ${byNumber(marked, 'la marcada', `las ${count(marked)} marcadas`)}…`,
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

/** The printed list. */
export const plateListPrintText = {
  preparing: 'Preparando la lista para imprimir…',
  /** «Gestoría Ribera · 25/10/2026 12:00 · 40 matrículas · Con avisos». */
  made: (office: string, at: number, n: number, filter: PlateListFilter | 'all' | 'chosen'): string =>
    [
      office,
      `${fullDate(at)} ${clock(at)}`,
      plates(n),
      filter === 'chosen' ? 'Elegidas' : filter !== 'all' && filters[filter],
    ]
      .filter(Boolean)
      .join(' · '),
  group: (title: string, n: number): string => `${title} (${count(n)})`,
  /** «2 líneas sin matrícula: 3 y 9». */
  unread: (lines: readonly number[]): string =>
    `${plural(lines.length, 'línea sin matrícula', 'líneas sin matrícula')}: ${listed(lines.map(String))}`,
} as const

/** Maximum plates named before paying. Others are counted. */
const MAX_NAMED = 5

/** Requesting the complete reports of several rows. The cost is stated once, before. */
export const completeRowsText = {
  title: (n: number): string =>
    n === 0
      ? 'No hay informes completos que pedir'
      : `Pedir ${byNumber(n, 'un informe completo', `${count(n)} informes completos`)}`,
  looking: 'Viendo cuáles hacen falta…',
  cost: (n: number, euros: string): string => byNumber(n, `Cuesta ${euros}`, `Cuestan ${euros}`),
  each: (n: number, euros: string): string => byNumber(n, '', `${count(n)} informes a ${euros} cada uno.`),
  plates: (n: number): string => byNumber(n, 'Matrícula', 'Matrículas'),
  /** «1070 NNN, 1028 GRL y 3 más». */
  plateNames: (vrms: readonly string[]): string => {
    const shown = vrms.slice(0, MAX_NAMED).map(displayPlate)
    const rest = vrms.length - shown.length
    return listed(rest > 0 ? [...shown, `${count(rest)} más`] : shown)
  },
  leftOutTitle: 'No se piden',
  leftOut: ({ leftOut, recentHours }: CompleteOffer): string[] => {
    const { recent, open, uncertain, unregistered } = leftOut
    const last = byNumber(recentHours, 'la última hora', `las últimas ${count(recentHours)} horas`)
    return [
      recent > 0 && `${count(recent)} con un informe de ${last}: está en su ficha`,
      open > 0 && `${count(open)} que ya se están pidiendo`,
      uncertain > 0 && `${count(uncertain)} que no sabemos si se pidieron: decídelo antes en su ficha`,
      unregistered > 0 && `${count(unregistered)} que Tráfico acaba de decir que no constan`,
    ].filter((line) => line !== false)
  },
  beyond: (n: number): string =>
    `De una vez se piden ${count(MAX_COMPLETE_AT_ONCE)} como mucho: ${byNumber(n, 'queda una para después', `quedan ${count(n)} para después`)}.`,
  month: (n: number, euros: string): string =>
    n === 0 ? 'Ninguno pedido' : `${plural(n, 'informe pedido', 'informes pedidos')} (${euros})`,
  after: 'Con estos',
  afterwards: (n: number, euros: string): string => `${plural(n, 'informe', 'informes')} (${euros})`,
  submit: (n: number, euros: string): string => `${byNumber(n, 'Pedirlo', 'Pedirlos')} por ${euros}`,
  submitDemo: (n: number): string => byNumber(n, 'Pedirlo', 'Pedirlos'),
  cancel: 'No pedir',
  close: 'Cerrar',
  asking: 'Pidiendo…',
  asked: (n: number): string =>
    n === 0
      ? 'Ya no hacía falta pedir ninguno'
      : byNumber(n, 'Un informe completo pedido', `${count(n)} informes completos pedidos`),
  changed: {
    title: 'El precio ha cambiado. No se ha pedido ninguno.',
    advice: 'Cierra y vuelve a abrir esta ventana para ver lo que cuesta ahora.',
  },
} as const

/** State of a row's complete report, short and in full for its title. */
export function completeWords({ state, checkedAt }: NonNullable<PlateListRow['complete']>): {
  short: string
  whole: string
} {
  switch (state) {
    case 'queued':
    case 'sending':
    case 'processing':
      return { short: 'pidiéndose', whole: 'El informe completo se está pidiendo' }
    case 'waiting':
      return { short: 'se reintenta', whole: 'La DGT no responde ahora: se pide otra vez sin que hagas nada' }
    case 'uncertain':
      return { short: '¿se pidió?', whole: 'No sabemos si se pidió: decídelo en su ficha' }
    case 'failed':
      return { short: 'no pedido', whole: 'No se ha pedido, y no se ha cobrado' }
    case 'unanswered':
      return { short: 'sin respuesta', whole: 'El informe completo llegó sin respuesta' }
    case 'done':
      return {
        short: checkedAt === null ? 'recibido' : fullDate(checkedAt),
        whole:
          checkedAt === null ? 'Recibido' : `Informe completo del ${fullDate(checkedAt)} ${clock(checkedAt)}`,
      }
  }
}

/** Short words for a row without a verdict. */
export function rowWords({ state, error }: Pick<PlateListRow, 'state' | 'error'>): string {
  if (state === 'waiting') return plateListText.waiting
  if (state === 'asked') return plateListText.asked
  return error?.code === 'cancelled' ? plateListText.cancelled : plateListText.unanswered
}
