import type { Template } from '../bridge/templates.ts'
import type { FieldName } from '../domain/procedures/fields.ts'
import type { RequirementId } from '../domain/procedures/requirements.ts'
import { longAge } from './dates.ts'
import { byNumber, listed, plural } from './grammar.ts'
import { procedureKindLabels } from './labels.ts'
import { fieldLabels, requirementLabel } from './procedure-fields.ts'

/** Texts of the templates of procedures. */

const labelOf = (name: string): string => fieldLabels[name as FieldName] ?? name

/** The part of a template that a problem is of. */
const partOf = ({ what, name }: Template['problems'][number]): string =>
  what === 'document' ? requirementLabel(name as RequirementId, 'transfer') || name : labelOf(name)

/** «NIF del adquirente: 12345678A. Ya no es válido y no se pone.» */
function problem(part: Template['problems'][number]): string {
  const { what, name, value, why } = part
  if (what === 'kind') return `Es de un tipo de expediente que ya no existe (${name}). No se puede usar.`
  const field = partOf(part)
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
  problem,
  open: (name: string): string => `Cambiar la plantilla ${name}`,
  use: 'Usar',
  useIt: (name: string): string => `Crear un expediente con la plantilla ${name}`,
  remove: 'Borrar',
  removeIt: (name: string): string => `Borrar la plantilla ${name}`,
  move: 'mover',
  change: 'cambiar',
  removeTitle: (name: string): string => `¿Borrar la plantilla «${name}»?`,
  removeBody: 'No se puede deshacer. Los expedientes hechos con ella siguen como están.',
  keep: 'No borrar',
  removed: (name: string): string => `Plantilla «${name}» borrada`,
  saveAs: 'Guardar como plantilla…',
  /** Name of one that was called by a person who has been erased. */
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

/** Texts of the offer of a template, in the wizard. */
export const templateOfferText = {
  title: (name: string): string => `Hay una plantilla de este cliente: ${name}.`,
  fills: (names: readonly string[]): string => `Rellena lo que falta: ${listed(names)}.`,
  expects: 'Trae los documentos que se esperan.',
  differs: (label: string, typed: string, value: string): string =>
    `${label} no cambia: aquí pone «${typed}»; en la plantilla, «${value}».`,
  use: 'Usar la plantilla',
  /** With what was left out, if anything was. */
  used: ({ name, problems }: Pick<Template, 'name' | 'problems'>): string =>
    problems.length === 0
      ? `Plantilla «${name}» puesta`
      : `Plantilla «${name}» puesta, menos lo que ya no vale: ${listed(problems.map(partOf))}.`,
  undo: 'Deshacer',
} as const
