import type { NotificationPermissionState } from '#shared/domain/notification-state.ts'
import type { Bridge } from '../bridge.ts'
import { watchPermission } from '../ui-state/notification-permission.ts'
import { currentRoute, subscribeRoute } from '../ui-state/route.ts'
import { windowId } from './window-id.ts'

/** A hidden tab's timers run once a minute: the core waits for longer than that. */
const EVERY_MS = 10_000

/**
 * Tells the core, every few seconds and at every change, that this window is there and what it shows. That it is gone
 * the host tells, which sees its connection end.
 */
export function startHeartBeat(bridge: Bridge, permission: () => NotificationPermissionState): void {
  let connected = false
  const beat = () => {
    // Later is of no use: once connected again it is said anew.
    if (!connected) return
    void bridge.call('notifications.window', {
      windowId,
      permission: permission(),
      visible: document.visibilityState === 'visible',
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
  setInterval(beat, EVERY_MS)
}
