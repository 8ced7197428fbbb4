import { LEGAL_ALERT } from '#shared/domain/event-class.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { kindOfType } from '#shared/domain/procedures/kind-of-type.ts'
import { daysAfter, writeDay } from '#shared/domain/calendar-day.ts'
import type { Alert } from './alerts.rules.ts'

/** An open procedure with a contract date. */
export interface LegalCandidate {
  id: string
  /** Procedure type, as the service names it. */
  type: string
  contractDate: string
}

/** A term past for longer raises no alert: an import of old files stays quiet. */
export const PAST_DAYS = 7

/**
 * Legal terms of a procedure that are near or have just ended. Each term of each party has two alerts: one
 * during its last days and one from its last day on, so that a PC that was off on that day still raises it.
 * The key holds the day and not the time: a restart or another time zone repeats no alert, and another
 * contract date does.
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
