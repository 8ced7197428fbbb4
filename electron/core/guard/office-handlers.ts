import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { CommandHandlers } from '../bridge/router.ts'
import type { WindowLock } from '../lock/lock.ts'
import type { AllSettings } from '../settings/kept-settings.ts'

export interface OfficeHandlerDeps {
  settings: Pick<AllSettings, 'office'>
  lock: WindowLock
  /** Whoever lives by them looks again. */
  officeChanged: () => void
}

type Handlers = Pick<CommandHandlers, Extract<keyof CommandHandlers, `office.${string}` | `lock.${string}`>>

/** The settings of the office, and the lock of its windows: both of the PC, whatever the account. */
export function officeHandlers({ settings, lock, officeChanged }: OfficeHandlerDeps): Handlers {
  return {
    async 'office.update'(change) {
      const changed = await settings.office.update(change)
      lock.settingsChanged()
      officeChanged()
      return ok(changed)
    },
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
