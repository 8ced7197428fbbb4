import { UNKNOWN_TYPE } from '../domain/procedures/document-type.ts'
import { byKind, kindOfType } from '../domain/procedures/kinds.ts'
import type { EntityLetter, TaxIdKind } from '../domain/tax-id.ts'
import type {
  EventName,
  GeneratedDocumentType,
  IncidentLevel,
  IncidentType,
  InputDocumentType,
  ProcedureState,
  SignatureDocument,
  SignatureState,
} from '../domain/vocabulary.ts'
import { entryOf, unknownNames } from './labels-reports.ts'
import { procedureKindTexts } from './procedure-kinds.ts'

/**
 * Labels: Spanish names of the service's values. shared/text/README.md lists the places that show the service's own
 * text. The labels of reports are in `labels-reports.ts`, which the first screen loads.
 */

/** Colour family of a badge. The badge also has an icon and a text. */
type Tone = 'grey' | 'dark-grey' | 'red' | 'amber' | 'light-blue' | 'blue' | 'green' | 'dark-green'

interface StateLabel {
  /** Text on the badge. */
  label: string
  tooltip: string
  tone: Tone
}

/** Name of each kind of procedure, on a draft and at the service. */
export const procedureKindLabels = byKind((kind) => procedureKindTexts[kind].name)

/**
 * Name of a procedure of the service: ours for a known kind, so that it matches its former draft. Other kinds have
 * the service's text.
 * @param type as the service names it, or empty
 * @param description its `typeDescription`
 */
export function procedureName(type: string, description = ''): string {
  const kind = kindOfType(type)
  if (kind !== null) return procedureKindLabels[kind]
  return description.trim() || (type === '' ? '' : unknownNames.procedure)
}

/** Badges of the eight states. `procedureStateTooltip` adds the reason of `CANCELLED`. */
export const procedureStateLabels = {
  // «Borrador» is a draft on this PC only.
  DRAFT: {
    label: 'Sin confirmar',
    tooltip: 'Creado en el servicio; falta confirmarlo para que salga',
    tone: 'grey',
  },
  BLOCKED: { label: 'Con incidencia', tooltip: 'Parado por una incidencia', tone: 'red' },
  PENDING: { label: 'Pendiente', tooltip: 'Recibido, a la espera de tramitarse', tone: 'light-blue' },
  IN_PROGRESS: { label: 'En trámite', tooltip: 'Se está tramitando', tone: 'blue' },
  ON_HOLD: { label: 'En espera', tooltip: 'A la espera de un organismo externo', tone: 'amber' },
  DONE: { label: 'Finalizado', tooltip: 'Trámite completado; documentos disponibles', tone: 'green' },
  CANCELLED: { label: 'Anulado', tooltip: 'Anulado; no consta el motivo', tone: 'dark-grey' },
  DELIVERED_TO_CLIENT: {
    label: 'Documentación entregada',
    tooltip: 'Documentos definitivos entregados',
    tone: 'dark-green',
  },
} as const satisfies Record<ProcedureState, StateLabel>

/**
 * Tooltip of a state.
 * @param status state of the procedure, known or not
 * @param statusDescription text of the service; for `CANCELLED` it is the reason
 */
export function procedureStateTooltip(status: string, statusDescription = ''): string {
  if (status === 'CANCELLED' && statusDescription) return `Motivo: ${statusDescription}`
  return entryOf<StateLabel>(procedureStateLabels, status)?.tooltip ?? statusDescription
}

/** Next step of a procedure with an incident that the office can solve. */
export const BLOCKED_STEP = 'Necesita algo de ti para continuar'

/** Lines of the activity log, by event name. */
export const eventLabels = {
  'procedure.status_changed': 'Cambio de estado',
  'procedure.finished': 'Trámite terminado',
  'procedure.document.added': 'Documento nuevo',
  'procedure.incident.added': 'Incidencia nueva',
  'procedure.incident.solved': 'Incidencia resuelta',
  'procedure.incident.removed': 'Incidencia retirada',
  'report.completed': 'Informe disponible',
  'report.status_changed': 'Cambio en informe',
  'signature.status_changed': 'Cambio en firma',
  'energy_saving_certificate.status_changed': 'CAE: cambio de estado',
  'energy_saving_certificate.document.added': 'CAE: documento nuevo',
} as const satisfies Record<EventName, string>

/** Fields of a procedure and of its account. */
export const fieldLabels = {
  taxableBase: 'Base imponible',
  invoiceNumber: 'N.º de factura',
  userEmail: 'Correo del usuario',
  companyTaxId: 'NIF de la empresa',
} as const

/** Documents that the office supplies. */
export const inputDocumentLabels = {
  national_id: 'DNI',
  foreigner_id: 'NIE / TIE',
  passport: 'Pasaporte',
  tax_id: 'NIF de empresa (CIF)',
  veh_registration_cert: 'Permiso de circulación',
  technical_sheet: 'Ficha técnica (ITV)',
  sales_agreement: 'Contrato de compraventa',
  invoice: 'Factura',
  power_of_attorney: 'Poder / escritura de poderes',
  inheritance_deed: 'Escritura de herencia',
  leasing_renting_contract: 'Contrato de leasing / renting',
  lost_documents_declaration: 'Declaración de extravío',
  responsible_declaration: 'Declaración responsable',
  representation_auth: 'Autorización de representación',
  residence_registration_cert: 'Certificado de empadronamiento',
} as const satisfies Record<InputDocumentType, string>

/** Documents that the service generates. */
export const generatedDocumentLabels = {
  temp_veh_registration_cert: 'Permiso de circulación provisional',
  final_veh_registration_cert: 'Permiso de circulación definitivo',
  temp_technical_sheet: 'Ficha técnica provisional',
  final_technical_sheet: 'Ficha técnica definitiva',
  es_576_doc: 'Modelo 576 (IEDMT)',
  es_iedmt_payment_proof: 'Justificante de pago del IEDMT',
  es_01_doc: 'Modelo 01',
  es_04_doc: 'Modelo 04 (IVA reducido)',
  es_05_doc: 'Modelo 05 (IEDMT, reconocimiento previo)',
  es_06_doc: 'Modelo 06 (IEDMT)',
  es_ivtm_doc: 'IVTM',
  es_ivtm_payment_proof: 'Justificante de pago del IVTM',
  es_itp_doc: 'ITP (modelo 620)',
  es_itp_payment_proof: 'Justificante de pago del ITP',
  submission_proof: 'Justificante de presentación',
  procedure_invoice: 'Factura del trámite',
} as const satisfies Record<GeneratedDocumentType, string>

const all: Readonly<Record<string, string>> = {
  ...inputDocumentLabels,
  ...generatedDocumentLabels,
  [UNKNOWN_TYPE]: 'Otro',
}

/** Name of a type of document, or `undefined` for an unknown one. */
export const knownDocumentLabel = (type: string): string | undefined => entryOf(all, type)

/** Name of any document of the service, or empty without a type. */
export const documentLabel = (type: string): string =>
  type === '' ? '' : (knownDocumentLabel(type) ?? unknownNames.document)

/** Name of a document of this PC. A typed type is shown as typed. */
export const ownDocumentLabel = (type: string): string => knownDocumentLabel(type) ?? type

interface IncidentLabel {
  label: string
  level: IncidentLevel
  /** Next step in the imperative, which the user reads first. */
  nextStep: string
}

/** Party that has to act, by level. */
export const incidentLevelLabels = {
  blocker: 'Bloqueante · depende de ti',
  hold: 'En espera · depende de terceros',
  document: 'Sobre un documento · depende de ti',
} as const satisfies Record<IncidentLevel, string>

/** Incidents of a procedure or of one of its documents. The service's list is partial. */
export const incidentLabels = {
  'ownership-hold': {
    label: 'Reserva de dominio',
    level: 'blocker',
    nextStep:
      'Pide a la financiera la carta de cancelación y su inscripción en el Registro de Bienes Muebles',
  },
  seizure: {
    label: 'Embargo',
    level: 'blocker',
    nextStep: 'Pide el levantamiento o el mandamiento de cancelación a quien lo ordenó',
  },
  'sealed-vehicle': {
    label: 'Precinto',
    level: 'blocker',
    nextStep: 'Pide el levantamiento del precinto a la autoridad que lo acordó',
  },
  'unpaid-ivtm-tax': {
    label: 'IVTM pendiente de pago',
    level: 'blocker',
    nextStep: 'Paga el recibo y sube el justificante',
  },
  'pending-document': {
    label: 'Falta documentación',
    level: 'blocker',
    nextStep: 'Sube el documento indicado',
  },
  'registry-rejected': {
    label: 'Denegatoria de Tráfico',
    level: 'hold',
    nextStep: 'Pide el informe completo o consulta a la Jefatura',
  },
  'waiting-gestores-validation': {
    label: 'Pendiente de validación del Colegio de Gestores',
    level: 'hold',
    nextStep: 'Espera',
  },
  'waiting-620-validation': {
    label: 'Pendiente de validación del 620 (ITP)',
    level: 'hold',
    nextStep: 'Espera',
  },
  'waiting-iedmt-validation': {
    label: 'Pendiente de validación del IEDMT',
    level: 'hold',
    nextStep: 'Espera',
  },
  'expired-document': {
    label: 'Documento caducado',
    level: 'document',
    nextStep: 'Pide uno en vigor',
  },
  'unreadable-document': {
    label: 'Documento ilegible',
    level: 'document',
    nextStep: 'Repite el escaneo (300 ppp, sin reflejos)',
  },
  'invalid-document': {
    label: 'Documento no válido',
    level: 'document',
    nextStep: 'Sustitúyelo',
  },
  'incomplete-document': {
    label: 'Documento incompleto',
    level: 'document',
    nextStep: 'Sube la cara o la página que falta',
  },
  'out-of-validity-document': {
    label: 'Documento fuera de vigencia',
    level: 'document',
    nextStep: 'Pide uno vigente',
  },
} as const satisfies Record<IncidentType, IncidentLabel>

/** Documents for signature. */
export const signatureDocumentLabels = {
  'mandate-generic': 'Mandato genérico',
  'mandate-specific': 'Mandato específico',
  'entity-representation': 'Representación de entidad',
  'sales-agreement': 'Contrato de compraventa',
  'lost-documents-declaration': 'Declaración de extravío',
} as const satisfies Record<SignatureDocument, string>

export const signatureStateLabels = {
  submitted: 'Registrada',
  sent: 'Pendiente de firma',
  signed: 'Firmada',
  rejected: 'Rechazada',
  expired: 'Caducada',
} as const satisfies Record<SignatureState, string>

/** `signer.type`, and the signatory of a company. */
export const signerLabels = {
  person: 'Persona física',
  company: 'Persona jurídica',
  representative: 'Representante',
} as const

/** `signer.deliveryMethod`. Other values are shown unchanged. */
export const deliveryMethodLabels = { email: 'Correo electrónico' } as const

/** Kind of a tax identifier, by its shape. */
export const taxIdKindLabels = {
  dni: 'DNI',
  nie: 'NIE',
  K: 'NIF de español menor de 14 años',
  L: 'NIF de español residente en el extranjero',
  M: 'NIF de extranjero sin NIE',
  entity: 'NIF de entidad',
} as const satisfies Record<TaxIdKind, string>

/** Kind of an entity, by the first letter of its number (BOE-A-2008-3580). */
export const entityLabels = {
  A: 'Sociedad anónima',
  B: 'Sociedad limitada',
  C: 'Sociedad colectiva',
  D: 'Sociedad comanditaria',
  E: 'Comunidad de bienes o herencia yacente',
  F: 'Cooperativa',
  G: 'Asociación',
  H: 'Comunidad de propietarios',
  J: 'Sociedad civil',
  N: 'Entidad extranjera',
  P: 'Corporación local',
  Q: 'Organismo público',
  R: 'Entidad religiosa',
  S: 'Órgano del Estado o de una comunidad autónoma',
  U: 'Unión temporal de empresas',
  V: 'Otra entidad',
  W: 'Establecimiento permanente de no residente',
} as const satisfies Record<EntityLetter, string>

/** Shown under a field with a wrong control letter or digit. */
export const wrongControlText = (expected: string): string =>
  /\d/.test(expected)
    ? `El dígito de control no corresponde: debería ser ${expected}`
    : `La letra no corresponde: debería ser ${expected}`

/**
 * Provinces by INE code, which begins a postal code. Names as in Tráfico's annex of plates. It is a `Map`, because
 * object keys `10` to `52` would sort before `01`.
 */
export const provinceNames: ReadonlyMap<string, string> = new Map([
  ['01', 'Álava'],
  ['02', 'Albacete'],
  ['03', 'Alicante'],
  ['04', 'Almería'],
  ['05', 'Ávila'],
  ['06', 'Badajoz'],
  ['07', 'Illes Balears'],
  ['08', 'Barcelona'],
  ['09', 'Burgos'],
  ['10', 'Cáceres'],
  ['11', 'Cádiz'],
  ['12', 'Castellón'],
  ['13', 'Ciudad Real'],
  ['14', 'Córdoba'],
  ['15', 'A Coruña'],
  ['16', 'Cuenca'],
  ['17', 'Girona'],
  ['18', 'Granada'],
  ['19', 'Guadalajara'],
  ['20', 'Guipúzcoa'],
  ['21', 'Huelva'],
  ['22', 'Huesca'],
  ['23', 'Jaén'],
  ['24', 'León'],
  ['25', 'Lleida'],
  ['26', 'La Rioja'],
  ['27', 'Lugo'],
  ['28', 'Madrid'],
  ['29', 'Málaga'],
  ['30', 'Murcia'],
  ['31', 'Navarra'],
  ['32', 'Ourense'],
  ['33', 'Asturias'],
  ['34', 'Palencia'],
  ['35', 'Las Palmas'],
  ['36', 'Pontevedra'],
  ['37', 'Salamanca'],
  ['38', 'Santa Cruz de Tenerife'],
  ['39', 'Cantabria'],
  ['40', 'Segovia'],
  ['41', 'Sevilla'],
  ['42', 'Soria'],
  ['43', 'Tarragona'],
  ['44', 'Teruel'],
  ['45', 'Toledo'],
  ['46', 'Valencia'],
  ['47', 'Valladolid'],
  ['48', 'Vizcaya'],
  ['49', 'Zamora'],
  ['50', 'Zaragoza'],
  ['51', 'Ceuta'],
  ['52', 'Melilla'],
])
