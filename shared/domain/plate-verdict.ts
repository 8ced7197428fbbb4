/**
 * Outcome of a report on a vehicle.
 * `error`: the report ended without an answer. The plate is not registered, or the registry failed, which a reduced
 * report does not distinguish. `unrecognised`: this version does not know the answer, which is shown raw.
 */
export type Outcome = 'transferable' | 'with_alerts' | 'not_transferable' | 'error' | 'unrecognised'

/** Status fields of a report. Both lists of values are open. */
export interface ReportStanding {
  /** `processing`, `completed` or `error`. */
  status: string
  /** Present when completed. Only reduced reports have `with_alerts`. Complete ones list their alerts instead. */
  transferabilityStatus?: string | undefined
}

/**
 * Outcome of a report, or `null` while the registry works.
 * Only the status decides whether there is an answer. A `transferabilityStatus` sent with `processing` or `error`
 * does not count. A completed report without a known value is `unrecognised`, and so is any other status: as "still
 * working" it would be polled for ever.
 */
export function reportOutcome({ status, transferabilityStatus }: ReportStanding): Outcome | null {
  if (status === 'processing') return null
  if (status === 'error') return 'error'
  if (status !== 'completed') return 'unrecognised'
  switch (transferabilityStatus) {
    case 'transferable':
    case 'with_alerts':
    case 'not_transferable':
      return transferabilityStatus
    default:
      return 'unrecognised'
  }
}

declare const decided: unique symbol

/** Outcome of a plate over all its reports. Only `plateVerdict` makes such a value. */
export type VerdictOutcome = Outcome & { readonly [decided]: true }

/** Fields of a report that decide the verdict. */
export interface ReportFacts {
  reportId: string
  kind: 'reduced' | 'complete'
  /** `with_alerts` also for a transferable complete report that lists issues (`completeOutcome`). */
  outcome: Outcome
  /** Reason that a complete report ended without an answer. */
  failure?: 'service_unavailable' | 'not_registered' | 'unknown' | undefined
  /** Epoch milliseconds. */
  checkedAt: number
}

/**
 * Advice for reports that disagree. `trust-complete`: the complete report has more data, and only another one may
 * clear it. `check-plate`: the complete report says that there is no such plate. `ask-again`: the reduced report is
 * older, or the last lookup had no answer, and a lookup is free. `changed-since`: an entry may have been made after
 * the complete report.
 */
type DisagreementAdvice = 'trust-complete' | 'check-plate' | 'ask-again' | 'changed-since'

export interface PlateVerdict<R extends ReportFacts> {
  outcome: VerdictOutcome
  /** Deciding report: the worst of the standing reports, and the newest of several. */
  report: R
  /** Newest standing report that disagrees. */
  against: R | null
  /** Present together with `against`. */
  advice: DisagreementAdvice | null
}

/** Severity of telling a client the opposite by mistake. */
const SEVERITY: Readonly<Record<Outcome, number>> = {
  transferable: 0,
  with_alerts: 1,
  error: 2,
  unrecognised: 3,
  not_transferable: 4,
}

/**
 * Verdict of a plate over all its reports, in any order; `null` when none is conclusive.
 *
 * Two reports can stand at once, the newest of each kind, and the worse of them is the verdict:
 *
 * | stands | arrives | stands after |
 * |---|---|---|
 * | anything | complete, the registry was unavailable | the same: it proves nothing about the plate |
 * | reduced | reduced | the new one: the same request, made later |
 * | complete | complete | the new one |
 * | complete | reduced | both: a reduced report never clears a complete one |
 * | reduced | complete | both: the worse of them is the verdict until they agree |
 * | reduced and complete that disagree | complete | only the new one: newer than both, it settles them |
 * | a report that answers | one of its kind without an answer (`error`, `unrecognised`) | both: a missing answer clears nothing |
 *
 * A free reduced report can therefore end a disagreement in which the reduced one was the worse (then the newest of
 * both kinds say the same), and never one in which the complete one was.
 */
export function plateVerdict<R extends ReportFacts>(reports: readonly R[]): PlateVerdict<R> | null {
  const standing = reports
    .filter(({ failure }) => failure !== 'service_unavailable')
    .toSorted(byTime)
    .reduce<readonly R[]>(admit, [])
  const [report] = standing.toSorted((a, b) => severity(b) - severity(a) || byTime(b, a))
  if (!report) return null
  const [against = null] = standing
    .filter((other) => contradict(report, other))
    .toSorted((a, b) => byTime(b, a))
  return {
    outcome: report.outcome as VerdictOutcome,
    report,
    against,
    advice: against && adviceFor(report, against),
  }
}

/** A complete report has no outcome for alerts. It lists them instead. */
export const completeOutcome = <O extends Outcome>(outcome: O, issueCount: number): O | 'with_alerts' =>
  outcome === 'transferable' && issueCount > 0 ? 'with_alerts' : outcome

const severity = ({ outcome }: ReportFacts): number => SEVERITY[outcome]
const isAnswer = ({ outcome }: ReportFacts): boolean => outcome !== 'error' && outcome !== 'unrecognised'

/** Standing reports after `next` has arrived. */
function admit<R extends ReportFacts>(standing: readonly R[], next: R): readonly R[] {
  if (!isAnswer(next))
    return [...standing.filter((report) => report.kind !== next.kind || isAnswer(report)), next]
  if (next.kind === 'complete' && isDisputed(standing)) return [next]
  return [...standing.filter(({ kind }) => kind !== next.kind), next]
}

/** True if a reduced and a complete report, both with an answer, disagree. */
function isDisputed(standing: readonly ReportFacts[]): boolean {
  const answers = standing.filter(isAnswer)
  return answers.some((a) => answers.some((b) => a.kind !== b.kind && contradict(a, b)))
}

/** A complete report lists alerts that a reduced one does not include: more detail, not a contradiction. */
function contradict(a: ReportFacts, b: ReportFacts): boolean {
  if (a.outcome === b.outcome) return false
  const saysMore = (more: ReportFacts, less: ReportFacts) =>
    more.kind === 'complete' &&
    more.outcome === 'with_alerts' &&
    less.kind === 'reduced' &&
    less.outcome === 'transferable'
  return !saysMore(a, b) && !saysMore(b, a)
}

/** Order by time. At the same instant a complete report settles nothing, and the worse report comes last. */
function byTime(a: ReportFacts, b: ReportFacts): number {
  return (
    a.checkedAt - b.checkedAt ||
    Number(a.kind === 'reduced') - Number(b.kind === 'reduced') ||
    severity(a) - severity(b) ||
    (a.reportId < b.reportId ? -1 : a.reportId > b.reportId ? 1 : 0)
  )
}

function adviceFor(report: ReportFacts, against: ReportFacts): DisagreementAdvice {
  if ([report, against].some(({ failure }) => failure === 'not_registered')) return 'check-plate'
  if (report.kind === 'complete') return 'trust-complete'
  if (against.kind === 'reduced') return 'ask-again'
  return byTime(report, against) < 0 ? 'ask-again' : 'changed-since'
}
