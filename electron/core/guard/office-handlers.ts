import { appError, fail, ok } from '#shared/bridge/result.ts'
import type { CommandHandlers } from '../bridge/router.ts'
import type { WindowLock } from '../lock/lock.ts'
import { changedOfficeSettings, saveOfficeSettings } from '../settings/office-settings.ts'
import type { SliceHolder } from '../slices.ts'

export interface OfficeHandlerDeps {
  dataDir: string
  slices: () => SliceHolder
  lock: WindowLock
  /** Whoever lives by them looks again. */
  officeChanged: () => void
}

type Handlers = Pick<CommandHandlers, Extract<keyof CommandHandlers, `office.${string}` | `lock.${string}`>>

/** The settings of the office, and the lock of its windows: both of the PC, whatever the account. */
export function officeHandlers({ dataDir, slices, lock, officeChanged }: OfficeHandlerDeps): Handlers {
  return {
    async 'office.update'(change) {
      const settings = changedOfficeSettings(slices().get('office'), change)
      await saveOfficeSettings(dataDir, settings)
      slices().set('office', settings)
      lock.settingsChanged()
      officeChanged()
      return ok(settings)
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
