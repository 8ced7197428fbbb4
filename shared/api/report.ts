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

export const registryDataSchema = z.looseObject({
  vrm: text,
  vin: text,
  brand: text,
  model: text,
  /** DD/MM/YYYY, as the registry writes it. */
  firstRegistrationDate: text,
})
export type RegistryData = z.infer<typeof registryDataSchema>

export const reportSchema = z.object({
  id: z.string().min(1),
  vrm: z.string().min(1),
  type: z.string().catch('reduced'),
  /** `processing`, `completed` or `error`; any other value is kept as it came. */
  status: z.string().min(1),
  transferabilityStatus: text,
  registryExtractedData: registryDataSchema.optional().catch(undefined),
  failureReason: z.string().nullish().catch(undefined),
})
export type Report = z.infer<typeof reportSchema>

export const REPORT_STATUSES = ['processing', 'completed', 'error'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

export const REDUCED_TRANSFERABILITY = ['transferable', 'with_alerts', 'not_transferable'] as const
export type ReducedTransferability = (typeof REDUCED_TRANSFERABILITY)[number]
