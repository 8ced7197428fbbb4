import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import { createMunicipalities } from './places.ts'

/** Of no account: every office types the same municipalities. */
export function placeCommands(): CommandsOf<'places'> {
  const municipalities = createMunicipalities()
  return {
    'places.municipalities': async ({ text, province, limit }) =>
      ok({ names: await municipalities.find(text, province ?? null, limit) }),
  }
}
