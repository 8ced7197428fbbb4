import type Database from 'better-sqlite3-multiple-ciphers'
import { STORED_REACH } from '../../store/migration-case-search.ts'

/** Most stale procedures that a search re-indexes first: enough for single changes, too few for a bulk change. */
const MAX_BEFORE_SEARCH = 100
/** Procedures re-indexed in one step. Other calls wait for a step: about 20 ms. */
const STEP = 30

/** Column of a query of `resource r`: JSON list of the names that this office gave to documents. */
export const GIVEN_DOCUMENTS = `(SELECT json_group_array(name) FROM (
    SELECT given.name FROM draft f JOIN document given ON given.draft_id = f.id WHERE f.procedure_id = r.id
    UNION ALL
    SELECT s.name FROM attachment s WHERE s.procedure_id = r.id AND s.name IS NOT NULL AND s.state <> 'dropped'))`

/** Inserts the search words of one procedure, by its `seq`. */
const INSERT_WORDS = `
  INSERT INTO case_words (rowid, words, people)
  SELECT r.seq,
    case_text(r.id, r.vrm, r.vin, r.label, json_extract(r.body, '$.type'), json_extract(r.body, '$.invoiceNumber'),
      a.notes, (SELECT vehicle FROM case_vehicle v WHERE v.vrm = r.vrm),
      (SELECT json_group_array(label) FROM case_label l WHERE l.seq = r.seq),
      ${GIVEN_DOCUMENTS},
      r.body -> '$.documents', r.body -> '$.generatedDocuments',
      ${STORED_REACH}, a.client, a.seller_name, a.seller_tax_id, a.buyer_name, a.buyer_tax_id),
    case_people(a.client, a.seller_name, a.seller_tax_id, a.buyer_name, a.buyer_tax_id)
  FROM resource r LEFT JOIN case_annotations a ON a.seq = r.seq WHERE r.kind = 'procedure' AND r.seq = ?`

export interface CaseWordsStep {
  /** True if stale procedures are left. */
  more: boolean
  /**
   * True when no stale procedure is left and a search was answered from the old index. The same search may now find
   * other procedures.
   */
  wasAwaited: boolean
}

/**
 * Re-indexes procedures after a change of their search words. Triggers only mark them as stale
 * (migration-case-search.ts), so that a change of many rows does not wait for the index.
 */
export function createCaseWords(db: Database.Database) {
  const stale = db.prepare<[number], number>('SELECT seq FROM case_stale ORDER BY seq LIMIT ?').pluck()
  const remove = db.prepare<[number]>('DELETE FROM case_words WHERE rowid = ?')
  const build = db.prepare<[number]>(INSERT_WORDS)
  const built = db.prepare<[number]>('DELETE FROM case_stale WHERE seq = ?')
  let version = 0
  let isAwaited = false

  // Insert in ascending rowid order: FTS5 flushes its buffer whenever a rowid is not greater than the previous one.
  const renew = db.transaction((limit: number): number => {
    const seqs = stale.all(limit)
    for (const seq of seqs) remove.run(seq)
    for (const seq of seqs) build.run(seq)
    for (const seq of seqs) built.run(seq)
    return seqs.length
  })
  const refreshStale = (limit: number): number => {
    const count = renew(limit)
    if (count > 0) version++
    return count
  }
  const hasManyStale = (): boolean => stale.all(MAX_BEFORE_SEARCH + 1).length > MAX_BEFORE_SEARCH

  return {
    /** Increases whenever a search may find other procedures. */
    get version() {
      return version
    },
    /** Re-indexes a few stale procedures before a search. With many of them the search does not wait. */
    beforeSearch(): void {
      try {
        if (hasManyStale()) isAwaited = true
        else refreshStale(MAX_BEFORE_SEARCH)
      } catch {
        // The disk is full: the search uses the index as it is.
        isAwaited = true
      }
    },
    /** Re-indexes some stale procedures between two calls. */
    step(): CaseWordsStep {
      const more = refreshStale(STEP) === STEP
      const wasAwaited = isAwaited && !more
      if (wasAwaited) isAwaited = false
      return { more, wasAwaited }
    },
    /** Re-indexes every stale procedure, so that no erased word stays in the index. */
    renewAll(): void {
      while (refreshStale(STEP) === STEP);
    },
  }
}

export type CaseWords = ReturnType<typeof createCaseWords>
