import { unreadableRecordSchema, type UnreadableRecord } from '#shared/bridge/backup.ts'
import { backupRecordSchema, type BackupRecord } from './records.ts'
import { changeRecordSchema } from './resource-record.ts'

/** A record ready to be merged; its unreadable parts are left out, and named. */
export function readRecordOf(record: unknown): {
  record: BackupRecord | null
  unreadable: UnreadableRecord | null
} {
  const whole = backupRecordSchema.safeParse(record)
  if (whole.success) return { record: whole.data, unreadable: null }
  const { t, kind, id, row, changes } = objectOf(record)
  const { vrm, vin, label, client, name: own } = objectOf(row)
  const name = [vrm, vin, label, client, own, id].find((one) => typeof one === 'string' && one !== '')
  const what = t === 'resource' ? kind : t
  const unreadable: UnreadableRecord = {
    kind: unreadableRecordSchema.shape.kind.safeParse(what).data ?? 'other',
    name: String(name ?? '').slice(0, 80),
  }
  if (t !== 'resource' || !Array.isArray(changes)) return { record: null, unreadable }
  // One invalid line of a timeline does not lose its procedure.
  const lines = changes.filter((line) => changeRecordSchema.safeParse(line).success)
  const rest = backupRecordSchema.safeParse({ ...objectOf(record), changes: lines })
  return { record: rest.data ?? null, unreadable }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
