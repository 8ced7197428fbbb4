import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import { createMunicipalities } from './municipalities.ts'

/** Independent of the account: every office types the same municipalities. */
export function municipalityCommands(): CommandsOf<'municipalities'> {
  const municipalities = createMunicipalities()
  return {
    'municipalities.find': async ({ text, province, limit }) => {
      const names = await municipalities.find(text, province ?? null, limit)
      const [first] = names
      return ok({
        names,
        isFirstMeant: first !== undefined && (await municipalities.beginsName(text, first)),
      })
    },
  }
}
