import type { AuditRow, DayWork } from '#shared/bridge/audit.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import { addDays, startOfDay } from '#shared/domain/calendar.ts'
import { auditCsvText, auditKind, auditResults, auditWhats, dayWorkText } from '#shared/text/audit.ts'
import type { CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { CSV_TYPE, csvBytes } from '../../runtime/spreadsheets.ts'
import type { StoreCall } from '../../store/client.ts'
import { isDiskFull } from '../../store/store-error.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { GENESIS, type AuditNote, serializeRow } from './chain.rules.ts'

export type { AuditNote } from './chain.rules.ts'

/**
 * Audit record of the actions at this PC with one account (electron/core/features/audit/README.md). The store records
 * its own actions, such as a submission, in the same transaction (`AuditWriter` of features/audit/audit.store.ts).
 * Other actions are recorded here, before their bytes leave.
 */
export interface Audit {
  /**
   * Resolves once all rows are on the disk. Rejects if they cannot be written: then the caller must not do the
   * action. With a full disk only readings are allowed. Their rows are written once there is room.
   */
  record(...entries: AuditNote[]): Promise<void>
  list(question: AuditQuestion): Promise<Result<CommandResult<'audit.list'>>>
  /** Work of a day at this PC by person. */
  listDay(day: string): Promise<DayWork[]>
  /** Verifies the whole chain. */
  verify(): Promise<Result<CommandResult<'audit.verify'>>>
}

interface AuditQuestion {
  what?: AuditRow['what'] | undefined
  identifier?: string | undefined
  before?: number | undefined
  limit: number
}

export interface AuditDeps {
  call: StoreCall
  /** Called after a row was written, so that readers of the record query again. */
  onNoted: () => void
}

/** Rows per step of `verify`. Other queries of the store run between the steps. */
const VERIFIED_ROWS = 2_000

/** Actions allowed with a full disk: displaying data, and a backup that saves the data from it. */
const READINGS: ReadonlySet<string> = new Set<AuditNote['what']>(['report.read', 'paper.read', 'backup'])
/** Most readings queued while the disk is full. */
const MAX_WAITING = 1_000

export function createAudit({ call, onNoted }: AuditDeps): Audit {
  /** Readings that were not written because the disk was full. The next successful write includes them. */
  let waiting: AuditNote[] = []

  return {
    async record(...entries) {
      const before = waiting
      waiting = []
      try {
        await call('auditNote', [...before, ...entries])
      } catch (error) {
        const canWait = isDiskFull(error) && entries.every(({ what }) => READINGS.has(what))
        const room = MAX_WAITING - before.length - waiting.length
        waiting = [...before, ...(canWait ? entries.slice(0, room) : []), ...waiting]
        if (canWait && room >= entries.length) return
        throw error
      }
      onNoted()
    },

    list: async ({ what, identifier, before, limit }) =>
      ok(await call('auditList', what ?? null, identifier ?? null, before ?? null, limit)),

    listDay: (day) => call('auditWork', startOfDay(day), startOfDay(addDays(day, 1))),

    async verify() {
      let after = 0
      let previous = GENESIS
      let from: number | null = null
      for (;;) {
        const step = await call('auditVerify', after, previous, VERIFIED_ROWS)
        from ??= step.from
        if (step.brokenAt !== null) return ok({ rows: step.last, from, brokenAt: step.brokenAt })
        if (step.isEnd) return ok({ rows: step.last, from, brokenAt: null })
        after = step.last
        previous = step.hash
      }
    },
  }
}

export function createAuditCommands({ ask }: AccountQuestions): CommandsOf<'audit'> {
  return {
    'audit.list': (question) => ask(({ audit }) => audit.list(question)),
    'audit.day': ({ day }) => ask(async ({ audit }) => ok({ rows: await audit.listDay(day) })),
    'audit.verify': () => ask(({ audit }) => audit.verify()),
  }
}

export function createAuditTransfers(workspace: () => Workspace): TransfersOf<'audit'> {
  return {
    async 'audit.export'(_args, signal) {
      const { audit, store } = workspace()
      await audit.record({ what: 'export', kind: 'audit', identifier: '', result: 'ok' })
      return ok({
        filename: auditCsvText.filename,
        contentType: CSV_TYPE,
        bytes: auditCsv((after, limit) => store.call('auditPage', after, limit), signal),
      })
    },

    async 'audit.day-csv'({ day }) {
      const { audit } = workspace()
      // Read before the export is recorded, which is an action of the day itself.
      const rows = await audit.listDay(day)
      await audit.record({ what: 'export', kind: 'day-work', identifier: '', result: 'ok' })
      return ok({
        filename: dayWorkText.filename(day),
        contentType: CSV_TYPE,
        bytes: csvBytes(dayWorkText.header, onePage(rows), ({ who, what, done, uncertain }) => [
          day,
          who,
          auditWhats[what],
          String(done),
          String(uncertain),
        ]),
      })
    },
  }
}

async function* onePage<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}

const EXPORTED_ROWS = 500

/**
 * Audit record as CSV, from its first row on. The last two columns are the text of each row, exactly as it is hashed,
 * and its hash. With them any third party can verify the chain (electron/core/features/audit/README.md).
 */
async function* auditCsv(
  page: (after: number, limit: number) => Promise<AuditRow[]>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let previous = GENESIS
  async function* pages(): AsyncGenerator<AuditRow[]> {
    for (let after = 0; !signal.aborted;) {
      const rows = await page(after, EXPORTED_ROWS)
      yield rows
      const last = rows.at(-1)
      if (!last || rows.length < EXPORTED_ROWS) return
      after = last.seq
    }
  }
  yield* csvBytes(auditCsvText.header, pages(), (row) => {
    const { hash, ...entry } = row
    const cells = [
      String(row.seq),
      auditCsvText.dateTime(row.at),
      row.who,
      auditWhats[row.what],
      auditKind(row.kind),
      row.pseudonym,
      auditResults[row.result],
      row.sha256 ?? '',
      serializeRow(entry, previous),
      hash,
    ]
    previous = hash
    return cells
  })
}
