import * as z from 'zod'
import { SIGNABLE } from '#shared/domain/signature-requests/fields.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/fields.ts'
import { flag, json, maybe, text, texts, time } from './record-fields.ts'

/** This state decides what is sent: only exactly this shape is accepted. */
const submissionSchema = z
  .object({
    procedureId: maybe,
    told: maybe,
    begun: z.looseObject({ step: z.enum(['create', 'update', 'upload', 'confirm']) }).nullable(),
    confirmLeft: z.boolean(),
    conflicts: z.number(),
    confirmed: z.enum(['us', 'elsewhere']).nullable(),
    accepted: z.boolean(),
    verified: z.boolean(),
    known: z.array(text),
    surplus: z.array(text),
    mayGrow: z.boolean(),
    orphans: z.number(),
    remakes: z.number(),
  })
  .partial()

const documentSchema = z.object({
  id: text.min(1),
  source: z.enum(['file', 'link', 'service']),
  name: text,
  type: text,
  guessed: flag,
  mime: maybe,
  size: time,
  sha256: maybe,
  url: maybe,
  remote_id: maybe,
})

export const draftRecordSchema = z.object({
  t: z.literal('draft'),
  id: text.min(1),
  row: z.object({
    kind: z.enum(DRAFT_KINDS),
    version: z.number(),
    state: z.enum(['editing', 'ready', 'leaving', 'sending', 'stopped', 'sent']),
    form: json(z.object({ fields: texts, accepted: z.array(text) })),
    vrm: maybe,
    vin: maybe,
    invoice: maybe,
    client: text,
    created_at: z.number(),
    updated_at: z.number(),
    procedure_id: maybe,
    intention: json(submissionSchema),
    sent_at: time,
  }),
  documents: z.array(documentSchema),
})
export type DraftRecord = z.infer<typeof draftRecordSchema>

export const signatureRequestRecordSchema = z.object({
  t: z.literal('signing'),
  id: text.min(1),
  row: z.object({
    document: z.enum(SIGNABLE),
    version: z.number(),
    state: z.enum(['editing', 'ready', 'leaving', 'sending', 'uncertain', 'failed', 'sent']),
    fields: json(texts),
    accepted: json(z.array(text)),
    id_number: text,
    representative: text,
    procedure_id: maybe,
    again: maybe,
    created_at: z.number(),
    updated_at: z.number(),
    sent_at: time,
    signature_id: maybe,
  }),
})
export type SignatureRequestRecord = z.infer<typeof signatureRequestRecordSchema>
