import type { GeneratedDocumentType, IncidentLevel, ProcedureState } from '#shared/domain/vocabulary.ts'

/**
 * Transitions of a procedure: those of the specification, and our decisions where it is silent (docs/service.md).
 * `null` is a transition that the state forbids. The test status endpoint uses none of these: it goes to any state.
 */

/** `POST /v1/procedures/{id}/confirm`. */
export const afterConfirm = (state: ProcedureState): ProcedureState | null =>
  state === 'DRAFT' ? 'PENDING' : null

/** States in which the operator is at work and may find an incident. */
const OPEN: readonly ProcedureState[] = ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'BLOCKED']

/**
 * Registers an incident. The table has it from `PENDING`; the other open states block in the same way, and a
 * blocked one stays so. No incident in a draft nor after the end.
 */
export const afterIncident = (state: ProcedureState): ProcedureState | null =>
  OPEN.includes(state) ? 'BLOCKED' : null

/** Solves or removes an incident. Only the last one moves the procedure back, and only from `BLOCKED`. */
export const afterSolved = (state: ProcedureState, remaining: number): ProcedureState =>
  state === 'BLOCKED' && remaining === 0 ? 'PENDING' : state

/** False for incidents that wait for a third party; the operator (the test endpoint) can solve those. */
export const canClientSolve = (level: IncidentLevel): boolean => level !== 'hold'

/** Documents are accepted until the procedure is over. */
export const takesDocuments = (state: ProcedureState): boolean => state === 'DRAFT' || OPEN.includes(state)

/** The client may change the data of a draft only. */
export const isEditable = (state: ProcedureState): boolean => state === 'DRAFT'

/** Inputs of the choice. */
export interface ProcedureKind {
  readonly type: string
  readonly vin: string | null
}

/** Common to every registration. */
const REGISTRATION: readonly GeneratedDocumentType[] = [
  'temp_veh_registration_cert',
  'temp_technical_sheet',
  'es_ivtm_doc',
  'es_ivtm_payment_proof',
  'submission_proof',
  'procedure_invoice',
]

/**
 * The registration tax is paid (576), not due (06), or waived beforehand (05, with its request 01 and the
 * reduced VAT of 04): the last digit of the VIN decides, so that a tester can choose.
 */
function registrationTax(vin: string | null): readonly GeneratedDocumentType[] {
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

function whenDone({ type, vin }: ProcedureKind): readonly GeneratedDocumentType[] {
  if (type === 'VEHICLE_REGISTRATION') return [...registrationTax(vin), ...REGISTRATION]
  return type === 'VEHICLE_TRANSFER' ? TRANSFER : NOTIFICATION
}

function whenDelivered({ type }: ProcedureKind): readonly GeneratedDocumentType[] {
  if (type === 'VEHICLE_REGISTRATION') return ['final_veh_registration_cert', 'final_technical_sheet']
  return type === 'VEHICLE_TRANSFER' ? ['final_veh_registration_cert'] : []
}

/**
 * Documents that a procedure has on reaching a state, since the beginning. `DONE` brings the provisional
 * documents and the taxes, `DELIVERED_TO_CLIENT` adds the final certificates.
 */
export function generatedOn(state: ProcedureState, kind: ProcedureKind): readonly GeneratedDocumentType[] {
  if (state === 'DONE') return whenDone(kind)
  return state === 'DELIVERED_TO_CLIENT' ? [...whenDone(kind), ...whenDelivered(kind)] : []
}
