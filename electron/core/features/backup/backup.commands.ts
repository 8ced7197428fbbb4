import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'

export function backupCommands({ ask }: AccountQuestions): CommandsOf<'backup'> {
  return {
    'backup.set-passphrase': ({ passphrase }) => ask(({ backups }) => backups.setPassphrase(passphrase)),
    'backup.run': () => ask(({ backups }) => backups.run()),
    'backup.merge': ({ token, otherAccount }) => ask(({ backups }) => backups.merge(token, otherAccount)),
  }
}

export function backupTransfers(workspace: () => Workspace): TransfersOf<'backup'> {
  return {
    'backup.save': ({ passphrase }) => workspace().backups.save(passphrase),
    'backup.read': ({ passphrase }, body, signal) => workspace().backups.read(body, passphrase, signal),
  }
}
