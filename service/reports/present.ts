import type { ReportRow } from './store.ts'

export const reportPath = (id: string): string => `/v1/reports/${encodeURIComponent(id)}`

/** Path of `reportUrl`. */
export const downloadPath = (id: string): string => `${reportPath(id)}/download`

/** Report resource: fields that this report lacks are absent. `sign` makes a link of a path. */
export function presentReport(row: ReportRow, sign: (path: string) => string): object {
  const base = { id: row.id, vrm: row.vrm, type: row.type, status: row.status }
  if (row.status === 'error' && row.type === 'complete') return { ...base, failureReason: row.failure_reason }
  if (row.transferability === null || row.registry_data === null) return base
  const registryExtractedData: unknown = JSON.parse(row.registry_data)
  const completed = { ...base, transferabilityStatus: row.transferability, registryExtractedData }
  if (row.issues === null) return completed
  const issues: unknown = JSON.parse(row.issues)
  return { ...completed, issues, reportUrl: sign(downloadPath(row.id)) }
}
