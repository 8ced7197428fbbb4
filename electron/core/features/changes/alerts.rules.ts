import type { Change, NotificationSettings } from '#shared/bridge/inbox.ts'
import type { LEGAL_ALERT, WaitAlert } from '#shared/domain/event-class.ts'

/** Days until each wait raises an alert. */
export type WaitDays = Pick<NotificationSettings['days'], WaitAlert>

/** Fields of a resource that decide its alerts. */
export interface AlertCandidate {
  kind: 'procedure' | 'signature'
  id: string
  status: string
  /** Time it entered its state. */
  since: number
  /** Start of its provisional permit. */
  provisionalAt: number | null
}

export interface Alert {
  kind: 'procedure' | 'signature'
  id: string
  event: 'alert.inactive' | 'alert.deadline' | typeof LEGAL_ALERT
  detail: Change['detail']
  /** The same alert of the same period always has the same key. */
  key: string
}

export const DAY_MS = 86_400_000

/**
 * Alerts of waits that lasted too long. Each is due once per whole
 * period elapsed; only the latest is raised, also after a long absence.
 */
export function alertsOf(candidate: AlertCandidate, days: WaitDays, now: number): Alert[] {
  const { kind, id, status, since, provisionalAt } = candidate
  const alerts: Alert[] = []
  const tell = (about: WaitAlert, event: Alert['event'], from: number, every: number) => {
    const periods = every > 0 ? Math.floor((now - from) / (every * DAY_MS)) : 0
    if (periods < 1) return
    const waited = Math.floor((now - from) / DAY_MS)
    const key = `${event} ${about} ${kind} ${id} ${from} ${periods}`
    alerts.push({ kind, id, event, detail: { about, days: waited }, key })
  }
  if (kind === 'procedure' && status === 'BLOCKED') tell('incident', 'alert.inactive', since, days.incident)
  if (
    kind === 'procedure' &&
    provisionalAt !== null &&
    status !== 'CANCELLED' &&
    status !== 'DELIVERED_TO_CLIENT'
  )
    tell('provisional', 'alert.deadline', provisionalAt, days.provisional)
  if (kind === 'signature' && (status === 'sent' || status === 'submitted'))
    tell('signature', 'alert.inactive', since, days.signature)
  return alerts
}
