import type { NoticeSettings } from '../bridge/news.ts'
import { isQuiet, quietChange } from './quiet-hours.ts'

/** Whether this window could raise a notification: what the browser says, or that it has no such thing. */
export type NoticePermission = 'granted' | 'denied' | 'default' | 'unsupported'

/**
 * Whether a person at this window is told of what changes. `told`: until the quiet hours, if there are any; `quiet`:
 * not until then; `off`: by their own choice; the others, for want of permission (`unasked`: nobody has been asked).
 */
export type NoticeState =
  | { state: 'told'; until: number | null }
  | { state: 'quiet'; until: number | null }
  | { state: 'off' }
  | { state: 'unasked' }
  | { state: 'denied' }
  | { state: 'unsupported' }

/** What the header of Novedades and Ajustes › Avisos say, the cause that lasts longest first. */
export function noticeState(
  { enabled, quiet }: Pick<NoticeSettings, 'enabled' | 'quiet'>,
  permission: NoticePermission,
  now: number,
): NoticeState {
  if (!enabled) return { state: 'off' }
  if (permission === 'default') return { state: 'unasked' }
  if (permission !== 'granted') return { state: permission }
  return { state: isQuiet(quiet, now) ? 'quiet' : 'told', until: quietChange(quiet, now) }
}
