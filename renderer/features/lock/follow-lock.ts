import type { Client } from '../../replica/client.ts'
import { forgetAccount } from '../../ui-state/account-change.ts'
import { rememberPin } from '../../ui-state/lock-memory.ts'
import { closeAddAccount } from '../../ui-state/settings-state.ts'
import { clearToasts } from '../../ui-state/toasts.ts'

/**
 * Clears this window's data as soon as it is locked, before the lock is painted. Only the route stays, and nothing
 * shows it until unlocking.
 */
export function followLock({ replica }: Client): () => void {
  let was = false
  const follow = () => {
    const { lock } = replica.getState()
    if (lock === null) return
    rememberPin(lock.hasPin)
    if (lock.locked && !was) {
      forgetAccount()
      closeAddAccount()
      clearToasts()
    }
    was = lock.locked
  }
  follow()
  return replica.subscribe((state, before) => {
    if (state.lock !== before.lock) follow()
  })
}
