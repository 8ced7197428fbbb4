import type { AppError } from '../bridge/result.ts'
import type { ServiceDocumentNameValues } from '../domain/service-document-name.ts'
import { clock, fullDate } from './dates.ts'
import { type ErrorText, errorTexts } from './errors.ts'
import { byNumber, count, plural } from './grammar.ts'
import { settingsText } from './settings.ts'

/** Texts of documents: those of a draft, the PDF preview, and a ZIP of the service's documents. */

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
    'El anverso y el reverso cuentan como un solo DNI. Si es de otra persona, dilo en el nombre del archivo («DNI adquirente») y añádelo otra vez.',
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
