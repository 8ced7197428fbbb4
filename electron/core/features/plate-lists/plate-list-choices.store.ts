import type Database from 'better-sqlite3-multiple-ciphers'
import type { KnownColumns, ListTable, PlateListName } from '#shared/bridge/plate-lists.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { createHash } from 'node:crypto'

/**
 * Hash of the heading row of a sheet. Capitals, accents and trailing empty headings do not matter. Only the hash is
 * stored, because a heading may contain any text.
 */
function hashHeadings(headings: readonly string[]): string {
  const names = headings.map((name) => foldText(name).replaceAll(/\s+/g, ' ').trim())
  const end = names.findLastIndex((name) => name !== '')
  return createHash('sha256')
    .update(JSON.stringify(names.slice(0, end + 1)))
    .digest('hex')
}

interface NameRow {
  id: string
  name: string
  created_at: number
}

/**
 * Queries for rows that the user chose, and for earlier lists that resemble a new list. Runs in the worker. Every
 * write is one transaction.
 */
export function createPlateListChoiceQueries(db: Database.Database) {
  const plateAt = db.prepare<[string, number], { vrm: string }>(
    'SELECT vrm FROM batch_plate WHERE batch_id = ? AND ord = ?',
  )
  const setMarked = db.prepare<[number, string, number]>(
    'UPDATE batch_plate SET marked = ? WHERE batch_id = ? AND ord = ?',
  )
  const noteAt = db
    .prepare<[string, number], string>('SELECT note FROM batch_plate WHERE batch_id = ? AND ord = ?')
    .pluck()
  const setNote = db.prepare<[string, string, number]>(
    'UPDATE batch_plate SET note = ? WHERE batch_id = ? AND ord = ?',
  )
  const firstTurn = db.prepare<[string], { turn: number }>(
    `SELECT coalesce(min(turn), 0) AS turn FROM batch_plate WHERE batch_id = ? AND state = 'waiting'`,
  )
  const setTurn = db.prepare<[number, string, number]>(
    `UPDATE batch_plate SET turn = ? WHERE batch_id = ? AND ord = ? AND state = 'waiting'`,
  )
  const has = db.prepare<[string], { n: number }>(
    'SELECT 1 AS n FROM batch WHERE id = ? AND name IS NOT NULL',
  )
  const setColumns = db.prepare<[string, string, string]>(
    'UPDATE batch SET headings = ?, columns = ? WHERE id = ?',
  )
  const columnsOf = db.prepare<[string], NameRow & { columns: string }>(
    `SELECT id, name, created_at, columns FROM batch WHERE headings = ? ORDER BY created_at DESC`,
  )
  // A list has each plate once. Two lists are equal if they have the same number of plates and every plate of one is
  // in the other.
  const twins = db.prepare<[string, number], NameRow>(
    `WITH plates AS MATERIALIZED (SELECT value AS vrm FROM json_each(?))
     SELECT id, name, created_at FROM batch b
     WHERE name IS NOT NULL AND (SELECT count(*) FROM batch_plate p WHERE p.batch_id = b.id) = ?
       AND NOT EXISTS (SELECT 1 FROM batch_plate p WHERE p.batch_id = b.id AND p.vrm NOT IN (SELECT vrm FROM plates))
     ORDER BY created_at DESC LIMIT 1`,
  )

  const exists = (id: string): boolean => has.get(id) !== undefined
  const toListName = ({ id, name, created_at }: NameRow): PlateListName => ({
    id,
    name,
    createdAt: created_at,
  })

  return {
    /** Plates of these rows. `null` if the list does not exist. */
    platesAt(id: string, ords: readonly number[]): string[] | null {
      if (!exists(id)) return null
      return ords.flatMap((ord) => plateAt.get(id, ord)?.vrm ?? [])
    },

    markPlateListRows: db.transaction((id: string, ords: readonly number[], marked: boolean): boolean => {
      if (!exists(id)) return false
      for (const ord of ords) setMarked.run(Number(marked), id, ord)
      return true
    }),

    plateListNotes: (id: string, ords: readonly number[]): string[] =>
      ords.flatMap((ord) => noteAt.get(id, ord) ?? []),

    notePlateListRows: db.transaction((id: string, ords: readonly number[], note: string): boolean => {
      if (!exists(id)) return false
      for (const ord of ords) setNote.run(note, id, ord)
      return true
    }),

    /**
     * Moves rows before the other waiting rows.
     * @returns number of moved rows, which were waiting; `null` if the list does not exist
     */
    putPlateListRowsFirst: db.transaction((id: string, ords: readonly number[]): number | null => {
      if (!exists(id)) return null
      const turn = (firstTurn.get(id)?.turn ?? 0) - 1
      return ords.reduce((moved, ord) => moved + setTurn.run(turn, id, ord).changes, 0)
    }),

    /** Stores which columns of the file the user accepted. They are deleted with their list. */
    rememberColumns(id: string, { headings, ...columns }: ListTable): void {
      setColumns.run(hashHeadings(headings), JSON.stringify(columns), id)
    },

    /** Columns of the newest list with the same heading row. A list with the same name comes first. */
    knownColumns(headings: readonly string[], name: string): KnownColumns | null {
      const rows = columnsOf.all(hashHeadings(headings))
      const wanted = foldText(name).trim()
      const row = rows.find((one) => foldText(one.name).trim() === wanted) ?? rows[0]
      if (!row) return null
      return { columns: JSON.parse(row.columns) as KnownColumns['columns'], of: toListName(row) }
    },

    /** Newest list with exactly these plates. */
    twinOfPlates(vrms: readonly string[]): PlateListName | null {
      const row = twins.get(JSON.stringify(vrms), vrms.length)
      return row ? toListName(row) : null
    },
  }
}
