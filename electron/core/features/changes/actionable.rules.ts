import type { Change } from '#shared/bridge/inbox.ts'
import { WATCH_CHANGED, WATCH_UNANSWERED } from '#shared/domain/event-class.ts'
import { incidentLevel } from '#shared/text/incidents.ts'

/**
 * True if a change waits for an action that only this desk can take. A blocked procedure and its incidents are decided
 * by its incidents, once an answer has them (`ChangeWriter.settleIncidents`): an event alone does not say the level.
 */
export function isActionable({
  event,
  status,
  detail,
}: Pick<Change, 'event' | 'status' | 'detail'>): boolean {
  if (event.startsWith('alert.') || event === WATCH_UNANSWERED) return true
  // The verdict's colour is another: what was said of the plate does not hold any more.
  if (event === WATCH_CHANGED) return detail['before'] !== detail['outcome']
  if (event === 'procedure.status_changed') return status === 'BLOCKED'
  if (event === 'procedure.incident.added') return dependsOnOffice(detail)
  if (event === 'signature.status_changed') return status === 'rejected' || status === 'expired'
  return false
}

/** True if an incident depends on the office. One of unknown level does, the careful side. */
export const dependsOnOffice = ({ level, incidentType }: Change['detail']): boolean =>
  incidentLevel(
    level === undefined ? undefined : String(level),
    incidentType === undefined ? undefined : String(incidentType),
  ) !== 'hold'
