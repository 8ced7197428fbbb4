import type Database from 'better-sqlite3-multiple-ciphers'
import { REQUEST_SUBJECTS } from '#shared/domain/client-requests.ts'
import type { FieldValue } from '#shared/records/shared-record.ts'
import type { SharedKind } from '../sharing/shared-kinds.store.ts'
import { recordIn } from '../../store/stored-json.rules.ts'
import { deriveColumns, parseActs, type RequestRow } from './client-requests.rules.ts'

/** Columns by field of a record. Fields that are empty are left out of a record. */
const TEXTS = {
  procedureId: 'procedure_id',
  signatureId: 'signature_id',
  subject: 'subject',
  item: 'item',
  text: 'text',
} as const
/** Beginning of the name of a field of an act. The rest is the id of the act. */
const ACT_FIELD = 'act:'

const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')

/**
 * Requests to clients. The key is the id of the request. Each act is a field, so the acts of two PCs are joined. A
 * draft's requests are shared once it is a procedure.
 */
export function createRequestKind(db: Database.Database): SharedKind {
  const ids = db.prepare<[], string>('SELECT id FROM client_request WHERE draft_id IS NULL').pluck()
  const find = db.prepare<[string], RequestRow>('SELECT * FROM client_request WHERE id = ?')
  const save = db.prepare(
    `INSERT INTO client_request (id, procedure_id, signature_id, subject, item, text, acts, is_open, next_day)
     VALUES (@id, @procedureId, @signatureId, @subject, @item, @text, @acts, @isOpen, @nextDay)
     ON CONFLICT (id) DO UPDATE SET procedure_id = @procedureId, signature_id = @signatureId, draft_id = NULL,
       subject = @subject, item = @item, text = @text, acts = @acts, is_open = @isOpen, next_day = @nextDay`,
  )
  const remove = db.prepare<[string]>('DELETE FROM client_request WHERE id = ?')

  return {
    keys: () => ids.all(),
    owns: (field) => Object.hasOwn(TEXTS, field) || field.startsWith(ACT_FIELD),
    read(id) {
      const row = find.get(id)
      // The retention of this PC removed it, or its draft is not sent yet.
      if (!row || row.draft_id !== null) return null
      const acts = recordIn(row.acts)
      const times = Object.values(parseActs(row.acts)).map(({ at }) => at)
      const texts = Object.entries(TEXTS).flatMap(([field, column]) => {
        const value = row[column]
        return value === null || value === '' ? [] : [[field, value] as const]
      })
      const fields = Object.entries(acts).map(
        ([actId, act]) => [ACT_FIELD + actId, JSON.stringify(act)] as const,
      )
      return { at: Math.max(0, ...times), fields: Object.fromEntries([...texts, ...fields]) }
    },
    write(id, fields) {
      const subject = textOf(fields['subject'])
      if (!REQUEST_SUBJECTS.some((one) => one === subject)) {
        remove.run(id)
        return true
      }
      const shared = Object.entries(fields).flatMap(([field, value]) =>
        field.startsWith(ACT_FIELD)
          ? [[field.slice(ACT_FIELD.length), recordIn(textOf(value))] as const]
          : [],
      )
      // Both PCs may have found one arrival. The record decides which of the two acts counts.
      const acts = JSON.stringify({
        ...recordIn(find.get(id)?.acts ?? ''),
        ...Object.fromEntries(shared),
      })
      save.run({
        id,
        procedureId: textOf(fields['procedureId']) || null,
        signatureId: textOf(fields['signatureId']) || null,
        subject,
        item: textOf(fields['item']),
        text: textOf(fields['text']),
        acts,
        ...deriveColumns(parseActs(acts)),
      })
      return true
    },
  }
}
