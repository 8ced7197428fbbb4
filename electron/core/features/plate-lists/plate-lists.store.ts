import type Database from 'better-sqlite3-multiple-ciphers'
import type { LookupView } from '#shared/bridge/lookup.ts'
import type {
  LeftOut,
  NewPlateList,
  PlateList,
  PlateListFilter,
  PlateListRow,
  PlateListView,
} from '#shared/bridge/plate-lists.ts'
import type { AppError } from '#shared/bridge/result.ts'
import type { CompleteStanding } from '../complete/complete.rules.ts'
import { getAnsweredOutcome, isKnown } from '../batch-lookups/batch-lookups.rules.ts'
import { isOtherVehicle, readListedVehicle } from '#shared/domain/listed-vehicle.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { vehicleName } from '#shared/domain/reduced-report.ts'
import { createPlateListChoiceQueries } from './plate-list-choices.store.ts'

/** State of the complete report of a row: its open request, or else its newest report. */
function getCompleteState({ request, newest }: CompleteStanding): PlateListRow['complete'] {
  if (request !== null) return { state: request, checkedAt: null }
  if (newest === null) return null
  return { state: newest.outcome === 'error' ? 'unanswered' : 'done', checkedAt: newest.checkedAt }
}

/** Report whose vehicle a row shows. */
const shownReport = ({ verdict, latest }: LookupView) => verdict?.report ?? latest

interface ListRow {
  id: string
  name: string
  created_at: number
  state: PlateList['state']
  source: string
  ahead: number
}

interface RowOfList {
  ord: number
  vrm: string
  line: number
  written: string
  repaired: number
  came_with: string
  note: string
  marked: number
  state: PlateListRow['state']
  error: string | null
  outcome: PlateListRow['outcome']
  listed_vehicle: string
  other_vehicle: string
}

/** Stored list, without the estimated end. */
export type StoredPlateList = Omit<PlateList, 'endsAt'>

/** Knowledge about plates, from other queries of the store. */
export interface PlateKnowledge {
  /** All stored data of a plate. */
  readView: (vrm: string) => LookupView
  readStanding: (vrm: string) => CompleteStanding
}

/** Number of rows in one transaction. Other queries of the store run between two steps. */
const STEP = 500

const IS_OPEN = `state IN ('waiting', 'asked')`
const ANSWERED = `'not_transferable', 'with_alerts', 'transferable'`
/** Every row is in exactly one class. Only an answered row has an outcome. */
const CLASSES: Readonly<Record<Exclude<PlateListFilter, 'other_vehicle' | 'marked'>, string>> = {
  not_transferable: `outcome = 'not_transferable'`,
  with_alerts: `outcome = 'with_alerts'`,
  transferable: `outcome = 'transferable'`,
  unanswered: `(outcome IS NULL OR outcome NOT IN (${ANSWERED})) AND NOT ${IS_OPEN}`,
  waiting: IS_OPEN,
}
const FILTERS: Readonly<Record<PlateListFilter, string>> = {
  ...CLASSES,
  other_vehicle: `other_vehicle <> ''`,
  marked: 'marked = 1',
}
/** Order: the worst answer first, then rows without an answer, then waiting rows. */
const BY_ANSWER = `CASE ${Object.values(CLASSES)
  .map((condition, at) => `WHEN ${condition} THEN ${at}`)
  .join(' ')} END`

/** Waiting rows that the user moved to the front come first. */
const BY_TURN = `iif(state = 'waiting', turn, 0)`

/**
 * Queries of plate lists, which are batches of lookups with a name. Runs in the worker. Every write is one
 * transaction.
 */
export function createPlateListQueries(db: Database.Database, { readView, readStanding }: PlateKnowledge) {
  const choices = createPlateListChoiceQueries(db)
  const LIST = `SELECT b.id, b.name, b.created_at, b.state, b.source, CASE b.state WHEN 'running' THEN
      (SELECT count(*) FROM batch o JOIN batch_plate p ON p.batch_id = o.id WHERE o.state = 'running' AND p.${IS_OPEN}
         AND (o.position, o.created_at, o.id) < (b.position, b.created_at, b.id)) ELSE 0 END AS ahead
    FROM batch b WHERE b.name IS NOT NULL`
  const lists = db.prepare<[], ListRow>(`${LIST} ORDER BY b.created_at DESC, b.id`)
  const list = db.prepare<[string], ListRow>(`${LIST} AND b.id = ?`)
  const counts = db.prepare<[string], PlateList['counts'] & { total: number; open: number }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE ${IS_OPEN}) AS open, ${Object.entries(FILTERS)
      .map(([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${name}`)
      .join(', ')} FROM batch_plate WHERE batch_id = ?`,
  )
  const insertList = db.prepare<[string, string, number, number, string]>(
    `INSERT INTO batch (id, name, created_at, position, state, source) VALUES (?, ?, ?, ?, 'running', ?)
     ON CONFLICT (id) DO NOTHING`,
  )
  const insertRow = db.prepare<[string, number, string, number, string, number, string, string, string]>(
    `INSERT INTO batch_plate
       (batch_id, ord, vrm, state, line, written, repaired, came_with, listed_vehicle, other_vehicle)
     VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?)`,
  )
  const waiting = db.prepare<[string, number, number], { ord: number; vrm: string }>(
    `SELECT ord, vrm FROM batch_plate WHERE batch_id = ? AND ord >= ? AND state = 'waiting' ORDER BY ord LIMIT ?`,
  )
  const setKnown = db.prepare<[string | null, string, number]>(
    `UPDATE batch_plate SET state = 'known', outcome = ? WHERE batch_id = ? AND ord = ?`,
  )
  const setAnswered = db.prepare<[string, string]>(
    `UPDATE batch_plate SET state = 'answered', error = NULL, outcome = ? WHERE vrm = ? AND NOT ${IS_OPEN}`,
  )
  const listedVehicles = db.prepare<[string], { batch_id: string; ord: number; listed_vehicle: string }>(
    `SELECT batch_id, ord, listed_vehicle FROM batch_plate WHERE vrm = ? AND listed_vehicle <> ''`,
  )
  const setOtherVehicle = db.prepare<[string, string, number]>(
    'UPDATE batch_plate SET other_vehicle = ? WHERE batch_id = ? AND ord = ?',
  )
  const rename = db.prepare<[string, string]>('UPDATE batch SET name = ? WHERE id = ? AND name IS NOT NULL')
  const putFirst = db.prepare<[string]>(
    `UPDATE batch SET position = (SELECT min(position) FROM batch) - 1 WHERE id = ? AND name IS NOT NULL`,
  )
  const resume = db.prepare<[string]>(`UPDATE batch SET state = 'running' WHERE id = ? AND state = 'stopped'`)
  const goOn = db.prepare<[string]>(
    `UPDATE batch SET state = iif(EXISTS (SELECT 1 FROM batch_plate p WHERE p.batch_id = batch.id AND p.${IS_OPEN}),
       'running', 'done') WHERE id = ?`,
  )
  const cancelWaiting = db.prepare<[string, string]>(
    `UPDATE batch_plate SET state = 'failed', error = ? WHERE batch_id = ? AND state = 'waiting'`,
  )
  const retryFailed = db.prepare<[string]>(
    `UPDATE batch_plate SET state = 'waiting', error = NULL, outcome = NULL WHERE batch_id = ? AND ${FILTERS.unanswered}`,
  )
  const removeRows = db.prepare<[string]>('DELETE FROM batch_plate WHERE batch_id = ?')
  const removeList = db.prepare<[string]>('DELETE FROM batch WHERE id = ?')
  const setNote = db.prepare<[string, string, number]>(
    'UPDATE batch_plate SET note = ? WHERE batch_id = ? AND ord = ?',
  )
  const setMarked = db.prepare<[number, string, number]>(
    'UPDATE batch_plate SET marked = ? WHERE batch_id = ? AND ord = ?',
  )
  const rowAt = db.prepare<[string, number], RowOfList>(
    'SELECT * FROM batch_plate WHERE batch_id = ? AND ord = ?',
  )
  const has = db.prepare<[string], { n: number }>(
    'SELECT 1 AS n FROM batch WHERE id = ? AND name IS NOT NULL',
  )

  const exists = (id: string): boolean => has.get(id) !== undefined
  const parseSource = (row: ListRow): LeftOut => JSON.parse(row.source) as LeftOut

  function toList({ id, name, created_at, state, ahead }: ListRow): StoredPlateList {
    const { total = 0, open = 0, ...rest } = counts.get(id) ?? {}
    return { id, name, createdAt: created_at, state, ahead, total, open, counts: rest as PlateList['counts'] }
  }

  /** Vehicle of the registry, if it is another one than the listed. Empty otherwise. */
  function findOtherVehicle(vrm: string, listed: string): string {
    const vehicle = listed === '' ? undefined : shownReport(readView(vrm))?.vehicle
    return vehicle && isOtherVehicle(listed, vehicle) ? vehicleName(vehicle) : ''
  }

  function toRow(row: RowOfList): PlateListRow {
    const view = readView(row.vrm)
    const { verdict } = view
    const report = shownReport(view)
    const isAnswered = row.outcome !== null
    return {
      ord: row.ord,
      vrm: row.vrm,
      line: row.line,
      written: row.written,
      repaired: row.repaired === 1,
      cameWith: row.came_with,
      note: row.note,
      marked: row.marked === 1,
      state: row.state,
      error: row.error === null ? null : (JSON.parse(row.error) as AppError),
      outcome: row.outcome,
      disagrees: isAnswered && verdict?.against != null,
      checkedAt: isAnswered ? (report?.checkedAt ?? null) : null,
      brand: report?.vehicle?.brand ?? '',
      model: report?.vehicle?.model ?? '',
      otherVehicle:
        row.other_vehicle === '' ? null : { listed: row.listed_vehicle, registry: row.other_vehicle },
      complete: getCompleteState(readStanding(row.vrm)),
    }
  }

  /** Conditions, order and parameter values of a view. */
  function buildSelection({ id, ords, filter, query, order }: PlateListView) {
    const sorted = order === 'answer' ? `${BY_ANSWER}, ${BY_TURN}, ord` : 'ord'
    if (ords)
      return {
        sql: 'batch_id = @id AND ord IN (SELECT value FROM json_each(@ords))',
        order: sorted,
        values: { id, ords: JSON.stringify(ords) },
      }
    const words = foldText(query).trim()
    const plate = words.toUpperCase().replace(/[^A-Z0-9]/g, '')
    const found = [
      'instr(folded(came_with), @words)',
      'instr(folded(note), @words)',
      ...(plate === '' ? [] : ['instr(vrm, @plate)']),
    ]
    return {
      sql: ['batch_id = @id', filter && FILTERS[filter], words && `(${found.join(' OR ')})`]
        .filter(Boolean)
        .join(' AND '),
      order: sorted,
      values: { id, words, plate },
    }
  }

  return {
    ...choices,

    /** Creates a list. An existing list stays unchanged. */
    createPlateList: db.transaction(
      (id: string, name: string, { plates, table, ...leftOut }: NewPlateList, now: number) => {
        const isNew = insertList.run(id, name, now, 0, JSON.stringify(leftOut satisfies LeftOut)).changes > 0
        if (!isNew) return
        if (table) choices.rememberColumns(id, table)
        for (const [ord, { vrm, line, written, repaired, note, vehicle = '' }] of plates.entries()) {
          const listed = readListedVehicle(vehicle || note, vehicle !== '')
          const other = findOtherVehicle(vrm, listed)
          insertRow.run(id, ord, vrm, line, written, Number(repaired), note, listed, other)
        }
      },
    ),

    /**
     * Marks plates with an answer of today as known, from a row on, because they need no lookup.
     * @returns the next row; `null` at the end
     */
    settlePlateListKnown: db.transaction((id: string, from: number, now: number): number | null => {
      const rows = waiting.all(id, from, STEP)
      for (const { ord, vrm } of rows) {
        const view = readView(vrm)
        if (isKnown(view, now)) setKnown.run(getAnsweredOutcome(view), id, ord)
      }
      const last = rows.at(-1)
      if (rows.length === STEP && last) return last.ord + 1
      goOn.run(id)
      return null
    }),

    /**
     * Stores a new outcome of the plate in every list that has it, because the outcome sorts the rows. A report
     * without an answer changes nothing. A list that names another vehicle than the registry gets the registry's.
     */
    notePlateVerdict(vrm: string): void {
      const outcome = getAnsweredOutcome(readView(vrm))
      if (outcome !== null) setAnswered.run(outcome, vrm)
      for (const { batch_id, ord, listed_vehicle } of listedVehicles.all(vrm))
        setOtherVehicle.run(findOtherVehicle(vrm, listed_vehicle), batch_id, ord)
    },

    plateLists: (): StoredPlateList[] => lists.all().map(toList),

    plateList(id: string): (StoredPlateList & { leftOut: LeftOut }) | null {
      const row = list.get(id)
      return row ? { ...toList(row), leftOut: parseSource(row) } : null
    },

    plateListRows(
      view: PlateListView,
      offset: number,
      limit: number,
    ): { rows: PlateListRow[]; total: number } {
      const { sql, order, values } = buildSelection(view)
      const total = db.prepare<[object], { n: number }>(`SELECT count(*) AS n FROM batch_plate WHERE ${sql}`)
      const rows = db.prepare<[object], RowOfList>(
        `SELECT * FROM batch_plate WHERE ${sql} ORDER BY ${order} LIMIT @limit OFFSET @offset`,
      )
      return {
        rows: rows.all({ ...values, limit, offset }).map(toRow),
        total: total.get(values)?.n ?? 0,
      }
    },

    /**
     * Row numbers of a view, in its order. A caller that works through these numbers is not disturbed by later
     * changes of the order.
     */
    plateListOrds(view: PlateListView): number[] {
      const { sql, order, values } = buildSelection(view)
      return db
        .prepare<[object], number>(`SELECT ord FROM batch_plate WHERE ${sql} ORDER BY ${order}`)
        .pluck()
        .all(values)
    },

    /**
     * Plates of a view with their outcomes, in the order of the list. It does not read the other data of the plates.
     */
    plateListOutcomes(view: PlateListView): Pick<PlateListRow, 'vrm' | 'outcome'>[] {
      const { sql, values } = buildSelection(view)
      return db
        .prepare<[object], Pick<RowOfList, 'vrm' | 'outcome'>>(
          `SELECT vrm, outcome FROM batch_plate WHERE ${sql} ORDER BY ord`,
        )
        .all(values)
    },

    plateListRowsAt: (id: string, ords: readonly number[]): PlateListRow[] =>
      ords.flatMap((ord) => {
        const row = rowAt.get(id, ord)
        return row ? [toRow(row)] : []
      }),

    renamePlateList: (id: string, name: string): boolean => rename.run(name, id).changes > 0,
    putPlateListFirst: (id: string): boolean => putFirst.run(id).changes > 0,

    resumePlateList(id: string): boolean {
      resume.run(id)
      return exists(id)
    },

    /** Cancels the waiting lookups of a list. Lookups under way still end normally. */
    cancelPlateList: db.transaction((id: string, error: AppError): boolean => {
      if (!exists(id)) return false
      cancelWaiting.run(JSON.stringify(error), id)
      goOn.run(id)
      return true
    }),

    /** Queues again the plates whose lookups ended without an answer. */
    retryPlateList: db.transaction((id: string): boolean => {
      if (!exists(id)) return false
      retryFailed.run(id)
      goOn.run(id)
      return true
    }),

    removePlateList: db.transaction((id: string): boolean => {
      if (!exists(id)) return false
      removeRows.run(id)
      removeList.run(id)
      return true
    }),

    annotatePlateListRow: db.transaction(
      (id: string, ord: number, { note, marked }: { note?: string; marked?: boolean }): boolean => {
        if (!exists(id)) return false
        if (note !== undefined) setNote.run(note, id, ord)
        if (marked !== undefined) setMarked.run(Number(marked), id, ord)
        return true
      },
    ),
  }
}
