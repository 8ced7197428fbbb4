import type Database from 'better-sqlite3-multiple-ciphers'
import { STORED_REACH } from '../../store/migration-case-search.ts'

/** Built before a search, which waits for them: those of a person's own changes, and not those of a bulk. */
const MAX_BEFORE_SEARCH = 100
/** Built at once between calls, which wait for them: some 20 ms. */
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
  /** There are more to build. */
  more: boolean
  /** All are built, and a search was answered before they were: it may find others now. */
  wasAwaited: boolean
}

/**
 * Search words of procedures, built after the change that makes them others: triggers only note which
 * (migration-case-search.ts), so that a change of many rows costs no more than its own writing.
 */
export function createCaseWords(db: Database.Database) {
  const stale = db.prepare<[number], number>('SELECT seq FROM case_stale ORDER BY seq LIMIT ?').pluck()
  const remove = db.prepare<[number]>('DELETE FROM case_words WHERE rowid = ?')
  const build = db.prepare<[number]>(INSERT_WORDS)
  const built = db.prepare<[number]>('DELETE FROM case_stale WHERE seq = ?')
  let version = 0
  let isAwaited = false

  // In the order of the index, which writes what it has gathered as soon as one comes before the last.
  const renew = db.transaction((limit: number): number => {
    const seqs = stale.all(limit)
    for (const seq of seqs) remove.run(seq)
    for (const seq of seqs) build.run(seq)
    for (const seq of seqs) built.run(seq)
    return seqs.length
  })
  const renewed = (limit: number): number => {
    const count = renew(limit)
    if (count > 0) version++
    return count
  }
  const areMany = (): boolean => stale.all(MAX_BEFORE_SEARCH + 1).length > MAX_BEFORE_SEARCH

  return {
    /** Increases whenever words may be others. */
    get version() {
      return version
    },
    /** Before a search: builds a few, or notes that it is answered without many, for which no key waits. */
    beforeSearch(): void {
      try {
        if (areMany()) isAwaited = true
        else renewed(MAX_BEFORE_SEARCH)
      } catch {
        // A full disk: what was found before is found.
        isAwaited = true
      }
    },
    /** Between calls. */
    step(): CaseWordsStep {
      const more = renewed(STEP) === STEP
      const wasAwaited = isAwaited && !more
      if (wasAwaited) isAwaited = false
      return { more, wasAwaited }
    },
    /** All of them: nothing that was erased stays. */
    renewAll(): void {
      while (renewed(STEP) === STEP);
    },
  }
}

export type CaseWords = ReturnType<typeof createCaseWords>
