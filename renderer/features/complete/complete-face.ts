import type { CompleteReport } from '#shared/bridge/complete-report.ts'
import type { LookupView, Verdict } from '#shared/bridge/lookup.ts'
import { longAge } from '#shared/text/app-dates.ts'
import { completeFaceText as text, completeText } from '#shared/text/app-complete.ts'
import { verdictFace, type VerdictFace } from '../lookup/verdict-face.ts'

const REGISTRY_TEXTS = ['vin', 'brand', 'model', 'firstRegistrationDate'] as const

/** A complete report in the shape of a verdict: what it says in one word, and its vehicle. */
export function verdictOf({
  reportId,
  vrm,
  outcome,
  rawOutcome,
  checkedAt,
  registry,
  issues,
}: CompleteReport): Verdict {
  const vehicle = Object.fromEntries(
    REGISTRY_TEXTS.flatMap((field) => {
      const value = registry[field]
      return typeof value === 'string' && value !== '' ? [[field, value]] : []
    }),
  )
  return {
    reportId,
    vrm,
    // Complete reports have no word for it: they list their alerts instead.
    outcome: outcome === 'transferable' && issues.length > 0 ? 'with_alerts' : outcome,
    checkedAt,
    vehicle,
    ...(rawOutcome !== undefined && { rawOutcome }),
  }
}

/** The complete report that is the answer: the newest there is, if it is one. */
export function answering(
  view: LookupView | undefined,
  latest: CompleteReport | null,
): CompleteReport | null {
  if (!latest || latest.outcome === 'error') return null
  const reduced = view?.latest
  return reduced && reduced.checkedAt > latest.checkedAt ? null : latest
}

/** The face of a complete report: the same grammar as a reduced one, with what it found. */
export function completeFace(view: LookupView, report: CompleteReport, now: number): VerdictFace {
  const face = verdictFace({ ...view, latest: verdictOf(report) }, now)
  const found = foundWords(report)
  const meaning = face.ground === 'solid' ? found : [found, face.meaning].filter(Boolean).join(' ')
  return { ...face, meaning, age: completeText.face(longAge(report.checkedAt, now)) }
}

function foundWords({ outcome, issues }: CompleteReport): string {
  const count = (kind: string) => issues.filter((issue) => issue.kind === kind).length
  const blocking = count('blocking')
  const unknown = count('unknown')
  if (outcome === 'not_transferable') return text.blocked(blocking, issues.length - blocking)
  if (outcome !== 'transferable') return ''
  if (blocking > 0) return text.contradictory
  if (unknown > 0) return text.doubtful(unknown)
  return issues.length > 0 ? text.alerts(issues.length) : text.nothing
}

/** The two last reports of a plate when they do not say the same, the newer first. */
export function disagreement(
  view: LookupView | undefined,
  latest: CompleteReport | null,
): { newer: Verdict; older: Verdict; newest: 'reduced' | 'complete' } | null {
  const reduced = view?.latest
  if (!reduced || !latest || view.pending) return null
  // The registry being away says nothing of the plate.
  if (latest.failure === 'service_unavailable') return null
  const complete = verdictOf(latest)
  if (complete.outcome === reduced.outcome) return null
  return reduced.checkedAt > complete.checkedAt
    ? { newer: reduced, older: complete, newest: 'reduced' }
    : { newer: complete, older: reduced, newest: 'complete' }
}
