import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import { createMunicipalities } from './municipalities.ts'

/** Independent of the account: every office types the same municipalities. */
export function municipalityCommands(): CommandsOf<'municipalities'> {
  const municipalities = createMunicipalities()
  return {
    'municipalities.find': async ({ text, province, limit }) =>
      ok({ names: await municipalities.find(text, province ?? null, limit) }),
  }
}
