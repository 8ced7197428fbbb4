import type { ErrorCode } from '../bridge/result.ts'
import { fullDate, datedMoment, dayMonth } from './dates.ts'
import { settingsText } from './settings.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, listed, lowerFirst, plural } from './grammar.ts'

/** Texts of the page of one procedure. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** «8 min», «2 h 10 min», «3 días 2 h»: duration in its two largest units. */
export function lasting(ms: number): string {
  const time = Math.max(0, ms)
  if (time < MINUTE) return 'menos de 1 min'
  if (time < HOUR) return `${Math.floor(time / MINUTE)} min`
  const [of, rest, unit] =
    time < DAY
      ? [`${Math.floor(time / HOUR)} h`, Math.floor((time % HOUR) / MINUTE), 'min']
      : [plural(Math.floor(time / DAY), 'día', 'días'), Math.floor((time % DAY) / HOUR), 'h']
  return rest === 0 ? of : `${of} ${rest} ${unit}`
}

/** Texts of the printed cover sheet of a case. */
export const coverSheetText = {
  action: 'Imprimir carátula',
  printed: (office: string, at: number): string =>
    [office, `Impresa ${datedMoment(at)}`].filter(Boolean).join(' · '),
  code: 'Abre el expediente con un lector',
  codeLabel: 'Código QR del expediente',
  state: 'Estado',
  carries: 'Lo lleva',
  created: 'Creado',
  deadline: (label: string): string => `Plazo del ${lowerFirst(label)}`,
  papers: 'Documentos',
  paper: 'Documento',
  standing: 'Cómo está',
  have: 'Lo tenemos',
  unsure: 'Por ver: hay un documento de identidad sin asignar',
  missing: 'Falta',
  sent: 'Enviado',
  noPapers: 'Ninguno todavía.',
  notes: 'Notas',
  hidden: 'Sin nombres ni NIF: están ocultos en las listas. Se pueden escribir a mano.',
} as const

export const procedureText = {
  actions: 'Más acciones',
  copySummary: 'Copiar resumen',
  summaryCopied: 'Resumen copiado',
  openWeb: 'Abrir en la web',
  openingWeb: 'Pidiendo el enlace…',
  webOpened: 'Abierto en el navegador',
  webBlocked: 'El navegador no ha dejado abrir la pestaña.',
  webAgain: 'Abrir ahora',
  pin: 'Conservar en este equipo',
  pinHelp: 'Seguirá aquí aunque termine hace mucho.',
  unpin: 'Dejar de conservar',
  pinnedWhy: (why: string) => (why === '' ? 'Se conserva en este equipo.' : `Se conserva: ${why}`),
  pinTitle: 'Conservar este expediente',
  pinBody: 'Los expedientes terminados salen de este equipo pasados los días de Ajustes. Este no.',
  pinWhy: 'Por qué (opcional)',
  pinDone: 'Se conservará en este equipo',
  unpinDone: 'Ya no se conserva más que los demás',
  assign: 'Asignar…',
  assigned: (person: string) => (person === '' ? 'Ya no lo lleva nadie' : `Lo lleva ${person}`),
  mark: 'Marcar',
  unmark: 'Quitar la marca',
  marked: 'Marcado',
  mute: 'Silenciar avisos',
  unmute: 'Volver a avisar',
  muted: 'Avisos silenciados',
  copyPlate: 'Copiar matrícula',
  cancel: 'Cancelar',
  reason: 'Motivo:',
  noReason: 'No consta el motivo.',
  cancelled: 'El expediente está anulado.',
  carriedBy: (person: string) => `Lo lleva ${person}`,
} as const

/**
 * «Lo está viendo Ana», «Lo están viendo Ana y otro puesto».
 * @param people names; an empty one is a PC without a name
 */
export function viewersText(people: readonly string[]): string {
  const names = people.filter((person) => person !== '')
  const unnamed = people.length - names.length
  if (unnamed > 0) names.push(byNumber(unnamed, 'otro puesto', `otros ${unnamed} puestos`))
  if (names.length === 0) return ''
  return `${byNumber(people.length, 'Lo está viendo', 'Lo están viendo')} ${listed(names)}`
}

/** Progress through the states. */
export const trackText = {
  title: 'Recorrido',
  to: 'por llegar',
  earlier: (n: number) => plural(n, 'paso antes', 'pasos antes'),
} as const

/** *Plazo legal*: legal days from the contract. */
export const clockText = {
  title: 'Plazo legal',
  left: (days: number) => (days === 0 ? 'termina hoy' : byNumber(days, 'queda 1 día', `quedan ${days} días`)),
  over: (days: number) => byNumber(days, 'pasado hace 1 día', `pasado hace ${days} días`),
  ended: 'terminado',
  contract: (at: number) => `Contrato del ${fullDate(at)}.`,
  seller: (last: number, days: number) =>
    days < 0
      ? `El plazo del transmitente para comunicar la venta venció el ${dayMonth(last)}.`
      : `El transmitente comunica la venta hasta el ${dayMonth(last)}.`,
  buyer: (last: number, days: number) =>
    days < 0
      ? `El del adquirente para solicitar el cambio venció el ${dayMonth(last)}.`
      : `El adquirente solicita el cambio hasta el ${dayMonth(last)}.`,
  closed: (day: number) => `Terminó el día ${day} desde el contrato.`,
  today: (day: number) => `hoy, día ${day}`,
  closedMark: (day: number) => `día ${day}`,
  mark: (days: number, last: number) => `${days} · ${dayMonth(last)}`,
  label: (day: number, most: number, deadlines: readonly { days: number; party: 'seller' | 'buyer' }[]) =>
    [
      `Día ${day} de ${most}.`,
      ...deadlines.map(
        ({ days, party }) => `Límite del ${party === 'seller' ? 'transmitente' : 'adquirente'}, día ${days}.`,
      ),
    ].join(' '),
  none: 'Apunta la fecha del contrato y aquí verás los 10 y los 30 días.',
  add: 'Apuntar la fecha',
  invalid: (typed: string) => `«${typed}» no es una fecha. Corrígela en Apuntes.`,
  future: (typed: string) => `«${typed}» todavía no ha llegado. Corrígela en Apuntes.`,
} as const

/** Data that the office writes about a procedure. */
export const casesText = {
  title: 'Apuntes de la oficina',
  private: 'De la oficina: el servicio no lo recibe.',
  none: 'Nada apuntado todavía.',
  edit: 'Editar',
  start: 'Apuntar',
  done: 'Listo',
  show: 'Mostrar NIF',
  hide: 'Ocultar NIF',
  hidden: 'NIF oculto',
  dealer: 'Ver todo lo de este cliente',
  saving: 'Guardando…',
  saved: 'Guardado en este equipo',
  failed: 'No se ha guardado.',
  retry: 'Reintentar',
  unreadable: 'No se han podido leer los apuntes.',
  labels: 'Etiquetas',
  addLabel: 'Añadir etiqueta',
  newLabel: 'Etiqueta nueva',
  removeLabel: (label: string) => `Quitar la etiqueta ${label}`,
  labelAdded: (label: string) => `Etiqueta «${label}» añadida`,
  labelRemoved: (label: string) => `Etiqueta «${label}» quitada`,
  save: 'Añadir',
  verdict: 'Veredicto de la matrícula',
  verdictNone: 'Sin consultar todavía.',
  consult: 'Consultar',
} as const

/** Notes of a procedure. */
export const notesText = {
  title: 'Notas',
  field: 'Nota',
  placeholder: 'Escribe una nota. Con @ mencionas a un compañero.',
  add: 'Añadir nota',
  save: 'Guardar',
  cancel: 'Cancelar',
  none: 'Sin notas todavía.',
  list: 'Notas, la última primero',
  /** «Marta · hoy, 10:20». */
  line: (author: string, when: string) => [author, when].filter(Boolean).join(' · '),
  edited: (when: string) => `Cambiada ${when}`,
  editedShort: 'cambiada',
  editOf: (line: string) => `Cambiar la nota: ${line}`,
  removeOf: (line: string) => `Quitar la nota: ${line}`,
  added: 'Nota añadida',
  saved: 'Nota guardada',
  removed: 'Nota quitada',
  restored: 'Nota recuperada',
  undo: 'Deshacer',
  failed: 'No se ha guardado. Lo escrito sigue aquí.',
  changed: 'La nota ha cambiado mientras la escribías. Lo tuyo sigue en el campo.',
  theirs: 'Ahora dice:',
  saveMine: 'Guardar lo mío',
  gone: 'Alguien ha quitado esta nota. Lo tuyo sigue en el campo.',
  addMine: 'Añadirla como nota nueva',
  people: 'Compañeros',
  peopleCount: (n: number) => (n === 0 ? '' : `${plural(n, 'compañero', 'compañeros')} en la lista`),
} as const

/** Values of a procedure that were replaced, on any PC of the office. */
export const historyText = {
  open: 'Valores anteriores…',
  title: 'Valores anteriores',
  none: 'Nada se ha cambiado desde que se comparte.',
  value: (label: string, value: string) => `${label}: ${value}`,
  /** «Marta · hoy 10:20». */
  line: (who: string, when: string) => `${who} · ${when}`,
  here: 'En este equipo',
  elsewhere: 'En otro equipo',
  label: 'Etiqueta',
  note: 'Nota',
  assigned: 'Lleva',
  restore: 'Recuperar',
  restoreOf: (label: string, value: string) => `Recuperar ${label}: ${value}`,
  restored: (label: string) => `${label}: valor recuperado`,
  busy: 'Un momento…',
  close: 'Cerrar',
} as const

/** Names of data that only procedures have. */
export const extraLabels = {
  recipient: 'Destinatario',
  recipientAddress: 'Dirección de envío',
  metadata: (name: string) => `Dato «${name}»`,
} as const

/** Plate assigned to a registration. */
export const assignedText = {
  title: 'Matrícula asignada',
  line: (when: string, vin: string) => [when, vin && `bastidor ${vin}`].filter(Boolean).join(' · '),
  copy: 'Copiar matrícula',
  tell: 'Avisar al cliente',
} as const

/** Incidents and their actions. */
export const incidentText = {
  solveWith: 'Subir y resolver',
  copyMessage: 'Pedir al cliente',
  copyMessageHelp: 'Un mensaje para el cliente: lo copias, o lo abres en tu correo o en WhatsApp.',
  noIdentity: 'El servicio no le da identificador: no se puede resolver desde aquí.',
} as const

/** Attachments to an open procedure. */
export const attachmentText = {
  title: 'Entregas',
  add: 'Añadir',
  addTitle: 'Añadir un documento',
  drop: 'Suelta aquí uno o varios, elígelos o pega una imagen con Ctrl+V.',
  choose: 'Elegir archivos…',
  dropVeil: 'Suelta los documentos aquí',
  dropDetail: 'PDF, JPEG, PNG o HEIC.',
  send: 'Subir',
  sendAndSolve: 'Subir y marcar como resuelta',
  sendLater: 'Dejar por enviar',
  offline: 'Sin conexión: queda por enviar, y sale cuando pulses Enviar ahora.',
  solveWithout: 'Marcar como resuelta sin documento',
  solveHelp: 'El operador la revisará de nuevo. Hazlo si ya lo has arreglado por otro lado.',
  close: 'Cerrar',
  cancel: 'Cancelar',
  cancelled: 'Cancelado: no ha llegado a salir entero, y no se ha enviado.',
  uploadingOf: (sent: number, size: number) => `${settingsText.bytes(sent)} de ${settingsText.bytes(size)}`,
  receiving: (name: string) => `Leyendo ${name}…`,
  document: (name: string, type: string) => `${name} · ${type}`,
  leaving: (seconds: number) =>
    seconds > 0 ? `Se marca como resuelta en ${seconds} s` : 'Se marca como resuelta ahora',
  leavingBody: 'Todavía no ha salido nada.',
  undo: 'Deshacer',
  undone: 'Deshecho: la incidencia sigue abierta.',
  queued: 'Queda por enviar.',
  states: {
    queued: 'Queda por enviar: no había conexión.',
    uploading: 'Subiendo al servicio…',
    solving: 'Marcando la incidencia como resuelta…',
    doubt: 'No sabemos si el servicio lo recibió. Se mira antes de repetir nada.',
    failed: 'No se ha podido.',
    done: 'Entregado. El servicio lo está mirando.',
  },
  doneSolved: 'Marcada como resuelta.',
  doneUploaded: 'El servicio lo ha recibido.',
  send_now: 'Enviar ahora',
  check: 'Comprobar',
  again: 'Enviar otra vez',
  drop_it: 'Descartar',
  dropped: 'Descartado: no se hará nada más con ello.',
  hide: 'Quitar de la lista',
  of: (way: string, name: string) => `${way}: ${name}`,
  queuedHelp: 'Con conexión, sale cuando pulses Enviar ahora.',
} as const

/** Errors of an attachment. Only the user retries. */
export const attachmentErrors: Partial<Record<ErrorCode, ErrorText>> = {
  timeout: { title: 'El servicio no ha contestado a tiempo.', advice: '' },
  unreachable: { title: 'No se ha podido conectar.', advice: 'El documento sigue en este equipo.' },
  'service-failed': {
    title: 'El servicio ha fallado.',
    advice: 'No es cosa tuya: prueba otra vez dentro de un rato.',
  },
  'too-late': {
    title: 'Ya había salido entero.',
    advice: 'Se mira si el servicio lo ha recibido antes de hacer nada más.',
  },
  'document-rejected': {
    title: 'El servicio no ha aceptado este documento.',
    advice: 'La incidencia sigue abierta. Descártalo y sube otro.',
  },
}

/** Documents of a procedure. */
export const serviceDocumentsText = {
  client: 'Documentos enviados',
  generated: 'Documentos listos',
  noneClient: 'Ninguno todavía.',
  noneGenerated: 'Ninguno todavía. Aparecen aquí según los emite el servicio.',
  unreadable: 'No se ha podido leer la lista de documentos.',
  columns: { name: 'Documento', fileName: 'Se guardará como', size: 'Tamaño', at: 'Recibido' },
  open: (name: string) => `Ver ${name}`,
  save: (name: string) => `Guardar ${name}`,
  saved: (name: string) => `Guardado: ${name}`,
  kept: 'En este equipo',
  saveAll: 'Guardar todos (ZIP)',
  saveAllShort: 'Guardar todos',
  savingAll: 'Preparando el ZIP…',
  savedAll: 'ZIP guardado',
  printAll: 'Imprimir',
  printing: (n: number, of: number) => `Preparando ${n} de ${of} para imprimir…`,
  notPrinted: (n: number) =>
    byNumber(
      n,
      '1 documento no se puede imprimir desde aquí.',
      `${n} documentos no se pueden imprimir desde aquí.`,
    ),
  tooLong: (n: number) =>
    byNumber(
      n,
      '1 documento no cabe con los demás por sus páginas: ábrelo e imprímelo aparte.',
      `${n} documentos no caben con los demás por sus páginas: ábrelos e imprímelos aparte.`,
    ),
  keep: 'Traer a este equipo',
  keepHelp: 'Cifrados, para leerlos también sin conexión.',
  keeping: 'Trayendo los documentos…',
  keptAll: (n: number) => `${plural(n, 'documento', 'documentos')} en este equipo`,
  drop: 'Quitar de este equipo',
  dropped: 'Los documentos ya no ocupan sitio en este equipo',
  more: 'Más sobre los documentos',
  unnamed: 'Documento sin nombre',
  offline: 'Sin conexión: solo se pueden ver los que están en este equipo.',
  notKeptOffline: 'Este documento no está en este equipo y no hay conexión.',
  notKeptAdvice: 'Cuando vuelva, ábrelo otra vez o tráelos todos a este equipo.',
  queueKeep: 'Traerlos cuando vuelva la conexión',
  queued: 'Se traerán cuando vuelva la conexión.',
  coming: (n: number) =>
    byNumber(n, 'Trayendo 1 documento a este equipo…', `Trayendo ${n} documentos a este equipo…`),
  failed: 'No se pudo traer',
  preview: (name: string) => `Vista previa de ${name}`,
  close: 'Cerrar',
  saveOne: 'Guardar',
  otherProgram: 'Guárdalo y ábrelo con otro programa.',
  cancel: 'Cancelar',
} as const

/** Errors of a document. */
export const serviceDocumentErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'not-a-pdf': {
    title: 'Lo que ha llegado no es un documento.',
    advice:
      'El servicio ha mandado otra cosa en su lugar. Prueba más tarde; si se repite, avisa al operador.',
  },
  'not-found': {
    title: 'El servicio ya no tiene ese documento.',
    advice: 'Actualiza el expediente para ver los que hay.',
  },
}

/** Errors of the web page of a procedure. */
export const webErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'bad-address': {
    title: 'El enlace del servicio no lleva a su propia web.',
    advice: 'No se ha abierto. Avisa al operador.',
  },
}
