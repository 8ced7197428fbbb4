import * as z from 'zod'

/** The invented office of the demonstration: what our development environment makes, and the desk reads. */

/** Address of our development environment. The real service has none like it. */
export const SAMPLE_OFFICE_PATH = '/_dev/office'

/** What the office has written down about a procedure, which the service does not know. */
const sampleCaseSchema = z.object({
  id: z.string(),
  client: z.string(),
  sellerName: z.string(),
  sellerTaxId: z.string(),
  buyerName: z.string(),
  buyerTaxId: z.string(),
  /** DD/MM/YYYY, or empty. */
  contractDate: z.string(),
  notes: z.string(),
  labels: z.array(z.string()),
})
export type SampleCase = z.infer<typeof sampleCaseSchema>

export const sampleOfficeSchema = z.object({
  /** Day and time that everything else is dated by, ISO 8601. */
  madeAt: z.string(),
  cases: z.array(sampleCaseSchema),
  /** `procedureId`: the procedure that it was sent for. */
  signatures: z.array(z.object({ id: z.string(), procedureId: z.string().optional() })),
  /** Lookups, the oldest first. */
  reports: z.array(
    z.object({ id: z.string(), type: z.enum(['reduced', 'complete']), vrm: z.string(), at: z.string() }),
  ),
  /** Bodies of the events of procedures and signatures, the oldest first, as a webhook would have had them. */
  events: z.array(z.record(z.string(), z.unknown())),
})
export type SampleOffice = z.infer<typeof sampleOfficeSchema>
