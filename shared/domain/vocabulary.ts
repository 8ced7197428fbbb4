/**
 * Values of the service known to this version. Every list is open: the service may send other values. The lists serve
 * labels and decisions, and never reject an answer. Status values of reports are in `shared/api/report.ts`.
 */

// prettier-ignore
export const PROCEDURE_STATES = [
  'DRAFT', 'BLOCKED', 'PENDING', 'IN_PROGRESS', 'ON_HOLD',
  'DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT',
] as const
export type ProcedureState = (typeof PROCEDURE_STATES)[number]

/** `blocker`: the client can solve it. `hold`: a third party has to. `document`: it concerns a document. */
export const INCIDENT_LEVELS = ['blocker', 'hold', 'document'] as const
export type IncidentLevel = (typeof INCIDENT_LEVELS)[number]

// prettier-ignore
export const INCIDENT_TYPES = [
  'ownership-hold', 'seizure', 'sealed-vehicle', 'unpaid-ivtm-tax', 'pending-document',
  'registry-rejected', 'waiting-gestores-validation', 'waiting-620-validation',
  'waiting-iedmt-validation', 'expired-document', 'unreadable-document', 'invalid-document',
  'incomplete-document', 'out-of-validity-document',
] as const
export type IncidentType = (typeof INCIDENT_TYPES)[number]

// prettier-ignore
export const INPUT_DOCUMENT_TYPES = [
  'national_id', 'foreigner_id', 'passport', 'tax_id', 'veh_registration_cert', 'technical_sheet',
  'sales_agreement', 'invoice', 'power_of_attorney', 'inheritance_deed', 'leasing_renting_contract',
  'lost_documents_declaration', 'responsible_declaration', 'representation_auth',
  'residence_registration_cert',
] as const
export type InputDocumentType = (typeof INPUT_DOCUMENT_TYPES)[number]

// prettier-ignore
export const GENERATED_DOCUMENT_TYPES = [
  'temp_veh_registration_cert', 'final_veh_registration_cert', 'temp_technical_sheet',
  'final_technical_sheet', 'es_576_doc', 'es_iedmt_payment_proof', 'es_01_doc', 'es_04_doc',
  'es_05_doc', 'es_06_doc', 'es_ivtm_doc', 'es_ivtm_payment_proof', 'es_itp_doc',
  'es_itp_payment_proof', 'submission_proof', 'procedure_invoice',
] as const
export type GeneratedDocumentType = (typeof GENERATED_DOCUMENT_TYPES)[number]

/** `conceptType` of a complete report's issues. */
// prettier-ignore
export const ISSUE_TYPES = [
  'ownership-hold', 'seizure', 'leasing', 'renting', 'deregistrated', 'restriction',
  'itv-expired', 'no-insurance', 'safety-recall', 'unpaid-tax', 'temp-withdrawal',
] as const
export type IssueType = (typeof ISSUE_TYPES)[number]

/** `blocking` stops a transfer; `alert` does not. */
export type IssueKind = 'blocking' | 'alert'

export const ISSUE_KINDS: Readonly<Record<IssueType, IssueKind>> = {
  'ownership-hold': 'blocking',
  seizure: 'blocking',
  leasing: 'blocking',
  renting: 'blocking',
  deregistrated: 'blocking',
  restriction: 'blocking',
  'itv-expired': 'alert',
  'no-insurance': 'alert',
  'safety-recall': 'alert',
  'unpaid-tax': 'alert',
  'temp-withdrawal': 'alert',
}

/** Kind of an issue. `unknown`: a type that this version does not know and that may block. */
export function issueKindOf(conceptType: string): IssueKind | 'unknown' {
  const type = ISSUE_TYPES.find((known) => known === conceptType)
  return type === undefined ? 'unknown' : ISSUE_KINDS[type]
}

/** `service` of a vehicle: public use, private use. */
export const VEHICLE_SERVICES = ['A', 'B'] as const

/** Fields of `registryExtractedData` besides the plate. After the fifth, only complete reports have them. */
// prettier-ignore
export const REGISTRY_FIELDS = [
  'vin', 'brand', 'model', 'firstRegistrationDate', 'registrationDate', 'vehicleType', 'service',
  'autonomousCommunity', 'owner', 'hasInvalidItv', 'hasInvalidInsurance', 'hasCharges', 'hasDenial',
  'hasPendingSafetyCampaign', 'itvHistory', 'ownerHistory', 'lesseeHistory',
] as const
export type RegistryField = (typeof REGISTRY_FIELDS)[number]

/** Documents that can be sent for signature. */
// prettier-ignore
export const SIGNATURE_DOCUMENTS = [
  'mandate-generic', 'mandate-specific', 'entity-representation', 'sales-agreement',
  'lost-documents-declaration',
] as const
export type SignatureDocument = (typeof SIGNATURE_DOCUMENTS)[number]

export const SIGNATURE_STATES = ['submitted', 'sent', 'signed', 'rejected', 'expired'] as const
export type SignatureState = (typeof SIGNATURE_STATES)[number]

// prettier-ignore
export const EVENT_NAMES = [
  'procedure.status_changed', 'procedure.finished', 'procedure.document.added',
  'procedure.incident.added', 'procedure.incident.solved', 'procedure.incident.removed',
  'report.completed', 'report.status_changed', 'signature.status_changed',
  'energy_saving_certificate.status_changed', 'energy_saving_certificate.document.added',
] as const
export type EventName = (typeof EVENT_NAMES)[number]
