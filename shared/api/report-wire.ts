import * as z from 'zod'

/** The exact shapes of a Report, as our service answers them (service.md, "Report"). They are read by report.ts. */

const day = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/)

const registryDataWire = z.strictObject({
  vrm: z.string(),
  vin: z.string(),
  brand: z.string(),
  model: z.string(),
  firstRegistrationDate: day,
  registrationDate: day.optional(),
  vehicleType: z.string().optional(),
  service: z.enum(['A', 'B']).optional(),
  autonomousCommunity: z.string().optional(),
  owner: z.string().optional(),
  hasInvalidItv: z.boolean().optional(),
  hasInvalidInsurance: z.boolean().optional(),
  hasCharges: z.boolean().optional(),
  hasDenial: z.boolean().optional(),
  hasPendingSafetyCampaign: z.boolean().optional(),
  itvHistory: z
    .array(
      z.strictObject({ date: day, result: z.string(), expirationDate: day, kilometers: z.number().int() }),
    )
    .optional(),
  ownerHistory: z.array(z.strictObject({ owner: z.string(), from: day, to: day.nullable() })).optional(),
  lesseeHistory: z
    .array(z.strictObject({ lessee: z.string(), lessor: z.string(), from: day, to: day.nullable() }))
    .optional(),
})

export const reportIssueWire = z.strictObject({
  conceptType: z.string().min(1),
  concept: z.string(),
  description: z.string(),
  date: z.iso.datetime().optional(),
  authority: z.string().optional(),
})

/** What is answered to the creation of a report. */
export const createdReportWire = z.strictObject({
  id: z.string().min(1),
  vrm: z.string().min(1),
  type: z.enum(['reduced', 'complete']),
  status: z.literal('processing'),
})

export const reportWire = createdReportWire.extend({
  status: z.enum(['processing', 'completed', 'error']),
  /** When completed. */
  transferabilityStatus: z.enum(['transferable', 'with_alerts', 'not_transferable']).optional(),
  registryExtractedData: registryDataWire.optional(),
  /** Complete reports only. */
  issues: z.array(reportIssueWire).optional(),
  reportUrl: z.url().optional(),
  /** Complete reports in error. */
  failureReason: z.enum(['service_unavailable']).nullable().optional(),
})
