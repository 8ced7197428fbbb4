import * as z from 'zod'
import { isoDaySchema } from '#shared/bridge/deadlines.ts'
import { changeSchema } from '#shared/bridge/inbox.ts'
import { verdictOutcomeSchema } from '#shared/bridge/lookup.ts'
import { tariffLineSchema } from '#shared/bridge/ledger.ts'
import { knownColumnsSchema, leftOutSchema } from '#shared/bridge/plate-lists.ts'
import { appErrorSchema } from '#shared/bridge/result.ts'
import { batchLeftOutSchema } from '#shared/bridge/transfer-batches.ts'
import { watchDaysSchema } from '#shared/bridge/watches.ts'
import { REQUEST_SUBJECTS } from '#shared/domain/client-requests.ts'
import { PAPER_TYPES } from '#shared/domain/clients.ts'
import { DISBURSEMENTS, ENTRY_KINDS } from '#shared/domain/ledger.ts'
import { DRAFT_KINDS } from '#shared/domain/procedures/kinds.ts'
import { SIGNABLE } from '#shared/domain/signature-requests/fields.ts'

const text = z.string()
const maybe = text.nullable()
const time = z.number().nullable()
/** JSON text that matches a schema. Invalid text is rejected before it reaches the store. */
const json = (schema: z.ZodType) =>
  text.refine((stored) => {
    try {
      return schema.safeParse(JSON.parse(stored)).success
    } catch {
      return false
    }
  })
const texts = z.record(z.string(), z.string())
const object = z.record(z.string(), z.unknown())
const flag = z.union([z.literal(0), z.literal(1)])

/** State that decides what is sent, so only exactly this shape is accepted. */
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
  /** Party that it belongs to. Copies of earlier versions have none. */
  party: text.default(''),
})

const draftRecordSchema = z.object({
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

const signatureRequestRecordSchema = z.object({
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
  /** Person who has the procedure. Copies of earlier versions have none. */
  assigned: text.optional(),
  /** Situations of the checklist. Copies of earlier versions have none. */
  situations: text.optional(),
})

const noteSchema = z.object({
  id: text.min(1),
  text: text.min(1),
  author: text,
  at: z.number(),
  edited_at: time,
})

const resourceRecordSchema = z.object({
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
    /** 1 if the resource was still tracked. */
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
  /** Notes of a procedure. Copies of earlier versions have one text, in `desk`. */
  caseNotes: z.array(noteSchema).optional(),
  /** Id of the linked procedure, for a signature. */
  link: maybe,
  /** Names of the sent files, for a procedure. Copies of earlier versions have none. */
  sentNames: z.array(z.object({ document_id: text.min(1), name: text.min(1) })).optional(),
  /** Parties that documents belong to, for a procedure. */
  parties: z.array(z.object({ document_id: text.min(1), party: text.min(1) })).optional(),
})
export type ResourceRecord = z.infer<typeof resourceRecordSchema>

/** A whole plate list. The answers about its plates are in reports, which a copy does not contain. */
const plateListRecordSchema = z.object({
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
      /** Vehicle of the list, and the registry's if it is another one. Copies of earlier versions have none. */
      listed_vehicle: text.default(''),
      other_vehicle: text.default(''),
    }),
  ),
})
export type PlateListRecord = z.infer<typeof plateListRecordSchema>

/** A whole batch of transfers. A row whose draft is made has its data in the draft. */
const transferBatchRecordSchema = z.object({
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

export const headRecordSchema = z.object({
  t: z.literal('head'),
  madeAt: z.number(),
  account: z.object({ name: text, environment: text, baseUrl: text }),
  /** End of the audit chain when the copy was made. A holder of the copy can detect a later truncation. */
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
    distinct_from: json(z.array(text)).default('[]'),
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

/** Entry of the ledger. It never changes. */
const ledgerEntryRecordSchema = z.object({
  t: z.literal('ledger-entry'),
  id: text.min(1),
  row: z.object({
    procedure_id: maybe,
    client_id: text,
    client: text,
    vehicle: text,
    kind: z.enum(ENTRY_KINDS),
    concept: z.enum(DISBURSEMENTS).nullable(),
    cents: z.int(),
    vat_rate: z.int(),
    vat_cents: z.int(),
    text,
    day: isoDaySchema,
    at: z.number(),
    person: text,
    device: text,
    corrects: maybe,
    kept: flag,
  }),
})
export type LedgerEntryRecord = z.infer<typeof ledgerEntryRecordSchema>

/** Request to a client. Its acts only grow. */
const clientRequestRecordSchema = z.object({
  t: z.literal('client-request'),
  id: text.min(1),
  row: z.object({
    procedure_id: maybe,
    draft_id: maybe,
    signature_id: maybe,
    subject: z.enum(REQUEST_SUBJECTS),
    item: text,
    text,
    acts: text,
  }),
})
export type ClientRequestRecord = z.infer<typeof clientRequestRecordSchema>

const tariffRecordSchema = z.object({
  t: z.literal('tariff'),
  row: z.object({
    client: text,
    kind: z.enum(DRAFT_KINDS),
    lines: json(z.array(tariffLineSchema)),
    updated_at: z.number(),
  }),
})
export type TariffRecord = z.infer<typeof tariffRecordSchema>

const clientRecordSchema = z.object({
  t: z.literal('client'),
  id: text.min(1),
  row: z.object({ name: text, tax_id: text, email: text, phone: text, notes: text, updated_at: z.number() }),
})
export type ClientRecord = z.infer<typeof clientRecordSchema>

const clientMergeRecordSchema = z.object({
  t: z.literal('client-merge'),
  row: z.object({ from_id: text.min(1), into_id: text.min(1), merged: flag, at: z.number() }),
})
export type ClientMergeRecord = z.infer<typeof clientMergeRecordSchema>

const paperRecordSchema = z.object({
  t: z.literal('client-document'),
  id: text.min(1),
  row: z.object({
    client: text.min(1),
    type: z.enum(PAPER_TYPES),
    name: text,
    mime: text,
    size: z.int().min(1),
    sha256: text,
    signed_day: isoDaySchema.nullable(),
    until_day: isoDaySchema.nullable(),
    added_at: z.number(),
    person: text,
    shared: flag,
  }),
})
export type PaperRecord = z.infer<typeof paperRecordSchema>

/** Part of the content of a paper on file, which is nowhere else. */
const paperPartRecordSchema = z.object({
  t: z.literal('client-document-part'),
  row: z.object({ document_id: text.min(1), position: z.int().min(0), data: z.base64() }),
})
export type PaperPartRecord = z.infer<typeof paperPartRecordSchema>

const watchRecordSchema = z.object({
  t: z.literal('watch'),
  /** Plate. */
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

/** Figures of an erased procedure, which *Cifras* still counts. The record contains no personal data. */
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

const checklistsRecordSchema = z.object({ t: z.literal('checklists'), lists: json(object) })

/**
 * Records of a backup after its `head`, in the order of this list. A resource has its timeline and annotations. A
 * draft has the state of its documents. A past case is the rest of an erased procedure, for *Cifras*. Document bytes
 * are left out: they are at the service, or were never sent and are only on their PC. Papers on file are complete.
 */
export const backupRecordSchema = z.discriminatedUnion('t', [
  resourceRecordSchema,
  draftRecordSchema,
  signatureRequestRecordSchema,
  contactRecordSchema,
  templateRecordSchema,
  ledgerEntryRecordSchema,
  clientRequestRecordSchema,
  tariffRecordSchema,
  clientRecordSchema,
  clientMergeRecordSchema,
  paperRecordSchema,
  paperPartRecordSchema,
  watchRecordSchema,
  plateListRecordSchema,
  transferBatchRecordSchema,
  pastCaseRecordSchema,
  viewsRecordSchema,
  clientTextsRecordSchema,
  checklistsRecordSchema,
])
export type BackupRecord = z.infer<typeof backupRecordSchema>
