import type Database from 'better-sqlite3-multiple-ciphers'
import { batchWithout, parsed } from './anonymous.rules.ts'
import type { Mentions } from './mentions.rules.ts'

/** Takes a person out of lists of plates, and of transfers begun together. */
export function createListErasures(db: Database.Database) {
  const plateList = db.prepare<[string], { name: string; source: string }>(
    'SELECT name, source FROM batch WHERE id = ?',
  )
  const setPlateList = db.prepare<[string, string, string]>(
    'UPDATE batch SET name = ?, source = ? WHERE id = ?',
  )
  const plateListRows = db.prepare<[string], { ord: number; came_with: string; note: string }>(
    `SELECT ord, came_with, note FROM batch_plate WHERE batch_id = ? AND (came_with <> '' OR note <> '')`,
  )
  const setPlateListRow = db.prepare<[string, string, string, number]>(
    'UPDATE batch_plate SET came_with = ?, note = ? WHERE batch_id = ? AND ord = ?',
  )
  const transferBatch = db.prepare<[string], { name: string; fields: string }>(
    'SELECT name, fields FROM transfer_batch WHERE id = ?',
  )
  const setTransferBatch = db.prepare<[string, string, string]>(
    'UPDATE transfer_batch SET name = ?, fields = ?, version = version + 1 WHERE id = ?',
  )
  const transferBatchRows = db.prepare<[string], { ord: number; fields: string }>(
    `SELECT ord, fields FROM transfer_batch_row WHERE batch_id = ? AND fields <> '{}'`,
  )
  const setTransferBatchRow = db.prepare<[string, string, number]>(
    'UPDATE transfer_batch_row SET fields = ? WHERE batch_id = ? AND ord = ?',
  )

  return {
    /** Its plates are the vehicles', and stay. */
    clearPlateList(id: string, mentions: Mentions): void {
      const row = plateList.get(id)
      if (!row) return
      const without = (text: string) => (mentions.text(text) ? '' : text)
      const source = JSON.stringify(mentions.without(parsed(row.source)))
      setPlateList.run(without(row.name), source, id)
      for (const { ord, came_with, note } of plateListRows.all(id))
        setPlateListRow.run(without(came_with), without(note), id, ord)
    },

    /** Its other rows are of other people, and stay. */
    clearTransferBatch(id: string, mentions: Mentions): void {
      const row = transferBatch.get(id)
      if (!row) return
      const without = (fields: string) => JSON.stringify(batchWithout(parsed(fields), mentions))
      setTransferBatch.run(mentions.text(row.name) ? '' : row.name, without(row.fields), id)
      for (const { ord, fields } of transferBatchRows.all(id))
        setTransferBatchRow.run(without(fields), id, ord)
    },
  }
}
