import type { NotificationPermissionState } from '#shared/domain/notification-state.ts'
import type { Bridge } from '../bridge.ts'
import { watchPermission } from '../ui-state/notification-permission.ts'
import { currentRoute, subscribeRoute } from '../ui-state/route.ts'
import { windowId } from './window-id.ts'

/** Timers of a hidden tab run once a minute: the core's timeout is longer. */
const EVERY_MS = 10_000

/**
 * Reports to the core, periodically and at every change, that this window is open and what it shows. The host reports
 * its end, when the connection closes.
 */
export function startHeartBeat(bridge: Bridge, permission: () => NotificationPermissionState): void {
  let connected = false
  const beat = () => {
    // A queued message would be stale: reconnecting sends a new one.
    if (!connected) return
    void bridge.call('notifications.window', {
      windowId,
      permission: permission(),
      visible: document.visibilityState === 'visible',
      focused: document.hasFocus(),
      route: currentRoute(),
    })
  }
  bridge.onState((state) => {
    connected = state === 'connected'
    beat()
  })
  subscribeRoute(beat)
  watchPermission(beat)
  document.addEventListener('visibilitychange', beat)
  addEventListener('focus', beat)
  addEventListener('blur', beat)
  setInterval(beat, EVERY_MS)
}
