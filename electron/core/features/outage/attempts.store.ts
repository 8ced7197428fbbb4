import type Database from 'better-sqlite3-multiple-ciphers'
import type { AttemptSummary } from '#shared/bridge/inbox.ts'

/** One request to the service, in the record of an outage. It contains no plate, no id and no link. */
export interface Attempt {
  at: number
  what: string
  outcome: string
  detail: string | null
}

/** Maximum number of stored attempts, enough for months of outages. The oldest attempts are deleted. */
const MAX_ATTEMPTS = 50_000

export function createAttemptQueries(db: Database.Database) {
  const insert = db.prepare<Attempt>(
    'INSERT INTO attempt (at, what, outcome, detail) VALUES (@at, @what, @outcome, @detail)',
  )
  const prune = db.prepare<[number]>('DELETE FROM attempt WHERE seq <= ?')
  const page = db.prepare<[number, number], Attempt & { seq: number }>(
    'SELECT * FROM attempt WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const summary = db.prepare<[], AttemptSummary>(
    `SELECT count(*) AS failures, min(at) AS "from", max(at) AS "to" FROM attempt WHERE outcome <> 'answered'`,
  )
  return {
    recordAttempts: db.transaction((attempts: Attempt[]): void => {
      let last = 0
      for (const attempt of attempts) last = Number(insert.run(attempt).lastInsertRowid)
      prune.run(last - MAX_ATTEMPTS)
    }),
    attempts(after: number | null, limit: number): { rows: Attempt[]; next: number | null } {
      const rows = page.all(after ?? 0, limit)
      const last = rows.at(-1)
      return { rows, next: rows.length === limit && last ? last.seq : null }
    },
    attemptSummary: (): AttemptSummary => summary.get() ?? { failures: 0, from: null, to: null },
  }
}
