import * as z from 'zod'
import { verdictOutcomeSchema } from '#shared/bridge/lookup.ts'
import { knownColumnsSchema, leftOutSchema } from '#shared/bridge/plate-lists.ts'
import { appErrorSchema } from '#shared/bridge/result.ts'
import { batchLeftOutSchema } from '#shared/bridge/transfer-batches.ts'
import { flag, json, maybe, text, texts } from './record-fields.ts'

/** A list of plates, whole. What its plates were answered is in reports, which are not in a copy. */
export const plateListRecordSchema = z.object({
  t: z.literal('plate-list'),
  id: text.min(1).max(64),
  row: z.object({
    name: text,
    created_at: z.number(),
    position: z.number(),
    state: z.enum(['running', 'stopped', 'done']),
    source: json(leftOutSchema),
    headings: maybe,
    columns: json(knownColumnsSchema.shape.columns).nullable(),
  }),
  rows: z.array(
    z.object({
      ord: z.int().min(0),
      vrm: text.min(1).max(16),
      state: z.enum(['waiting', 'asked', 'known', 'answered', 'failed']),
      error: json(appErrorSchema).nullable(),
      line: z.int().min(1),
      written: text,
      repaired: flag,
      came_with: text,
      note: text,
      marked: flag,
      outcome: verdictOutcomeSchema.nullable(),
      turn: z.int(),
    }),
  ),
})
export type PlateListRecord = z.infer<typeof plateListRecordSchema>

/** Transfers begun together, whole. Those whose drafts are made have their data in them. */
export const transferBatchRecordSchema = z.object({
  t: z.literal('transfer-batch'),
  id: text.min(1),
  row: z.object({
    name: text,
    list_id: text,
    created_at: z.number(),
    updated_at: z.number(),
    version: z.int(),
    fields: json(texts),
    accepted: json(z.array(text)),
    left_out: json(batchLeftOutSchema),
  }),
  rows: z.array(
    z.object({
      ord: z.int().min(0),
      vrm: text.min(1).max(16),
      draft_id: text.min(1),
      fields: json(texts),
      made: flag,
      number: z.int().nullable(),
    }),
  ),
})
export type TransferBatchRecord = z.infer<typeof transferBatchRecordSchema>
