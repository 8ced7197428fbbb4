import type Database from 'better-sqlite3-multiple-ciphers'
import { isProcedureOver } from '#shared/domain/procedures/service-procedure.ts'

/** Words of an open list as small integers, assigned on first use. */
export interface Names {
  /** Number of a word, a new one if it has none. */
  code(name: string): number
  name(code: number): string
  readonly size: number
  /** Numbers of the known words that pass a test. */
  matching(test: (name: string) => boolean): ReadonlySet<number>
  /** Numbers of the known words among these. */
  codes(names: readonly string[]): ReadonlySet<number>
}

/** Most words with a number of their own. Further words share one number. */
const MOST = 65_535

export function createNames(): Names {
  const codes = new Map<string, number>()
  const names: string[] = []
  return {
    code(name) {
      const known = codes.get(name)
      if (known !== undefined) return known
      if (names.length > MOST) return MOST
      codes.set(name, names.length)
      return names.push(name) - 1
    },
    name: (code) => names[code] ?? '',
    get size() {
      return names.length
    },
    matching: (test) => new Set(names.flatMap((name, code) => (test(name) ? code : []))),
    codes: (codeNames) => new Set(codeNames.flatMap((name) => codes.get(name) ?? [])),
  }
}

type KeyRow = [
  seq: number,
  status: string,
  type: string,
  since: number,
  changedAt: number,
  closedAt: number | null,
  firstDay: number | null,
  lastDay: number | null,
  marked: number,
  blocked: number,
  beganAt: number | null,
  assigned: string,
]

const COLUMNS =
  'seq, status, type, since, changed_at, closed_at, first_day, last_day, marked, blocked, began_at, assigned'
const LEAST_ROOM = 1_024
/** Most procedures for which room is allocated at once: 7 MB. */
const MAX_AHEAD = 100_000
/** Rows per query. All rows at once would take as much memory as the arrays. */
const STEP = 1_024
const NO_SLOT = -1

/**
 * Filter and sort columns in arrays, with one *slot* per procedure. The first query loads them. After that, only rows
 * that triggers reported as changed are read again.
 */
export function createCaseRecords(db: Database.Database) {
  const after = db
    .prepare<[number], KeyRow>(`SELECT ${COLUMNS} FROM case_record WHERE seq > ? ORDER BY seq LIMIT ${STEP}`)
    .raw()
  const lastSeq = db.prepare<[], number | null>('SELECT max(seq) FROM case_record').pluck()
  const one = db.prepare<[number], KeyRow>(`SELECT ${COLUMNS} FROM case_record WHERE seq = ?`).raw()
  const statuses = createNames()
  const types = createNames()
  const people = createNames()
  const ended: boolean[] = []
  const touched = new Set<number>()
  let slotBySeq = allocateSlots(0)
  let columns = allocateColumns(0)
  let size = 0
  let version = 0
  let isLoaded = false
  let loadedTo = -1

  // Temporary triggers belong to this connection. A change that is rolled back costs only another read.
  db.function('case_touched', (seq) => void touched.add(Number(seq)))
  db.exec(`
    CREATE TEMP TRIGGER case_record_new AFTER INSERT ON main.case_record BEGIN SELECT case_touched(new.seq); END;
    CREATE TEMP TRIGGER case_record_changed AFTER UPDATE ON main.case_record BEGIN SELECT case_touched(new.seq); END;
    CREATE TEMP TRIGGER case_record_gone AFTER DELETE ON main.case_record BEGIN SELECT case_touched(old.seq); END;
  `)

  const slotOf = (seq: number): number => slotBySeq[seq] ?? NO_SLOT

  function setRow(row: KeyRow): void {
    const [
      seq,
      status,
      type,
      since,
      changedAt,
      closedAt,
      firstDay,
      lastDay,
      marked,
      blocked,
      beganAt,
      assigned,
    ] = row
    let slot = slotOf(seq)
    if (slot === NO_SLOT) {
      slot = size++
      if (slot >= columns.room) columns = allocateColumns(withMore(slot), columns)
      if (seq >= slotBySeq.length) slotBySeq = allocateSlots(withMore(seq), slotBySeq)
      slotBySeq[seq] = slot
    }
    columns.seq[slot] = seq
    columns.status[slot] = statuses.code(status)
    columns.type[slot] = types.code(type)
    columns.since[slot] = since
    columns.changedAt[slot] = changedAt
    columns.closedAt[slot] = closedAt ?? Number.NEGATIVE_INFINITY
    columns.beganAt[slot] = beganAt ?? Number.NEGATIVE_INFINITY
    columns.firstDay[slot] = firstDay ?? 0
    columns.lastDay[slot] = lastDay ?? 0
    columns.assigned[slot] = people.code(assigned)
    columns.marked[slot] = marked
    columns.visible[slot] = blocked === 0 ? 1 : 0
    ended[statuses.code(status)] ??= isProcedureOver(status)
  }

  /** Reads the next unread rows. Rows that change during the loading are read again after it. */
  function readOn(): void {
    if (loadedTo < 0) {
      // Allocate once, because growing the arrays by steps leaves as much garbage again. The allocation is capped,
      // because many of the numbers may belong to erased procedures.
      const last = lastSeq.get() ?? 0
      columns = allocateColumns(withMore(Math.min(last, MAX_AHEAD)))
      slotBySeq = allocateSlots(withMore(last))
    }
    const rows = after.all(loadedTo)
    for (const row of rows) setRow(row)
    loadedTo = rows.at(-1)?.[0] ?? loadedTo
    isLoaded = rows.length < STEP
  }

  function reload(seq: number): void {
    const row = one.get(seq)
    const slot = slotOf(seq)
    if (row) setRow(row)
    else if (slot !== NO_SLOT) {
      columns.visible[slot] = 0
      // *Cifras* counts an erased procedure by its `past_case` row.
      columns.beganAt[slot] = columns.closedAt[slot] = Number.NEGATIVE_INFINITY
    }
  }

  function refresh(): void {
    if (isLoaded && touched.size === 0) return
    version++
    while (!isLoaded) readOn()
    for (const seq of touched) reload(seq)
    touched.clear()
  }

  return {
    refresh,
    /** Preloads part of the data of the first query. @returns true if there is more */
    readAhead(): boolean {
      if (!isLoaded) readOn()
      return !isLoaded
    },
    /** True once all rows are loaded. */
    get isLoaded() {
      return isLoaded
    },
    statuses,
    types,
    /** Names in the column `assigned`. A procedure without a person has the name ''. */
    people,
    /** Increases whenever any record may have changed. */
    get version() {
      return version
    },
    /** Number of slots, visible or not. */
    get size() {
      return size
    },
    get columns(): Readonly<Columns> {
      return columns
    },
    /** Slot of a procedure; negative if it has none. */
    slotOf,
    isVisible: (seq: number): boolean => columns.visible[slotOf(seq)] === 1,
    /** True if the state with this code ends a procedure. */
    isEnded: (code: number): boolean => ended[code] === true,
  }
}

export type CaseRecords = ReturnType<typeof createCaseRecords>

interface Columns {
  room: number
  seq: Float64Array
  since: Float64Array
  changedAt: Float64Array
  closedAt: Float64Array
  beganAt: Float64Array
  firstDay: Int32Array
  lastDay: Int32Array
  status: Uint16Array
  type: Uint16Array
  assigned: Uint16Array
  marked: Uint8Array
  visible: Uint8Array
}

/** Spare room for later procedures. */
const withMore = (needed: number): number => Math.max(LEAST_ROOM, Math.ceil((needed + 1) * 1.25))

function allocateSlots(room: number, before?: Int32Array): Int32Array {
  const slots = new Int32Array(room).fill(NO_SLOT)
  if (before) slots.set(before)
  return slots
}

function allocateColumns(room: number, before?: Columns): Columns {
  const grown = <A extends Float64Array | Int32Array | Uint16Array | Uint8Array>(
    column: A,
    from: A | undefined,
  ): A => {
    if (from) column.set(from)
    return column
  }
  return {
    room,
    seq: grown(new Float64Array(room), before?.seq),
    since: grown(new Float64Array(room), before?.since),
    changedAt: grown(new Float64Array(room), before?.changedAt),
    closedAt: grown(new Float64Array(room), before?.closedAt),
    beganAt: grown(new Float64Array(room), before?.beganAt),
    firstDay: grown(new Int32Array(room), before?.firstDay),
    lastDay: grown(new Int32Array(room), before?.lastDay),
    status: grown(new Uint16Array(room), before?.status),
    type: grown(new Uint16Array(room), before?.type),
    assigned: grown(new Uint16Array(room), before?.assigned),
    marked: grown(new Uint8Array(room), before?.marked),
    visible: grown(new Uint8Array(room), before?.visible),
  }
}
