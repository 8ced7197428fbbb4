import { type Report, type ReportIssue, SERVICE_UNAVAILABLE } from '#shared/api/report.ts'
import type { CompleteReport, ReportIssueView, CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { appError, fail, type Result } from '#shared/bridge/result.ts'
import { completeOutcome } from '#shared/domain/plate-verdict.ts'
import { normalisePlate } from '#shared/domain/plates/classify.ts'
import { issueKindOf } from '#shared/domain/vocabulary.ts'
import { uncertainText } from '#shared/text/verdict.ts'
import type { ServiceClient } from '../../api/service-client.ts'

/**
 * A finished complete report for the screens, or `null` while the registry is working. It has two verdicts: the
 * specification has no `with_alerts` here. Any other value is shown raw, never guessed.
 * @param checkedAt arrival time of the answer: reports have no time of their own
 */
export function toCompleteReport(report: Report, vrm: string, checkedAt: number): CompleteReport | null {
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
  if (status === 'error') return { ...base, outcome: 'error', failure: toFailure(report.failureReason) }
  const known = transferabilityStatus === 'transferable' || transferabilityStatus === 'not_transferable'
  if (status === 'completed' && known) return { ...base, outcome: transferabilityStatus }
  return { ...base, outcome: 'unrecognised', rawOutcome: transferabilityStatus ?? status }
}

const VEHICLE_FIELDS = ['vin', 'brand', 'model', 'firstRegistrationDate'] as const

/** Fields of a complete report needed among all the reports of its plate. */
export function toPlateReport(report: CompleteReport): PlateReport {
  const { reportId, vrm, outcome, rawOutcome, failure, checkedAt, registry, issues } = report
  const countIssues = (kind: ReportIssueView['kind']) => issues.filter((issue) => issue.kind === kind).length
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
    issues: {
      blocking: countIssues('blocking'),
      unknown: countIssues('unknown'),
      alert: countIssues('alert'),
    },
  }
}

/** Reason of a failed report. Only an explicit `null` means that the plate is at fault. */
function toFailure(reason: string | null | undefined): NonNullable<CompleteReport['failure']> {
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

/** State of the complete reports of a plate, without their content. */
export interface CompleteStanding {
  vrm: string
  /** Open request; or the last request, if it ended without a report. */
  request: CompleteRequest['state'] | null
  /** Newest report of all. */
  newest: Pick<PlateReport, 'outcome' | 'failure' | 'checkedAt'> | null
  /** Time of the newest report with an answer. */
  answeredAt: number | null
}

/** Decision about the complete report of a plate: `ask`, or the reason why not. */
export type CompleteChoice = 'ask' | 'recent' | 'open' | 'uncertain' | 'unregistered'

const HOUR_MS = 3_600_000

/**
 * Decides whether the complete report of a plate is requested as part of a batch. The rules are those of a single
 * plate, but a plate with a recent report is left out.
 */
export function classifyStanding(
  standing: CompleteStanding,
  now: number,
  recentHours: number,
): CompleteChoice {
  const { request, newest, answeredAt } = standing
  if (request === 'uncertain') return 'uncertain'
  if (request !== null && request !== 'failed') return 'open'
  const isRecent = (at: number) => now - at < recentHours * HOUR_MS
  if (answeredAt !== null && isRecent(answeredAt)) return 'recent'
  // Paying again would not change the answer.
  if (newest?.failure === 'not_registered' && isRecent(newest.checkedAt)) return 'unregistered'
  return 'ask'
}

/**
 * Fetches the report with an id that the user found at the operator's, and checks that it is a complete report of the
 * plate.
 */
export async function findReport(client: ServiceClient, id: string, vrm: string): Promise<Result<Report>> {
  const answer = await client.getReport(id, new AbortController().signal)
  if (!answer.ok) return answer
  const { type, vrm: found } = answer.value
  if (type !== 'complete' || normalisePlate(found) !== vrm)
    return fail(appError('rejected', { detail: uncertainText.foundOther(found, type) }))
  return answer
}
