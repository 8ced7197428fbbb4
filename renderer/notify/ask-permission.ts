import { notificationPermission, permissionChanged } from './notification-permission.ts'
import type { NotificationPermissionState } from '#shared/domain/notifications.ts'

/**
 * Asks the browser for permission. Call it only in a user gesture: a browser refuses any other request, and remembers
 * the refusal.
 */
export async function askPermission(): Promise<NotificationPermissionState> {
  if (notificationPermission() !== 'default') return notificationPermission()
  const given = await Notification.requestPermission()
  permissionChanged()
  return given
}
