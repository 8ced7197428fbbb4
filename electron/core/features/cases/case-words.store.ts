import type Database from 'better-sqlite3-multiple-ciphers'
import { wordsOf } from '../../store/migration-case-search.ts'

/** Built before a search, which waits for them: those of a person's own changes, and not those of a bulk. */
const MAX_BEFORE_SEARCH = 100
/** Built at once between calls, which wait for them: some 20 ms. */
const STEP = 30

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
  const build = db.prepare<[number]>(wordsOf('r.seq = ?'))
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
