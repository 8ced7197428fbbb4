import type { Report, ReportIssue } from '#shared/api/report.ts'
import { SERVICE_UNAVAILABLE } from '#shared/api/report.ts'
import type { CompleteReport, ReportIssueView } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { completeOutcome } from '#shared/domain/plate-verdict.ts'
import { issueKindOf } from '#shared/domain/vocabulary.ts'

/**
 * A finished complete report for the screens, or `null` while the registry is still working. It has two
 * verdicts: the spec has no `with_alerts` here, and any other value is shown raw, never guessed.
 * @param checkedAt time the answer arrived: reports carry none of their own
 */
export function completeReportOf(report: Report, vrm: string, checkedAt: number): CompleteReport | null {
  const { id, status, transferabilityStatus, registryExtractedData = {}, issues = [], reportUrl } = report
  if (status === 'processing') return null
  const base = {
    reportId: id,
    vrm,
    checkedAt,
    registry: { ...registryExtractedData },
    issues: issues.map(issueView),
    pdf: reportUrl === undefined ? ('none' as const) : ('available' as const),
  }
  if (status === 'error') return { ...base, outcome: 'error', failure: failureOf(report.failureReason) }
  const known = transferabilityStatus === 'transferable' || transferabilityStatus === 'not_transferable'
  if (status === 'completed' && known) return { ...base, outcome: transferabilityStatus }
  return { ...base, outcome: 'unrecognised', rawOutcome: transferabilityStatus ?? status }
}

const VEHICLE_FIELDS = ['vin', 'brand', 'model', 'firstRegistrationDate'] as const

/** Fields of a complete report needed among all the reports of its plate. */
export function plateReportOf(report: CompleteReport): PlateReport {
  const { reportId, vrm, outcome, rawOutcome, failure, checkedAt, registry, issues } = report
  const count = (kind: ReportIssueView['kind']) => issues.filter((issue) => issue.kind === kind).length
  const vehicle = Object.fromEntries(
    VEHICLE_FIELDS.flatMap((field) => {
      const value = registry[field]
      return typeof value === 'string' && value !== '' ? [[field, value]] : []
    }),
  )
  return {
    reportId,
    vrm,
    kind: 'complete',
    outcome: completeOutcome(outcome, issues.length),
    ...(rawOutcome !== undefined && { rawOutcome }),
    ...(failure !== undefined && { failure }),
    checkedAt,
    ...(Object.keys(vehicle).length > 0 && { vehicle }),
    issues: { blocking: count('blocking'), unknown: count('unknown'), alert: count('alert') },
  }
}

/** Only an explicit null means that the plate is at fault. */
function failureOf(reason: string | null | undefined): NonNullable<CompleteReport['failure']> {
  if (reason === SERVICE_UNAVAILABLE) return SERVICE_UNAVAILABLE
  return reason === null ? 'not_registered' : 'unknown'
}

function issueView({ conceptType, concept, description, date, authority }: ReportIssue): ReportIssueView {
  return {
    type: conceptType,
    kind: issueKindOf(conceptType),
    ...(concept !== undefined && { concept }),
    ...(description !== undefined && { description }),
    ...(date !== undefined && { date }),
    ...(authority !== undefined && { authority }),
  }
}
