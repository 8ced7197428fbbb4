import { longAge, sameDay } from '#shared/text/dates.ts'
import { popupText as text } from '#shared/text/extension.ts'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { rowSign } from '#renderer/design/sign.tsx'
import { type KnownPlate, type VerdictViewModel, verdictViewModel } from '#renderer/design/verdict.tsx'

/** Converts a summary to the input of the verdict's view model. */
export function knownPlate({ vrm, outcome, checkedAt, kind, pending, failed }: VerdictSummary): KnownPlate {
  const report =
    outcome === null || checkedAt === null || kind === null
      ? null
      : { reportId: '', vrm, kind, checkedAt, outcome: outcome as never }
  return {
    verdict: report && {
      outcome: outcome as NonNullable<typeof outcome>,
      report,
      against: null,
      advice: null,
    },
    pending: pending && { state: pending },
    failed: failed === null ? null : { failed },
  }
}

/** View model of a verdict in the popup, with its age under its title, and the sentences below it. */
export function summaryViewModel(
  summary: VerdictSummary | undefined,
  now: number,
): { viewModel: VerdictViewModel; sentences: readonly string[] } {
  const known = summary && knownPlate(summary)
  const model = verdictViewModel(known, now)
  if (!summary || !known?.verdict)
    return { viewModel: model, sentences: summary?.failed ? [summary.failed] : [] }
  const { kind, checkedAt } = known.verdict.report
  // The reason of a reduced refusal is unknown: only the complete report has it.
  const unsaid = summary.outcome === ('not_transferable' as never) && kind === 'reduced' && !summary.pending
  return {
    viewModel: { ...model, meaning: text.age(longAge(checkedAt, now), kind) },
    sentences: [
      unsaid && model.ground === 'solid' ? text.why : model.meaning,
      summary.disagrees ? text.disagrees : '',
      summary.failed ?? '',
    ].filter(Boolean),
  }
}

/** True if the summary has a verdict of today. Another lookup would tell nothing new. */
export const isOfToday = ({ checkedAt, outcome }: VerdictSummary, now: number): boolean =>
  outcome !== null && checkedAt !== null && sameDay(checkedAt, now)

/** Sign and words of a plate in a list. */
export const summaryRow = (summary: VerdictSummary): ReturnType<typeof rowSign> => rowSign(summary)
