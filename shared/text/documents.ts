import type { AppError } from '../bridge/result.ts'
import type { DocumentReading } from '../domain/procedures/document-file.ts'
import type { FoundPaper, GuessReason } from '../domain/procedures/recognise-document.ts'
import type { ServiceDocumentNameValues } from '../domain/service-document-name.ts'
import { clock, fullDate } from './dates.ts'
import { type ErrorText, errorTexts } from './errors.ts'
import { byNumber, count, lowerFirst, plural } from './grammar.ts'
import { ownDocumentLabel } from './labels.ts'
import { attachmentText } from './procedure.ts'
import { settingsText } from './settings.ts'

/**
 * Texts of documents: those of a draft, their guessed types and the tools on them, the PDF preview, and a ZIP of the
 * service's documents.
 */

/** «pegado 20-11-2026 14.05.09.png»: a pasted image has no name of its own. */
export function pastedName(at: number, extension: string): string {
  const seconds = String(new Date(at).getSeconds()).padStart(2, '0')
  return `pegado ${fullDate(at).replaceAll('/', '-')} ${clock(at).replace(':', '.')}.${seconds}.${extension}`
}

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/heic': 'HEIC',
}

export const bytesText = settingsText.bytes

/** «PDF · 1,2 MB», with the known facts. */
export const fileFacts = (mime: string | undefined, size: number | undefined): string =>
  [mime === undefined ? '' : (KINDS[mime] ?? mime), size ? bytesText(size) : ''].filter(Boolean).join(' · ')

/** Files of the scanner's folder. */
export const scansText = {
  button: (n: number) => (n === 0 ? 'Del escáner' : `Del escáner (${n})`),
  menu: 'Archivos del escáner',
  arrived: (names: readonly string[]) =>
    names.length === 1
      ? `Del escáner: «${names[0]}».`
      : `Del escáner: ${plural(names.length, 'archivo nuevo', 'archivos nuevos')}.`,
  add: 'Añadir aquí',
  addAll: (n: number) => `Añadir los ${n}`,
  dismissAll: 'No ofrecerlos más',
  dismissHelp: 'Se quedan en la carpeta.',
  cut: 'Puede estar cortado',
  gone: 'Ese archivo ya no está en la carpeta del escáner, o ha cambiado.',
  failed: 'No se ha podido leer el archivo del escáner. Prueba otra vez.',
  none: 'No ha llegado nada nuevo',
  noneHelp: 'Lo que escanees aparece aquí en unos segundos.',
  unreachable: 'La carpeta del escáner no responde',
  crowded: 'La carpeta tiene más de 1.000 archivos',
  advice: {
    unreachable: 'Comprueba que existe, y que el disco o la red están conectados.',
    crowded: 'Elige una con menos, o saca los antiguos.',
  },
  settings: 'Ver en Ajustes',
  folder: 'Carpeta del escáner',
  folderHelp:
    'La ruta completa. Lo que llegue se ofrece al borrador o al expediente que tengas abierto. Los archivos se quedan donde están.',
  search: 'escanear digitalizar documentos pdf red',
} as const

export const documentsText = {
  title: 'Documentos',
  list: 'Documentos de este borrador',
  /** Beside the title. */
  amount: (n: number, most: number) => (n > most * 0.8 ? `${n} de ${most} como mucho` : String(n)),
  none: 'Todavía no hay ninguno.',
  noneHelp: 'Arrástralos a cualquier parte de esta página, elígelos, o pega una imagen con Ctrl+V.',
  choose: 'Elegir archivos…',
  link: 'Añadir un enlace',
  limits: (bytes: number) => `PDF, JPEG, PNG o HEIC, hasta ${bytesText(bytes)} cada uno.`,
  drop: 'Suelta los documentos aquí',
  dropKinds: 'PDF, JPEG, PNG o HEIC. Las carpetas no: abre la carpeta y suelta los archivos.',
  folders: (names: readonly string[]): ErrorText => ({
    title: byNumber(names.length, `«${names[0]}» es una carpeta.`, `${names.length} de ellos son carpetas.`),
    advice: 'No se ha añadido. Ábrela y suelta aquí los archivos que hay dentro.',
  }),

  /** After the facts of a file: «Parece que lleva varios papeles: DNI (p. 1), permiso de circulación (p. 2)». */
  severalPapers: 'Parece que lleva varios documentos:',
  papers: (papers: readonly FoundPaper[]) =>
    papers.map(({ type, page }) => `${lowerFirst(ownDocumentLabel(type))} (p. ${page})`).join(', '),
  cut: 'Separar…',
  cutOf: (name: string) => `Separar ${name}`,

  guessed: 'deducido',
  guessedHelp: 'Tipo deducido. Revísalo.',
  guessedSome: (n: number) => plural(n, 'tipo deducido. Revísalo.', 'tipos deducidos. Revísalos.'),
  trust: 'Están bien',
  trusted: 'Tipos dados por buenos',
  type: (name: string, type: string) => `Tipo de ${name}: ${type}`,
  types: 'Tipo de documento',
  otherType: 'Escribir otro…',
  otherLabel: (name: string) => `Otro tipo para ${name}`,
  otherSave: 'Usar',
  viewOf: (name: string) => `Ver ${name}`,
  remove: (name: string) => `Quitar ${name}`,
  removed: (name: string) => `«${name}» quitado.`,
  undo: 'Deshacer',
  dismiss: 'Cerrar',
  fromLink: 'Enlace',
  atService: 'Ya está en el servicio',
  gone: 'Copia borrada de este equipo',
  uploaded: (n: number, of: number) => `${n} de ${of} subidos`,
  states: { kept: '', uploading: 'Subiendo', uploaded: 'Subido', refused: 'No aceptado' },
  uploadingOf: (sent: number, size: number) => `Subiendo ${bytesText(sent)} de ${bytesText(size)}`,
} as const

/** Names of files that contain documents. */
const CONTAINERS: readonly { names: RegExp; title: string; advice: string }[] = [
  {
    names: /\.(?:eml|msg|dat)$/i,
    title: 'Es un correo, no un documento.',
    advice: 'Ábrelo en tu programa de correo, guarda sus adjuntos y añádelos.',
  },
  {
    names: /\.(?:zip|rar|7z|gz)$/i,
    title: 'Es un archivo comprimido.',
    advice: 'Descomprímelo y añade los documentos que lleva dentro.',
  },
]

/** File that is neither a PDF nor a picture. Its name decides the advice. */
export const notAcceptedText = (name: string): ErrorText =>
  CONTAINERS.find(({ names }) => names.test(name)) ?? errorTexts['document-not-accepted']

/** Files being added. */
export const intakeText = {
  title: 'Añadiendo',
  waiting: 'En cola',
  bringing: (n: number) =>
    byNumber(
      n,
      'Añadiendo 1 documento. Se podrá enviar en cuanto termine.',
      `Añadiendo ${count(n)} documentos. Se podrá enviar en cuanto terminen.`,
    ),
  checking: 'Mirando qué es…',
  copying: (percent: number) => `Copiando · ${percent} %`,
  cancel: 'Cancelar',
  cancelOf: (name: string) => `Cancelar ${name}`,
  cancelled: 'Cancelado: no se ha añadido.',
  retry: 'Reintentar',
  retryOf: (name: string) => `Reintentar ${name}`,
  dismiss: (name: string) => `Quitar ${name} de la lista`,
  dismissShort: 'Quitar de la lista',
  repeated: (other: string) =>
    other === '' ? 'Ya estaba: es el mismo contenido.' : `Ya estaba: es el mismo contenido que «${other}».`,
  added: (n: number) => plural(n, 'documento añadido', 'documentos añadidos'),
  failed: (n: number) => plural(n, 'archivo no se ha añadido', 'archivos no se han añadido'),
  unreadable: {
    title: 'No se puede leer el archivo.',
    advice:
      'Se ha borrado, movido o cambiado desde que lo elegiste. Comprueba que sigue ahí y vuelve a elegirlo.',
  },
  tooLarge: (size: number, most: number): ErrorText => ({
    title: `Ocupa ${bytesText(size)} y el máximo son ${bytesText(most)}.`,
    advice: 'No se ha añadido. Escanéalo con menos resolución o divídelo en varios.',
  }),
} as const

export const linkText = {
  title: 'Enlace al documento',
  placeholder: 'https://…',
  help: 'El servicio lo descarga de ahí: tiene que abrirse sin contraseña.',
  plain: 'Empieza por http: viaja sin cifrar. Si el sitio tiene https, úsalo.',
  wrong: 'Pega el enlace entero: empieza por https:// y lleva a un archivo.',
  secret: 'El enlace lleva usuario o contraseña. Usa uno que se abra sin ellos.',
  missing: 'Pega un enlace.',
  add: 'Añadir',
  close: 'Cerrar',
  added: 'Enlace añadido',
} as const

export const checklistText = {
  title: 'Lo que suele pedirse',
  met: (met: number, of: number) => `${met} de ${of}`,
  have: 'Está',
  missing: 'Falta',
  unsure: 'Falta, o no se sabe de quién es',
  unsureNote:
    'El anverso y el reverso cuentan como un solo DNI. Si es de otra persona, elígela en la fila del documento.',
  note: 'Aconsejado, no obligatorio: puedes enviarlo sin ellos, pero suele volver con incidencia.',
  complete: 'Está todo lo que suele pedirse.',
} as const

export const previewText = {
  of: (name: string) => `Vista previa de ${name}`,
  bringing: 'Abriendo el documento…',
  large: 'Ver en grande',
  save: 'Guardar una copia',
  saved: 'Copia guardada',
  close: 'Cerrar',
  closePreview: 'Cerrar la vista previa',
  heicTitle: 'Las fotos HEIC no se pueden ver aquí.',
  heicBody: 'Está bien y se enviará tal cual. Guarda una copia para abrirla con otro programa.',
  brokenTitle: 'No hemos podido dibujar este documento.',
  brokenBody: 'Puede estar dañado. Guarda una copia y ábrela con otro programa antes de enviarlo.',
  protectedTitle: 'Este PDF pide una contraseña.',
  protectedBody: 'Quien lo reciba tampoco podrá abrirlo. Guárdalo sin contraseña y vuelve a añadirlo.',
  formTitle: 'Este formulario solo se ve con Acrobat.',
  formBody: 'Guarda una copia, ábrela con Acrobat, imprímela como PDF y añade ese.',
  retry: 'Reintentar',
} as const

/** Texts of the PDF preview. */
export const pdfText = {
  title: 'PDF oficial',
  of: (plate: string) => `PDF oficial de ${plate}`,
  bringing: 'Trayendo el PDF…',
  drawing: 'Preparando las páginas…',
  cancel: 'Cancelar',
  close: 'Cerrar',
  previous: 'Página anterior',
  next: 'Página siguiente',
  goToPage: 'Ir a la página',
  pageOf: (page: number, pages: number) => `Página ${page} de ${pages}`,
  ofPages: (pages: number) => `de ${pages}`,
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoom: (percent: number) => `${percent} %`,
  save: 'Guardar PDF',
  saved: 'PDF guardado',
  print: 'Imprimir',
  preparing: (n: number, of: number) => `Preparando ${n} de ${of} páginas para imprimir…`,
  rangeTitle: 'Imprimir una parte',
  rangeBody: (pages: number, most: number) =>
    `Este PDF tiene ${pages} páginas y desde aquí se imprimen ${most} como mucho cada vez. Para imprimirlo entero, guárdalo y ábrelo con tu lector de PDF.`,
  rangeFrom: 'De la página',
  rangeTo: 'A la página',
  rangeWrong: (pages: number) => `Escribe dos páginas entre la 1 y la ${pages}, la menor primero.`,
  rangeTooLong: (asked: number, most: number) => `Son ${asked} páginas: pide ${most} como mucho.`,
  tooLong: (pages: number) =>
    `Tiene ${pages} páginas, demasiadas para imprimirlas de una vez. Ábrelo e imprime las que necesites.`,
  pageBroken: (page: number) =>
    `La página ${page} no se ha podido dibujar. Guarda el PDF y ábrelo con tu lector.`,
  pageInPart: (page: number) =>
    `En la página ${page} falta algo que no se ha podido dibujar. Guarda el PDF y ábrelo con tu lector.`,
  pagesBroken: (n: number) =>
    byNumber(
      n,
      '1 página no se ha podido dibujar entera: su hoja lo dice.',
      `${n} páginas no se han podido dibujar enteras: sus hojas lo dicen.`,
    ),
  retry: 'Reintentar',
  /** Network and service errors. The general advice promises automatic retries. */
  advice: 'El informe sigue aquí. Reinténtalo cuando quieras: el PDF no se cobra otra vez.',
  protectedTitle: 'Este PDF pide una contraseña.',
  protectedAdvice: 'Aquí no se puede ver. Guárdalo y ábrelo con tu lector de PDF.',
  formTitle: 'Este formulario solo se ve con Acrobat.',
  formAdvice: 'Guárdalo, ábrelo con Acrobat e imprímelo como PDF.',
  brokenTitle: 'No hemos podido dibujar este PDF.',
  brokenAdvice: 'El archivo está bien guardado. Guárdalo y ábrelo con tu lector de PDF.',
} as const

/** Sample values for the name template in Ajustes. */
export const serviceDocumentNameSample: ServiceDocumentNameValues = {
  matricula: '1234BCD',
  bastidor: 'WVWZZZ1JZXW000001',
  documento: 'permiso-de-circulacion-provisional',
  fecha: '2026-11-20',
  cliente: 'Talleres Gómez',
  factura: 'F-2026-0859',
  expediente: '7f3a9c52',
}

/** Texts inside a ZIP of documents, and its name. */
export const serviceDocumentZipText = {
  one: (name: string) => `${name}.zip`,
  several: (date: string) => `documentos-${date}.zip`,
  readme: 'LEEME.txt',
  missing: (rows: readonly { name: string; error: AppError }[]): string =>
    [
      byNumber(
        rows.length,
        'Falta un documento que no se ha podido traer:',
        `Faltan ${rows.length} documentos que no se han podido traer:`,
      ),
      '',
      ...rows.map(({ name, error }) => `- ${name}: ${errorTexts[error.code].title}`),
      '',
      'El resto está completo. Puedes volver a guardar el ZIP más tarde.',
      '',
    ].join('\r\n'),
} as const

/** Reason of a guess, after «deducido». */
export const guessReasons = {
  text: 'por lo que pone',
  name: 'por el nombre',
  missing: 'es lo único que falta',
  none: 'no se sabe qué es',
} as const satisfies Record<GuessReason, string>

/** Findings of reading a file, with advice. */
export const readingTexts = {
  locked: {
    title: 'Pide una contraseña.',
    advice: 'Quien lo reciba no podrá abrirlo: guárdalo sin contraseña y vuelve a añadirlo.',
  },
  damaged: {
    title: 'No se puede abrir: puede estar dañado.',
    advice: 'Ábrelo en tu equipo; si tampoco se ve, pide otro antes de enviarlo.',
  },
  form: {
    title: 'Formulario que solo se ve con Acrobat.',
    advice: 'Ábrelo con Acrobat, imprímelo como PDF y añade esa copia.',
  },
  attached: {
    title: 'Lleva otros archivos dentro.',
    advice: 'Ábrelo con un lector de PDF, guarda los que hagan falta y añádelos aparte.',
  },
  long: {
    title: 'Tiene muchas páginas.',
    advice: 'Si lleva varios documentos, sepáralo por páginas.',
  },
  heic: {
    title: 'Foto HEIC: aquí no se puede ver ni girar.',
    advice: 'Se envía igual. Si la quieres revisar, guárdala como JPEG en el móvil.',
  },
} as const satisfies Record<Exclude<DocumentReading, 'scan' | 'slow'>, ErrorText>

/** Harmless findings, shown beside the size of the file. */
export const readingFacts = {
  scan: 'escaneado, sin texto',
  slow: 'demasiado grande para leerlo aquí',
} as const

export const recognitionText = {
  unknown: 'sin reconocer',
  quickHelp: 'Con la fila elegida, una cifra cambia su tipo:',
  retyped: (name: string, type: string) => `${name}: ${type}`,

  /** Files dropped on another step of the wizard. */
  dropped: (n: number) =>
    byNumber(n, 'Un archivo va a los documentos.', `${count(n)} archivos van a los documentos.`),
  seeDocuments: 'Ver los documentos',
  dismiss: 'Cerrar',

  shrink: 'Reducir y añadir',
  shrinkOf: (name: string) => `Reducir y añadir ${name}`,
  shrunk: (name: string) => `«${name}» reducida.`,
  notShrunk: {
    title: 'No se ha podido reducir.',
    advice: 'Vuelve a hacer la foto o guárdala más pequeña, y añádela otra vez.',
  },
} as const

/** Several documents for an open procedure. */
export const batchText = {
  list: 'Documentos por subir',
  readingOne: 'Mirando qué es…',
  waiting: 'En cola',
  sending: 'Entregando…',
  for: (name: string) => `Para qué es ${name}`,
  forProcedure: 'El expediente',
  forIncident: (title: string) => `Resuelve: ${title}`,
  remove: (name: string) => `Quitar ${name}`,
  removed: (name: string) => `${name} quitado`,
  addMore: 'Añadir más…',
  send: (n: number, solves: number) =>
    byNumber(
      n,
      solves > 0 ? attachmentText.sendAndSolve : attachmentText.send,
      [
        `Subir ${plural(n, 'documento', 'documentos')}`,
        solves > 0 && `resolver ${plural(solves, 'incidencia', 'incidencias')}`,
      ]
        .filter(Boolean)
        .join(' y '),
    ),
  sendLater: (n: number) =>
    byNumber(n, attachmentText.sendLater, `Dejar ${plural(n, 'documento', 'documentos')} por enviar`),
  each: 'Cada uno sale por separado y se ve su avance. Si uno falla, los demás siguen.',
  progress: (n: number, of: number, name: string) =>
    byNumber(of, attachmentText.receiving(name), `Entregando ${n} de ${of}: ${name}`),
  repeated: (names: readonly string[]) =>
    byNumber(
      names.length,
      `«${names[0]}» ya estaba: es el mismo contenido.`,
      `${names.length} ya estaban: son el mismo contenido.`,
    ),
  over: (incidents: readonly string[]) =>
    byNumber(
      incidents.length,
      `La incidencia «${incidents[0]}» ya no espera ningún documento. Lo que iba para ella queda para el expediente: revísalo antes de subirlo.`,
      `${count(incidents.length)} incidencias ya no esperan ningún documento. Lo que iba para ellas queda para el expediente: revísalo antes de subirlo.`,
    ),
  unclear: 'Varias incidencias piden este documento: elige cuál resuelve.',
  /** The procedure has ended, was cancelled or has gone since the documents were chosen. */
  ended: {
    title: 'Este expediente ya no admite documentos.',
    advice:
      'Ha terminado, se ha cancelado o ya no está en el servicio desde que los elegiste. No ha salido ninguno.',
  },
  problemOf: (name: string) => `${name}:`,
  folders: (names: readonly string[]) =>
    byNumber(
      names.length,
      `«${names[0]}» es una carpeta. Ábrela y suelta los archivos que hay dentro.`,
      `${names.length} de ellos son carpetas. Ábrelas y suelta los archivos que hay dentro.`,
    ),
  sent: (n: number) => plural(n, 'documento entregado', 'documentos entregados'),
  notSent: (n: number) => plural(n, 'documento sigue aquí', 'documentos siguen aquí'),
} as const

/** Tools for an unsent document. */
export const toolsText = {
  cut: 'Separar por páginas…',
  cutOf: (name: string) => `Separar por páginas ${name}`,
  turn: 'Girar y enderezar…',
  turnOf: (name: string) => `Girar y enderezar ${name}`,
  join: 'Unir imágenes en un PDF…',
  opening: 'Abriendo el documento…',
  close: 'Cerrar',
  cancel: 'Cancelar',
  working: 'Preparando…',
  kept: 'El original se conserva hasta que aceptes, y después se puede deshacer.',

  cutTitle: (name: string) => `Separar «${name}»`,
  cutHelp: 'Cada grupo será un documento. Pulsa entre dos páginas para cortar, o escribe los grupos.',
  signed: 'Está firmado: las partes no llevarán la firma.',
  signedAdvice: 'Si te piden el documento firmado, envíalo entero.',
  groups: 'Páginas de cada documento',
  groupsHelp: 'Por ejemplo: 1-2, 3, 4-6. Las que no pongas se quedan fuera.',
  groupsWrong: 'Escribe números de página y guiones, separados por comas.',
  groupsOutside: (last: number) => `El documento tiene ${plural(last, 'página', 'páginas')}.`,
  groupsTwice: (page: number) => `La página ${page} está dos veces.`,
  cutBefore: (page: number) => `Cortar antes de la página ${page}`,
  page: (n: number) => `Página ${n}`,
  pageBroken: 'No se ha podido dibujar.',
  pageInPart: 'Falta algo que no se ha podido dibujar.',
  pages: (first: number, last: number) => (first === last ? `Página ${first}` : `Páginas ${first} a ${last}`),
  parts: 'Documentos que salen',
  part: (n: number) => `Documento ${n}`,
  partType: (type: string, reason: string) => `${type} · ${reason}`,
  leftOut: (n: number) => byNumber(n, 'Una página se queda fuera.', `${count(n)} páginas se quedan fuera.`),
  suggested: 'Los cortes propuestos salen de lo que pone en cada página.',
  notSuggested: 'Las páginas no dicen dónde empieza cada documento: corta tú.',
  doCut: (n: number) => `Separar en ${plural(n, 'documento', 'documentos')}`,
  onePage: 'Solo tiene una página: no hay nada que separar.',
  tooManyParts: (n: number) => `Como mucho salen ${n} documentos de una vez.`,
  partName: (base: string, pages: string) => `${base} pág. ${pages}.pdf`,

  joinTitle: 'Unir imágenes en un PDF',
  joinHelp: 'Elige las imágenes y su orden: el anverso y el reverso de un DNI son un solo documento.',
  joinList: 'Imágenes, por orden',
  joinUse: (name: string) => `Usar ${name}`,
  joinUp: (name: string) => `Subir ${name}`,
  joinDown: (name: string) => `Bajar ${name}`,
  joinName: 'Nombre del PDF',
  perPage: 'Dos por página',
  joining: (n: number, of: number) => `Preparando ${n} de ${of}…`,
  doJoin: (n: number) => `Unir ${plural(n, 'imagen', 'imágenes')}`,
  joinNone: 'Elige al menos dos imágenes.',
  joinHeic: (n: number) =>
    byNumber(
      n,
      'Una foto HEIC no se puede unir: guárdala como JPEG.',
      `${count(n)} fotos HEIC no se pueden unir: guárdalas como JPEG.`,
    ),

  turnTitle: (name: string) => `Girar y enderezar «${name}»`,
  left: 'Girar a la izquierda',
  right: 'Girar a la derecha',
  straighten: 'Enderezar',
  degrees: (degrees: number) => `${degrees.toLocaleString('es-ES')}°`,
  reset: 'Dejarla como estaba',
  doTurn: 'Usar así',
  preview: (name: string) => `Así queda ${name}`,

  failed: {
    title: 'No se ha podido hacer.',
    advice: 'El original sigue como estaba. Prueba otra vez, o añádelo ya arreglado.',
  },
  slow: {
    title: 'Este archivo tarda demasiado para lo que ocupa.',
    advice: 'Lo hemos parado, y el original sigue como estaba. Ábrelo e imprímelo como PDF, y usa esa copia.',
  },
  gone: (name: string): ErrorText => ({
    title: `«${name}» no se puede leer.`,
    advice:
      'Se ha borrado, movido o cambiado desde que la elegiste. Quítala de la lista para unir las demás.',
  }),
  unseen: (name: string): ErrorText => ({
    title: `«${name}» no se puede ver.`,
    advice: 'Puede estar dañada o no ser de verdad un JPEG. Quítala de la lista para unir las demás.',
  }),
  replaced: (name: string, n: number) =>
    byNumber(n, `«${name}» cambiado.`, `«${name}» separado en ${count(n)}.`),
  joined: (n: number) => `${count(n)} imágenes unidas en un PDF.`,
  size: (bytes: number) => bytesText(bytes),
} as const
