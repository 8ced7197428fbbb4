import type Database from 'better-sqlite3-multiple-ciphers'
import type { BackupRecord } from './records.ts'
import type { ResourceRecord } from './resource-record.ts'

/** Number of records of each kind in a backup, and of those unknown to this PC. */
export interface RestoreCounts {
  procedures: number
  signatures: number
  drafts: number
  newProcedures: number
  newSignatures: number
  newDrafts: number
}

type StagedRow = { seq: number; body: string }
/** A change of a staged resource. */
export type StagedChange = ResourceRecord['changes'][number] & { t: 'change'; kind: string; id: string }
type StagedRecord = BackupRecord | StagedChange
/** Read in an open transaction, so the rows cannot change. */
const PAGE = 500

/** Records of a backup that wait to be merged, in a table of their own. */
export function createRestoreStaging(db: Database.Database) {
  const stage = db.prepare<[string, string, string, string]>(
    'INSERT INTO restore_record (t, kind, id, body) VALUES (?, ?, ?, ?)',
  )
  const clear = db.prepare('DELETE FROM restore_record')
  const staged = db.prepare<[string, number, number], StagedRow>(
    'SELECT seq, body FROM restore_record WHERE t = ? AND seq > ? ORDER BY seq LIMIT ?',
  )
  const counts = db.prepare<[], RestoreCounts>(
    `SELECT coalesce(sum(kind = 'procedure'), 0) AS procedures, coalesce(sum(kind = 'signature'), 0) AS signatures,
       coalesce(sum(t IN ('draft', 'signing')), 0) AS drafts,
       coalesce(sum(kind = 'procedure' AND NOT known), 0) AS newProcedures,
       coalesce(sum(kind = 'signature' AND NOT known), 0) AS newSignatures,
       coalesce(sum(t IN ('draft', 'signing') AND NOT known), 0) AS newDrafts
     FROM (SELECT t, kind, CASE t
         WHEN 'resource' THEN EXISTS (SELECT 1 FROM resource r WHERE r.kind = s.kind AND r.id = s.id)
         WHEN 'signing' THEN EXISTS (SELECT 1 FROM signing g WHERE g.id = s.id)
         ELSE EXISTS (SELECT 1 FROM draft d WHERE d.id = s.id) END AS known
       FROM restore_record s WHERE t IN ('resource', 'draft', 'signing'))`,
  )

  // Novedades is in the order of its rows: those of all files have to be written in the order they were seen.
  const stageChanges = db.prepare(
    `INSERT INTO restore_record (t, kind, id, body)
     SELECT 'change', s.kind, s.id, json_set(told.value, '$.t', 'change', '$.kind', s.kind, '$.id', s.id)
     FROM restore_record s, json_each(s.body, '$.changes') told WHERE s.t = 'resource'
     ORDER BY json_extract(told.value, '$.seen_at'), s.seq, told.key`,
  )

  return {
    /** Stages records already validated (features/backup/restore.ts). */
    stage: db.transaction((records: BackupRecord[]): void => {
      for (const record of records) {
        const kind = record.t === 'resource' ? record.kind : ''
        stage.run(record.t, kind, 'id' in record ? record.id : '', JSON.stringify(record))
      }
    }),
    clear: (): void => void clear.run(),
    counts: (): RestoreCounts =>
      counts.get() ?? {
        procedures: 0,
        signatures: 0,
        drafts: 0,
        newProcedures: 0,
        newSignatures: 0,
        newDrafts: 0,
      },

    /** Stages the changes of the staged resources, in their order. */
    stageChanges: (): void => void stageChanges.run(),

    /** Every staged record of a kind, in order. */
    *stagedOf<T extends StagedRecord['t']>(t: T): Generator<Extract<StagedRecord, { t: T }>> {
      for (let after = 0; ;) {
        const rows = staged.all(t, after, PAGE)
        for (const { body } of rows) yield JSON.parse(body) as Extract<StagedRecord, { t: T }>
        const last = rows.at(-1)
        if (!last || rows.length < PAGE) return
        after = last.seq
      }
    },
  }
}
