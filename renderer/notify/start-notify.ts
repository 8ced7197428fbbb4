import type { Client } from '../replica/client.ts'
import { hostPresents, knownPermission } from '../ui-state/notification-permission.ts'
import { openClicked } from './clicked.ts'
import { startHeartBeat } from './heart-beat.ts'
import { createRaiser } from './raise.ts'
import { windowId } from './window-id.ts'
import { answerWorker, registerWorker } from './worker-link.ts'

/**
 * Starts this window's part in notifications. In a browser the page raises those that the core assigns to this window.
 * In the desktop window the host does it: the page only reports what it shows, and that it raises
 * nothing.
 * @param clicked tag of the notification that this window was opened for
 */
export function startNotify({ bridge, replica }: Client, clicked: string | null): void {
  if (hostPresents()) return startHeartBeat(bridge, () => 'unsupported')
  const onClick = (tag: string) => void openClicked(bridge, tag)
  const raise = createRaiser({ worker: registerWorker(), onClick })
  answerWorker({ isHere: () => replica.getState().link === 'connected', onClick })
  bridge.on('notify', ({ windowId: asked, notification }) => {
    if (asked !== windowId) return
    void raise(notification).then((outcome) =>
      bridge.call('notifications.outcome', { windowId, tag: notification.tag, outcome }),
    )
  })
  startHeartBeat(bridge, knownPermission)
  if (clicked !== null) onClick(clicked)
}
