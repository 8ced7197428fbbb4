import { notificationPermission, permissionChanged } from '../ui-state/notification-permission.ts'
import type { NotificationPermissionState } from '#shared/domain/notification-state.ts'

/** Asks the browser for permission. Only from a gesture of the person: browsers refuse, and remember, anything else. */
export async function askPermission(): Promise<NotificationPermissionState> {
  if (notificationPermission() !== 'default') return notificationPermission()
  const given = await Notification.requestPermission()
  permissionChanged()
  return given
}
