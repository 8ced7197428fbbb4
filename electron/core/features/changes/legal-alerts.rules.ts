import { LEGAL_ALERT } from '#shared/domain/event-class.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { kindOfType } from '#shared/domain/procedures/kind-of-type.ts'
import { daysAfter, writeDay } from '#shared/domain/typed-day.ts'
import type { Alert } from './alerts.rules.ts'

/** An open procedure with a contract date. */
export interface LegalCandidate {
  id: string
  /** The service's word for its type. */
  type: string
  contractDate: string
}

/** A term past for longer is no news: a desk full of old files, just imported, raises nothing for them. */
export const PAST_DAYS = 7

/**
 * The legal terms of a procedure that near or have just ended. Each term of each party has two alerts: one while its
 * last days run and one from its last day on, so that a PC that was off on that day still tells it. The key holds the
 * day and not the time, so that neither a restart nor another time zone tells it twice, and another contract date does.
 * @param warningDays how many days before its end a term nears; 0 for no alerts at all
 */
export function legalAlertsOf(
  { id, type, contractDate }: LegalCandidate,
  warningDays: number,
  now: number,
): Alert[] {
  const kind = kindOfType(type)
  if (kind === null || warningDays === 0) return []
  return deadlinesOf(kind, contractDate, now)
    .filter(({ left }) => left <= warningDays && left >= -PAST_DAYS)
    .map(({ party, days, last: lastDay, left }) => {
      const last = writeDay(lastDay)
      const threshold = left > 0 ? 'soon' : 'end'
      return {
        kind: 'procedure',
        id,
        event: LEGAL_ALERT,
        detail: { about: party, last, contract: writeDay(daysAfter(lastDay, -days)), left },
        key: `${LEGAL_ALERT} ${party} procedure ${id} ${last} ${threshold}`,
      }
    })
}
