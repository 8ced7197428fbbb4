import type { HostBrowser } from '#shared/bridge/extension.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Extension } from './extension.ts'

export function extensionCommands({ extension }: { extension: Extension }): CommandsOf<'extension'> {
  return {
    'extension.approve': ({ id }) => extension.approve(id),
    'extension.refuse': ({ id }) => extension.refuse(id),
    'extension.revoke': ({ id }) => extension.revoke(id),
    'extension.browsers': async () => ok({ rows: await extension.browsers() }),
    'extension.install': async ({ browser }) => rows(await extension.install(browser)),
    'extension.uninstall': async ({ browser }) => rows(await extension.uninstall(browser)),
  }
}

const rows = (listed: Result<HostBrowser[]>) => (listed.ok ? ok({ rows: listed.value }) : listed)
