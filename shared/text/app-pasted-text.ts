import type { FindingKind, PartyRole, Reason } from '../domain/pasted-text/finding.ts'
import { byNumber, count, listed, plural } from './grammar.ts'

/** Texts of *Pegar texto*: the data of a mail, a contract or a chat, offered for the fields of a procedure. */

const kinds: Readonly<Record<FindingKind, readonly [one: string, many: string]>> = {
  plate: ['matrícula', 'matrículas'],
  vin: ['bastidor', 'bastidores'],
  taxId: ['NIF', 'NIF'],
  person: ['nombre', 'nombres'],
  company: ['empresa', 'empresas'],
  address: ['domicilio', 'domicilios'],
  postalCode: ['código postal', 'códigos postales'],
  town: ['municipio', 'municipios'],
  province: ['provincia', 'provincias'],
  email: ['correo', 'correos'],
  phone: ['teléfono', 'teléfonos'],
  amount: ['importe', 'importes'],
  invoice: ['n.º de factura', 'números de factura'],
  date: ['fecha', 'fechas'],
}

export const findingLabel = (kind: FindingKind): string => kinds[kind][0]

export const partyLabels: Readonly<Record<PartyRole, string>> = {
  seller: 'del transmitente',
  buyer: 'del adquirente',
  representative: 'del representante',
  dealer: 'de la compraventa',
}

export const reasonLabels: Readonly<Record<Reason, string>> = {
  label: 'lo dice el texto',
  control: 'su letra de control cuadra',
  title: 'va tras un tratamiento',
  sign: 'lleva el euro',
  beside: 'va junto a un NIF',
  form: 'por su forma',
}

export const pastedText = {
  open: 'Pegar texto',
  title: 'Datos de un texto',
  entryLabel: 'Texto',
  entryHelp:
    'Pega un correo, un contrato o un chat. Aquí se ve qué datos tiene y tú eliges cuáles pasan al formulario. El texto no se guarda.',
  readClipboard: 'Pegar del portapapeles',
  byKeyboard: 'Pega en el cuadro con Ctrl + V.',
  clipboardRefused: 'El navegador no deja leer el portapapeles. Haz clic en el cuadro y pega con el teclado.',
  clipboardEmpty: 'En el portapapeles no hay texto. Copia primero el correo o el contrato.',
  find: 'Buscar datos',
  cancel: 'Cancelar',
  close: 'Cerrar',
  another: 'Pegar otro texto',
  reading: (share: number) => `Buscando datos: ${count(share)} %`,
  stop: 'Parar',
  stopped: (share: number) =>
    `Has parado la búsqueda: se ha leído el ${count(share)} % del texto. Lo demás no está aquí.`,
  tooLong: (characters: number) =>
    `El texto es muy largo: solo se han leído los primeros ${count(characters)} caracteres. Pega por separado la parte que falta.`,
  source: 'Texto pegado',
  notInField: 'Es un texto y no cabe en ese campo: el campo sigue como estaba.',
  gap: (characters: number) => `[${plural(characters, 'carácter', 'caracteres')} sin datos que mostrar]`,
  fields: 'Datos para este formulario',
  otherVehicle: (vehicle: string) =>
    `El texto es de otro vehículo: ${vehicle}. No se ha marcado nada; comprueba que es el texto de este expediente.`,
  fieldsHelp: 'Marca los que quieras. Lo que ya está escrito no cambia si no lo marcas.',
  now: (value: string) => `Ahora: ${value}`,
  same: 'Ya está puesto',
  choose: (field: string) => `Valor para ${field}`,
  doubtful: 'Dudoso: compáralo con el texto',
  partyUnknown: 'El texto no dice de quién es',
  take: (n: number) =>
    n === 0 ? 'Nada marcado' : byNumber(n, 'Tomar el dato marcado', `Tomar los ${count(n)} marcados`),
  unseen: (n: number) =>
    byNumber(n, 'Hay uno marcado más abajo, sin ver.', `Hay ${count(n)} marcados más abajo, sin ver.`),
  noneTitle: 'En este texto no hay datos para el formulario',
  noneBody:
    'Se buscan matrícula, bastidor, NIF, nombres, importes, factura, correo y fecha. Comprueba que has pegado el texto entero, o escríbelos en sus campos.',
  others: (all: readonly (readonly [kind: FindingKind, n: number])[]) =>
    `También hay ${listed(all.map(([kind, n]) => plural(n, ...kinds[kind])))}, sin campo en este formulario.`,
  appliedTitle: 'Puesto desde el texto',
  applied: (fields: readonly string[]) =>
    `${byNumber(fields.length, 'Puesto desde el texto:', 'Puestos desde el texto:')} ${listed(fields)}.`,
  appliedSaid: (n: number) =>
    `${byNumber(n, 'Se ha puesto un campo', `Se han puesto ${count(n)} campos`)} desde el texto. Con Control Z se deshace.`,
  undo: 'Deshacer',
  keep: 'Entendido',
} as const
