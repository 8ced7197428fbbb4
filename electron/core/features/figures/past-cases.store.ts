import type Database from 'better-sqlite3-multiple-ciphers'
import type { PastCaseRecord } from '../backup/records.ts'

type Row = PastCaseRecord['row'] & { seq: number; id: string }

/**
 * Queries of the anonymous rows that erased procedures leave (store/migration-figures.ts), for making and merging
 * copies.
 */
export function createPastCases(db: Database.Database) {
  const pastCases = db.prepare<[number, number], Row>(
    'SELECT id AS seq, key AS id, type, began_at, closed_at FROM past_case WHERE id > ? ORDER BY id LIMIT ?',
  )
  const stays = db.prepare<[number], PastCaseRecord['stays'][number]>(
    'SELECT status, entered_at, left_at, is_first FROM case_stay WHERE seq = -? ORDER BY rowid',
  )
  const incidents = db.prepare<[number], PastCaseRecord['incidents'][number]>(
    'SELECT key, type, raised_at, solved, solved_at, gone FROM case_incident WHERE seq = -? ORDER BY key',
  )
  const add = db.prepare<PastCaseRecord['row'] & { key: string }>(
    `INSERT INTO past_case (key, type, began_at, closed_at) VALUES (@key, @type, @began_at, @closed_at)
     ON CONFLICT (key) DO NOTHING`,
  )
  const addStay = db.prepare<PastCaseRecord['stays'][number] & { seq: number }>(
    `INSERT INTO case_stay (seq, status, entered_at, left_at, is_first)
     VALUES (@seq, @status, @entered_at, @left_at, @is_first)`,
  )
  const addIncident = db.prepare<PastCaseRecord['incidents'][number] & { seq: number }>(
    `INSERT INTO case_incident (seq, key, type, raised_at, solved, solved_at, gone)
     VALUES (@seq, @key, @type, @raised_at, @solved, @solved_at, @gone)`,
  )

  return {
    page: (after: number, limit: number) => pastCases.all(after, limit),
    recordOf: ({ seq, id, ...row }: Row): PastCaseRecord => ({
      t: 'past-case',
      id,
      row,
      stays: stays.all(seq),
      incidents: incidents.all(seq),
    }),
    /** Adds a past case unless it is stored already. */
    merge({ id, row, stays: left, incidents: raised }: PastCaseRecord): void {
      const { changes, lastInsertRowid } = add.run({ ...row, key: id })
      if (changes === 0) return
      const seq = -Number(lastInsertRowid)
      for (const stay of left) addStay.run({ ...stay, seq })
      for (const incident of raised) addIncident.run({ ...incident, seq })
    },
  }
}
