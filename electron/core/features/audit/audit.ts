import { ok, type Result } from '#shared/bridge/result.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { AuditRow } from '#shared/bridge/audit.ts'
import type { StoreCall } from '../../store/client.ts'
import { isDiskFull } from '../../store/store-error.ts'
import { GENESIS, type AuditNote } from './chain.rules.ts'

export type { AuditNote } from './chain.rules.ts'

/**
 * Audit record of the actions at this PC with one account (electron/core/features/audit/README.md). The store records its own actions (a
 * submission, a paid request) in the same transaction (`AuditWriter` of features/audit/audit.store.ts); the
 * rest is noted here, before its bytes leave.
 */
export interface Audit {
  /**
   * Resolves once all rows are on the disk. Rejects on failure: then the recorded action must not be done.
   * Only readings go on with a full disk, and are written once there is room.
   */
  note(...entries: AuditNote[]): Promise<void>
  list(question: AuditQuestion): Promise<Result<CommandResult<'audit.list'>>>
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
  /** A row was written: its readers query again. */
  onNoted: () => void
}

/** Rows per step of `verify`: other queries of the store run in between. */
const PAGE = 2_000

/** Actions allowed with a full disk: display, and a copy that saves the data from it. */
const READINGS: ReadonlySet<string> = new Set<AuditNote['what']>(['report.read', 'paper.read', 'backup'])
/** Bounds the readings queued during a full disk. */
const MAX_WAITING = 1_000

export function createAudit({ call, onNoted }: AuditDeps): Audit {
  /** Readings that a full disk did not take: written with the next row that succeeds. */
  let waiting: AuditNote[] = []

  return {
    async note(...entries) {
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

    async verify() {
      let after = 0
      let previous = GENESIS
      let from: number | null = null
      for (;;) {
        const step = await call('auditVerify', after, previous, PAGE)
        from ??= step.from
        if (step.brokenAt !== null) return ok({ rows: step.last, from, brokenAt: step.brokenAt })
        if (step.isEnd) return ok({ rows: step.last, from, brokenAt: null })
        after = step.last
        previous = step.hash
      }
    },
  }
}
