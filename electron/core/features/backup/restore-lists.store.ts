import type Database from 'better-sqlite3-multiple-ciphers'
import type { PlateListRecord, TransferBatchRecord } from './list-records.ts'
import { restoredPlateList } from './restored-plate-list.rules.ts'

/** Merges of a backup's lists of plates, and of the transfers begun together, each with its rows. */
export function createListMerges(db: Database.Database) {
  const addPlateList = db.prepare(
    `INSERT INTO batch (id, name, created_at, position, state, source, headings, columns)
     VALUES (@id, @name, @created_at, @position, @state, @source, @headings, @columns) ON CONFLICT (id) DO NOTHING`,
  )
  const addPlateListRow = db.prepare(
    `INSERT INTO batch_plate (batch_id, ord, vrm, state, error, line, written, repaired, came_with, note, marked, outcome, turn)
     VALUES (@id, @ord, @vrm, @state, @error, @line, @written, @repaired, @came_with, @note, @marked, @outcome, @turn)
     ON CONFLICT (batch_id, ord) DO NOTHING`,
  )
  const addTransferBatch = db.prepare(
    `INSERT INTO transfer_batch (id, name, list_id, created_at, updated_at, version, fields, accepted, left_out)
     VALUES (@id, @name, @list_id, @created_at, @updated_at, @version, @fields, @accepted, @left_out)
     ON CONFLICT (id) DO NOTHING`,
  )
  // A row whose draft is here is made, also if the copy is of before: its draft is not made again.
  const addTransferBatchRow = db.prepare(
    `INSERT INTO transfer_batch_row (batch_id, ord, vrm, draft_id, fields, made, number)
     SELECT @id, @ord, @vrm, @draft_id, CASE WHEN made THEN '{}' ELSE @fields END, made, @number
     FROM (SELECT max(@made, EXISTS (SELECT 1 FROM draft WHERE id = @draft_id)) AS made) WHERE true
     ON CONFLICT DO NOTHING`,
  )

  return {
    /** A list that is here stays as it is: it has gone on since. */
    mergePlateList({ id, ...list }: PlateListRecord): void {
      const { row, rows } = restoredPlateList(list)
      if (addPlateList.run({ ...row, id }).changes === 0) return
      for (const one of rows) addPlateListRow.run({ ...one, id })
    },

    /** Those that are here stay as they are, with the drafts that they have made since. */
    mergeTransferBatch({ id, row, rows }: TransferBatchRecord): void {
      if (addTransferBatch.run({ ...row, id }).changes === 0) return
      for (const one of rows) addTransferBatchRow.run({ ...one, id })
    },
  }
}
