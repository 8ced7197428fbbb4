import type { Change } from '#shared/bridge/inbox.ts'
import { WATCH_CHANGED, WATCH_UNANSWERED } from '#shared/domain/event-class.ts'
import { incidentLabels } from '#shared/text/labels-incidents.ts'
import { entryOf } from '#shared/text/labels.ts'

/** True if a change waits for an action that only this desk can take. */
export function isActionable({
  event,
  status,
  detail,
}: Pick<Change, 'event' | 'status' | 'detail'>): boolean {
  if (event.startsWith('alert.') || event === WATCH_UNANSWERED) return true
  // The verdict's colour is another: what was said of the plate does not hold any more.
  if (event === WATCH_CHANGED) return detail['before'] !== detail['outcome']
  if (event === 'procedure.status_changed') return status === 'BLOCKED'
  if (event === 'procedure.incident.added') return levelOf(detail) !== 'hold'
  if (event === 'signature.status_changed') return status === 'rejected' || status === 'expired'
  return false
}

/** Level given by the service, or our own for that type of incident. */
function levelOf(detail: Change['detail']): string {
  const { level, incidentType } = detail
  if (typeof level === 'string') return level
  return entryOf(incidentLabels, String(incidentType))?.level ?? 'blocker'
}
