import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { AllSettings } from './settings.ts'

export interface OfficeCommandDeps {
  settings: Pick<AllSettings, 'office'>
  /** Everything that depends on the settings of the office reads them again. */
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
