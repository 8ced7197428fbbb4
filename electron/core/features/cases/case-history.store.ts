import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFilter } from '#shared/bridge/cases.ts'
import { periodBounds } from '#shared/domain/calendar.ts'
import { isKnownStay } from '../../store/migration-figures.ts'
import { createNames } from './case-records.store.ts'

type StayRow = [
  rowid: number,
  seq: number,
  status: string,
  enteredAt: number,
  leftAt: number,
  isKnown: number,
]

/** Rows per query. All rows at once would take many times the memory of the arrays. */
const STEP = 1_024
const LEAST_ROOM = 1_024
/** Length of a stay that this PC does not know. */
export const UNKNOWN_STAY = 0xffff_ffff
const MAX_SECONDS = UNKNOWN_STAY - 1
/** Marks a replaced stay, which is counted nowhere. */
const DROPPED = 0

export interface Stays {
  size: number
  /** Negative for the stay of an erased procedure. 0: see `DROPPED`. */
  seq: Int32Array
  status: Uint16Array
  /** Epoch seconds. */
  leftAt: Uint32Array
  /** Seconds, or `UNKNOWN_STAY`. */
  length: Uint32Array
}

/**
 * Finds procedures by their past: their ended stays in each state, and their incidents. *Cifras* loads the stays into
 * arrays, 14 bytes each, because reading hundreds of thousands of rows takes too long for a query.
 */
export function createCaseHistory(db: Database.Database) {
  const COLUMNS = `s.rowid, s.seq, s.status, s.entered_at, s.left_at,
    ${isKnownStay('coalesce(k.began_at, p.began_at, 0)')}`
  const FROM = `case_stay s LEFT JOIN case_record k ON k.seq = s.seq LEFT JOIN past_case p ON p.id = -s.seq`
  const after = db
    .prepare<[number], StayRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE s.rowid > ? AND s.left_at IS NOT NULL ORDER BY s.rowid LIMIT ${STEP}`,
    )
    .raw()
  const of = db
    .prepare<[number], StayRow>(`SELECT ${COLUMNS} FROM ${FROM} WHERE s.seq = ? AND s.left_at IS NOT NULL`)
    .raw()
  const amount = db.prepare<[], number>('SELECT count(*) FROM case_stay WHERE left_at IS NOT NULL').pluck()
  const left = db
    .prepare<[string, number, number], number>(
      `SELECT DISTINCT s.seq FROM case_stay s JOIN case_record k ON k.seq = s.seq
       WHERE s.status = ? AND s.left_at >= ? AND s.left_at < ? AND ${isKnownStay('k.began_at')} ORDER BY s.seq`,
    )
    .pluck()
  const withIncident = db
    .prepare<{ type: string; from: number; until: number; state: string | null }, number>(
      `SELECT DISTINCT seq FROM case_incident WHERE raised_at >= @from AND raised_at < @until AND type = @type
         AND seq > 0 AND (@state IS NULL OR @state = CASE WHEN solved THEN 'solved' WHEN gone THEN 'gone' ELSE 'open' END)
       ORDER BY seq`,
    )
    .pluck()
  const names = createNames()
  const touched = new Set<number>()
  let stays = allocateStays(0)
  let loadedTo: number | null = null
  let isLoaded = false
  let version = 0

  // Temporary triggers belong to this connection, as in case-records.store.ts.
  db.function('case_history_touched', (seq) => {
    version++
    if (loadedTo !== null) touched.add(Number(seq))
  })
  const TOLD = ['case_stay', 'case_incident'].flatMap((table) => [
    `CREATE TEMP TRIGGER ${table}_new AFTER INSERT ON main.${table} BEGIN SELECT case_history_touched(new.seq); END;`,
    `CREATE TEMP TRIGGER ${table}_changed AFTER UPDATE ON main.${table} BEGIN
       SELECT case_history_touched(old.seq), case_history_touched(new.seq);
     END;`,
    `CREATE TEMP TRIGGER ${table}_gone AFTER DELETE ON main.${table} BEGIN SELECT case_history_touched(old.seq); END;`,
  ])
  db.exec(TOLD.join('\n'))

  function add([, seq, status, enteredAt, leftAt, isKnown]: StayRow): void {
    if (stays.size >= stays.seq.length) stays = allocateStays(Math.ceil((stays.size + 1) * 1.25), stays)
    const at = stays.size++
    stays.seq[at] = seq
    stays.status[at] = names.code(status)
    stays.leftAt[at] = Math.max(0, Math.floor(leftAt / 1_000))
    stays.length[at] =
      isKnown === 1 ? Math.min(Math.round((leftAt - enteredAt) / 1_000), MAX_SECONDS) : UNKNOWN_STAY
  }

  function refreshStays(): void {
    // Each changed stay leaves a gap. After many changes, all stays are read again.
    if (touched.size > Math.max(LEAST_ROOM, stays.size / 4)) {
      isLoaded = false
      loadedTo = null
      touched.clear()
      return
    }
    for (let at = 0; at < stays.size; at++) if (touched.has(stays.seq[at] ?? DROPPED)) stays.seq[at] = DROPPED
    for (const seq of touched) for (const row of of.all(seq)) add(row)
    touched.clear()
  }

  /** Reads the next stays. @returns true if there are more */
  function readAhead(): boolean {
    if (isLoaded && touched.size > 0) refreshStays()
    if (isLoaded) return false
    if (loadedTo === null) {
      loadedTo = 0
      // Allocate once, because growing the arrays by steps leaves as much garbage again.
      stays = allocateStays(LEAST_ROOM + Math.ceil((amount.get() ?? 0) * 1.1))
      touched.clear()
    }
    // Stays that change during the loading are read again after it.
    const rows = after.all(loadedTo)
    for (const row of rows) add(row)
    loadedTo = rows.at(-1)?.[0] ?? loadedTo
    isLoaded = rows.length < STEP
    return !isLoaded
  }

  return {
    /** Increases whenever a filter by the past may find other procedures. */
    get version() {
      return version
    },
    names,
    readAhead,
    /** All ended stays, as they are now. */
    stays(): Readonly<Stays> {
      while (readAhead());
      return stays
    },
    /** Procedures that left a state in some months, if the length of that stay is known. */
    seqsLeft: ({ status, ...months }: NonNullable<CaseFilter['left']>): number[] =>
      left.all(status, ...periodBounds(months)),
    /** Procedures with an incident of one type that was raised in some months. */
    seqsWithIncident({ type, state, ...months }: NonNullable<CaseFilter['incident']>): number[] {
      const [from, until] = periodBounds(months)
      return withIncident.all({ type, state: state ?? null, from, until })
    },
  }
}

export type CaseHistory = ReturnType<typeof createCaseHistory>

function allocateStays(room: number, before?: Stays): Stays {
  const grown: Stays = {
    size: before?.size ?? 0,
    seq: new Int32Array(room),
    status: new Uint16Array(room),
    leftAt: new Uint32Array(room),
    length: new Uint32Array(room),
  }
  if (before) for (const name of ['seq', 'status', 'leftAt', 'length'] as const) grown[name].set(before[name])
  return grown
}
