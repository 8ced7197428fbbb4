import type { CaseColumn, CaseMatch, CaseSort } from '../bridge/cases.ts'
import { clock, fullDate, sameDay, datedMoment } from './dates.ts'
import { byNumber, count, lowerFirst, plural } from './grammar.ts'

/** Texts of Expedientes: the list, its views, bulk actions and search, and its exported table. */

const files = (n: number) => plural(n, 'expediente', 'expedientes')

/** Texts of an export of Expedientes in progress. */
export const caseTransferText = {
  saving: {
    'cases.csv': 'Guardando el CSV…',
    'cases.xlsx': 'Guardando el libro de Excel…',
    'service-documents.zip': 'Reuniendo los documentos en un ZIP…',
  },
  saved: {
    'cases.csv': 'CSV guardado',
    'cases.xlsx': 'Libro de Excel guardado',
    'service-documents.zip': 'ZIP guardado',
  },
} as const

export const caseColumnLabels: Readonly<Record<CaseColumn, string>> = {
  plate: 'Matrícula',
  status: 'Estado',
  waiting: 'Desde',
  type: 'Trámite',
  vehicle: 'Vehículo',
  incident: 'Qué falta',
  client: 'Cliente',
  parties: 'Transmitente → adquirente',
  invoice: 'Factura',
  labels: 'Etiquetas',
  assigned: 'Lleva',
  deadline: 'Plazo legal',
  created: 'Creado',
  id: 'ID',
}

export const caseSortNames: Record<CaseSort['by'], string> = {
  recent: 'Lo último añadido',
  changed: 'Último cambio',
  waiting: 'Tiempo en su estado',
  vrm: 'Matrícula',
  client: 'Cliente',
  status: 'Estado',
  deadline: 'Plazo legal',
}

export const casesText = {
  list: 'Expedientes de este equipo',
  search: 'Buscar en Expedientes',
  placeholder: 'Matrícula, cliente, teléfono…',
  filters: 'Filtros',
  more: 'Más',
  moreLabel: 'Más filtros',
  marked: 'Marcados',
  mine: 'Lo mío',
  unassigned: 'Sin asignar',
  carriedBy: (person: string) => `Lleva: ${person}`,
  open: 'Abiertos',
  ended: 'Terminados',
  openCount: (n: number): string => plural(n, 'abierto', 'abiertos'),
  foundCount: (n: number): string => `${count(n)} en abiertos y terminados`,
  quiet: (days: number) => `Sin cambios ${days} días`,
  endedToday: 'Terminados hoy',
  deadline: (days: number) => `Plazo en ${days} días`,
  drop: (name: string) => `Quitar el filtro ${name}`,
  columns: 'Columnas y orden',
  add: 'Añadir por ID o enlace',
  export: (picked: number): string => (picked === 0 ? 'Exportar' : `Exportar (${count(picked)})`),
  exportLabel: (picked: number): string =>
    picked === 0
      ? 'Exportar lo que se ve'
      : byNumber(picked, 'Exportar el elegido', `Exportar los ${count(picked)} elegidos`),
  csv: 'CSV',
  csvMeans: 'Para cualquier hoja de cálculo',
  xlsx: 'Excel',
  xlsxMeans: 'Libro .xlsx',
  print: 'Imprimir',
  printMeans: 'La lista, en papel',
  loading: 'Leyendo…',
  failed: 'No se ha podido leer la lista.',
  blank: 'Leyendo…',
  pick: (name: string) => `Elegir ${name}`,
  pickAll: 'Elegir todos los que encuentra',
  nameless: 'Sin matrícula',
  isMarked: 'Marcado',
  notRead: (when: string) => `No se pudo leer; visto ${when}`,
  neverRead: 'Todavía no se ha podido leer',
  gone: 'Ya no está en el servicio',
  incidents: (first: string, n: number) => byNumber(n, first, `${first} y ${count(n - 1)} más`),
  legalShort: 'Plazo',
  legalDay: (days: number) => {
    if (days < 0) return byNumber(-days, 'venció ayer', `venció hace ${count(-days)} días`)
    if (days === 0) return 'vence hoy'
    return byNumber(days, 'vence mañana', `en ${count(days)} días`)
  },
  shown: (from: number, to: number, total: number) =>
    total === 0 ? files(0) : `${count(from)}–${count(to)} de ${count(total)}`,
  pickKey: 'elegir',
  openKey: 'abrir',
  preview: 'vista previa',
  space: 'Espacio',
  allKeys: 'todas las teclas',
  emptyTitle: 'Aún no hay expedientes.',
  emptyBody:
    'Abre uno nuevo. Si se creó en otro sitio, añádelo por su ID o su enlace: Ventanilla lo sigue y te avisa de cada cambio.',
  emptyRestore: 'Restaurar una copia',
  noneTitle: 'Ninguno con este filtro.',
  noneInView: (view: string) => `Ninguno en «${view}».`,
  noneText: (text: string) => `Nada coincide con «${text}».`,
  noneBody: 'Quita lo que sobre:',
  noneBodyView: 'Es buena señal, o todavía no hay ninguno así.',
  noneMine: 'Con A, en un expediente o en la lista, se elige quién lo lleva.',
  noneMineUnnamed: 'Escribe tu nombre en Ajustes: con A se elige quién lleva cada expediente.',
  toName: 'Escribir mi nombre',
  without: (name: string) => `Sin «${name}»`,
  dropText: 'Borrar la búsqueda',
  dropAll: 'Ver todos',
  online: (age: string) => `Leído del servicio ${age}`,
  offline: (when: string) => `Sin conexión: datos de ${when}`,
  offlineNever: 'Sin conexión: datos de este equipo',
  seenAt: (at: number, now: number) => (sameDay(at, now) ? `a las ${clock(at)}` : datedMoment(at)),
} as const

/** Bulk actions. */
export const selectionText = {
  label: 'Elegidos',
  amount: (n: number) => plural(n, 'elegido', 'elegidos'),
  everything: (n: number) => `${count(n)} elegidos, todos los que encuentra`,
  mark: 'Marcar',
  unmark: 'Quitar la marca',
  labels: 'Etiquetar',
  assign: 'Asignar',
  copy: 'Copiar resumen',
  refresh: 'Actualizar',
  serviceDocuments: 'Descargar documentos',
  more: 'Más acciones',
  exportCsv: 'Exportar a CSV',
  exportXlsx: 'Exportar a Excel',
  clear: 'Dejar de elegir',
  picked: (n: number) => (n === 0 ? 'Ninguno elegido' : plural(n, 'elegido', 'elegidos')),
  tooManyToDrop:
    'Son más de 10.000: no se puede dejar fuera a uno. Acota con un filtro lo que quieres elegir.',
  tooManyBetween: 'Hay más de 10.000 entre los dos. Elige todos con Ctrl A o acota con un filtro.',
  marked: (n: number) => plural(n, 'expediente marcado', 'expedientes marcados'),
  unmarked: (n: number) => plural(n, 'marca quitada', 'marcas quitadas'),
  labelled: (n: number) => `Etiquetas cambiadas en ${files(n)}`,
  assigned: (n: number, person: string) =>
    person === '' ? `${files(n)} sin asignar` : `${files(n)}: lo lleva ${person}`,
  nothing: 'No había nada que cambiar',
  undo: 'Deshacer',
  undone: 'Deshecho',
  refreshed: (n: number) =>
    n === 0 ? 'No hay nada que preguntar al servicio' : `Se preguntará al servicio por ${files(n)}`,
  refreshedOffline: (n: number) => `Sin conexión: se preguntará por ${files(n)} cuando vuelva`,
  copied: (n: number) => byNumber(n, 'Resumen copiado', `${count(n)} resúmenes copiados`),
  copyMost: (n: number) => `Se copian como mucho ${count(n)} de una vez. Elige menos.`,
  cancel: 'Cancelar',
  confirmTitle: (n: number) => `¿Cambiar ${files(n)} de una vez?`,
  confirmBody: 'Son demasiados para poder deshacerlo después.',
  confirmKeep: 'Dejarlo como está',
  confirmDo: (n: number) => `Cambiar los ${count(n)}`,
} as const

export const labelText = {
  title: (n: number) => `Etiquetar ${files(n)}`,
  field: 'Buscar o crear una etiqueta',
  help: 'Con Intro se pone o se quita. Las etiquetas se quedan en la oficina.',
  list: 'Etiquetas',
  create: (name: string) => `Crear «${name}»`,
  none: 'Todavía no hay etiquetas. Escribe la primera.',
  all: 'la tienen todos',
  some: 'la tienen algunos',
  will: 'se pondrá',
  wont: 'se quitará',
  tooLong: 'Una etiqueta tiene como mucho 40 letras.',
  apply: 'Guardar etiquetas',
  cancel: 'Cancelar',
} as const

/** Chooser of the person who has some procedures. */
export const assignText = {
  title: (n: number) => (n === 1 ? '¿Quién lo lleva?' : `¿Quién lleva ${files(n)}?`),
  field: 'Nombre',
  help: 'Intro lo asigna al que está marcado. También puedes escribir otro nombre.',
  unnamed: 'Para asignártelo con una tecla, escribe tu nombre en Ajustes.',
  list: 'Personas',
  me: 'yo',
  nobody: 'Nadie',
  create: (name: string) => `Otra persona: ${name}`,
  now: 'lo lleva ahora',
  note: 'Nota (opcional)',
  noteHelp: 'Se añade a las notas.',
  apply: 'Asignar',
  cancel: 'Cancelar',
} as const

export const viewText = {
  save: 'Guardar vista',
  saveMeans: 'Este filtro, con su orden y sus columnas',
  update: 'Guardar los cambios',
  options: 'Opciones de la vista',
  changed: 'con cambios',
  reset: 'Dejarla como estaba',
  rename: 'Cambiar el nombre',
  up: 'Subir',
  down: 'Bajar',
  remove: 'Eliminar la vista',
  name: 'Nombre',
  nameHelp: 'Aparecerá bajo Expedientes, solo en esta cuenta y este equipo.',
  missing: 'Ponle un nombre.',
  long: 'El nombre tiene como mucho 60 letras.',
  taken: 'Ya hay una vista con ese nombre.',
  titleNew: 'Guardar vista',
  titleRename: 'Cambiar el nombre de la vista',
  submitNew: 'Guardar vista',
  submitRename: 'Cambiar el nombre',
  cancel: 'Cancelar',
  saved: (name: string) => `Vista «${name}» guardada`,
  removed: (name: string) => `Vista «${name}» eliminada`,
  undo: 'Deshacer',
} as const

export const columnsText = {
  title: 'Columnas y orden',
  intro: 'Se recuerdan en cada vista.',
  columns: 'Columnas',
  up: (name: string) => `Subir ${name}`,
  down: (name: string) => `Bajar ${name}`,
  sort: 'Ordenar por',
  direction: 'Sentido',
  ascending: 'Ascendente',
  descending: 'Descendente',
  close: 'Hecho',
  atLeastOne: 'Tiene que quedar al menos una.',
  below: 'en la segunda línea',
  hidden: 'en ventanas más anchas',
} as const

export const previewText = {
  label: 'Vista previa',
  close: 'Cerrar la vista previa',
  incidents: 'Qué falta',
  noIncidents: 'Nada pendiente de ti que sepamos.',
  deadline: 'Plazo legal',
  notes: 'Notas',
  noNotes: 'Sin notas.',
  hiddenNotes: 'Ocultas, como los nombres. Abre el expediente para leerlas.',
  labels: 'Etiquetas',
  data: 'Datos',
  client: 'Cliente',
  invoice: 'Factura',
  open: 'Abrir',
  failed: 'No se ha podido leer.',
  nobody: 'Elige una fila para ver su resumen.',
} as const

export const printText = {
  title: (view: string) => `Expedientes · ${view}`,
  made: (at: number) => `${fullDate(at)} ${clock(at)}`,
  amount: (n: number) => files(n),
  cut: (shown: number, total: number) =>
    `Se imprimen los primeros ${count(shown)} de ${count(total)}: acota con un filtro para ver el resto.`,
  preparing: 'Preparando la lista para imprimir…',
  filter: 'Filtro:',
  chosen: 'los elegidos',
} as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** «40 min», «5 h», «3 d»: duration of a state in a column. Empty for a future moment. */
export function waitingFor(since: number, now: number): string {
  const age = now - since
  if (!(age >= -MINUTE)) return ''
  if (age < MINUTE) return 'ahora'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return `${count(Math.floor(age / DAY))} d`
}

/** Texts of the search of Expedientes: its help, and the place of a match. */
export const caseSearchText = {
  help: 'Qué se puede buscar',
  helpTitle: 'Busca por lo que sepas',
  helpIntro: 'Varias palabras, en cualquier orden y sin tildes. Bastan tres letras de en medio.',
  helpEnter: 'Si solo queda uno, Intro lo abre.',
  /** Kinds of searches, each with an example. */
  helpRows: [
    ['El vehículo', 'kangoo, renault clio'],
    ['La matrícula o el bastidor', '1234 BCD, …4711'],
    ['El cliente o una parte', 'lozano, ana garcía, 12345678Z'],
    ['Su teléfono o su correo', '612 34 56 78, ana@'],
    ['La factura', 'F-2026/0859'],
    ['Una etiqueta', 'urgente'],
    ['Una nota', 'llamar antes'],
    ['Un documento', 'contrato.pdf'],
    ['Varias cosas a la vez', 'golf lozano'],
  ] as const,
  /** Name of a match that no column shows. */
  match: {
    notes: 'nota',
    document: 'documento',
    email: 'correo',
    phone: 'teléfono',
    sellerTaxId: 'NIF del transmitente',
    buyerTaxId: 'NIF del adquirente',
  } satisfies Record<CaseMatch['field'], string>,
  client: 'cliente',
  seller: 'transmitente',
  buyer: 'adquirente',
  vehicle: 'vehículo',
  invoice: 'factura',
  label: 'etiqueta',
  vin: 'bastidor',
  id: 'ID',
  /** End of an identifier: «…78Z». */
  tail: (end: string) => (end === '' ? '' : `…${end}`),
  /** Replaces a name, a note or a file name while names are hidden. */
  hidden: 'oculto',
  person: (name: string) => `De ${name}`,
} as const

/** Conditions on the past of a procedure: chips of Expedientes that *Cifras* opens. */
export const casePastText = {
  client: (name: string) => `Cliente: ${name}`,
  began: (months: string) => `Empezados en ${months}`,
  closed: (months: string) => `Terminados en ${months}`,
  left: (state: string, months: string) => `Dejaron de estar ${lowerFirst(state)} en ${months}`,
  incident: (cause: string, state: 'open' | 'solved' | 'gone' | undefined, months: string) =>
    `Incidencia ${state === undefined ? '' : `${STATES[state]} `}«${lowerFirst(cause) || 'sin causa'}» de ${months}`,
} as const

const STATES = { open: 'sin resolver', solved: 'resuelta', gone: 'retirada' } as const

/** Headers of the exported list. Each column holds one value, so values that the list combines are separate. */
const headers: Readonly<Record<CaseColumn, readonly string[]>> = {
  plate: ['Matrícula', 'Bastidor'],
  type: ['Trámite'],
  status: ['Estado'],
  incident: ['Incidencia', 'Incidencias abiertas'],
  waiting: ['En ese estado desde'],
  vehicle: ['Vehículo'],
  client: ['Cliente'],
  parties: ['Transmitente', 'Adquirente o titular'],
  invoice: ['N.º de factura'],
  labels: ['Etiquetas'],
  assigned: ['Lleva'],
  deadline: ['Plazo legal'],
  created: ['Creado'],
  id: ['ID'],
}

const fileDate = (at: number): string => fullDate(at).split('/').toReversed().join('-')

/** Texts of the exported list of Expedientes. */
export const caseTableText = {
  headers: (column: CaseColumn): readonly string[] => headers[column],
  sheet: 'Expedientes',
  filename: (extension: 'csv' | 'xlsx', now: number): string => `expedientes-${fileDate(now)}.${extension}`,
} as const
