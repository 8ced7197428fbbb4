import { ok } from '#shared/bridge/result.ts'
import type { CommandsOf } from '../../bridge/router.ts'
import type { Extension } from './extension.ts'

export function extensionCommands({ extension }: { extension: Extension }): CommandsOf<'extension'> {
  return {
    'extension.approve': ({ id }) => extension.approve(id),
    'extension.refuse': ({ id }) => extension.refuse(id),
    'extension.revoke': ({ id }) => extension.revoke(id),
    'extension.browsers': async () => ok({ rows: [] }),
    'extension.install': async () => ok({ rows: [] }),
    'extension.uninstall': async () => ok({ rows: [] }),
  }
}
