import type { GeneratedDocumentType, IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'

/**
 * Transitions of a procedure. docs/service.md has our decisions where the specification is silent. `null` is a
 * transition that the state forbids. The status endpoint of tests ignores these rules.
 */

/** `POST /v1/procedures/{id}/confirm`. */
export const afterConfirm = (state: ProcedureState): ProcedureState | null =>
  state === 'DRAFT' ? 'PENDING' : null

/** States in which the operator works and may find an incident. */
const OPEN: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED']

/**
 * State after an incident. The specification blocks a `PENDING` procedure. The other open states block in the same
 * way. A draft or an ended procedure takes no incident.
 */
export const afterIncident = (state: ProcedureState): ProcedureState | null =>
  OPEN.includes(state) ? 'BLOCKED' : null

/** State after an incident was solved or removed. Only the last open incident moves a `BLOCKED` procedure. */
export const afterSolved = (state: ProcedureState, remaining: number): ProcedureState =>
  state === 'BLOCKED' && remaining === 0 ? 'PENDING' : state

/**
 * False for incidents that wait for a third party. The operator, through the test endpoint, can solve any incident.
 */
export const canClientSolve = (level: IncidentLevel): boolean => level !== 'hold'

/** Documents are accepted until the procedure is over. */
export const acceptsDocuments = (state: ProcedureState): boolean => state === 'DRAFT' || OPEN.includes(state)

/** The client may change the data of a draft only. */
export const isEditable = (state: ProcedureState): boolean => state === 'DRAFT'

/** Fields of a procedure that decide its generated documents. */
export interface ProcedureKind {
  readonly type: string
  readonly vin: string | null
}

/** Documents of every registration. */
const REGISTRATION: readonly GeneratedDocumentType[] = [
  'temp_veh_registration_cert',
  'temp_technical_sheet',
  'es_ivtm_doc',
  'es_ivtm_payment_proof',
  'submission_proof',
  'procedure_invoice',
]

/**
 * Documents of the registration tax: paid (576), not due (06) or waived (05, with its request 01 and the reduced
 * VAT of 04). The last digit of the VIN decides, so a tester can choose.
 */
function listTaxDocuments(vin: string | null): readonly GeneratedDocumentType[] {
  switch (vin?.at(-1)) {
    case '7':
      return ['es_06_doc']
    case '8':
      return ['es_05_doc']
    case '9':
      return ['es_01_doc', 'es_04_doc', 'es_05_doc']
    default:
      return ['es_576_doc', 'es_iedmt_payment_proof']
  }
}

const TRANSFER: readonly GeneratedDocumentType[] = [
  'es_itp_doc',
  'es_itp_payment_proof',
  'temp_veh_registration_cert',
  'submission_proof',
  'procedure_invoice',
]

const NOTIFICATION: readonly GeneratedDocumentType[] = ['submission_proof', 'procedure_invoice']

function listDoneDocuments({ type, vin }: ProcedureKind): readonly GeneratedDocumentType[] {
  if (type === 'VEHICLE_REGISTRATION') return [...listTaxDocuments(vin), ...REGISTRATION]
  return type === 'VEHICLE_TRANSFER' ? TRANSFER : NOTIFICATION
}

function listDeliveredDocuments({ type }: ProcedureKind): readonly GeneratedDocumentType[] {
  if (type === 'VEHICLE_REGISTRATION') return ['final_veh_registration_cert', 'final_technical_sheet']
  return type === 'VEHICLE_TRANSFER' ? ['final_veh_registration_cert'] : []
}

/**
 * Lists all documents that a procedure has in a state. `DONE` has the provisional documents and the taxes.
 * `DELIVERED_TO_CLIENT` adds the final certificates.
 */
export function listGeneratedDocuments(
  state: ProcedureState,
  kind: ProcedureKind,
): readonly GeneratedDocumentType[] {
  if (state === 'DONE') return listDoneDocuments(kind)
  return state === 'DELIVERED_TO_CLIENT' ? [...listDoneDocuments(kind), ...listDeliveredDocuments(kind)] : []
}
