import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Extension } from './extension.ts'

export function extensionCommands({ extension }: { extension: Extension }): CommandsOf<'extension'> {
  return {
    'extension.approve': ({ id }) => extension.approve(id),
    'extension.refuse': ({ id }) => extension.refuse(id),
    'extension.revoke': ({ id }) => extension.revoke(id),
    'extension.browsers': async () => ok({ rows: await extension.browsers() }),
    'extension.install': async ({ browser }) => ok({ rows: await extension.install(browser) }),
    'extension.uninstall': async ({ browser }) => ok({ rows: await extension.uninstall(browser) }),
  }
}
