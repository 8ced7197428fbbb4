import type { Change } from '#shared/bridge/inbox.ts'
import type { NotificationSettings } from '#shared/bridge/settings.ts'
import { daysAfter, startOfDay, writeDay } from '#shared/domain/calendar.ts'
import {
  type WaitAlert,
  LEGAL_ALERT,
  REQUEST_ALERT,
  WATCH_CHANGED,
  WATCH_UNANSWERED,
} from '#shared/domain/notifications.ts'
import { deadlinesOf } from '#shared/domain/procedures/deadlines.ts'
import { kindOfType } from '#shared/domain/procedures/kinds.ts'
import { incidentLevel } from '#shared/text/incidents.ts'

/** Days until each wait raises an alert. */
export type WaitDays = Pick<NotificationSettings['days'], WaitAlert>

/** Fields of a resource that decide its alerts. */
export interface AlertCandidate {
  kind: 'procedure' | 'signature'
  id: string
  status: string
  /** Time at which the resource entered its state. */
  since: number
  /** Start of the provisional permit; `null` without one. */
  provisionalAt: number | null
}

export interface Alert {
  kind: 'procedure' | 'signature' | 'other'
  id: string
  event: 'alert.inactive' | 'alert.deadline' | typeof LEGAL_ALERT | typeof REQUEST_ALERT
  detail: Change['detail']
  /** An alert has the same key throughout one period. */
  key: string
}

export const DAY_MS = 86_400_000

/**
 * Alerts for waits that are too long. An alert is due once per elapsed period. Only the latest alert is raised, even
 * after a long absence.
 */
export function computeAlerts(candidate: AlertCandidate, days: WaitDays, now: number): Alert[] {
  const { kind, id, status, since, provisionalAt } = candidate
  const alerts: Alert[] = []
  const addAlert = (about: WaitAlert, event: Alert['event'], from: number, every: number) => {
    const periods = every > 0 ? Math.floor((now - from) / (every * DAY_MS)) : 0
    if (periods < 1) return
    const waited = Math.floor((now - from) / DAY_MS)
    const key = `${event} ${about} ${kind} ${id} ${from} ${periods}`
    alerts.push({ kind, id, event, detail: { about, days: waited }, key })
  }
  if (kind === 'procedure' && status === 'BLOCKED')
    addAlert('incident', 'alert.inactive', since, days.incident)
  if (
    kind === 'procedure' &&
    provisionalAt !== null &&
    status !== 'CANCELLED' &&
    status !== 'DELIVERED_TO_CLIENT'
  )
    addAlert('provisional', 'alert.deadline', provisionalAt, days.provisional)
  if (kind === 'signature' && (status === 'sent' || status === 'submitted'))
    addAlert('signature', 'alert.inactive', since, days.signature)
  return alerts
}

/** Open requests to a client of one file whose reminder is due. `other`: the file is a draft. */
export interface RequestCandidate {
  about: Pick<Alert, 'kind' | 'id'>
  /** Day of the reminder, and day on which the first of them was asked. */
  day: string
  asked: string
  count: number
}

/** Alert of the day on which a client is to be reminded. A later reminder raises another one. */
export const toRequestAlert = ({ about, day, asked, count }: RequestCandidate): Alert => ({
  ...about,
  event: REQUEST_ALERT,
  detail: { asked: writeDay(startOfDay(asked)), count },
  key: `${REQUEST_ALERT} ${about.kind} ${about.id} on ${day}`,
})

/** An open procedure with a contract date. */
export interface LegalCandidate {
  id: string
  /** Procedure type, as the service names it. */
  type: string
  contractDate: string
}

/** Days after which a past term raises no alert, so that an import of old files stays quiet. */
export const PAST_DAYS = 7

/**
 * Alerts for legal terms of a procedure that are near or have just ended. Each term of each party has two alerts: one
 * during its last days, one from its last day on. A PC that was off on that day still raises the second alert. The
 * key contains the day, so a restart or another time zone repeats no alert. Another contract date raises a new alert.
 * @param warningDays days before the end of a term on which it counts as near; 0 for no alerts
 */
export function computeLegalAlerts(
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

/**
 * True if a change waits for an action that only this office can take. An event alone does not say the level of an
 * incident. So the rows of a blocked procedure are decided by its incidents, once an answer has them
 * (`ChangeWriter.settleIncidents`).
 */
export function isActionable({
  event,
  status,
  detail,
}: Pick<Change, 'event' | 'status' | 'detail'>): boolean {
  if (event.startsWith('alert.') || event === WATCH_UNANSWERED) return true
  // The colour of the verdict changed, so the earlier statement about the plate is no longer valid.
  if (event === WATCH_CHANGED) return detail['before'] !== detail['outcome']
  if (event === 'procedure.status_changed') return status === 'BLOCKED'
  if (event === 'procedure.incident.added') return dependsOnOffice(detail)
  if (event === 'signature.status_changed') return status === 'rejected' || status === 'expired'
  return false
}

/** True if an incident depends on the office. An incident of unknown level counts as ours, to be safe. */
export const dependsOnOffice = ({ level, incidentType }: Change['detail']): boolean =>
  incidentLevel(
    level === undefined ? undefined : String(level),
    incidentType === undefined ? undefined : String(incidentType),
  ) !== 'hold'
