import { ok } from '#shared/bridge/result.ts'
import { auditCsvText } from '#shared/text/audit-csv.ts'
import { auditCsv } from '../audit/audit-csv.ts'
import type { CommandHandlers, TransferHandlers } from '../bridge/router.ts'
import { CSV_TYPE } from '../csv.ts'
import type { Workspace } from '../workspace-types.ts'

export interface HandlerDeps {
  /** A question of the account on screen, which is not changed while it is being answered. */
  ask: <T>(run: (workspace: Workspace) => Promise<T>) => Promise<T>
}

type Handlers = Pick<
  CommandHandlers,
  Extract<keyof CommandHandlers, `backup.${string}` | `audit.${string}` | `person.${string}`>
>
type Transfers = Pick<
  TransferHandlers,
  Extract<keyof TransferHandlers, `backup.${string}` | `audit.${string}` | `person.${string}`>
>

export function guardHandlers({ ask }: HandlerDeps): Handlers {
  return {
    'backup.set-passphrase': ({ passphrase }) => ask(({ backups }) => backups.setPassphrase(passphrase)),
    'backup.run': () => ask(({ backups }) => backups.run()),
    'backup.merge': ({ token, otherAccount }) => ask(({ backups }) => backups.merge(token, otherAccount)),
    'audit.list': (question) => ask(({ audit }) => audit.list(question)),
    'audit.verify': () => ask(({ audit }) => audit.verify()),
    'person.held': ({ taxId }) => ask(({ persons }) => persons.held(taxId)),
    'person.erase': ({ taxId }) => ask(({ persons }) => persons.erase(taxId)),
  }
}

export function guardTransferHandlers(workspace: () => Workspace): Transfers {
  return {
    'backup.save': ({ passphrase }) => workspace().backups.save(passphrase),
    'backup.read': ({ passphrase }, body, signal) => workspace().backups.read(body, passphrase, signal),
    async 'audit.export'(_args, signal) {
      const { audit, store } = workspace()
      await audit.note({ what: 'export', kind: 'audit', identifier: '', result: 'ok' })
      return ok({
        filename: auditCsvText.filename,
        contentType: CSV_TYPE,
        bytes: auditCsv((after, limit) => store.call('auditPage', after, limit), signal),
      })
    },
    'person.export': ({ taxId }, signal) => workspace().persons.export(taxId, signal),
  }
}
