import { notificationPermission, permissionChanged } from './notification-permission.ts'
import type { NotificationPermissionState } from '#shared/domain/notifications.ts'

/** Asks the browser for permission. Only from a user gesture: browsers refuse any other request, and remember it. */
export async function askPermission(): Promise<NotificationPermissionState> {
  if (notificationPermission() !== 'default') return notificationPermission()
  const given = await Notification.requestPermission()
  permissionChanged()
  return given
}
