import type { DocumentParty, Signer, Situation } from '../domain/procedures/checklists.ts'
import { readChoice } from '../domain/procedures/checklists.ts'
import { type DraftKind, DRAFT_KINDS, hasOwner } from '../domain/procedures/kinds.ts'
import { byNumber } from './grammar.ts'
import { procedureKindLabels } from './labels.ts'

/** Texts of the checklists by case: in the wizard, on the page of a procedure, and in *Ajustes*. */

export const situationLabels: Readonly<Record<Situation, string>> = {
  person: 'Caso corriente',
  company: 'Empresa',
  foreigner: 'Persona extranjera',
  minor: 'Menor de edad',
  'several-owners': 'Varios titulares',
  inheritance: 'Herencia',
  'leasing-end': 'Fin de leasing o renting',
  import: 'Importación',
  moped: 'Ciclomotor',
}

/** «Transmitente», «Titular» in a procedure with one party. */
export const partyLabel = (party: DocumentParty, kind: DraftKind | null): string =>
  party === 'buyer' && kind !== null && hasOwner(kind) ? 'Titular' : partyLabels[party]

const partyLabels: Readonly<Record<DocumentParty, string>> = {
  seller: 'Transmitente',
  buyer: 'Adquirente',
  representative: 'Representante',
  none: 'Del expediente',
}

/** «Menor de edad: adquirente», «Herencia». A choice of a later version is shown as stored. */
export function choiceLabel(choice: string, kind: DraftKind): string {
  const read = readChoice(choice)
  if (read === null) return choice
  const { situation, party } = read
  const label = situationLabels[situation]
  return party === null || hasOwner(kind) ? label : `${label}: ${partyLabel(party, kind).toLowerCase()}`
}

const signerLabels: Readonly<Record<Signer, string>> = {
  none: 'Nadie',
  seller: 'El transmitente',
  buyer: 'El adquirente',
  both: 'Transmitente y adquirente',
  representative: 'El representante',
  owners: 'Todos los titulares',
}

export const signerLabel = (signer: Signer, kind: DraftKind): string =>
  signer === 'buyer' && hasOwner(kind) ? 'El titular' : signerLabels[signer]

/** «Firma: transmitente y adquirente». Empty if nobody signs. */
export const signerWords = (signer: Signer, kind: DraftKind): string =>
  signer === 'none' ? '' : `Firma: ${lowered(signerLabel(signer, kind))}`

/** «De: transmitente». Empty for a document of nobody. */
export const originWords = (party: DocumentParty, kind: DraftKind): string =>
  party === 'none' ? '' : `De: ${lowered(partyLabel(party, kind))}`

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Texts of the situations of one case. */
export const caseSituationsText = {
  title: 'Tipo de caso',
  help: 'Marca lo que se da en este expediente: la lista pide sus documentos.',
  told: 'por los datos',
  choose: 'Tipo de caso…',
  none: 'Caso corriente',
  operation: 'La operación',
  saved: 'Tipo de caso guardado',
  cancel: 'Cancelar',
  save: 'Guardar',
} as const

/** Texts of the party of a document. */
export const documentPartyText = {
  label: (name: string): string => `De quién es ${name}`,
  help: 'De quién es: solo cuenta para esa persona.',
  unknown: 'Sin asignar',
  ofCase: 'Del expediente',
  ofOther: 'De otra persona',
  told: (parties: readonly string[]): string => `${parties.join(' y ')} (por el nombre)`,
} as const

/** Name of the file of the office's lists. */
export const checklistFileName = 'documentos-por-caso.json'

/** «Transferencia › Empresa › documento 3 › firma»: place of an error in a file. */
export function checklistPlace(path: readonly PropertyKey[]): string {
  const [top, kind, situation, at, field] = path.map(String)
  if (top === undefined) return ''
  if (top !== 'lists') return fileParts[top] ?? top
  return [
    DRAFT_KINDS.some((one) => one === kind) ? procedureKindLabels[kind as DraftKind] : kind,
    situation === undefined ? undefined : (situationLabels[situation as Situation] ?? situation),
    at === undefined ? undefined : `documento ${Number(at) + 1}`,
    field === undefined ? undefined : (itemParts[field] ?? field),
  ]
    .filter((part) => part !== undefined)
    .join(' › ')
}

const fileParts: Readonly<Record<string, string>> = { format: 'formato', version: 'versión' }
const itemParts: Readonly<Record<string, string>> = {
  id: 'identificador',
  name: 'nombre',
  types: 'tipos',
  party: 'de quién',
  signer: 'quién firma',
}

/** Texts of *Ajustes › Documentos por caso*. */
export const checklistsText = {
  intro:
    'Los documentos que se piden en cada caso, de quién vienen y quién los firma. El asistente, la página del expediente y la portada leen estas listas.',
  shared: 'Son de toda la oficina.',
  search: 'listas documentos requisitos casos herencia menor empresa importar exportar',
  kind: 'Tipo de expediente',
  failed: 'No se han podido leer las listas.',
  failedBuiltIn: 'No se han podido leer las listas de la oficina: esta es la de la aplicación.',
  builtIn: 'La de la aplicación',
  own: 'De la oficina',
  noItems: 'No añade documentos',
  change: 'Cambiar',
  edit: (situation: string): string => `Cambiar la lista: ${situation}`,
  exportAll: 'Exportar',
  exportLists: 'Exportar las listas de documentos',
  exported: 'Listas exportadas',
  importAll: 'Importar…',
  importing: 'Leyendo…',
  imported: (n: number): string => byNumber(n, 'Una lista importada', `${n} listas importadas`),
  importFailed: 'No se ha importado nada',
  importNotJson: 'El archivo no es de listas de documentos. Exporta las tuyas para ver cómo es.',
  /** The place of the error follows. */
  importWrong: 'Corrige lo que se indica en el archivo y vuelve a importarlo.',
} as const

/** Texts of the dialog that edits a list. */
export const checklistDialogText = {
  title: (kind: DraftKind, situation: Situation): string =>
    `${procedureKindLabels[kind]}: ${lowered(situationLabels[situation])}`,
  personHelp: 'Se piden siempre, salvo que un caso los cambie.',
  situationHelp: 'Se suman a los del caso corriente. Uno con el mismo nombre de la aplicación lo sustituye.',
  line: (at: number): string => `Documento ${at}`,
  name: 'Documento',
  type: 'Lo cumple',
  byName: 'Un documento con ese nombre',
  severalTypes: (types: string): string => `Varios: ${types}`,
  party: 'De quién viene',
  signer: 'Quién firma',
  up: (name: string): string => `Subir ${name}`,
  down: (name: string): string => `Bajar ${name}`,
  remove: (name: string): string => `Quitar ${name}`,
  add: 'Añadir documento',
  none: 'Sin documentos.',
  nameMissing: 'Escribe el nombre del documento.',
  restore: 'Volver a la de la aplicación',
  restored: 'Lista de la aplicación recuperada',
  cancel: 'Cancelar',
  save: 'Guardar',
  saved: 'Lista guardada',
  changed: 'Otra ventana u otro equipo la ha cambiado. Cierra y ábrela otra vez.',
  moved: (name: string, at: number, of: number): string => `${name}: ${at} de ${of}`,
} as const
