import type Database from 'better-sqlite3-multiple-ciphers'
import { changeSchema, type InboxRow } from '#shared/bridge/inbox.ts'
import type { FieldValue } from '#shared/records/shared-record.ts'
import type { ChangeRow } from '../changes/change-rows.store.ts'
import type { SharedKind } from '../sharing/shared-kinds.store.ts'
import { readRecord } from '../../store/stored-json.rules.ts'
import {
  chooseMark,
  type InboxMark,
  type InboxMarks,
  markedState,
  type MarkedState,
  type NamedChange,
  namesOf,
  parseMark,
  showsMark,
} from './inbox-marks.rules.ts'

/** A row of Novedades with the columns of its mark. */
type MarkedRow = ChangeRow & { state: InboxRow['state']; state_before: string | null }
interface StoredMark {
  change: string
  /** As another PC wrote it, so that what a later version adds is kept. */
  mark: string
}

/** Rows that were done before sharing was turned on are shared if they are of the last days, and of the last rows. */
const RECENT_MS = 30 * 86_400_000
const RECENT_ROWS = 20_000

/** In SQL: keeps whether a row was read, for the PC of a colleague who undoes what was done here. */
export const STATE_BEFORE = `state_before = iif(state IN ('unread', 'read'), state, state_before)`

/** Marks of Novedades that the office shares, and the rows that show them. Writes are in the caller's transaction. */
export function createInboxMarks(db: Database.Database) {
  const marksOf = db.prepare<[string, string], StoredMark>(
    'SELECT change, mark FROM inbox_mark WHERE kind = ? AND id = ?',
  )
  /** Actions of this PC at the service are news at the others only. */
  const rowsOf = db.prepare<[string, string], MarkedRow>(
    `SELECT * FROM change WHERE kind = ? AND id = ? AND state IS NOT NULL AND source <> 'own'`,
  )
  const rowOf = db.prepare<[number], MarkedRow>(
    `SELECT * FROM change WHERE seq = ? AND state IS NOT NULL AND source <> 'own'`,
  )
  const away = db.prepare<InboxMark & { seq: number }>(
    `UPDATE change SET state = @state, until = @until, marked_by = @person,
       ${STATE_BEFORE},
       notice_why = CASE WHEN notice IN ('due', 'raising') THEN 'colleague' ELSE notice_why END,
       notice = CASE WHEN notice IN ('due', 'raising') THEN 'suppressed' ELSE notice END
     WHERE seq = @seq`,
  )
  const back = db.prepare<[number]>(
    `UPDATE change SET state = coalesce(state_before, 'unread'), until = NULL, marked_by = NULL, state_before = NULL
     WHERE seq = ?`,
  )
  const isOn = db.prepare(`SELECT 1 FROM meta WHERE k = 'sharing' AND v ->> 'isOn'`)

  const parseMarks = (stored: readonly StoredMark[]): InboxMarks =>
    new Map(
      stored.flatMap(({ change, mark }) => {
        const parsed = parseMark(mark)
        return parsed ? [[change, parsed] as const] : []
      }),
    )

  function showMark(row: MarkedRow, marks: InboxMarks, now: number): void {
    const mark = chooseMark(namesOf(namedChange(row), marks), marks)
    if (mark === null || showsMark(markedState(row.state, row.until), mark, now)) return
    if (mark.state === 'open' || (mark.state === 'snoozed' && (mark.until ?? 0) <= now)) back.run(row.seq)
    else away.run({ ...mark, seq: row.seq })
  }

  return {
    readStored: (kind: string, id: string): StoredMark[] => marksOf.all(kind, id),
    parseMarks,
    rowsOf: (kind: string, id: string): MarkedRow[] => rowsOf.all(kind, id),
    showMark,
    /** Gives a row the state that it had before its mark. The mark stays stored. */
    hideMark: ({ seq }: MarkedRow): void => void back.run(seq),
    /** Shows the marks of a resource in its rows. */
    showMarks(kind: string, id: string, now: number): void {
      const marks = parseMarks(marksOf.all(kind, id))
      for (const row of rowsOf.all(kind, id)) showMark(row, marks, now)
    },
    /** Shows the mark of a row that was written after a colleague had marked its change, while sharing is on. */
    showMarkOf(kind: string, id: string, seq: number, now: number): void {
      const marks = parseMarks(marksOf.all(kind, id))
      const row = marks.size > 0 && isOn.get() !== undefined ? rowOf.get(seq) : undefined
      if (row) showMark(row, marks, now)
    },
  }
}

function namedChange({ event, status, detail, source, server_at: serverAt, key }: ChangeRow): NamedChange {
  const { data = {} } = changeSchema.shape.detail.safeParse(readRecord(detail))
  return { event, ...(status !== null && { status }), detail: data, source, serverAt, key }
}

/**
 * Changes of Novedades that a person has marked as done or put off. The key is kind and id of the resource. A mark
 * stays as long as its resource: a row that this PC no longer has is not a mark that was removed.
 * @param me name of this PC's operator; '' if unknown
 */
export function createMarkKind(db: Database.Database, me: () => string): SharedKind {
  const { readStored, parseMarks, rowsOf, showMark, showMarks, hideMark } = createInboxMarks(db)
  const keys = db
    .prepare<[], string>(
      `SELECT kind || ' ' || id FROM inbox_mark
       UNION SELECT kind || ' ' || id FROM change WHERE state = 'snoozed' AND kind <> 'report'
       UNION SELECT c.kind || ' ' || c.id FROM change c, (SELECT max(seq) AS seq FROM change) head
         JOIN change last ON last.seq = head.seq
         WHERE c.seq > last.seq - ${RECENT_ROWS} AND c.seen_at > last.seen_at - ${RECENT_MS}
           AND c.state = 'done' AND c.source <> 'own' AND c.kind <> 'report'`,
    )
    .pluck()
  const marked = db.prepare<[], { kind: string; id: string }>('SELECT DISTINCT kind, id FROM inbox_mark')
  const clear = db.prepare<[string, string]>('DELETE FROM inbox_mark WHERE kind = ? AND id = ?')
  const add = db.prepare<[string, string, string, string]>(
    'INSERT INTO inbox_mark (kind, id, change, mark) VALUES (?, ?, ?, ?)',
  )

  return {
    keys: () => keys.all(),
    owns: () => false,
    read(key, now) {
      const [kind, id] = splitKey(key)
      const stored = readStored(kind, id)
      const marks = parseMarks(stored)
      const fields = new Map(stored.map(({ change, mark }) => [change, mark]))
      const shown = new Set<string>()
      const changed: { names: string[]; here: MarkedState; at: number }[] = []
      for (const row of rowsOf(kind, id)) {
        const names = namesOf(namedChange(row), marks)
        const mark = chooseMark(names, marks)
        const here = markedState(row.state, row.until)
        if (mark === null && here.state === 'open') continue
        if (mark !== null && showsMark(here, mark, now)) for (const name of names) shown.add(name)
        // A row that differs from its mark was changed here after it.
        else changed.push({ names, here, at: mark === null ? row.seen_at : now })
      }
      let at = 0
      for (const change of changed) {
        // Of two rows of one change, one may show the mark.
        const names = change.names.filter((name) => !shown.has(name))
        for (const name of names) fields.set(name, JSON.stringify({ ...change.here, person: me() }))
        if (names.length > 0) at = Math.max(at, change.at)
      }
      return { at, fields: Object.fromEntries(fields) }
    },
    write(key, fields, now) {
      storeMarks(key, fields)
      showMarks(...splitKey(key), now)
      return true
    },
    taken: storeMarks,
    turnedOn(now) {
      for (const { kind, id } of marked.all()) {
        const marks = parseMarks(readStored(kind, id))
        for (const row of rowsOf(kind, id)) if (isUntouched(row, marks)) showMark(row, marks, now)
      }
    },
    turnedOff() {
      for (const { kind, id } of marked.all())
        for (const row of rowsOf(kind, id)) if (row.marked_by !== null) hideMark(row)
    },
  }

  /** False for a row that was done or put off while sharing was off, and for an own mark that was undone then. */
  function isUntouched(row: MarkedRow, marks: InboxMarks): boolean {
    if (markedState(row.state, row.until).state !== 'open') return false
    const mark = chooseMark(namesOf(namedChange(row), marks), marks)
    return row.state_before === null || mark?.person !== me()
  }

  function storeMarks(key: string, fields: Readonly<Record<string, FieldValue>>): void {
    const [kind, id] = splitKey(key)
    clear.run(kind, id)
    for (const [name, mark] of Object.entries(fields))
      if (typeof mark === 'string') add.run(kind, id, name, mark)
  }
}

function splitKey(key: string): [kind: string, id: string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}
