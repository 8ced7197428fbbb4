import type Database from 'better-sqlite3-multiple-ciphers'
import type { LookupView } from '#shared/bridge/lookup.ts'
import { appError } from '#shared/bridge/result.ts'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import type { Batch } from '#shared/host-protocol/messages.ts'
import {
  getAnsweredOutcome,
  isKnown,
  MAX_ASIDE,
  MAX_OPEN,
  MAX_RUNNING,
  decidePlateStep,
  type BatchPlateState,
  type BatchPlateStep,
  watchBatchId,
} from './batch-lookups.rules.ts'

/** A plate of a batch, with its position. */
export interface BatchPlate {
  batchId: string
  ord: number
  vrm: string
}

/** Outcome of one step over the running batches. */
export interface BatchStep {
  /** Lookups to start, in this order. */
  ask: BatchPlate[]
  /** Plates whose lookups are open. */
  open: string[]
  /** Batches with newly settled plates. */
  changed: Batch[]
  /** True if another step can settle or look up more plates now. */
  more: boolean
  /** Number of plates whose lookups have ended. */
  answered: number
}

interface PlateRow {
  batch_id: string
  ord: number
  vrm: string
}

/** Most waiting plates read in one step. Other queries of the store run between the steps. */
const PAGE = 100

/**
 * Queries of batches of lookups. Runs in the worker; every write is one transaction.
 * @param viewOf reads what the store has about a plate
 */
export function createBatchLookupQueries(db: Database.Database, viewOf: (vrm: string) => LookupView) {
  const batch = db.prepare<[string], { state: Batch['state'] }>('SELECT state FROM batch WHERE id = ?')
  // Only batches of browsers count. A person starts each plate list, and watched plates have one batch a day.
  const running = db.prepare<[], { n: number }>(
    `SELECT count(*) AS n FROM batch WHERE state = 'running' AND name IS NULL AND watch_day IS NULL`,
  )
  const insertBatch = db.prepare<[string, number]>(
    `INSERT INTO batch (id, created_at, state) VALUES (?, ?, 'running')`,
  )
  const insertPlate = db.prepare<[string, number, string, BatchPlateState, string | null]>(
    'INSERT INTO batch_plate (batch_id, ord, vrm, state, error) VALUES (?, ?, ?, ?, ?)',
  )
  const setState = db.prepare<[Batch['state'], string]>('UPDATE batch SET state = ? WHERE id = ?')
  const counted = db.prepare<[string], { total: number; settled: number }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE state NOT IN ('waiting', 'asked')) AS settled
     FROM batch_plate WHERE batch_id = ?`,
  )
  const openRows = (state: 'waiting' | 'asked', limit: string) =>
    `SELECT p.batch_id, p.ord, p.vrm FROM batch b JOIN batch_plate p ON p.batch_id = b.id
     WHERE b.state = 'running' AND p.state = '${state}' ORDER BY b.position, b.created_at, b.id, p.turn, p.ord ${limit}`
  const asked = db.prepare<[], PlateRow>(openRows('asked', ''))
  const waiting = db.prepare<[number], PlateRow>(openRows('waiting', 'LIMIT ?'))
  const setPlate = db.prepare<[BatchPlateState, string | null, string | null, string, number]>(
    'UPDATE batch_plate SET state = ?, error = ?, outcome = ? WHERE batch_id = ? AND ord = ?',
  )
  // Position 1 is after the plate lists, whose position is 0 or less.
  const insertWatched = db.prepare<[string, number, string]>(
    `INSERT INTO batch (id, created_at, state, position, watch_day) VALUES (?, ?, 'running', 1, ?)
     ON CONFLICT (id) DO UPDATE SET state = 'running'`,
  )
  const lastOrd = db
    .prepare<[string], number>('SELECT coalesce(max(ord), -1) FROM batch_plate WHERE batch_id = ?')
    .pluck()
  const dropWatched = db.prepare<[string], { batch_id: string }>(
    `DELETE FROM batch_plate WHERE vrm = ? AND state = 'waiting'
       AND batch_id IN (SELECT id FROM batch WHERE watch_day IS NOT NULL) RETURNING batch_id`,
  )
  const old = db.prepare<[number, number], { id: string }>(
    'SELECT id FROM batch WHERE created_at < iif(name IS NULL, ?, ?)',
  )
  const forgetPlates = db.prepare<[string]>('DELETE FROM batch_plate WHERE batch_id = ?')
  const forget = db.prepare<[string]>('DELETE FROM batch WHERE id = ?')

  function get(id: string): Batch | null {
    const row = batch.get(id)
    if (!row) return null
    const { total, settled } = counted.get(id) ?? { total: 0, settled: 0 }
    return { id, state: row.state, total, settled }
  }

  /** Ends the batch once none of its plates is open. */
  function endIfComplete(id: string): Batch | null {
    const now = get(id)
    if (now?.state !== 'running' || now.settled < now.total) return now
    setState.run('done', id)
    return { ...now, state: 'done' }
  }

  function insert(id: string, texts: readonly string[], now: number): void {
    insertBatch.run(id, now)
    const seen = new Set<string>()
    for (const text of texts) {
      const vrm = classifyPlate(text)?.vrm
      const written = vrm ?? text
      if (seen.has(written)) continue
      const ord = seen.size
      seen.add(written)
      if (vrm === undefined)
        insertPlate.run(id, ord, written, 'failed', JSON.stringify(appError('invalid-plate')))
      else insertPlate.run(id, ord, vrm, isKnown(viewOf(vrm), now) ? 'known' : 'waiting', null)
    }
  }

  function dropWatchedPlate(vrm: string): void {
    for (const { batch_id } of dropWatched.all(vrm)) endIfComplete(batch_id)
  }

  return {
    /**
     * Starts a batch. An existing batch with this id continues with its own plates.
     * @returns `null` if too many are running
     */
    startBatch: db.transaction((id: string, texts: readonly string[], now: number): Batch | null => {
      const known = batch.get(id)
      if (known?.state === 'running' || known?.state === 'done') return get(id)
      if ((running.get()?.n ?? 0) >= MAX_RUNNING) return null
      if (known) setState.run('running', id)
      else insert(id, texts, now)
      return endIfComplete(id)
    }),

    batch: get,

    /** Stops a batch. Its lookups in progress end by themselves, and are found when the batch continues. */
    stopBatch: db.transaction((id: string): Batch | null => {
      if (batch.get(id)?.state === 'running') setState.run('stopped', id)
      return get(id)
    }),

    /** Records that the lookup of the plate was started. */
    batchPlateAsked: ({ batchId, ord }: BatchPlate): void =>
      void setPlate.run('asked', null, null, batchId, ord),

    /** Settles the plates whose lookups have ended, and returns the lookups to start. */
    batchStep: db.transaction((now: number): BatchStep => {
      const ask: BatchPlate[] = []
      const open = new Set<string>()
      const changed = new Set<string>()
      let holding = 0
      let aside = 0
      let answered = 0
      const advancePlate = ({ batch_id, ord, vrm }: PlateRow, isAsked: boolean): BatchPlateStep => {
        const view = viewOf(vrm)
        const step = decidePlateStep(view, isAsked, now)
        if (step.kind === 'settle') {
          const outcome = step.state === 'failed' ? null : getAnsweredOutcome(view)
          setPlate.run(step.state, step.error && JSON.stringify(step.error), outcome, batch_id, ord)
          changed.add(batch_id)
          if (step.state !== 'known') answered++
        } else if (!open.has(vrm)) {
          open.add(vrm)
          if (step.kind === 'open' && step.isAside) aside++
          else holding++
        }
        return step
      }
      for (const row of asked.all()) advancePlate(row, true)
      const hasRoom = () => holding < MAX_OPEN && aside < MAX_ASIDE
      const page = hasRoom() ? waiting.all(PAGE) : []
      let looked = 0
      for (const row of page) {
        if (!hasRoom()) break
        looked++
        const isOpenAlready = open.has(row.vrm)
        const step = advancePlate(row, false)
        if (step.kind === 'open') setPlate.run('asked', null, null, row.batch_id, row.ord)
        // The plate is in two batches: the second batch finds its lookup open.
        if (step.kind === 'ask' && !isOpenAlready)
          ask.push({ batchId: row.batch_id, ord: row.ord, vrm: row.vrm })
      }
      return {
        ask,
        open: [...open],
        changed: [...changed].flatMap((id) => endIfComplete(id) ?? []),
        more: looked === PAGE && hasRoom(),
        answered,
      }
    }),

    /**
     * Adds watched plates to the batch of their day. A plate that still waits in an earlier batch leaves that batch.
     * Runs in an open transaction.
     */
    enqueueWatched(day: string, vrms: readonly string[], now: number): void {
      for (const vrm of vrms) dropWatchedPlate(vrm)
      const id = watchBatchId(day)
      insertWatched.run(id, now, day)
      const from = (lastOrd.get(id) ?? -1) + 1
      for (const [at, vrm] of vrms.entries()) insertPlate.run(id, from + at, vrm, 'waiting', null)
    },

    /** Removes a plate that is no longer watched from the queue. Runs in an open transaction. */
    dropWatched: dropWatchedPlate,

    /** Deletes batches made before `before`, and plate lists made before `listsBefore`. */
    forgetBatches: db.transaction((before: number, listsBefore: number): number => {
      const ids = old.all(before, listsBefore)
      for (const { id } of ids) {
        forgetPlates.run(id)
        forget.run(id)
      }
      return ids.length
    }),
  }
}
