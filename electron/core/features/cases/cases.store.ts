import { randomUUID } from 'node:crypto'
import type Database from 'better-sqlite3-multiple-ciphers'
import type {
  Annotations,
  CaseFilter,
  CaseNote,
  CaseRow,
  CaseSelection,
  CaseSort,
} from '#shared/bridge/cases.ts'
import { LEGAL_ALERT } from '#shared/domain/notifications.ts'
import { writeDay } from '#shared/domain/calendar.ts'
import { parseDay } from '#shared/domain/typed-day.ts'
import { createLegalDayPicker, vehicleOf } from './case-functions.store.ts'
import type { CaseIndex } from './case-index.store.ts'
import { createCaseNotes, type StoredNote } from './case-notes.store.ts'
import {
  createCaseMatches,
  toAnnotations,
  toCaseRow,
  type StoredAnnotations,
  type StoredCaseRow,
} from './case-rows.store.ts'
import { type CasePerson, casePeople, personKey } from '#shared/domain/parties.ts'
import { itemFinder } from '#shared/domain/search-text.ts'
import type { CaseWords } from './case-words.store.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { VISIBLE } from '../../store/visible.ts'

/** Fields that the user saves. The notes have commands of their own. */
type SavedFields = Omit<Annotations['fields'], 'notes'>
/** Changed annotation fields, as the user saved them. */
export type AnnotationChanges = { readonly [N in keyof SavedFields]?: string | undefined }

/** A note with its procedure. */
export interface CaseNoteOf extends StoredNote {
  procedureId: string
}

/** Maximum labels per procedure. */
const MAX_LABELS = 20
/** Most procedures of one refresh. At two a second they take a quarter of an hour. */
const MAX_REFRESHED = 2_000
const LATEST: CaseSort = { by: 'recent', descending: true }

/**
 * Queries of *Expedientes*. Runs in the worker; every write is one transaction.
 * @param index shared with the boards of dealers and with *Cifras*
 * @param me name of this PC's operator; '' if unknown
 */
export function createCaseQueries(
  db: Database.Database,
  words: CaseWords,
  index: CaseIndex,
  me: () => string = () => '',
) {
  const notes = createCaseNotes(db, me)
  const people = createCasePeople(db, index)
  const matcherOf = createCaseMatches(db)
  const row = db.prepare<[number], StoredCaseRow>(
    `SELECT r.seq, r.id, r.status, r.status_description, r.vrm, r.vin, r.label, r.since, r.checked_at, r.gone, r.muted,
       r.error, r.body, k.type, k.closed_at, k.first_day, k.last_day, d.client, d.seller_name, d.buyer_name,
       d.seller_tax_id, d.buyer_tax_id, d.notes, d.marked, d.pinned, d.assigned,
       ${vehicleOf('r.vrm')} AS vehicle
     FROM resource r JOIN case_record k ON k.seq = r.seq LEFT JOIN case_annotations d ON d.seq = r.seq
     WHERE r.seq = ? AND k.blocked = 0`,
  )
  const seqOf = db
    .prepare<[string], number>(`SELECT seq FROM resource WHERE kind = 'procedure' AND id = ? AND ${VISIBLE}`)
    .pluck()
  const ofPlate = db
    .prepare<[string], number>('SELECT seq FROM case_record WHERE vrm = ? AND blocked = 0 ORDER BY seq DESC')
    .pluck()
  const idOf = db.prepare<[number], string>('SELECT id FROM resource WHERE seq = ?').pluck()
  const annotations = db.prepare<[number], StoredAnnotations>('SELECT * FROM case_annotations WHERE seq = ?')
  const labelsOf = db
    .prepare<[number], string>('SELECT label FROM case_label WHERE seq = ? ORDER BY label')
    .pluck()
  const allLabels = db
    .prepare<[], string>('SELECT label FROM case_label GROUP BY label ORDER BY count(*) DESC, label')
    .pluck()
  const begin = db.prepare<[number]>(
    'INSERT INTO case_annotations (seq) VALUES (?) ON CONFLICT (seq) DO NOTHING',
  )
  const save = db.prepare(
    `UPDATE case_annotations SET version = version + 1, updated_at = @now, client = @client, seller_name = @sellerName,
       seller_tax_id = @sellerTaxId, buyer_name = @buyerName, buyer_tax_id = @buyerTaxId,
       contract_date = @contractDate WHERE seq = @seq`,
  )
  const settleOtherTerms = createTermSettler(db)
  const pin = db.prepare<[number, string, number, number]>(
    'UPDATE case_annotations SET pinned = ?, pinned_why = ?, updated_at = ? WHERE seq = ?',
  )
  const situate = db.prepare<[string, number, number]>(
    'UPDATE case_annotations SET situations = ?, updated_at = ? WHERE seq = ?',
  )
  const mark = db.prepare<[number, number, number, number]>(
    'UPDATE case_annotations SET marked = ?, updated_at = ? WHERE seq = ? AND marked <> ?',
  )
  const assign = db.prepare<[string, number, number, string]>(
    'UPDATE case_annotations SET assigned = ?, updated_at = ? WHERE seq = ? AND assigned <> ?',
  )
  const touch = db.prepare<[number, number]>('UPDATE case_annotations SET updated_at = ? WHERE seq = ?')
  const addLabel = db.prepare<{ seq: number; label: string; most: number }>(
    `INSERT INTO case_label (seq, label) SELECT @seq, @label
     WHERE (SELECT count(*) FROM case_label WHERE seq = @seq) < @most ON CONFLICT DO NOTHING`,
  )
  const removeLabel = db.prepare<[number, string]>('DELETE FROM case_label WHERE seq = ? AND label = ?')
  const soon = db.prepare<{ seq: number; now: number }>(
    `UPDATE resource SET next_at = min(coalesce(next_at, @now), coalesce(checked_at, 0), @now), relayed_at = NULL
     WHERE seq = @seq`,
  )

  const readAnnotations = (seq: number): Annotations =>
    toAnnotations(annotations.get(seq), labelsOf.all(seq), notes.of(seq))

  /** A note of a visible procedure. */
  function findNote(id: string): CaseNoteOf | null {
    const note = notes.find(id)
    const procedureId = note ? idOf.get(note.seq) : undefined
    if (!note || procedureId === undefined || seqOf.get(procedureId) === undefined) return null
    return { ...note, procedureId }
  }

  /** @param text typed search: each row then has the matches that its columns do not show */
  function readRows(seqs: Iterable<number>, now: number, text?: string): CaseRow[] {
    const runningDay = createLegalDayPicker(now)
    const matchesOf = matcherOf(text)
    return Array.from(seqs, (seq) => row.get(seq)).flatMap((stored) => {
      if (!stored) return []
      const answer = recordIn(stored.body)
      const found = toCaseRow(stored, answer, index.labelsOf(stored.seq), runningDay)
      const matches = matchesOf?.(stored, answer, found) ?? []
      return matches.length > 0 ? { ...found, matches } : found
    })
  }

  function addNote(seq: number, text: string, now: number): string {
    const id = randomUUID()
    notes.add(seq, id, text, now)
    touch.run(now, seq)
    return id
  }

  /** Procedures of a selection: the named procedures that exist, or all that a filter finds. */
  function select(selection: CaseSelection, sort: CaseSort, now: number): number[] {
    if ('filter' in selection) return [...index.find(selection.filter, sort, now)]
    const named = new Set(selection.ids.flatMap((id) => seqOf.get(id) ?? []))
    // Named procedures are returned in list order.
    return named.size < 2 ? [...named] : [...index.find({}, sort, now)].filter((seq) => named.has(seq))
  }

  /** Applies a change to each procedure of a selection, in one transaction. @returns ids of the changed procedures */
  const changeEach = (change: (seq: number) => boolean) =>
    db.transaction((selection: CaseSelection, now: number): string[] =>
      select(selection, LATEST, now).flatMap((seq) => (change(seq) ? (idOf.get(seq) ?? []) : [])),
    )

  return {
    caseReadAhead: index.readAhead,
    caseWordsStep: words.step,
    caseMergeWords: createCaseWordsMerge(db),

    caseList(filter: CaseFilter, sort: CaseSort, offset: number, limit: number, now: number) {
      const first = index.firstPage(filter, sort, offset, limit)
      if (first) return { rows: readRows(first.seqs, now), total: first.total }
      const seqs = index.find(filter, sort, now)
      return { rows: readRows(seqs.subarray(offset, offset + limit), now, filter.text), total: seqs.length }
    },
    caseFacets: (filter: CaseFilter, now: number) => index.facets(filter, now),
    caseCounts: (filters: readonly CaseFilter[], now: number): number[] =>
      filters.map((filter) => index.count(filter, now)),
    caseFind: (text: string, limit: number, now: number): CaseRow[] =>
      readRows(index.latest(text, limit), now, text),
    casePeople: (text: string, limit: number, now: number) =>
      people(text, limit).map((person) => ({ ...person, cases: index.count({ person }, now) })),
    /** Procedures of each plate with their notes, the newest first, and how many there are. */
    casesOfPlates: (vrms: readonly string[], limit: number, now: number) =>
      vrms.map((vrm) => {
        const seqs = ofPlate.all(vrm)
        const rows = seqs
          .slice(0, limit)
          .flatMap((seq) =>
            readRows([seq], now).map((found) => ({ ...found, notes: annotations.get(seq)?.notes ?? '' })),
          )
        return { rows, total: seqs.length }
      }),
    /** Numbers (`seq`) of the procedures of a selection, in order: a snapshot, which later changes do not affect. */
    caseSeqs: (selection: CaseSelection, sort: CaseSort, now: number): Float64Array =>
      Float64Array.from(select(selection, sort, now)),
    /** Ids of the procedures of a selection, in order. */
    caseSelected: (selection: CaseSelection, sort: CaseSort, now: number): string[] =>
      select(selection, sort, now).flatMap((seq) => idOf.get(seq) ?? []),
    caseRows: (seqs: Float64Array, now: number): CaseRow[] => readRows(seqs, now),

    annotations(id: string): Annotations | null {
      const seq = seqOf.get(id)
      return seq === undefined ? null : readAnnotations(seq)
    },

    /** @returns the current annotations; `saved` is false if their version is not the given one */
    saveAnnotations: db.transaction(
      (
        id: string,
        version: number,
        changes: AnnotationChanges,
        now: number,
      ): { saved: boolean; annotations: Annotations } | null => {
        const seq = seqOf.get(id)
        if (seq === undefined) return null
        const before = readAnnotations(seq)
        if (before.version !== version) return { saved: false, annotations: before }
        begin.run(seq)
        const fields = { ...before.fields, ...pickPresent(changes) }
        save.run({ ...fields, seq, now })
        settleOtherTerms(id, fields.contractDate)
        return { saved: true, annotations: readAnnotations(seq) }
      },
    ),
    addCaseNote: db.transaction((id: string, text: string, now: number): Annotations | null => {
      const seq = seqOf.get(id)
      if (seq === undefined) return null
      addNote(seq, text, now)
      return readAnnotations(seq)
    }),
    /**
     * @param editedAt of the note that the user edited
     * @returns `null` without such a note; `saved` is false if the note was edited since
     */
    editCaseNote: db.transaction((noteId: string, editedAt: number | null, text: string, now: number) => {
      const note = findNote(noteId)
      if (!note) return null
      const saved = note.editedAt === editedAt
      if (saved) {
        notes.edit(note, text, now)
        touch.run(now, note.seq)
      }
      return { saved, id: note.procedureId, annotations: readAnnotations(note.seq) }
    }),
    /** @returns the removed notes, for `restoreCaseNotes` */
    removeCaseNotes: db.transaction((noteIds: readonly string[], now: number) =>
      noteIds.flatMap((noteId) => {
        const note = findNote(noteId)
        if (!note) return []
        notes.remove(noteId)
        touch.run(now, note.seq)
        return note
      }),
    ),
    /** Restores notes with their authors and times. @returns ids of their procedures */
    restoreCaseNotes: db.transaction((removed: readonly CaseNoteOf[], now: number): string[] =>
      removed.flatMap(({ procedureId, ...note }) => {
        const seq = seqOf.get(procedureId)
        if (seq === undefined) return []
        notes.restore({ ...note, seq })
        touch.run(now, seq)
        return procedureId
      }),
    ),
    /**
     * Stores a note that came from another PC.
     * @returns `null` if this PC does not have the procedure; `mention` is the number of a new line of *Novedades*
     */
    noteArrived: db.transaction(
      (procedureId: string, note: CaseNote, now: number): { mention: number | null } | null => {
        const seq = seqOf.get(procedureId)
        if (seq === undefined) return null
        const mention = notes.arrive(procedureId, { ...note, seq }, now)
        touch.run(now, seq)
        return { mention }
      },
    ),
    /** This PC's operator ('' if unknown), and the other names of authors and of people who have procedures. */
    casePeopleNames: () => ({ me: me(), others: notes.listColleagues() }),
    pinCase: db.transaction((id: string, pinned: boolean, why: string, now: number): Annotations | null => {
      const seq = seqOf.get(id)
      if (seq === undefined) return null
      begin.run(seq)
      pin.run(pinned ? 1 : 0, pinned ? why : '', now, seq)
      return readAnnotations(seq)
    }),

    setSituations: db.transaction(
      (id: string, situations: readonly string[], now: number): Annotations | null => {
        const seq = seqOf.get(id)
        if (seq === undefined) return null
        begin.run(seq)
        situate.run(situations.join(' '), now, seq)
        return readAnnotations(seq)
      },
    ),

    markCase(selection: CaseSelection, marked: boolean, now: number): string[] {
      const value = marked ? 1 : 0
      return changeEach((seq) => {
        if (!marked && !annotations.get(seq)) return false
        begin.run(seq)
        return mark.run(value, now, seq, value).changes > 0
      })(selection, now)
    },
    /**
     * Assigns each procedure of a selection to a person, and adds an optional note. An empty name removes the person.
     * @returns ids of the changed procedures, and of the notes
     */
    assignCase: db.transaction((selection: CaseSelection, person: string, note: string, now: number) => {
      const name = person === '' ? '' : notes.spellName(person)
      const text = note === '' ? '' : notes.addressTo(name, note)
      const noteIds: string[] = []
      const ids = select(selection, LATEST, now).flatMap((seq) => {
        if (text !== '') noteIds.push(addNote(seq, text, now))
        if (name !== '') begin.run(seq)
        const isOther = assign.run(name, now, seq, name).changes > 0
        return isOther || text !== '' ? (idOf.get(seq) ?? []) : []
      })
      return { ids, noteIds }
    }),
    labelCase: (
      selection: CaseSelection,
      add: readonly string[],
      remove: readonly string[],
      now: number,
    ): string[] =>
      changeEach((seq) => {
        let changes = 0
        for (const label of remove) changes += removeLabel.run(seq, label).changes
        for (const label of add) changes += addLabel.run({ seq, label, most: MAX_LABELS }).changes
        if (changes === 0) return false
        begin.run(seq)
        touch.run(now, seq)
        return true
      })(selection, now),
    caseLabels: (): string[] => allLabels.all(),

    /** Puts the procedures of a selection first in the fetch queue, also ended and gone ones. */
    refreshCase: db.transaction((selection: CaseSelection, now: number): number => {
      const seqs = select(selection, LATEST, now).slice(0, MAX_REFRESHED)
      for (const seq of seqs) soon.run({ now, seq })
      return seqs.length
    }),
  }
}

/** Settles the legal alerts of a procedure that are of another contract date than this one, as typed. */
export function createTermSettler(db: Database.Database): (id: string, contractDate: string) => void {
  const settle = db.prepare<[string, string]>(
    `UPDATE change SET mine = 0
     WHERE kind = 'procedure' AND id = ? AND mine = 1 AND event = '${LEGAL_ALERT}' AND json_valid(detail)
       AND detail ->> 'contract' <> ?`,
  )
  return (id, contractDate) => {
    const contracted = parseDay(contractDate)
    settle.run(id, contracted === null ? '' : writeDay(contracted))
  }
}

/** Fields that are present in a change. */
const pickPresent = (changes: AnnotationChanges): Partial<SavedFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, text]) => text !== undefined))

type Parties = Pick<
  StoredAnnotations,
  'client' | 'seller_name' | 'seller_tax_id' | 'buyer_name' | 'buyer_tax_id'
>

/** Most procedures that one search of people reads, because the palette searches at every key. */
const MAX_READ = 300

/** Finds people of procedures by name or identifier, from the latest procedure to the oldest. */
function createCasePeople(db: Database.Database, index: CaseIndex) {
  const parties = db.prepare<[number], Parties>(
    'SELECT client, seller_name, seller_tax_id, buyer_name, buyer_tax_id FROM case_annotations WHERE seq = ?',
  )

  return function people(text: string, limit: number): CasePerson[] {
    const found = new Map<string, CasePerson>()
    const isFound = itemFinder(text)
    let read = 0
    for (const seq of index.latestByPeople(text)) {
      const row = parties.get(seq)
      for (const person of row ? listPeople(row) : []) {
        const key = personKey(person)
        if (!found.has(key) && isFound(getSearchWords(person))) found.set(key, person)
      }
      if (found.size >= limit || ++read === MAX_READ) break
    }
    return [...found.values()].slice(0, limit)
  }
}

const listPeople = (row: Parties): CasePerson[] =>
  casePeople({
    client: row.client,
    sellerName: row.seller_name,
    sellerTaxId: row.seller_tax_id,
    buyerName: row.buyer_name,
    buyerTaxId: row.buyer_tax_id,
  })

const getSearchWords = ({ name, taxId }: CasePerson) => ({ codes: [taxId], texts: [name] })

/** Pages of the index per step. A search that comes during a step waits for a few milliseconds. */
const PAGES_AT_ONCE = 16
/** Fewest segments of one size that a merge joins. The default of FTS5 is four. */
const LEAST_MERGED = 2

/**
 * Merges the segments of the full-text index, because a search reads all of them. With one segment of each size instead
 * of two dozen, searches among 100,000 procedures take a third less time.
 * @returns function that merges a little; true if there is more to merge
 */
export function createCaseWordsMerge(db: Database.Database): () => boolean {
  const least = db.prepare<[], number>(`SELECT v FROM case_words_config WHERE k = 'usermerge'`).pluck()
  // A literal: a bound number is a REAL, and the setting must be an INTEGER.
  const prepareCommand = (name: string, value: number) =>
    db.prepare<[]>(`INSERT INTO case_words (case_words, rank) VALUES ('${name}', ${value})`)
  const setLeast = prepareCommand('usermerge', LEAST_MERGED)
  const merge = prepareCommand('merge', PAGES_AT_ONCE)
  const writes = db.prepare<[], number>('SELECT total_changes()').pluck()
  return function mergeWords() {
    if (least.get() !== LEAST_MERGED) setLeast.run()
    const before = writes.get() ?? 0
    merge.run()
    // The command itself counts as one change.
    return (writes.get() ?? 0) - before > 1
  }
}
