import { noticePermission, permissionChanged } from '../ui-state/notice-permission.ts'
import type { NoticePermission } from '#shared/domain/notice-state.ts'

/** Asks the browser for permission. Only from a gesture of the person: browsers refuse, and remember, anything else. */
export async function askPermission(): Promise<NoticePermission> {
  if (noticePermission() !== 'default') return noticePermission()
  const given = await Notification.requestPermission()
  permissionChanged()
  return given
}
