import type { NotificationSettings } from '../bridge/inbox.ts'
import { isQuiet, quietChange } from './quiet-hours.ts'

/** Whether this window could raise a notification: what the browser says, or that it has no such thing. */
export type NotificationPermissionState = 'granted' | 'denied' | 'default' | 'unsupported'

/**
 * Whether a person at this window is told of what changes. `told`: until the quiet hours, if there are any; `quiet`:
 * not until then; `off`: by their own choice; the others, for want of permission (`unasked`: nobody has been asked).
 */
export type NotificationState =
  | { state: 'told'; until: number | null }
  | { state: 'quiet'; until: number | null }
  | { state: 'off' }
  | { state: 'unasked' }
  | { state: 'denied' }
  | { state: 'unsupported' }

/** What the header of Novedades and Ajustes › Avisos say, the cause that lasts longest first. */
export function notificationState(
  { enabled, quiet }: Pick<NotificationSettings, 'enabled' | 'quiet'>,
  permission: NotificationPermissionState,
  now: number,
): NotificationState {
  if (!enabled) return { state: 'off' }
  if (permission === 'default') return { state: 'unasked' }
  if (permission !== 'granted') return { state: permission }
  return { state: isQuiet(quiet, now) ? 'quiet' : 'told', until: quietChange(quiet, now) }
}
