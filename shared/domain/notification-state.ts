import type { NotificationSettings } from '../bridge/inbox.ts'
import { isPaused } from './notification-pause.ts'
import { isQuiet, quietChange } from './quiet-hours.ts'

/** Notification permission of this window, or `unsupported`. */
export type NotificationPermissionState = 'granted' | 'denied' | 'default' | 'unsupported'

/**
 * Notification state of this window. `told`: on until the quiet hours, if there are any; `quiet`: off until
 * their end; `paused`, `off`: by the user; the others lack permission (`unasked`: it was never requested).
 */
export type NotificationState =
  | { state: 'told'; until: number | null }
  | { state: 'quiet'; until: number | null }
  | { state: 'paused'; until: number }
  | { state: 'off' }
  | { state: 'unasked' }
  | { state: 'denied' }
  | { state: 'unsupported' }

/** State shown in the header of Novedades and in Ajustes › Avisos, the longest-lasting cause first. */
export function notificationState(
  { enabled, quiet, pausedUntil }: Pick<NotificationSettings, 'enabled' | 'quiet' | 'pausedUntil'>,
  permission: NotificationPermissionState,
  now: number,
): NotificationState {
  if (!enabled) return { state: 'off' }
  if (permission === 'default') return { state: 'unasked' }
  if (permission !== 'granted') return { state: permission }
  if (isPaused(pausedUntil, now)) return { state: 'paused', until: pausedUntil }
  return { state: isQuiet(quiet, now) ? 'quiet' : 'told', until: quietChange(quiet, now) }
}
