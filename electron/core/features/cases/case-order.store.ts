import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFilter, CaseSort } from '#shared/bridge/cases.ts'
import { periodBounds, type Months } from '#shared/domain/calendar.ts'
import { isSamePerson } from '#shared/domain/mentions.ts'
import { toCalendarDay, createLegalDayPicker } from './case-functions.store.ts'
import type { CaseRecords } from './case-records.store.ts'

const NONE: readonly string[] = []

/** Labels by procedure. Procedures without labels are left out. */
export function createCaseLabels(db: Database.Database) {
  const all = db.prepare<[], { seq: number; label: string }>(
    'SELECT seq, label FROM case_label ORDER BY seq, label',
  )
  const of = db.prepare<[number], string>('SELECT label FROM case_label WHERE seq = ? ORDER BY label').pluck()
  const labels = new Map<number, string[]>()
  const touched = new Set<number>()
  let version = 0
  let isLoaded = false

  // Temporary triggers belong to this connection, as in case-records.store.ts.
  db.function('case_label_touched', (seq) => void touched.add(Number(seq)))
  db.exec(`
    CREATE TEMP TRIGGER case_label_new AFTER INSERT ON main.case_label BEGIN SELECT case_label_touched(new.seq); END;
    CREATE TEMP TRIGGER case_label_changed AFTER UPDATE ON main.case_label BEGIN
      SELECT case_label_touched(old.seq), case_label_touched(new.seq);
    END;
    CREATE TEMP TRIGGER case_label_gone AFTER DELETE ON main.case_label BEGIN SELECT case_label_touched(old.seq); END;
  `)

  return {
    get version() {
      return version
    },
    refresh(): void {
      if (isLoaded && touched.size === 0) return
      version++
      if (!isLoaded)
        for (const { seq, label } of all.iterate()) labels.set(seq, [...(labels.get(seq) ?? NONE), label])
      for (const seq of isLoaded ? touched : []) {
        const now = of.all(seq)
        if (now.length > 0) labels.set(seq, now)
        else labels.delete(seq)
      }
      isLoaded = true
      touched.clear()
    },
    /** Labels of a procedure at the last refresh; before the first refresh, from the store. */
    of: (seq: number): readonly string[] => (isLoaded ? (labels.get(seq) ?? NONE) : of.all(seq)),
  }
}

export type CaseLabels = ReturnType<typeof createCaseLabels>

type Condition = (slot: number) => boolean

/**
 * Days for which an expired term stays in the filter of coming deadlines. Older terms are in *Vencidos* of *Plazos*.
 */
export const PAST_DEADLINE_DAYS = 30

export const acceptAll: Condition = () => true

/**
 * Conditions of a filter, except those that find its candidates (case-index.store.ts). Several states, types or
 * labels match if any of them matches. The conditions of these and of the person are separate, because the counts of
 * each ignore its own condition.
 * @param me name of this PC's operator; '' if unknown
 */
export function buildConditions(
  filter: CaseFilter,
  records: CaseRecords,
  labels: CaseLabels,
  me: string,
  now: number,
): { status: Condition; type: Condition; label: Condition; person: Condition; rest: Condition } {
  const { columns } = records
  const { assigned, marked, ended, quietDays, endedToday, deadlineDays, began, closed } = filter
  const statuses = filter.statuses && records.statuses.codes(filter.statuses)
  const types = filter.types && records.types.codes(filter.types)
  const wanted = filter.labels && new Set(filter.labels)
  const isOver: Condition = (slot) => records.isEnded(columns.status[slot] ?? 0)

  const wantedPeople = assigned && records.people.matching(buildPersonTest(assigned, me))

  const rest: Condition[] = []
  if (marked !== undefined) rest.push((slot) => (columns.marked[slot] === 1) === marked)
  if (ended !== undefined) rest.push((slot) => isOver(slot) === ended)
  if (quietDays !== undefined) {
    // Whole calendar days count: the procedure entered its state before the first quiet day began.
    const before = getMidnight(now, 1 - quietDays)
    rest.push((slot) => !isOver(slot) && (columns.since[slot] ?? 0) < before)
  }
  if (endedToday !== undefined) {
    const from = getMidnight(now, 0)
    rest.push((slot) => (columns.closedAt[slot] ?? 0) >= from === endedToday)
  }
  if (deadlineDays !== undefined) {
    const first = toCalendarDay(getMidnight(now, -PAST_DEADLINE_DAYS))
    const last = toCalendarDay(getMidnight(now, deadlineDays))
    const runningDay = createLegalDayPicker(now)
    rest.push((slot) => {
      const day = runningDay(columns.firstDay[slot] ?? 0, columns.lastDay[slot] ?? 0)
      return day >= first && day <= last
    })
  }
  if (began !== undefined) rest.push(isWithin(columns.beganAt, began))
  if (closed !== undefined) rest.push(isWithin(columns.closedAt, closed))
  return {
    status: statuses ? (slot) => statuses.has(columns.status[slot] ?? 0) : acceptAll,
    type: types ? (slot) => types.has(columns.type[slot] ?? 0) : acceptAll,
    person: wantedPeople ? (slot) => wantedPeople.has(columns.assigned[slot] ?? 0) : acceptAll,
    label: wanted ? (slot) => labels.of(columns.seq[slot] ?? 0).some((name) => wanted.has(name)) : acceptAll,
    rest: rest.length === 0 ? acceptAll : (slot) => rest.every((condition) => condition(slot)),
  }
}

function buildPersonTest(assigned: NonNullable<CaseFilter['assigned']>, me: string) {
  if ('name' in assigned) return (name: string) => isSamePerson(name, assigned.name)
  return assigned.to === 'nobody' ? (name: string) => name === '' : (name: string) => isSamePerson(name, me)
}

function isWithin(column: Float64Array, months: Months): Condition {
  const [from, until] = periodBounds(months)
  return (slot) => {
    const at = column[slot] ?? 0
    return at >= from && at < until
  }
}

/** Start of a day in this PC's zone, some days from today. */
function getMidnight(now: number, days: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

/**
 * Order of states by who acts next: the office, the operator, third parties. Final states follow, and unknown states
 * come last.
 */
const BY_CARE = [
  'BLOCKED',
  'DRAFT',
  'PENDING',
  'IN_PROGRESS',
  'ON_HOLD',
  'DONE',
  'DELIVERED_TO_CLIENT',
  'CANCELLED',
]

/** A key and a place are packed in 64 bits: native sorting is several times faster than a comparator. */
const PLACES = 2 ** 22
const KEYS = 2 ** 42
/** Key of a missing value, which is last in both directions. */
const MISSING = KEYS - 1
/** Part of a key in the low half, beside the place. */
const LOW_KEYS = 2 ** 32 / PLACES

/** Sorts procedures. Among equal procedures, the latest known comes first. */
export function createCaseOrder(db: Database.Database, records: CaseRecords) {
  const byText = {
    vrm: db.prepare<[], number>(`SELECT seq FROM case_record WHERE vrm <> '' ORDER BY vrm, seq`).pluck(),
    client: db
      .prepare<[], number>(`SELECT seq FROM case_record WHERE client <> '' ORDER BY client, seq`)
      .pluck(),
  }
  const ranks = new Map<keyof typeof byText, Int32Array>()

  db.function('case_order_touched', () => ranks.clear())
  db.exec(`
    CREATE TEMP TRIGGER case_order_new AFTER INSERT ON main.case_record BEGIN SELECT case_order_touched(); END;
    CREATE TEMP TRIGGER case_order_changed AFTER UPDATE ON main.case_record
      WHEN old.vrm IS NOT new.vrm OR old.client IS NOT new.client BEGIN SELECT case_order_touched(); END;
  `)

  /** Rank of each slot by its text; -1 without a text. */
  function rankSlots(by: keyof typeof byText): Int32Array {
    const known = ranks.get(by)
    if (known) return known
    const made = new Int32Array(records.size).fill(-1)
    for (const [rank, seq] of byText[by].all().entries()) {
      const slot = records.slotOf(seq)
      if (slot >= 0) made[slot] = rank
    }
    ranks.set(by, made)
    return made
  }

  /** Sort key of a slot; negative for a missing value. */
  function createSortKey(by: Exclude<CaseSort['by'], 'recent'>, now: number): (slot: number) => number {
    const { columns, statuses } = records
    switch (by) {
      case 'changed':
        return (slot) => columns.changedAt[slot] ?? 0
      case 'waiting':
        return (slot) => MISSING - 1 - (columns.since[slot] ?? 0)
      case 'deadline': {
        const runningDay = createLegalDayPicker(now)
        return (slot) => runningDay(columns.firstDay[slot] ?? 0, columns.lastDay[slot] ?? 0) || -1
      }
      case 'status':
        return (slot) => rankStatus(statuses.name(columns.status[slot] ?? 0))
      case 'vrm':
      case 'client': {
        const rank = rankSlots(by)
        return (slot) => rank[slot] ?? -1
      }
    }
  }

  return {
    /**
     * @param slots in their own order, in which procedures became known
     * @returns the `seq` of each slot, in the requested order
     */
    sorted(slots: Uint32Array, { by, descending }: CaseSort, now: number): Float64Array {
      const { seq } = records.columns
      const seqs = new Float64Array(slots.length)
      const last = slots.length - 1
      if (by === 'recent') {
        for (let at = 0; at <= last; at++) seqs[at] = seq[slots[descending ? last - at : at] ?? 0] ?? 0
        return seqs
      }
      const key = createSortKey(by, now)
      const packed = new BigUint64Array(slots.length)
      // Every supported machine is little-endian: the low half comes first.
      const halves = new Uint32Array(packed.buffer)
      for (let at = 0; at <= last; at++) {
        const value = Math.min(key(slots[at] ?? 0), MISSING - 1)
        const first = value < 0 ? MISSING : descending ? MISSING - 1 - value : value
        halves[2 * at] = (first % LOW_KEYS) * PLACES + last - at
        halves[2 * at + 1] = Math.floor(first / LOW_KEYS)
      }
      packed.sort()
      for (let at = 0; at <= last; at++)
        seqs[at] = seq[slots[last - ((halves[2 * at] ?? 0) % PLACES)] ?? 0] ?? 0
      return seqs
    },
  }
}

function rankStatus(status: string): number {
  const at = BY_CARE.indexOf(status)
  return at === -1 ? BY_CARE.length : at
}
