import * as z from 'zod'
import { isoDaySchema } from '#shared/bridge/deadlines.ts'
import { watchDaysSchema } from '#shared/bridge/watches.ts'
import { draftRecordSchema, signatureRequestRecordSchema } from './draft-records.ts'
import { plateListRecordSchema, transferBatchRecordSchema } from './list-records.ts'
import { flag, json, object, text, texts, time } from './record-fields.ts'
import { resourceRecordSchema } from './resource-record.ts'

export const headRecordSchema = z.object({
  t: z.literal('head'),
  madeAt: z.number(),
  account: z.object({ name: text, environment: text, baseUrl: text }),
  /** End of the audit record at the time: a holder of the backup can detect a later truncation. */
  audit: z.object({ rows: z.int(), hash: text }),
})
export type HeadRecord = z.infer<typeof headRecordSchema>

const contactRecordSchema = z.object({
  t: z.literal('contact'),
  id: text.min(1),
  row: z.object({
    version: z.number(),
    id_number: text,
    fields: json(texts),
    used_at: time,
    uses: z.number(),
    updated_at: z.number(),
  }),
})
export type ContactRecord = z.infer<typeof contactRecordSchema>

const templateRecordSchema = z.object({
  t: z.literal('template'),
  id: text.min(1),
  row: z.object({
    version: z.number(),
    name: text,
    kind: text,
    tax_id: text,
    fields: json(texts),
    expected: json(z.array(text)).nullable(),
    uses: z.number(),
    used_at: time,
    created_at: z.number(),
    updated_at: z.number(),
  }),
})
export type TemplateRecord = z.infer<typeof templateRecordSchema>

const watchRecordSchema = z.object({
  t: z.literal('watch'),
  /** Its plate. */
  id: text.min(1),
  row: z.object({
    days: json(watchDaysSchema),
    set_day: isoDaySchema,
    until_day: isoDaySchema,
    note: text,
    ended_day: isoDaySchema.nullable(),
    updated_at: z.number(),
    changed_at: time,
    change: json(object).nullable(),
  }),
})
export type WatchRecord = z.infer<typeof watchRecordSchema>

/** What an erased procedure leaves for *Cifras*: nothing of whose it was. */
export const pastCaseRecordSchema = z.object({
  t: z.literal('past-case'),
  id: text.min(1),
  row: z.object({ type: text, began_at: z.number(), closed_at: time }),
  stays: z.array(z.object({ status: text, entered_at: z.number(), left_at: time, is_first: flag })),
  incidents: z.array(
    z.object({ key: text, type: text, raised_at: z.number(), solved: flag, solved_at: time, gone: flag }),
  ),
})
export type PastCaseRecord = z.infer<typeof pastCaseRecordSchema>

const viewsRecordSchema = z.object({ t: z.literal('views'), views: json(z.array(z.unknown())) })

const clientTextsRecordSchema = z.object({ t: z.literal('client-texts'), texts: json(object) })

/**
 * Records of a backup after its `head`, in this order: the resources, each whole with its timeline and its
 * annotations; the drafts, each with the state of its documents; the signature requests; the address book;
 * the templates; the watched plates; the lists of plates; the transfers begun together; what erased procedures
 * leave for *Cifras*; the saved views; the office's texts for clients. Document bytes are left out: they are at the
 * service, or were never sent and are only on their PC.
 */
export const backupRecordSchema = z.discriminatedUnion('t', [
  resourceRecordSchema,
  draftRecordSchema,
  signatureRequestRecordSchema,
  contactRecordSchema,
  templateRecordSchema,
  watchRecordSchema,
  plateListRecordSchema,
  transferBatchRecordSchema,
  pastCaseRecordSchema,
  viewsRecordSchema,
  clientTextsRecordSchema,
])
export type BackupRecord = z.infer<typeof backupRecordSchema>
