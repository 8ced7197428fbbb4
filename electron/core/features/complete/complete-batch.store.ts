import type Database from 'better-sqlite3-multiple-ciphers'
import type { CompleteRequest } from '#shared/bridge/complete-report.ts'
import type { PlateReport } from '#shared/bridge/lookup.ts'
import { completeChoice, type CompleteStanding } from './complete-standing.rules.ts'

/** A request about to be written down. */
export interface NewCompleteRequest {
  id: string
  vrm: string
}

/** A confirmation arrives again within minutes, or never. */
const KEPT_MS = 30 * 86_400_000

/** Queries of complete reports of many plates. Runs in the worker; every write is one transaction. */
export function createCompleteBatchQueries(db: Database.Database) {
  const request = db.prepare<[string], { state: CompleteRequest['state'] | 'done' | 'discarded' }>(
    `SELECT state FROM complete_request WHERE vrm = ?
     ORDER BY state IN ('queued', 'sending', 'processing', 'waiting', 'uncertain') DESC, requested_at DESC, id DESC LIMIT 1`,
  )
  const reports = db.prepare<
    [string],
    { outcome: PlateReport['outcome']; failure: PlateReport['failure'] | null; checked_at: number }
  >(`SELECT outcome, failure, checked_at FROM report WHERE vrm = ? AND kind = 'complete' ORDER BY seq DESC`)
  const insert = db.prepare<[string, string, number]>(
    `INSERT INTO complete_request (id, vrm, state, requested_at) VALUES (?, ?, 'queued', ?)`,
  )
  const batch = db.prepare<[string], { asked: number }>('SELECT asked FROM complete_batch WHERE id = ?')
  const insertBatch = db.prepare<[string, number, number]>(
    'INSERT INTO complete_batch (id, made_at, asked) VALUES (?, ?, ?)',
  )
  const forget = db.prepare<[number]>('DELETE FROM complete_batch WHERE made_at < ?')

  function standing(vrm: string): CompleteStanding {
    const state = request.get(vrm)?.state ?? null
    const [newest, ...before] = reports.all(vrm)
    const answered = [newest, ...before].find((report) => report && report.outcome !== 'error')
    return {
      vrm,
      request: state === 'done' || state === 'discarded' ? null : state,
      newest: newest
        ? {
            outcome: newest.outcome,
            checkedAt: newest.checked_at,
            ...(newest.failure !== null && { failure: newest.failure }),
          }
        : null,
      answeredAt: answered?.checked_at ?? null,
    }
  }

  return {
    completeStanding: standing,
    completeStandings: (vrms: readonly string[]): CompleteStanding[] => vrms.map(standing),

    /**
     * Stores a confirmed batch of requests, all or none; once for each id.
     * @returns the requests that were stored, which is fewer than given where a plate got a report or a request since it
     * was offered, and how many the batch has asked
     */
    openCompleteBatch: db.transaction(
      (id: string, requests: readonly NewCompleteRequest[], now: number, recentHours: number) => {
        const known = batch.get(id)
        if (known) return { created: [], asked: known.asked }
        const created = requests.filter((one) => {
          if (completeChoice(standing(one.vrm), now, recentHours) !== 'ask') return false
          insert.run(one.id, one.vrm, now)
          return true
        })
        forget.run(now - KEPT_MS)
        insertBatch.run(id, now, created.length)
        return { created, asked: created.length }
      },
    ),
  }
}
