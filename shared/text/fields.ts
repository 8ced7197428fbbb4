import type { ErrorCode } from '../bridge/result.ts'
import type { Contact } from '../bridge/signature-requests.ts'
import type { Template } from '../bridge/templates.ts'
import { clockOrDate, longAge, sameDay } from './dates.ts'
import type { KnownSource, KnownValue } from '../domain/parties.ts'
import { displayPlate } from '../domain/plates/classify.ts'
import type { FieldProblem } from '../domain/procedures/check-field.ts'
import type { FieldName } from '../domain/procedures/fields.ts'
import { byKind, type DraftKind, hasOwner } from '../domain/procedures/kinds.ts'
import type { SignatureRequestProblem } from '../domain/signature-requests/check-signature-request.ts'
import type { SignatureRequestField } from '../domain/signature-requests/fields.ts'
import { viewTitles } from './app.ts'
import type { ErrorText } from './errors.ts'
import { byNumber, count, listed, plural, shortVin, upperFirst } from './grammar.ts'
import { entryOf } from './labels-reports.ts'
import { procedureKindLabels } from './labels.ts'

/** Texts of form fields, and of the sources that fill them: templates, known parties, copies and contacts. */

const plainLabels: Readonly<Record<FieldName, string>> = {
  vrm: 'Matrícula',
  vin: 'Bastidor',
  taxableBase: 'Base imponible',
  invoiceNumber: 'N.º de factura',
  userEmail: 'Correo del usuario',
  client: 'Cliente o compraventa',
  sellerName: 'Transmitente',
  sellerTaxId: 'NIF del transmitente',
  buyerName: 'Adquirente',
  buyerTaxId: 'NIF del adquirente',
  contractDate: 'Fecha del contrato',
  notes: 'Nota para la oficina',
}

/** The only party of a procedure is the owner of the vehicle. */
const ownerLabels = { buyerName: 'Titular', buyerTaxId: 'NIF del titular' } as const

const labelsByKind = byKind((kind) => (hasOwner(kind) ? { ...plainLabels, ...ownerLabels } : plainLabels))

/** Labels of the fields of a procedure. `null` for an unknown type. */
export const fieldLabels = (kind: DraftKind | null): Readonly<Record<FieldName, string>> =>
  kind === null ? plainLabels : labelsByKind[kind]

export const fieldLabel = (name: FieldName, kind: DraftKind | null): string => fieldLabels(kind)[name]

/** Problems that a field of a draft and one of a signer share. */
const personProblems = {
  'email-no-at': 'Falta la arroba (@).',
  'email-no-ending': 'Falta el final: .es, .com…',
  'email-invalid': 'Ese correo no está bien escrito.',
  'tax-id-letter': 'La letra no corresponde al número.',
  'tax-id-control': 'El carácter de control no cuadra. Corrígelo o confirma que es así.',
  'tax-id-legacy': 'Lleva un control antiguo. Compáralo con el documento.',
  'name-is-tax-id': 'Eso es un NIF, no un nombre. Pásalo a su campo.',
} as const

/** Problem of a field with its correction, shown under the field. */
export const fieldProblems: Readonly<Record<FieldProblem, string>> = {
  ...personProblems,
  missing: 'Falta este dato.',
  'too-long': 'Es demasiado largo. Acórtalo.',
  'plate-invalid': 'Eso no es una matrícula. Repasa los números y las letras.',
  'plate-other-series': 'Esta serie no suele transferirse. Comprueba que es la que quieres.',
  'vin-letters': 'Un bastidor no lleva I, O ni Q. Quizá es un 1 o un 0.',
  'vin-characters': 'Un bastidor solo lleva números y letras, sin Ñ ni signos. Quita lo que sobra.',
  'vin-too-short': 'Faltan caracteres: un bastidor tiene 17.',
  'vin-too-long': 'Sobran caracteres: un bastidor tiene 17.',
  'vin-short': 'Tiene menos de 17 caracteres. Si el vehículo es antiguo o especial, confírmalo.',
  'vin-check-digit': 'El dígito de control no cuadra. Compáralo con la ficha técnica.',
  'amount-invalid': 'Eso no es un importe. Escríbelo como 8.250,50.',
  'amount-ambiguous': 'Puede leerse de dos maneras. Elige cuál es.',
  'amount-negative': 'El importe no puede ser negativo.',
  'amount-too-large': 'El importe es demasiado alto. Repásalo.',
  'amount-zero': 'La base es cero. Comprueba que es así.',
  'tax-id-unrecognised': 'No es un NIF español. Compáralo con el documento.',
  'date-invalid': 'Esa fecha no existe. Escríbela como 12/11/2026.',
  'date-future': 'Ese día todavía no ha llegado. Pon la fecha en que se firmó el contrato.',
}

/**
 * Label of a checklist document by its `name`, with the names of the parties' fields. A registration has an owner
 * instead of a buyer. A name that the office gave, or a later version, is shown as it is.
 */
export function requirementLabel(name: string, kind: DraftKind): string {
  const label = entryOf(requirementLabels, name) ?? name
  return label !== name && hasOwner(kind) ? label.replace('adquirente', 'titular') : label
}

const requirementLabels: Readonly<Record<string, string>> = {
  'seller-identity': 'DNI o NIF del transmitente',
  'buyer-identity': 'DNI o NIF del adquirente',
  agreement: 'Contrato o factura',
  'registration-cert': 'Permiso de circulación',
  'technical-sheet': 'Ficha técnica (ITV)',
  mandate: 'Mandato firmado',
  'power-of-attorney': 'Poder de quien firma por la empresa',
  'representative-identity': 'DNI o NIE del representante',
  'seller-passport': 'Pasaporte o documento del país del transmitente',
  'buyer-passport': 'Pasaporte o documento del país del adquirente',
  guardianship: 'Libro de familia o documento de la tutela',
  'seller-co-owners': 'DNI o NIF de los demás titulares que venden',
  'buyer-co-owners': 'DNI o NIF de los demás titulares que compran',
  'death-certificate': 'Certificado de defunción',
  'inheritance-deed': 'Documento de la herencia',
  'inheritance-tax': 'Impuesto de sucesiones, pagado o exento',
  'lease-cancellation': 'Cancelación del leasing o renting',
  'foreign-registration': 'Documentación del país de origen',
  'import-vat': 'IVA de la compra o DUA',
  iedmt: 'Impuesto de matriculación (576, 06 o 05)',
  'moped-sheet': 'Certificado de características',
}

/** Labels of a signer's fields. */
export const signatureRequestFieldLabels: Readonly<Record<SignatureRequestField, string>> = {
  idNumber: 'DNI, NIE o NIF',
  fullname: 'Nombre o razón social',
  representativeIdNumber: 'DNI o NIE del representante',
  street: 'Domicilio',
  zipCode: 'Código postal',
  provinceName: 'Provincia',
  municipalityName: 'Municipio',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  deliveryMethod: 'Forma de envío',
  extra: 'Datos añadidos (JSON)',
  notes: 'Nota para la oficina',
}

/** Problem of a field with its correction, shown under the field. */
export const signatureRequestProblemTexts: Readonly<Record<SignatureRequestProblem, string>> = {
  ...personProblems,
  missing: 'Falta este dato.',
  'too-long': 'Es demasiado largo. Acórtalo.',
  'tax-id-unrecognised': 'No es un DNI, un NIE ni un NIF de empresa. El servicio no admite otros documentos.',
  'not-a-company':
    'Este documento lo firma el representante de una empresa, y este es el número de una persona.',
  'representative-company': 'Es el número de una empresa. Quien firma por ella tiene que ser una persona.',
  'representative-unused': 'No se envía: una persona firma por sí misma.',
  'name-company': 'Parece el nombre de una empresa, y el número es de una persona. Compruébalo.',
  'contact-missing': 'Hace falta un teléfono o un correo para que le llegue.',
  'phone-invalid': 'Ese teléfono no existe. Si es extranjero, empieza por + y el prefijo del país.',
  'phone-landline': 'Es un fijo: puede que no reciba mensajes.',
  'postal-unknown': 'No es un código postal español.',
  'province-other': 'El código postal es de otra provincia.',
  'method-unknown': 'No conocemos esta forma de envío: se envía tal cual la escribas.',
  'extra-not-json': 'No es un JSON bien escrito.',
  'extra-not-object': 'Tiene que ser un objeto: { "campo": "valor" }.',
  'extra-signer': 'El firmante se escribe en el formulario: quítalo de aquí.',
  'extra-too-deep': 'Tiene demasiados niveles.',
}

// Texts of the templates of procedures.

/** Part of a template that a problem is about. */
const templatePartName = ({ what, name }: Template['problems'][number], kind: Template['kind']): string =>
  (what === 'document' ? requirementLabel(name, kind ?? 'transfer') : fieldLabel(name as FieldName, kind)) ||
  name

/** «NIF del adquirente: 12345678A. Ya no es válido y no se pone.» */
function templateProblem(part: Template['problems'][number], of: Template['kind']): string {
  const { what, name, value, why } = part
  if (what === 'kind') return `Es de un tipo de expediente que ya no existe (${name}). No se puede usar.`
  const field = templatePartName(part, of)
  if (what === 'document') return `Documento que ya no se pide: ${field}. No se espera.`
  const said = value === '' ? field : `${field}: ${value}`
  return why === 'gone'
    ? `${said}. Ese campo ya no existe y no se pone.`
    : `${said}. Ya no es válido y no se pone.`
}

export const templatesText = {
  title: 'Plantillas',
  intro:
    'Lo que se repite en los expedientes de un cliente: sus datos, tu nota y los documentos que esperas.',
  list: 'Plantillas',
  loading: 'Cargando las plantillas',
  failed: 'No se han podido leer las plantillas',
  emptyTitle: 'Todavía no hay plantillas',
  emptyBody:
    'Se guardan desde un expediente o un borrador con «Guardar como plantilla», y salen en «Nuevo» y al escribir el NIF del cliente.',
  newOne: 'Nueva plantilla',
  amount: (n: number): string => plural(n, 'plantilla', 'plantillas'),
  kind: (kind: Template['kind']): string => (kind === null ? 'Tipo desconocido' : procedureKindLabels[kind]),
  uses: ({ uses, usedAt }: Template, now: number): string =>
    uses === 0 || usedAt === null
      ? 'Sin usar'
      : `${byNumber(uses, 'Usada una vez', `Usada ${uses} veces`)}, la última ${longAge(usedAt, now)}`,
  problems: (n: number): string =>
    byNumber(n, 'Hay un dato que ya no se pone', `Hay ${n} datos que ya no se ponen`),
  problem: templateProblem,
  open: (name: string): string => `Cambiar la plantilla ${name}`,
  use: 'Usar',
  useIt: (name: string): string => `Crear un expediente con la plantilla ${name}`,
  remove: 'Borrar',
  removeIt: (name: string): string => `Borrar la plantilla ${name}`,
  change: 'cambiar',
  removeTitle: (name: string): string => `¿Borrar la plantilla «${name}»?`,
  removeBody: 'No se puede deshacer. Los expedientes hechos con ella siguen como están.',
  keep: 'No borrar',
  removed: (name: string): string => `Plantilla «${name}» borrada`,
  saveAs: 'Guardar como plantilla…',
  /** Name of a template that had the name of an erased person. */
  nameless: 'Plantilla sin nombre',
} as const

export const templateDialogText = {
  newTitle: 'Guardar como plantilla',
  editTitle: 'Cambiar la plantilla',
  name: 'Nombre de la plantilla',
  nameHelp: 'Con él sale en «Nuevo».',
  nameMissing: 'Escribe un nombre.',
  kind: 'Tipo de expediente',
  taxId: 'NIF del cliente',
  taxIdHelp: 'Se ofrece al escribirlo en un expediente.',
  fields: 'Datos que se ponen',
  fieldsHelp:
    'Deja en blanco lo que cambia cada vez. La matrícula, la factura, el importe y las fechas no se guardan.',
  documents: 'Documentos que se esperan',
  optional: '(opcional)',
  cancel: 'Cancelar',
  submit: 'Guardar',
  saved: (name: string): string => `Plantilla «${name}» guardada`,
  changed: 'Otra ventana la ha cambiado. Cierra y ábrela otra vez.',
} as const

/** Texts of offering a template in the wizard. */
export const templateOfferText = {
  title: (name: string): string => `Hay una plantilla de este cliente: ${name}.`,
  fills: (names: readonly string[]): string => `Rellena lo que falta: ${listed(names)}.`,
  expects: 'Trae los documentos que se esperan.',
  differs: (label: string, typed: string, value: string): string =>
    `${label} no cambia: aquí pone «${typed}»; en la plantilla, «${value}».`,
  use: 'Usar la plantilla',
  /** Includes the parts that were left out. */
  used: ({ name, kind, problems }: Pick<Template, 'name' | 'kind' | 'problems'>): string =>
    problems.length === 0
      ? `Plantilla «${name}» puesta`
      : `Plantilla «${name}» puesta, menos lo que ya no vale: ${listed(problems.map((part) => templatePartName(part, kind)))}.`,
  undo: 'Deshacer',
} as const

// Texts of prefilled data: known parties, copies and remembered values.

/** «3308 KDR», «bastidor …000718». Empty for a record without a vehicle. */
const vehicleOf = ({ vrm, vin }: KnownSource): string =>
  vrm !== undefined ? displayPlate(vrm) : vin !== undefined ? shortVin(vin) : ''

const OWNERS = {
  contact: 'de Firmantes',
  case: 'de su expediente',
  draft: 'de su borrador',
  'signature-request': 'de su petición de firma',
} as const
const PLACES = {
  contact: 'en Firmantes',
  case: 'en el expediente',
  draft: 'en el borrador',
  'signature-request': 'en la petición de firma',
} as const

/** «de su expediente 1234 BCD, hace 3 días». */
const owner = (source: KnownSource, now: number): string =>
  `${[OWNERS[source.from], vehicleOf(source)].filter(Boolean).join(' ')}, ${longAge(source.at, now)}`

/** «en el expediente 1234 BCD del 12/11». */
function place(source: KnownSource, now: number): string {
  const where = [PLACES[source.from], vehicleOf(source)].filter(Boolean).join(' ')
  if (source.from === 'contact') return where
  return `${where} ${sameDay(source.at, now) ? 'de hoy' : `del ${clockOrDate(source.at, now)}`}`
}

/** Maximum fields that are named. More are counted. */
const MOST_NAMED = 4

export const knownText = {
  /** Mark of a prefilled field. */
  filled: (source: KnownSource, now: number): string => `${upperFirst(owner(source, now))}.`,
  undo: 'Quitar lo rellenado',
  /** Follows the name of the key. */
  undoKey: 'lo quita',
  /** Announcement. `names` are labels of fields. */
  announced: (names: readonly string[], source: KnownSource, now: number): string =>
    `Rellenado ${owner(source, now)}: ${listed(names)}.`,
  differs: (typed: string, { value, source }: KnownValue, now: number): string =>
    `Aquí pone «${typed.trim()}»; ${place(source, now)} ponía «${value}».`,
  put: (value: string): string => `Poner ${value}`,
  taken: (value: string): string => `Puesto ${value}.`,
  /** Choice between several values. */
  choose: {
    representativeIdNumber: 'Han firmado varios por esta empresa. Elige quién firma.',
    email: 'Tiene más de un correo. Elige cuál.',
    phone: 'Tiene más de un teléfono. Elige cuál.',
  } as Readonly<Partial<Record<string, string>>>,
  choiceFrom: ({ value, source }: KnownValue, now: number): string => `${value}, ${owner(source, now)}`,
  /** Last signer of another company, which is offered and not filled in. */
  lastSigner: 'Quien firmó la última vez por una empresa.',
  lastPlace: 'La última vez',
} as const

/** Texts of undoing prefilled values. */
export const fillText = {
  undone: (names: readonly string[]): string =>
    names.length > MOST_NAMED
      ? `Deshecho: ${count(names.length)} campos están como antes.`
      : `Deshecho. Como antes: ${listed(names)}.`,
  undoneSome: 'Deshecho, salvo lo que habías cambiado después.',
} as const

/** Texts of *Crear otro igual*. */
export const copyText = {
  action: 'Crear otro igual',
  help: 'Se repiten las partes, el cliente y tu correo. No se copian la matrícula, el bastidor, la factura, el importe, las fechas, la nota ni los documentos.',
  done: 'Creado otro igual. Faltan el vehículo, la venta y los documentos.',
  unknownKind: 'No se puede crear otro igual: este tipo de expediente no se abre desde aquí.',
} as const

/** Texts of remembered values in *Ajustes*. */
export const rememberedText = {
  title: 'Lo que se recuerda',
  help: 'Lo último que enviaste con esta cuenta, para no teclearlo otra vez. Solo está en este equipo.',
  labels: {
    userEmail: 'Correo del usuario',
    place: 'Municipio y provincia',
    representativeIdNumber: signatureRequestFieldLabels.representativeIdNumber,
  },
  uses: {
    userEmail: 'Empieza puesto en cada expediente nuevo.',
    place: 'Se ofrece al enviar a firmar.',
    representativeIdNumber: 'Se ofrece al enviar a firmar por una empresa.',
  },
  none: 'Nada todavía',
  forget: 'Olvidar',
  forgetOne: (label: string): string => `Olvidar: ${label}`,
  forgotten: 'Olvidado.',
  mark: 'Recordado de la última vez.',
  clear: 'Quitar',
} as const

// Texts of *Firmas › Firmantes*.

/** Past and future signers. */
export const contactsText = {
  title: viewTitles.contacts,
  intro: 'Quienes han firmado antes: se completan solos al escribir. Se quedan en la oficina.',
  list: 'Firmantes de la oficina',
  search: 'Buscar firmantes',
  placeholder: 'Nombre, NIF o correo…',
  newOne: 'Añadir',
  import: 'Importar CSV',
  importing: 'Leyendo el archivo…',
  export: 'Exportar CSV',
  exported: 'Firmantes exportados',
  columns: {
    name: 'Nombre',
    idNumber: 'NIF',
    type: 'Tipo',
    where: 'Correo y teléfono',
    town: 'Municipio',
    used: 'Último uso',
  },
  proposed: 'Datos por revisar',
  unused: 'Sin usar',
  uses: (n: number) => plural(n, 'vez', 'veces'),
  shown: (n: number) => plural(n, 'firmante', 'firmantes'),
  loading: 'Leyendo…',
  blank: 'Leyendo…',
  failed: 'No se han podido leer los firmantes.',
  emptyTitle: 'Aún no hay firmantes.',
  emptyBody:
    'Cada persona o empresa a la que envías algo a firmar queda aquí. También puedes traerlos de un CSV.',
  noneFound: (text: string) => `Ningún firmante con «${text}».`,
  noneFoundBody: 'Prueba con otra parte del nombre, del NIF o del correo.',
  clear: 'Borrar la búsqueda',
  edit: (name: string) => `Editar ${name}`,
  open: 'editar',
  send: 'Enviar a firmar',
  sendKey: 'enviar a firmar',
  removeShort: 'quitar',
} as const

export const contactDialogText = {
  editTitle: 'Editar firmante',
  newTitle: 'Añadir firmante',
  submit: 'Guardar',
  cancel: 'Cancelar',
  saved: 'Firmante guardado',
  remove: 'Quitar de Firmantes',
  removed: (name: string) => `${name}: fuera de Firmantes`,
  undo: 'Deshacer',
  restored: 'Firmante recuperado',
  erase: 'Borrar todo lo suyo…',
  eraseHelp:
    'Quitarlo solo lo saca de esta lista. Borrar todo lo suyo quita de este equipo cuanto hay con su NIF.',
  proposalTitle: 'Al enviarle a firmar se escribió otra cosa:',
  proposalLine: (label: string, sent: string, here: string) => `${label}: «${sent}». Aquí pone «${here}».`,
  proposalTake: 'Usar lo enviado',
  proposalLeave: 'Dejar lo de aquí',
  proposalTaken: 'Firmante puesto al día',
  proposalLeft: 'Firmante como estaba',
  exists: (name: string) =>
    name === '' ? 'Ya hay un firmante con ese NIF.' : `Ya hay un firmante con ese NIF: ${name}.`,
  existsAdvice: 'No se ha cambiado nada.',
  replace: 'Sustituirlo por este',
  changed: {
    title: 'Este firmante ha cambiado en otra ventana.',
    advice: 'No se ha guardado encima. Cierra, ábrelo otra vez y repite tu cambio.',
  } satisfies ErrorText,
} as const

export const importText = {
  title: 'Firmantes importados',
  added: (n: number) => plural(n, 'nuevo', 'nuevos'),
  updated: (n: number) => plural(n, 'actualizado', 'actualizados'),
  refused: (n: number) => plural(n, 'línea sin importar', 'líneas sin importar'),
  line: (line: number) => `Línea ${count(line)}`,
  all: 'Todo lo que traía el archivo está en Firmantes.',
  close: 'Cerrar',
} as const

/** Errors of importing a CSV. */
export const importErrors: Partial<Record<ErrorCode, ErrorText>> = {
  'file-unreadable': {
    title: 'Ese archivo no es un CSV de firmantes.',
    advice:
      'No se ha importado nada. La primera línea lleva los nombres de las columnas: exporta uno para ver cómo.',
  },
  'file-too-large': {
    title: 'El archivo es demasiado grande.',
    advice: 'No se ha importado nada. Divídelo en varios de menos de 5 MB.',
  },
}

type Column = keyof Contact['fields']

/** Columns of the address book in a file, with the alternative names that offices use. */
export const contactColumns: readonly (readonly [Column, header: string, ...others: string[]])[] = [
  [
    'idNumber',
    'NIF',
    'DNI',
    'NIE',
    'CIF',
    'DNI/NIF',
    'DNI/NIE/NIF',
    'NIF/CIF',
    'DNI, NIE o NIF',
    'Identificador',
  ],
  [
    'fullname',
    'Nombre o razón social',
    'Nombre',
    'Nombre y apellidos',
    'Razón social',
    'Cliente',
    'Firmante',
  ],
  [
    'representativeIdNumber',
    'NIF del representante',
    'DNI del representante',
    'DNI o NIE del representante',
    'Representante',
  ],
  ['street', 'Domicilio', 'Dirección', 'Calle'],
  ['zipCode', 'Código postal', 'CP', 'C.P.', 'Cod. postal'],
  ['provinceName', 'Provincia'],
  ['municipalityName', 'Municipio', 'Población', 'Localidad', 'Ciudad'],
  ['phone', 'Teléfono', 'Móvil', 'Tel.', 'Tlf.', 'Teléfono móvil'],
  ['email', 'Correo electrónico', 'Correo', 'E-mail', 'Email', 'Mail'],
  ['deliveryMethod', 'Forma de envío', 'Envío'],
]

export const contactsCsvText = {
  filename: 'firmantes.csv',
  header: contactColumns.map(([, header]) => header),
  /** Reasons of a rejected line. */
  why: {
    noNumber: 'No tiene NIF.',
    noName: 'No tiene nombre.',
    tooMany: 'Hay demasiadas líneas: se han leído las 20.000 primeras.',
  },
} as const

/** Reason of a rejected line, with the text of the form's field. */
export const contactProblemText = (header: string, problem: string, suggestion?: string): string => {
  const text = entryOf(signatureRequestProblemTexts, problem) ?? problem
  return `${header}: ${text}${suggestion === undefined ? '' : ` ¿${suggestion}?`}`
}
