import type { Change } from '#shared/bridge/inbox.ts'
import { incidentLabels } from '#shared/text/labels-incidents.ts'
import { entryOf } from '#shared/text/labels.ts'

/** Whether a change waits for something that only this desk can do. */
export function isActionable({
  event,
  status,
  detail,
}: Pick<Change, 'event' | 'status' | 'detail'>): boolean {
  if (event.startsWith('alert.')) return true
  if (event === 'procedure.status_changed') return status === 'BLOCKED'
  if (event === 'procedure.incident.added') return levelOf(detail) !== 'hold'
  if (event === 'signature.status_changed') return status === 'rejected' || status === 'expired'
  return false
}

/** As the service says it, or as we know that type of incident. */
function levelOf(detail: Change['detail']): string {
  const { level, incidentType } = detail
  if (typeof level === 'string') return level
  return entryOf(incidentLabels, String(incidentType))?.level ?? 'blocker'
}
