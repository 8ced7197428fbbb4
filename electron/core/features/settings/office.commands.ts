import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AllSettings } from './settings.ts'

export interface OfficeCommandDeps {
  settings: Pick<AllSettings, 'office'>
  /** Makes every dependent part read the office's settings again. */
  officeChanged: () => void
}

export function officeCommands({ settings, officeChanged }: OfficeCommandDeps): CommandsOf<'office'> {
  return {
    async 'office.update'(change) {
      const changed = await settings.office.update(change)
      officeChanged()
      return ok(changed)
    },
  }
}
