import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { QuickLookup } from './quick-lookup.ts'

export interface QuickLookupCommandDeps {
  quickLookup: QuickLookup
}

export function quickLookupCommands({ quickLookup }: QuickLookupCommandDeps): CommandsOf<'quick-lookup'> {
  return {
    'quick-lookup.shortcut': async ({ shortcut }) => ok(await quickLookup.change(shortcut)),
    'quick-lookup.test': async ({ id }) => ok({ arrived: await quickLookup.test(id) }),
    'quick-lookup.stop-test'({ id }) {
      quickLookup.stopTest(id)
      return ok({})
    },
  }
}
