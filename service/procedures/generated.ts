import type { GeneratedDocumentType, ProcedureState } from '#shared/domain/vocabulary.ts'

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
