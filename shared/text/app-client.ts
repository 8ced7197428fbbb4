import type { ClientChannel, RecipientKey } from '../domain/client-recipients.ts'
import { groupOf, type SituationGroup, type SituationId } from '../domain/client-situations.ts'
import type { TemplateProblem } from '../domain/client-template-problems.ts'
import { plural, upperFirst } from './grammar.ts'
import { incidentLabels, procedureStateLabels, signatureStateLabels } from './labels.ts'
import { entryOf } from './labels-reports.ts'

/** Texts of *Al cliente* and of *Ajustes › Textos*. */

export const channelNames: Readonly<Record<ClientChannel, string>> = {
  copy: 'Copiado',
  email: 'Correo',
  whatsapp: 'WhatsApp',
}

export const situationGroups: Readonly<Record<SituationGroup, string>> = {
  state: 'Cómo va un expediente',
  incident: 'Qué falta',
  plate: 'Matrícula asignada',
  verdict: 'Veredicto de una matrícula',
  signature: 'Firmas',
  dealer: 'Resumen de un compraventa',
}

const OTHERS: Readonly<Record<SituationGroup, string>> = {
  state: 'Otro estado',
  incident: 'Otra incidencia',
  plate: 'Otra',
  verdict: 'Otro veredicto',
  signature: 'Otro estado de una firma',
  dealer: 'Otro resumen',
}

const names: Readonly<Record<SituationGroup, Readonly<Record<string, string | { label: string }>>>> = {
  state: procedureStateLabels,
  incident: incidentLabels,
  plate: { assigned: 'Matrícula asignada' },
  verdict: {
    transferable: 'Transferible',
    with_alerts: 'Transferible con avisos',
    not_transferable: 'No transferible',
    error: 'Sin respuesta',
    unrecognised: 'Por confirmar',
  },
  signature: signatureStateLabels,
  dealer: { digest: 'Resumen de un compraventa' },
}

/** Name of a situation: the state, the incident, the verdict. */
export function situationName(id: SituationId): string {
  const group = groupOf(id)
  const entry = entryOf(names[group], id.slice(group.length + 1))
  if (entry === undefined) return OTHERS[group]
  return typeof entry === 'string' ? entry : entry.label
}

export const recipientRoles: Readonly<Record<RecipientKey, string>> = {
  client: 'cliente',
  buyer: 'adquirente',
  seller: 'transmitente',
  'buyer-representative': 'representante del adquirente',
  'seller-representative': 'representante del transmitente',
  signer: 'firmante',
  'signer-representative': 'representante del firmante',
  none: 'sin destinatario',
}

/** «Cliente y adquirente». */
export const rolesText = (roles: readonly RecipientKey[]): string =>
  upperFirst(roles.map((role) => recipientRoles[role]).join(' y '))

export const clientDialogText = {
  open: 'Al cliente',
  title: 'Mensaje para el cliente',
  choice: 'Texto',
  to: 'Para quién',
  text: 'Mensaje',
  subject: 'Asunto',
  hidden: 'Los nombres están ocultos aquí. Se copia y se envía el texto entero, con nombres.',
  reveal: 'Mostrar nombres',
  hide: 'Ocultar nombres',
  edit: 'Cambiar el texto',
  restore: 'Volver al texto de antes',
  empty: 'Escribe el mensaje, o vuelve al texto de antes.',
  copy: 'Copiar',
  email: 'Correo',
  whatsapp: 'WhatsApp',
  close: 'Cerrar',
  loading: 'Preparando el texto…',
  nothingSent: 'Ventanilla no envía nada: abre tu programa con el texto y lo envías tú.',
  copied: 'Mensaje copiado entero',
  opened: { email: 'Se abre en tu correo', whatsapp: 'Se abre en WhatsApp' },
  blocked: 'El navegador no ha dejado abrirlo. Vuelve a intentarlo.',
  again: 'Abrir',
  notRecorded: 'No ha quedado en el registro de auditoría.',
  noPhone: 'Sin teléfono en Firmantes.',
  noEmail: 'Sin correo en Firmantes.',
  noAddress: 'Sin teléfono ni correo en Firmantes.',
  landline: 'Es un teléfono fijo: puede que no tenga WhatsApp.',
  nobody: 'No consta ninguna persona. Puedes copiarlo, o elegir a quién en tu correo.',
  addressOf: { both: 'Con teléfono y correo', phone: 'Con teléfono', email: 'Con correo' },
  add: 'Añadir en Firmantes',
  complete: 'Completar en Firmantes',
  long: {
    email: 'Es demasiado largo para abrirlo en el correo: cópialo y pégalo.',
    whatsapp: 'Es demasiado largo para abrirlo en WhatsApp: cópialo y pégalo.',
    both: 'Es demasiado largo para abrirlo en otro programa: cópialo y pégalo.',
  },
  broken: 'El texto de tu oficina nombra un dato que ya no existe. Este es el original.',
  fix: 'Corregir en Ajustes',
  changedTitle: 'Algo ha cambiado mientras lo leías.',
  changed: 'Este es el texto de ahora: revísalo y vuelve a pulsar.',
} as const

export const clientTextsText = {
  intro:
    'Los mensajes que Ventanilla prepara para tus clientes. Cambia los que quieras: son de esta cuenta y van en su copia de seguridad.',
  syntax:
    'Cada dato va entre llaves: {matrícula}. Lo que pongas entre corchetes desaparece si falta su dato: Hola[, {nombre}].',
  show: 'Situación',
  own: 'Tuyo',
  original: 'Original',
  brokenMark: 'Nombra un dato que no existe: se usa el original.',
  edit: (name: string) => `Cambiar el texto de ${name}`,
  change: 'Cambiar',
  title: (name: string) => `Texto: ${name}`,
  text: 'Texto',
  fields: 'Datos que puedes poner',
  insert: (mark: string) => `Insertar ${mark}`,
  preview: 'Así queda, con datos de ejemplo',
  originalTitle: 'Texto original',
  restore: 'Volver al original',
  save: 'Guardar',
  cancel: 'Cancelar',
  saved: 'Texto guardado',
  restored: 'Vuelve a usarse el original',
  length: (length: number, max: number) => `${plural(length, 'carácter', 'caracteres')} de ${max}`,
  search: 'plantilla mensaje cliente correo whatsapp',
  failed: 'No se han podido leer los textos.',
} as const

/** Why a text cannot be saved, as it is typed. */
export function problemText(problem: TemplateProblem): string {
  if (problem.kind === 'empty') return 'Escribe el texto, o vuelve al original.'
  if (problem.kind === 'unpaired')
    return problem.mark === '{' || problem.mark === '}'
      ? `Falta una llave: cada dato va entre { y }.`
      : `Falta un corchete: cada parte opcional va entre [ y ], y no dentro de otra.`
  const { field, meant } = problem
  const name = field === '' ? 'Un dato sin nombre, {}.' : `No hay ningún dato {${field}} en este texto.`
  return meant === null ? `${name} Elige uno de los de abajo.` : `${name} ¿Querías decir {${meant}}?`
}
