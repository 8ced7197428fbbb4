import {
  type ClientField,
  type ClientValues,
  type ClientChannel,
  type RecipientKey,
  type SituationGroup,
  type SituationId,
  situationFields,
  situationGroup,
  type TemplateProblem,
  isUsableTemplate,
  parseTemplate,
  renderTemplate,
} from '../domain/client-messages.ts'
import type { IncidentType, ProcedureState, SignatureState } from '../domain/vocabulary.ts'
import { plural, upperFirst } from './grammar.ts'
import { incidentNeeds } from './incidents.ts'
import { entryOf } from './labels-reports.ts'
import { incidentLabels, procedureStateLabels, signatureStateLabels } from './labels.ts'

/** Texts of *Al cliente* and of *Ajustes › Textos*, and the original messages. */

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
  request: 'Pedir y reclamar',
}

const OTHERS: Readonly<Record<SituationGroup, string>> = {
  state: 'Otro estado',
  incident: 'Otra incidencia',
  plate: 'Otra',
  verdict: 'Otro veredicto',
  signature: 'Otro estado de una firma',
  dealer: 'Otro resumen',
  request: 'Otra petición',
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
  request: { ask: 'Pedir lo que falta', remind: 'Reclamar lo pedido' },
}

/** Name of a situation: the state, the incident, the verdict. */
export function situationName(id: SituationId): string {
  const group = situationGroup(id)
  const entry = entryOf(names[group], id.slice(group.length + 1))
  if (entry === undefined) return OTHERS[group]
  return typeof entry === 'string' ? entry : entry.label
}

const recipientRoles: Readonly<Record<RecipientKey, string>> = {
  client: 'cliente',
  owner: 'titular',
  buyer: 'adquirente',
  seller: 'transmitente',
  'owner-representative': 'representante del titular',
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
  restore: 'Volver al texto preparado',
  newText: 'El texto preparado ha cambiado mientras escribías.',
  losesEdit: 'Has cambiado el texto, y al cerrar se pierde.',
  discard: 'Descartar y cerrar',
  empty: 'Escribe el mensaje, o vuelve al texto preparado.',
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
  records: 'Apuntarlo en Pedido al cliente',
  recordsAsk: (texts: readonly string[]) => `Se le pide: ${texts.join('; ')}.`,
  recordsRemind: (texts: readonly string[]) => `Se le reclama: ${texts.join('; ')}.`,
  recorded: 'Apuntado en Pedido al cliente.',
  undo: 'Deshacer',
  undone: 'Deshecho: no queda apuntado.',
  notRecorded: 'No ha quedado en el registro de auditoría.',
  noPhone: 'Sin teléfono en Firmantes: lo eliges en WhatsApp.',
  noEmail: 'Sin correo en Firmantes: lo eliges en tu programa.',
  noAddress: 'Sin teléfono ni correo en Firmantes.',
  noAddressHelp: 'Eliges a quién en tu correo o en WhatsApp.',
  landline: 'Es un teléfono fijo: puede que no tenga WhatsApp.',
  nobody: 'No consta ninguna persona: elige a quién en tu correo o en WhatsApp.',
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

/** Reason that a text cannot be saved, shown while the user types. */
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

/**
 * Text of a verdict, apart from the other originals. Its sentences come from the report, so that an office's text
 * around them never contradicts it.
 */
export const VERDICT_TEXT = '{matrícula}[ ({vehículo})]: {respuesta}'

const INVENTED = '(Datos inventados de la demostración.)'

/** @param own text of the office, which replaces the original if it is usable */
export function writtenText(
  original: string,
  own: string | undefined,
  of: { fields: readonly string[]; values: Readonly<Record<string, string | undefined>>; demo: boolean },
): string {
  const { fields, values, demo } = of
  const template = own !== undefined && isUsableTemplate(own, fields) ? own : original
  const text = renderTemplate(
    template,
    Object.fromEntries(fields.map((field) => [field, values[field] ?? ''])),
  )
  // A message has no banner that marks the demonstration.
  return demo ? `${text} ${INVENTED}` : text
}

// Original texts for clients. Each office may replace them (`domain/client-messages.ts` has the syntax).

const HELLO = 'Hola[, {nombre}].'
const INCIDENT_END =
  '[ Es sobre el documento «{documento}».][ Nos indican: «{detalle}».] Puedes contestar a este mensaje con una foto o un PDF. Gracias.'

const states: Readonly<Record<ProcedureState | 'other', string>> = {
  DRAFT: `${HELLO} Estamos preparando {trámite}. Te avisamos cuando esté presentado.`,
  BLOCKED: `${HELLO} Para seguir con {trámite} hace falta resolver algo[: {pendiente}]. Dinos cómo lo ves y te indicamos. Gracias.`,
  PENDING: `${HELLO} Ya hemos presentado {trámite} y está a la espera de tramitarse. Te avisamos en cuanto avance.`,
  IN_PROGRESS: `${HELLO} Se está tramitando {trámite}. Te avisamos en cuanto avance.`,
  ON_HOLD: `${HELLO} Hemos presentado {trámite} y ahora depende de otro organismo[: {pendiente}]. No tienes que hacer nada; te avisamos en cuanto avance.`,
  DONE: `${HELLO} Ya está terminado {trámite}. Te enviamos la documentación en cuanto la preparemos.`,
  CANCELLED: `${HELLO} Se ha anulado {trámite}.[ Motivo: {motivo}.] Si quieres, te llamamos y lo vemos.`,
  DELIVERED_TO_CLIENT: `${HELLO} Ya está entregada la documentación definitiva de {trámite}. Guárdala con la del vehículo. Gracias.`,
  other: `${HELLO} Te contamos cómo va {trámite}: {estado}[, desde el {fecha}].[ Pendiente: {pendiente}.]`,
}

const incidentText = (type: IncidentType | 'other'): string => {
  const needs = type === 'other' ? '' : incidentNeeds[type]
  const asks = needs === '' ? 'hay una incidencia: {incidencia}' : `necesitamos ${needs}`
  // The missing document is the answer. It has nothing wrong.
  if (type === 'pending-document')
    return `${HELLO} Para seguir con {trámite} necesitamos un documento[: {documento}].[ Nos indican: «{detalle}».] Puedes contestar a este mensaje con una foto o un PDF. Gracias.`
  return `${HELLO} Para seguir con {trámite} ${asks}.${INCIDENT_END}`
}

const signatures: Readonly<Record<SignatureState | 'other', string>> = {
  submitted: `${HELLO} Te vamos a enviar[ {medio}] {documento}[ para {matrícula}]: en cuanto lo firmes, seguimos. Gracias.`,
  sent: `${HELLO} Te enviamos[ el {fecha}][ {medio}] {documento}[ para {matrícula}] y falta tu firma para poder seguir. {comprobar}, dínoslo y te lo enviamos de nuevo. Gracias.`,
  signed: `${HELLO} Ya tenemos tu firma en {documento}[ para {matrícula}]. Gracias.`,
  rejected: `${HELLO} Nos consta que no has querido firmar {documento}[ para {matrícula}]. Si algo no está claro, dínoslo y lo vemos.`,
  expired: `${HELLO} Se ha pasado el plazo para firmar {documento}[ para {matrícula}]. Te lo enviamos de nuevo cuando nos digas.`,
  other: `${HELLO} Sobre la firma de {documento}[ para {matrícula}]: {estado}.`,
}

const ANSWER = 'Puedes contestar a este mensaje con una foto o un PDF'
const requests = {
  ask: `${HELLO} Para seguir con tu trámite necesitamos:\n\n{resumen}\n\n${ANSWER}[, antes del {fecha}]. Gracias.`,
  remind: `${HELLO} Te recordamos lo que nos falta para seguir con tu trámite:\n\n{resumen}\n\n${ANSWER}. Si ya lo has enviado, no hagas caso de este mensaje. Gracias.`,
}

/** Original text of a situation. */
export function originalText(id: SituationId): string {
  const name = id.slice(id.indexOf(':') + 1)
  switch (situationGroup(id)) {
    case 'state':
      return states[name as keyof typeof states]
    case 'incident':
      return incidentText(name as IncidentType | 'other')
    case 'plate':
      return `${HELLO} Ya hay matrícula: {matrícula}. Te enviamos la documentación en cuanto la preparemos.`
    case 'verdict':
      return VERDICT_TEXT
    case 'signature':
      return signatures[name as keyof typeof signatures]
    case 'dealer':
      return `${HELLO} Así van tus expedientes[ a {fecha}].\n\n{resumen}\n\nSi algo no cuadra, dínoslo. Gracias.`
    case 'request':
      return requests[name as keyof typeof requests]
  }
}

/** Placeholder of the lines in a template, whose values have one line. The character is of the private use area. */
export const LINES = '\u{E000}'

/** Adds the lines to a template that does not place them. */
export function withLines(template: string): string {
  const pieces = parseTemplate(template).parts.flatMap((part) => part.pieces)
  const says = pieces.some((piece) => typeof piece !== 'string' && piece.field.toLowerCase() === 'resumen')
  return says ? template : `${template}\n\n{resumen}`
}

/**
 * Text for a client: the office's, or the original if the office has none or an unusable one.
 * @param own text of the office for the situation
 */
export const clientText = (
  id: SituationId,
  own: string | undefined,
  values: ClientValues,
  demo: boolean,
): string => writtenText(originalText(id), own, { fields: situationFields(id), values, demo })

/** Subject of an e-mail: the plate and the matter, never a name. */
export function clientSubject(group: SituationGroup, { matrícula = '', tipo = '' }: ClientValues): string {
  const matter: Readonly<Record<SituationGroup, string>> = {
    state: tipo || 'Tu trámite',
    incident: tipo || 'Tu trámite',
    plate: 'Matrícula asignada',
    verdict: 'Consulta de matrícula',
    signature: 'Documento para firmar',
    dealer: 'Tus expedientes',
    request: tipo || 'Lo que falta de tu trámite',
  }
  return [matter[group], matrícula].filter(Boolean).join(' · ')
}

/** Invented values for the preview of Ajustes. */
const SAMPLE_VALUES: Readonly<Record<ClientField, string>> = {
  nombre: 'Ana Pérez',
  matrícula: '1234 BCD',
  trámite: 'la gestión «Transferencia» de 1234 BCD',
  tipo: 'Transferencia',
  estado: 'En trámite',
  fecha: '12/11/2026',
  hora: '10:30',
  pendiente: 'IVTM pendiente de pago',
  motivo: 'desistió el adquirente',
  incidencia: 'Documento ilegible',
  documento: 'DNI del adquirente',
  detalle: 'El anverso no se lee',
  vehículo: 'SEAT Ibiza',
  respuesta: 'se puede transferir. Consultado en Tráfico el 12/11/2026 a las 10:30.',
  medio: 'por correo electrónico',
  comprobar: 'Si no lo ves, mira en el correo no deseado; si no ha llegado',
  resumen: 'Necesitamos de ti (1): 1234 BCD, Transferencia: falta el contrato o la factura.',
}

/** Sample values of a situation. A document to sign differs from one to photograph. */
export function sampleOf(id: SituationId): ClientValues {
  const group = situationGroup(id)
  if (group === 'request') return { ...SAMPLE_VALUES, resumen: '- DNI o NIF del adquirente' }
  return group === 'signature'
    ? { ...SAMPLE_VALUES, documento: 'el documento «Mandato específico»', estado: 'Enviada' }
    : SAMPLE_VALUES
}
