import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { WindowLock } from './lock.ts'

/** Commands of the window lock, which belongs to the PC, whatever the account. */
export function lockCommands({ lock }: { lock: WindowLock }): CommandsOf<'lock'> {
  return {
    'lock.now'() {
      if (!lock.state.hasPin) return fail(appError('invalid-request', { detail: 'there is no PIN' }))
      lock.lock()
      return ok({})
    },
    'lock.open': ({ pin }) => lock.open(pin),
    'lock.set-pin': ({ before, pin }) => lock.setPin(before, pin),
    'lock.activity'() {
      lock.activity()
      return ok({})
    },
  }
}
