import type { DocumentReading } from '../domain/procedures/document-file.ts'
import type { GuessReason } from '../domain/procedures/recognise-document.ts'
import { bytesText } from './documents.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, count, plural } from './grammar.ts'
import { attachmentText } from './procedure.ts'

/** Texts of documents before they are sent: guessed types, several at once, and tools. */

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
