import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'

/** What is known of the complete reports of a plate, without their content. */
export interface CompleteStanding {
  vrm: string
  /** Open request, or the last one if it ended without a report. */
  request: CompleteRequest['state'] | null
  /** Newest report of all. */
  newest: Pick<PlateReport, 'outcome' | 'failure' | 'checkedAt'> | null
  /** Time of the newest one with an answer. */
  answeredAt: number | null
}

/** What a plate's request of a complete report would be: `ask`, or why it is left out. */
export type CompleteChoice = 'ask' | 'recent' | 'open' | 'uncertain' | 'unregistered'

const HOUR_MS = 3_600_000

/**
 * Decides whether the complete report of a plate is asked together with others: as one plate alone, except that one with
 * a recent report is not asked again.
 */
export function completeChoice(standing: CompleteStanding, now: number, recentHours: number): CompleteChoice {
  const { request, newest, answeredAt } = standing
  if (request === 'uncertain') return 'uncertain'
  if (request !== null && request !== 'failed') return 'open'
  const isRecent = (at: number) => now - at < recentHours * HOUR_MS
  if (answeredAt !== null && isRecent(answeredAt)) return 'recent'
  // Paying again does not change it.
  if (newest?.failure === 'not_registered' && isRecent(newest.checkedAt)) return 'unregistered'
  return 'ask'
}
