import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFilter, CaseSort } from '#shared/bridge/cases.ts'

/** The pages that a list opens with. Passing over rows takes longer the further down a page is. */
const MAX_OFFSET = 500

/**
 * All procedures, the latest first, read straight from the table: the list as it opens after a start. The index answers
 * everything else, and takes longer to load with every procedure.
 */
export function createCaseFirstPage(db: Database.Database) {
  const page = db
    .prepare<[number, number], number>(
      'SELECT seq FROM desk_key WHERE blocked = 0 ORDER BY seq DESC LIMIT ? OFFSET ?',
    )
    .pluck()
  // Counted in two indexes. No index of `desk_key` says which rows are blocked: its rows would all be read.
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
