import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFilter, CaseSort } from '#shared/bridge/cases.ts'

/** Further down, passing over the rows before takes longer than loading the index. */
const MAX_OFFSET = 500

/**
 * Everything, the latest first, straight from the table: how the list opens after a start, before the arrays of its
 * index are loaded, which takes ten times as long and more with every procedure.
 */
export function createCaseFirstPage(db: Database.Database) {
  const page = db
    .prepare<[number, number], number>(
      'SELECT seq FROM desk_key WHERE blocked = 0 ORDER BY seq DESC LIMIT ? OFFSET ?',
    )
    .pluck()
  // From two small indexes: whether a row is blocked is in the row alone.
  const total = db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM desk_key) - (SELECT count(*) FROM resource INDEXED BY resource_blocked
         WHERE blocked_at IS NOT NULL AND kind = 'procedure')`,
    )
    .pluck()

  /** @returns `null` for what it does not answer */
  return function firstPage(
    filter: CaseFilter,
    { by, descending }: CaseSort,
    offset: number,
    limit: number,
  ): { seqs: number[]; total: number } | null {
    const isEverything = Object.values(filter).every((value) => value === undefined || value === '')
    if (!isEverything || by !== 'recent' || !descending || offset > MAX_OFFSET) return null
    return { seqs: page.all(limit, offset), total: total.get() ?? 0 }
  }
}
