import { ok, type Result } from '#shared/bridge/result.ts'
import type { CommandResult } from '#shared/bridge/contract.ts'
import type { AuditRow } from '#shared/bridge/audit.ts'
import type { StoreCall } from '../../store/client.ts'
import { isDiskFull } from '../../store/store-error.ts'
import { GENESIS, type AuditNote } from './chain.rules.ts'

export type { AuditNote } from './chain.rules.ts'

/**
 * The record of what was done at this PC with one account (README.md). What is done by the store itself (a sending, a
 * paid request) is written by the store in the same transaction (`AuditWriter` of features/audit/audit.store.ts); the rest is
 * noted here, before its bytes leave.
 */
export interface Audit {
  /**
   * Resolves once all of it is on the disk. Rejects when it cannot be: then what it records is not to be done.
   * Only readings go on with a full disk, and are written down once there is room.
   */
  note(...entries: AuditNote[]): Promise<void>
  list(question: AuditQuestion): Promise<Result<CommandResult<'audit.list'>>>
  /** Goes through the whole chain. */
  verify(): Promise<Result<CommandResult<'audit.verify'>>>
}

export interface AuditQuestion {
  what?: AuditRow['what'] | undefined
  identifier?: string | undefined
  before?: number | undefined
  limit: number
}

export interface AuditDeps {
  call: StoreCall
  /** A row was written: whoever shows them asks again. */
  onNoted: () => void
}

/** Rows of one step of `verify`: other questions of the store pass in between. */
const PAGE = 2_000

/** What takes nothing out of the office but what is on screen, or saves it from a full disk. */
const READINGS: ReadonlySet<string> = new Set<AuditNote['what']>(['report.read', 'paper.read', 'backup'])
/** More readings than anybody does while a disk is full. */
const MAX_WAITING = 1_000

export function createAudit({ call, onNoted }: AuditDeps): Audit {
  /** Readings that a full disk did not take: written with the next row that it takes. */
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
