import * as z from 'zod'

/**
 * Wire shapes of reports (service.md, "Report"). Reading is tolerant: lists of values are open, and a field
 * that is missing or of another type becomes `undefined` instead of failing the whole answer. Only what no
 * screen can do without (`id`, `vrm`, `status`) is required.
 */

/** Body of `POST /v1/reports/reduced` and `/complete`: what we send is strict. */
export const createReportBody = z.strictObject({ vrm: z.string().min(1) })
export type CreateReportBody = z.infer<typeof createReportBody>

const text = z.string().optional().catch(undefined)
const flag = z.boolean().optional().catch(undefined)

/**
 * What the registry says of a vehicle. A reduced report has the first five fields. The specification gives no
 * shape for the owner nor for the histories: they are kept as they came.
 */
export const registryDataSchema = z.looseObject({
  vrm: text,
  vin: text,
  brand: text,
  model: text,
  /** DD/MM/YYYY, as the registry writes it. */
  firstRegistrationDate: text,
  /** DD/MM/YYYY: in Spain. */
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
export type RegistryData = z.infer<typeof registryDataSchema>

/** One charge or alert. A `conceptType` that we do not know is kept as it came: it may well be a blocking one. */
export const reportIssueSchema = z.object({
  conceptType: z.string().catch(''),
  concept: text,
  description: text,
  /** ISO 8601. */
  date: text,
  authority: text,
})
export type ReportIssue = z.infer<typeof reportIssueSchema>

/** What is not even an object is left out; the rest of the list stays. */
const issues = z
  .array(z.unknown())
  .transform((items) => items.flatMap((item) => reportIssueSchema.safeParse(item).data ?? []))

export const reportSchema = z.object({
  id: z.string().min(1),
  vrm: z.string().min(1),
  type: z.string().catch('reduced'),
  /** `processing`, `completed` or `error`; any other value is kept as it came. */
  status: z.string().min(1),
  transferabilityStatus: text,
  registryExtractedData: registryDataSchema.optional().catch(undefined),
  /** Complete reports only. */
  issues: issues.optional().catch(undefined),
  /** Complete reports only: a pre-signed link to the official PDF, a secret that expires. A fresh GET renews it. */
  reportUrl: text,
  /** Complete reports in `error`: `service_unavailable` may be tried again, `null` may not. */
  failureReason: z.string().nullish().catch(undefined),
})
export type Report = z.infer<typeof reportSchema>

export const REPORT_STATUSES = ['processing', 'completed', 'error'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

export const REDUCED_TRANSFERABILITY = ['transferable', 'with_alerts', 'not_transferable'] as const
export type ReducedTransferability = (typeof REDUCED_TRANSFERABILITY)[number]

export const COMPLETE_TRANSFERABILITY = ['transferable', 'not_transferable'] as const
export type CompleteTransferability = (typeof COMPLETE_TRANSFERABILITY)[number]

export const REPORT_TYPES = ['reduced', 'complete'] as const
export type ReportType = (typeof REPORT_TYPES)[number]

/** The only reason that the specification names. */
export const SERVICE_UNAVAILABLE = 'service_unavailable'
