import type { Client } from '../../replica/client.ts'
import { forgetAnnotations } from '../../ui-state/account-change.ts'
import { rememberPin } from '../../ui-state/lock-memory.ts'
import { closeAddAccount } from '../../ui-state/settings-state.ts'
import { clearToasts } from '../../ui-state/toasts.ts'

/**
 * Forgets what this window holds as soon as it is locked, before the lock is painted. Only the place stays, which nothing
 * shows until it is opened.
 */
export function followLock({ replica }: Client): () => void {
  let was = false
  const follow = () => {
    const { lock } = replica.getState()
    if (lock === null) return
    rememberPin(lock.hasPin)
    if (lock.locked && !was) {
      forgetAnnotations()
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
