import * as z from 'zod'
import { changeSchema } from '#shared/bridge/inbox.ts'
import { flag, json, maybe, object, text, time } from './record-fields.ts'

export const changeRecordSchema = z.object({
  event: text,
  status: maybe,
  detail: json(changeSchema.shape.detail.unwrap()),
  at: z.number(),
  seen_at: z.number(),
  server_at: time,
  ord: z.number(),
  source: text,
  key: maybe,
  mine: flag,
  vrm: maybe,
  label: maybe,
  state: z.enum(['unread', 'read', 'done', 'snoozed']).nullable(),
  until: time,
})

const annotationsSchema = z.object({
  version: z.number(),
  updated_at: z.number(),
  client: text,
  seller_name: text,
  seller_tax_id: text,
  buyer_name: text,
  buyer_tax_id: text,
  contract_date: text,
  notes: text,
  marked: flag,
  pinned: flag,
  pinned_why: text,
})

export const resourceRecordSchema = z.object({
  t: z.literal('resource'),
  kind: z.enum(['procedure', 'signature']),
  id: text.min(1),
  row: z.object({
    status: text,
    status_description: maybe,
    vrm: maybe,
    vin: maybe,
    label: maybe,
    since: z.number(),
    added_at: z.number(),
    checked_at: time,
    /** True while it was still tracked. */
    open: flag,
    gone: flag,
    muted: flag,
    server_at: time,
    provisional_at: time,
    revision: maybe,
    body: json(object),
    blocked_at: time,
  }),
  changes: z.array(changeRecordSchema),
  desk: annotationsSchema.nullable(),
  labels: z.array(text),
  /** For a signature: its procedure. */
  link: maybe,
  /** For a procedure: names of the files sent. Copies of earlier versions have none. */
  sentNames: z.array(z.object({ document_id: text.min(1), name: text.min(1) })).optional(),
})
export type ResourceRecord = z.infer<typeof resourceRecordSchema>
