import type { Client } from '../../replica/client.ts'
import { lockReplica } from '../../replica/slices.ts'

/** Minimum interval between reports of activity. The lock may come late by as much. */
const EVERY_MS = 20_000
const LOOK_EVERY_MS = 15_000
const SIGNS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchstart'] as const

/**
 * Reports activity to the core while a PIN is set and the window is unlocked. The core cannot lock a disconnected
 * window, so this window then locks itself.
 */
export function startLockActivity({ bridge, replica, now }: Client): void {
  let toldAt = -Infinity
  let seenAt = now()

  const reportActivity = () => {
    const { lock, link } = replica.getState()
    if (!lock?.hasPin || lock.locked) return
    const at = now()
    seenAt = at
    // A clock that is set back must not stop the reports.
    if (link !== 'connected' || (at >= toldAt && at - toldAt < EVERY_MS)) return
    toldAt = at
    void bridge.call('lock.activity', {})
  }
  for (const sign of SIGNS) addEventListener(sign, reportActivity, { passive: true, capture: true })

  const lockWhenIdle = () => {
    const { lock, link, slices } = replica.getState()
    if (link === 'connected' || !lock?.hasPin || lock.locked || !slices) return
    const { idleMinutes } = slices.office.lock
    const at = now()
    if (idleMinutes > 0 && (at < seenAt || at - seenAt >= idleMinutes * 60_000)) lockReplica(replica)
  }
  setInterval(lockWhenIdle, LOOK_EVERY_MS)
}
