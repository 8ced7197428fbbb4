import type { NotificationSettings } from '#shared/bridge/inbox.ts'
import type { Route } from '#shared/bridge/route.ts'
import { eventClass } from '#shared/domain/event-class.ts'
import { isPaused } from '#shared/domain/notification-pause.ts'
import { isQuiet } from '#shared/domain/quiet-hours.ts'
import type { NotificationRow } from '../inbox/inbox.store.ts'

/** Reason that a change was not notified, stored with its row. */
type WhyNot =
  'off' | 'own' | 'muted' | 'event-off' | 'not-mine' | 'seen' | 'superseded' | 'looking' | 'paused' | 'quiet'

export type Decision = { raise: true } | { raise: false; why: WhyNot }

/**
 * Decides whether a change is notified. Pure and total: every row gets an answer.
 * @param shown the routes in front of the user now
 */
export function decide(
  row: NotificationRow,
  settings: NotificationSettings,
  shown: readonly Route[],
  now: number,
): Decision {
  const why = reason(row, settings, shown, now)
  return why === null ? { raise: true } : { raise: false, why }
}

function reason(
  row: NotificationRow,
  { enabled, events, onlyMine, quiet, pausedUntil }: NotificationSettings,
  shown: readonly Route[],
  now: number,
): WhyNot | null {
  if (row.source === 'own') return 'own'
  if (!enabled) return 'off'
  if (row.muted) return 'muted'
  if (!events[eventClass(row.event)]) return 'event-off'
  if (onlyMine && !row.actionable) return 'not-mine'
  if (row.state !== 'unread') return 'seen'
  if (row.superseded) return 'superseded'
  if (shown.some((route) => isAbout(route, row))) return 'looking'
  if (isPaused(pausedUntil, now)) return 'paused'
  return isQuiet(quiet, now) ? 'quiet' : null
}

function isAbout(route: Route, { kind, id, subject }: NotificationRow): boolean {
  if (route.view === 'procedure' || route.view === 'signature') return route.view === kind && route.id === id
  return route.view === 'lookup' && kind === 'report' && route.vrm !== undefined && route.vrm === subject.vrm
}
