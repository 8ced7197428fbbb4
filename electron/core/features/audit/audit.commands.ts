import { ok } from '#shared/bridge/result.ts'
import {
  auditCsvText,
  auditCsvText as text,
  auditKind,
  auditResults,
  auditWhats,
} from '#shared/text/audit.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE, csvBytes } from '../../runtime/csv.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import type { AuditRow } from '#shared/bridge/audit.ts'
import { canonicalRow, GENESIS } from './chain.rules.ts'

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

const PAGE = 500

/**
 * Audit record as CSV, from its first row on. The last two columns are the chained text of each row, exactly
 * as it is hashed, and its hash: they let any third party verify it (electron/core/features/audit/README.md).
 */
async function* auditCsv(
  page: (after: number, limit: number) => Promise<AuditRow[]>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let previous = GENESIS
  async function* pages(): AsyncGenerator<AuditRow[]> {
    for (let after = 0; !signal.aborted;) {
      const rows = await page(after, PAGE)
      yield rows
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) return
      after = last.seq
    }
  }
  yield* csvBytes(text.header, pages(), (row) => {
    const { hash, ...entry } = row
    const cells = [
      String(row.seq),
      text.dateTime(row.at),
      row.who,
      auditWhats[row.what],
      auditKind(row.kind),
      row.pseudonym,
      auditResults[row.result],
      row.sha256 ?? '',
      canonicalRow(entry, previous),
      hash,
    ]
    previous = hash
    return cells
  })
}
