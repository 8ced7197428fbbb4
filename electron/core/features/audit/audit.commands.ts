import { ok } from '#shared/bridge/result.ts'
import { auditCsvText } from '#shared/text/audit-csv.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE } from '../../runtime/csv.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { auditCsv } from './audit-csv.ts'

export function auditCommands({ ask }: AccountQuestions): CommandsOf<'audit'> {
  return {
    'audit.list': (question) => ask(({ audit }) => audit.list(question)),
    'audit.verify': () => ask(({ audit }) => audit.verify()),
  }
}

export function auditTransfers(workspace: () => Workspace): TransfersOf<'audit'> {
  return {
    async 'audit.export'(_args, signal) {
      const { audit, store } = workspace()
      await audit.note({ what: 'export', kind: 'audit', identifier: '', result: 'ok' })
      return ok({
        filename: auditCsvText.filename,
        contentType: CSV_TYPE,
        bytes: auditCsv((after, limit) => store.call('auditPage', after, limit), signal),
      })
    },
  }
}
