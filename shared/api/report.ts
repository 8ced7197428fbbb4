import * as z from 'zod'
import { ISSUE_TYPES, VEHICLE_SERVICES } from '../domain/vocabulary.ts'
import { openText } from './wire-fields.ts'

/**
 * Wire shapes of reports. Reading is tolerant: lists of values are open, and a missing or mistyped field becomes
 * `undefined`. Only the fields that every screen needs (`id`, `vrm`, `status`) are required.
 */

/** Body of `POST /v1/reports/reduced` and `/complete`. Strict, because our application sends it. */
export const createReportBody = z.strictObject({ vrm: z.string().min(1) })

const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)

/**
 * Registry data of a vehicle. A reduced report has the first five fields. The specification gives no shape for the
 * owner and the histories, so they are stored unchanged.
 */
const registryDataSchema = z.looseObject({
  vrm: text,
  vin: text,
  brand: text,
  model: text,
  /** DD/MM/YYYY, in the registry's format. */
  firstRegistrationDate: text,
  /** DD/MM/YYYY: first registration in Spain. */
  registrationDate: text,
  vehicleType: text,
  /** `A` public use, `B` private use. */
  service: text,
  autonomousCommunity: text,
  owner: z.unknown().optional(),
  hasInvalidItv: flag,
  hasInvalidInsurance: flag,
  hasCharges: flag,
  hasDenial: flag,
  hasPendingSafetyCampaign: flag,
  itvHistory: z.unknown().optional(),
  ownerHistory: z.unknown().optional(),
  lesseeHistory: z.unknown().optional(),
})

/** One charge or alert. An unknown `conceptType` is kept, because it may be a blocking one. */
const reportIssueSchema = z.object({
  conceptType: z.string().catch(''),
  concept: text,
  description: text,
  /** ISO 8601. */
  date: text,
  authority: text,
})
export type ReportIssue = z.infer<typeof reportIssueSchema>

/** Entries that are not objects are dropped. The rest of the list stays. */
const issues = z
  .array(z.unknown())
  .transform((items) => items.flatMap((item) => reportIssueSchema.safeParse(item).data ?? []))

export const reportSchema = z.object({
  id: z.string().min(1),
  vrm: z.string().min(1),
  type: z.string().catch('reduced'),
  /** `processing`, `completed` or `error`. Any other value is kept unchanged. */
  status: z.string().min(1),
  transferabilityStatus: text,
  registryExtractedData: registryDataSchema.optional().catch(undefined),
  /** Complete reports only. */
  issues: issues.optional().catch(undefined),
  /** Complete reports only: pre-signed link to the official PDF, a secret that expires. A GET renews it. */
  reportUrl: text,
  /** Complete reports in `error`: `service_unavailable` may be retried, `null` may not. */
  failureReason: z.string().nullish().catch(undefined),
})
export type Report = z.infer<typeof reportSchema>

export const REPORT_STATUSES = ['processing', 'completed', 'error'] as const

export const REDUCED_TRANSFERABILITY = ['transferable', 'with_alerts', 'not_transferable'] as const
export type ReducedTransferability = (typeof REDUCED_TRANSFERABILITY)[number]

const COMPLETE_TRANSFERABILITY = ['transferable', 'not_transferable'] as const
export type CompleteTransferability = (typeof COMPLETE_TRANSFERABILITY)[number]

export const REPORT_TYPES = ['reduced', 'complete'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

/** The only reason that the specification names. */
export const SERVICE_UNAVAILABLE = 'service_unavailable'

/** Exact shapes of a report, as our service answers them. */

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

/** Answer to the creation of a report. */
export const createdReportWire = z.strictObject({
  id: z.string().min(1),
  vrm: z.string().min(1),
  type: openText(REPORT_TYPES),
  status: z.literal('processing'),
})

export const reportWire = createdReportWire.extend({
  status: openText(REPORT_STATUSES),
  /** Present when completed. */
  transferabilityStatus: openText(REDUCED_TRANSFERABILITY).optional(),
  registryExtractedData: registryDataWire.optional(),
  /** Complete reports only. */
  issues: z.array(reportIssueWire).optional(),
  reportUrl: z.url().optional(),
  /** Complete reports in `error` only. */
  failureReason: openText([SERVICE_UNAVAILABLE]).nullable().optional(),
})
