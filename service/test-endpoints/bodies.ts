import * as z from 'zod'
import { GENERATED_DOCUMENT_TYPES, INCIDENT_TYPES, PROCEDURE_STATES } from '#shared/domain/vocabulary.ts'
import { incidentLabels } from '#shared/text/labels.ts'

/** The ten types of the table; the other six come with `DONE` and `DELIVERED_TO_CLIENT` alone. */
const TEST_DOCUMENT_TYPES = [
  'es_576_doc',
  'es_iedmt_payment_proof',
  'es_ivtm_doc',
  'es_ivtm_payment_proof',
  'submission_proof',
  'procedure_invoice',
  'es_itp_doc',
  'es_itp_payment_proof',
  'temp_veh_registration_cert',
  'temp_technical_sheet',
] as const satisfies readonly (typeof GENERATED_DOCUMENT_TYPES)[number][]

const ofLevel = (...levels: readonly string[]) =>
  INCIDENT_TYPES.filter((type) => levels.includes(incidentLabels[type].level))

export const statusFields = z.object({
  status: z.enum(PROCEDURE_STATES),
  /** Not in the specification: the `statusDescription` of a `CANCELLED` procedure. */
  reason: z.string().max(500).regex(/\S/, 'Blank.').optional(),
})
export const documentFields = z.object({ type: z.enum(TEST_DOCUMENT_TYPES) })
export const incidentFields = z.object({ type: z.enum(ofLevel('blocker', 'hold')) })
export const documentIncidentFields = z.object({ type: z.enum(ofLevel('document')) })
