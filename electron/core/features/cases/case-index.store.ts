import type Database from 'better-sqlite3-multiple-ciphers'
import type { CaseFacets, CaseFilter, CaseSort } from '#shared/bridge/cases.ts'
import {
  acceptAll,
  buildConditions,
  type CaseLabels,
  createCaseLabels,
  createCaseOrder,
} from './case-order.store.ts'
import { personKey } from '#shared/domain/parties.ts'
import { sameNameKey } from '#shared/domain/search-text.ts'
import { toCalendarDay } from './case-functions.store.ts'
import { createCaseHistory, type CaseHistory } from './case-history.store.ts'
import { type CaseRecords, createCaseRecords } from './case-records.store.ts'
import { buildCodeMatches, buildMatch, buildPeopleMatch } from './cases.rules.ts'
import type { CaseWords } from './case-words.store.ts'

/**
 * Finds the procedures of a filter, in order. Every key press reads a list from any place, in any order, with its total
 * and counts. No index of SQLite answers that in time over 100,000 procedures. So the few columns that filters and
 * orders use are in arrays in the store's thread. They are loaded on first use, and then only changed rows are read
 * again. Text search uses the full-text index of the store.
 */
export interface CaseIndex {
  /** `seq`s of all matching procedures, in the requested order. */
  find(filter: CaseFilter, sort: CaseSort, now: number): Float64Array
  /** A page that does not wait for the arrays. `null` once the arrays are loaded, or if the query needs them. */
  firstPage(
    filter: CaseFilter,
    sort: CaseSort,
    offset: number,
    limit: number,
  ): { seqs: number[]; total: number } | null
  facets(filter: CaseFilter, now: number): CaseFacets
  count(filter: CaseFilter, now: number): number
  /** The latest matches of the text; none without text. */
  latest(text: string, limit: number): number[]
  /** The latest procedures with a person who may match the text, one by one; none without text. */
  latestByPeople(text: string): Generator<number>
  /** Preloads part of the data of the first query. @returns true if there is more */
  readAhead(): boolean
  /** Labels of a procedure, as of the last query. */
  labelsOf(seq: number): readonly string[]
  /** The arrays after a refresh, for other counts of procedures. `version` grows with any change. */
  table(): { records: CaseRecords; labels: CaseLabels; version: number }
  /** Slots of all matching procedures, up to date with `records`. */
  matching(filter: CaseFilter, now: number): Uint32Array
  records: CaseRecords
  history: CaseHistory
}

/** Sizes of the caches of results, which a change empties. The pages of one list repeat the same query. */
const MAX_KEPT = { matches: 8, candidates: 2, lists: 8, counts: 64, facets: 8 } as const
const PAGE = 50

/** @param me name of this PC's operator; '' if unknown */
export function createCaseIndex(
  db: Database.Database,
  words: CaseWords,
  me: () => string = () => '',
): CaseIndex {
  const records = createCaseRecords(db)
  const labels = createCaseLabels(db)
  const order = createCaseOrder(db, records)
  const firstPage = createCaseFirstPage(db)
  const history = createCaseHistory(db)
  // The result is one row of bytes. Reading one row per match takes five times as long, and one row of text twice as
  // long.
  const search = db
    .prepare<[string], Buffer | null>(
      `SELECT CAST(group_concat(rowid) AS BLOB) FROM
         (SELECT rowid FROM case_words WHERE case_words MATCH ? ORDER BY rowid)`,
    )
    .pluck()
  const searchLatest = db
    .prepare<[string, number], number>(
      `SELECT rowid FROM case_words WHERE case_words MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ${PAGE}`,
    )
    .pluck()
  const ofPerson = db
    .prepare<[string], number>('SELECT seq FROM case_person WHERE key = ? ORDER BY seq')
    .pluck()
  const ofClient = db
    .prepare<[string], number>('SELECT seq FROM case_record WHERE client = ? ORDER BY seq')
    .pluck()
  const matches = createCache<string>(MAX_KEPT.matches)
  const candidateSets = createCache<Uint32Array>(MAX_KEPT.candidates)
  const lists = createCache<Float64Array>(MAX_KEPT.lists)
  const counts = createCache<number>(MAX_KEPT.counts)
  const facets = createCache<CaseFacets>(MAX_KEPT.facets)
  let version = -1

  /**
   * Applies the changes since the last query.
   * @param match full-text query, '' without a search
   */
  function refresh(match: string): void {
    records.refresh()
    labels.refresh()
    if (match !== '') words.beforeSearch()
    const now = records.version + labels.version + words.version + history.version
    if (version === now) return
    version = now
    for (const kept of [matches, candidateSets, lists, counts, facets]) kept.clear()
  }

  /**
   * Candidates for the result: every visible procedure, or the procedures that match the text, the person, the client
   * and the past.
   */
  function candidates(filter: CaseFilter): Uint32Array {
    const { text = '', person, client, left, incident } = filter
    const match = queryOf(text)
    const key = person === undefined ? '' : personKey(person)
    return candidateSets.of(JSON.stringify([match, key, client, left, incident]), () => {
      const found: (number[] | Float64Array)[] = [
        ...(person === undefined ? [] : [ofPerson.all(key)]),
        ...(client === undefined ? [] : [ofClient.all(sameNameKey(client))]),
        ...(left === undefined ? [] : [history.seqsLeft(left)]),
        ...(incident === undefined ? [] : [history.seqsWithIncident(incident)]),
        ...(match === '' ? [] : [findSeqs(match)]),
      ]
      const [first, ...others] = found
      if (first === undefined) return listVisibleSlots()
      const sets = others.map((seqs) => new Set(seqs))
      return visibleSlots(
        sets.length === 0 ? first : first.filter((seq) => sets.every((set) => set.has(seq))),
      )
    })
  }

  /**
   * Full-text query for typed text. A code is searched as one word if a visible procedure has that word, else by its
   * parts.
   */
  const queryOf = (text: string): string =>
    matches.of(text, () => {
      const code = buildCodeMatches(text)
      if (code === null) return buildMatch(text)
      return visiblePages(code.whole).next().done === true ? code.parts : code.whole
    })

  /** Matches of a full-text query, in the order in which they became known. */
  const findSeqs = (match: string) => numbersIn(search.get(match) ?? NOTHING)

  function listVisibleSlots(): Uint32Array {
    const { visible } = records.columns
    const slots = new Uint32Array(records.size)
    let n = 0
    for (let slot = 0; slot < records.size; slot++) if (visible[slot] === 1) slots[n++] = slot
    return slots.subarray(0, n)
  }

  function visibleSlots(seqs: ArrayLike<number> & Iterable<number>): Uint32Array {
    const { visible } = records.columns
    const slots = new Uint32Array(seqs.length)
    let n = 0
    for (const seq of seqs) {
      const slot = records.slotOf(seq)
      if (visible[slot] === 1) slots[n++] = slot
    }
    return slots.subarray(0, n)
  }

  function findSlots(filter: CaseFilter, now: number): Uint32Array {
    const conditions = buildConditions(filter, records, labels, me(), now)
    const asked = Object.values(conditions).filter((condition) => condition !== acceptAll)
    const slots = candidates(filter)
    return asked.length === 0 ? slots : slots.filter((slot) => asked.every((condition) => condition(slot)))
  }

  const buildCacheKey = (filter: CaseFilter, now: number) =>
    JSON.stringify([filter, me(), toCalendarDay(now)])

  function countFacets(filter: CaseFilter, now: number): CaseFacets {
    const { status, type, label, person, rest } = buildConditions(filter, records, labels, me(), now)
    const { columns, statuses, types, people } = records
    const ofStatus = new Uint32Array(statuses.size)
    const ofType = new Uint32Array(types.size)
    const ofCarrier = new Uint32Array(people.size)
    const ofLabel = new Map<string, number>()
    let total = 0
    for (const slot of candidates(filter)) {
      if (!rest(slot)) continue
      const isStatus = status(slot)
      const isType = type(slot)
      const isLabel = label(slot)
      const isPerson = person(slot)
      const statusCode = columns.status[slot] ?? 0
      const typeCode = columns.type[slot] ?? 0
      const personCode = columns.assigned[slot] ?? 0
      if (isType && isLabel && isPerson) ofStatus[statusCode] = (ofStatus[statusCode] ?? 0) + 1
      if (isStatus && isLabel && isPerson) ofType[typeCode] = (ofType[typeCode] ?? 0) + 1
      if (isStatus && isType && isLabel) ofCarrier[personCode] = (ofCarrier[personCode] ?? 0) + 1
      if (isStatus && isType && isPerson)
        for (const name of labels.of(columns.seq[slot] ?? 0)) ofLabel.set(name, (ofLabel.get(name) ?? 0) + 1)
      if (isStatus && isType && isLabel && isPerson) total++
    }
    return {
      total,
      statuses: sortByCount(Array.from(ofStatus, (n, code) => [statuses.name(code), n])),
      types: sortByCount(Array.from(ofType, (n, code) => [types.name(code), n])),
      labels: sortByCount([...ofLabel]),
      people: sortByCount(Array.from(ofCarrier, (n, code) => [people.name(code), n])),
    }
  }

  /** Visible matches of a full-text query, the latest first, read a page at a time. */
  function* visiblePages(match: string): Generator<number> {
    if (match === '') return
    for (let below = Number.MAX_SAFE_INTEGER; ;) {
      const page = searchLatest.all(match, below)
      for (const seq of page) if (records.isVisible(seq)) yield seq
      if (page.length < PAGE) return
      below = page.at(-1) ?? 0
    }
  }

  return {
    find(filter, sort, now) {
      refresh(buildMatch(filter.text ?? ''))
      const key = `${buildCacheKey(filter, now)} ${JSON.stringify(sort)}`
      return lists.of(key, () => order.sorted(findSlots(filter, now), sort, now))
    },

    firstPage: (...page) => (records.isLoaded ? null : firstPage(...page)),

    facets(filter, now) {
      refresh(buildMatch(filter.text ?? ''))
      return facets.of(buildCacheKey(filter, now), () => countFacets(filter, now))
    },

    count(filter, now) {
      refresh(buildMatch(filter.text ?? ''))
      return counts.of(buildCacheKey(filter, now), () => findSlots(filter, now).length)
    },

    latest(text, limit) {
      const seqs: number[] = []
      refresh(buildMatch(text))
      for (const seq of visiblePages(queryOf(text))) {
        seqs.push(seq)
        if (seqs.length === limit) break
      }
      return seqs
    },

    *latestByPeople(text) {
      const match = buildPeopleMatch(text)
      refresh(match)
      yield* visiblePages(match)
    },

    matching(filter, now) {
      refresh(buildMatch(filter.text ?? ''))
      return findSlots(filter, now)
    },

    readAhead: records.readAhead,
    labelsOf: labels.of,

    table() {
      refresh('')
      return { records, labels, version }
    },
    records,
    history,
  }
}

/** Cache of the last few results by query. */
function createCache<T>(maxSize: number) {
  const kept = new Map<string, T>()
  return {
    clear: () => kept.clear(),
    of(key: string, answer: () => T): T {
      const known = kept.get(key)
      if (known !== undefined) return known
      const found = answer()
      if (kept.size >= maxSize) kept.delete(kept.keys().next().value ?? '')
      kept.set(key, found)
      return found
    },
  }
}

const NOTHING = Buffer.alloc(0)
/** ASCII codes. */
const COMMA = 0x2c
const ZERO = 0x30

/** Whole numbers of the text of `group_concat`. */
function numbersIn(list: Uint8Array): Float64Array {
  const numbers = new Float64Array((list.length + 1) >> 1)
  let n = 0
  let number = 0
  for (let at = 0; at < list.length; at++) {
    const byte = list[at] ?? 0
    if (byte === COMMA) {
      numbers[n++] = number
      number = 0
    } else number = number * 10 + byte - ZERO
  }
  if (list.length > 0) numbers[n++] = number
  return numbers.subarray(0, n)
}

const sortByCount = (counts: [value: string, n: number][]) =>
  counts
    .flatMap(([value, n]) => (n > 0 ? { value, n } : []))
    .toSorted((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))

/** Last offset that `firstPage` answers. SQLite reads every row before an offset. */
const MAX_OFFSET = 500

/**
 * Reads the first pages of all procedures, the latest first, from the table. So the list opens after a start without
 * waiting for the arrays, which take longer to load with every procedure.
 */
function createCaseFirstPage(db: Database.Database) {
  const page = db
    .prepare<[number, number], number>(
      'SELECT seq FROM case_record WHERE blocked = 0 ORDER BY seq DESC LIMIT ? OFFSET ?',
    )
    .pluck()
  // The total is counted in two indexes. `case_record` has no index of blocked rows: counting them reads every row.
  const total = db
    .prepare<[], number>(
      `SELECT (SELECT count(*) FROM case_record) - (SELECT count(*) FROM resource INDEXED BY resource_blocked
         WHERE blocked_at IS NOT NULL AND kind = 'procedure')`,
    )
    .pluck()

  /** @returns `null` with a filter, in another order, or after `MAX_OFFSET` */
  return function firstPage(
    filter: CaseFilter,
    { by, descending }: CaseSort,
    offset: number,
    limit: number,
  ): { seqs: number[]; total: number } | null {
    const isEverything = Object.values(filter).every((value) => value === undefined || value === '')
    if (!isEverything || by !== 'recent' || !descending || offset > MAX_OFFSET) return null
    return { seqs: page.all(limit, offset), total: total.get() ?? 0 }
  }
}
