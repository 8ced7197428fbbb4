import * as z from 'zod'
import { ISSUE_TYPES, VEHICLE_SERVICES } from '../domain/vocabulary.ts'
import { openText } from './open-text.ts'
import { REDUCED_TRANSFERABILITY, REPORT_STATUSES, REPORT_TYPES, SERVICE_UNAVAILABLE } from './report.ts'

/** Exact shapes of a Report, as our service answers them. report.ts reads them. */

const day = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/)

const registryDataWire = z.strictObject({
  vrm: z.string(),
  vin: z.string(),
  brand: z.string(),
  model: z.string(),
  firstRegistrationDate: day,
  registrationDate: day.optional(),
  vehicleType: z.string().optional(),
  service: openText(VEHICLE_SERVICES).optional(),
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
  conceptType: openText(ISSUE_TYPES),
  concept: z.string(),
  description: z.string(),
  date: z.iso.datetime().optional(),
  authority: z.string().optional(),
})

/** Response to the creation of a report. */
export const createdReportWire = z.strictObject({
  id: z.string().min(1),
  vrm: z.string().min(1),
  type: openText(REPORT_TYPES),
  status: z.literal('processing'),
})

export const reportWire = createdReportWire.extend({
  status: openText(REPORT_STATUSES),
  /** When completed. */
  transferabilityStatus: openText(REDUCED_TRANSFERABILITY).optional(),
  registryExtractedData: registryDataWire.optional(),
  /** Complete reports only. */
  issues: z.array(reportIssueWire).optional(),
  reportUrl: z.url().optional(),
  /** Complete reports in error. */
  failureReason: openText([SERVICE_UNAVAILABLE]).nullable().optional(),
})
