import * as z from 'zod'
import { REQUIREMENTS } from '../domain/procedures/requirements.ts'
import {
  BATCH_COLUMNS,
  BATCH_COMMON,
  BATCH_LENGTHS,
  MAX_BATCH_ROWS,
  MAX_SAVED_FIELDS,
} from '../domain/transfer-batch.ts'
import { plateListViewSchema } from './plate-lists.ts'
import { command, none } from './primitives.ts'
import { draftRowSchema, draftStateSchema, preflightSchema } from './procedures.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { appErrorSchema } from './result.ts'

const id = z.string().min(1).max(64)
const version = z.number().int().min(0)
const count = z.number().int().min(0)

/** Fields as typed, by name (`BatchField`): only those with a value. */
const fieldsSchema = z.record(
  z.string().regex(new RegExp(`^(?:${BATCH_COMMON.join('|')}|\\d{1,4}\\.(?:${BATCH_COLUMNS.join('|')}))$`)),
  z.string().max(Math.max(...Object.values(BATCH_LENGTHS))),
)
/** What the user has accepted, in the words of shared/domain/transfer-batch.ts. */
const acceptedSchema = z.array(z.string().min(1).max(2_000)).max(2 * MAX_BATCH_ROWS + 2)

/** Rows of a list by their answers: those of each, and how many more than a batch holds. */
const batchCandidatesSchema = z.object({
  transferable: count,
  with_alerts: count,
  not_transferable: count,
  /** Without a verdict. */
  unanswered: count,
})
export type BatchCandidates = z.infer<typeof batchCandidatesSchema>

/** Rows of the list that are not in the batch. */
export const batchLeftOutSchema = batchCandidatesSchema
  .pick({
    with_alerts: true,
    not_transferable: true,
    unanswered: true,
  })
  .extend({
    /** More than a batch holds. */
    beyond: count,
  })
export type BatchLeftOut = z.infer<typeof batchLeftOutSchema>

const transferBatchSchema = z.object({
  id,
  /** The list's, as it was. */
  name: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  listId: z.string(),
  total: count,
  /** Drafts made, and those that were sent. */
  made: count,
  sent: count,
})
export type TransferBatch = z.infer<typeof transferBatchSchema>

/** A row of a batch, beside its fields. Its draft's id is known before the draft is there. */
const batchRowSchema = z.object({
  ord: count,
  vrm: z.string(),
  draftId: z.string(),
  /** Number of the invoice pattern that its draft took. */
  number: z.number().int().nullable(),
  /** `open`: its draft is still to be made; `gone`: it was discarded. */
  state: z.enum(['open', 'gone', ...draftStateSchema.options]),
  /** Of its draft, once it is made. */
  draft: draftRowSchema
    .pick({
      version: true,
      sendAt: true,
      step: true,
      doubt: true,
      problem: true,
      procedureId: true,
      documents: true,
    })
    .extend({ error: appErrorSchema.optional(), missing: z.array(z.enum(REQUIREMENTS)) })
    .optional(),
})
export type BatchRowView = z.infer<typeof batchRowSchema>

const transferBatchViewSchema = transferBatchSchema.extend({
  /** Increases with every change of its fields. A request based on an older one is refused with `draft-changed`. */
  version,
  leftOut: batchLeftOutSchema,
  /** Common fields and cells; those of a draft that was made are the draft's. */
  fields: z.record(z.string(), z.string()),
  accepted: acceptedSchema,
  rows: z.array(batchRowSchema),
})
export type TransferBatchView = z.infer<typeof transferBatchViewSchema>

type DuplicatesCheck = Extract<(typeof preflightSchema.shape.checks)['_output'][number], { id: 'duplicates' }>
const duplicatesSchema = z.array(
  z.custom<DuplicatesCheck['found'][number]>((value) => typeof value === 'object'),
)

/** What is known of a row's plate: only rows with something. */
const batchRowCheckSchema = z.object({
  ord: count,
  verdict: z
    .object({
      outcome: verdictOutcomeSchema,
      checkedAt: z.number(),
      kind: z.enum(['reduced', 'complete']),
      disagrees: z.boolean(),
    })
    .nullable(),
  duplicates: duplicatesSchema,
})
export type BatchRowCheck = z.infer<typeof batchRowCheckSchema>

/**
 * Rows of the contract: transfers begun together from a list of plates. Changes are published as `changed` with kind
 * `transfer-batch`; those of its drafts, with kind `draft`.
 */
export const transferBatchCommands = {
  /** Newest first. */
  'transfer-batches.list': command(none, z.object({ rows: z.array(transferBatchSchema) })),
  /** What a batch would have of the rows shown of a list, and of those marked. */
  'transfer-batches.candidates': command(
    plateListViewSchema,
    z.object({ shown: batchCandidatesSchema, marked: batchCandidatesSchema }),
  ),
  /**
   * Begins a batch with the transferable plates of a list. The same `id` again answers with the batch that is there.
   * `alerts`: with those that have alerts too.
   */
  'transfer-batches.create': command(
    z.object({ id, view: plateListViewSchema, of: z.enum(['shown', 'marked']), alerts: z.boolean() }),
    transferBatchSchema,
  ),
  'transfer-batches.get': command(z.object({ id }), transferBatchViewSchema),
  'transfer-batches.checks': command(z.object({ id }), z.object({ rows: z.array(batchRowCheckSchema) })),
  /** Only the given fields change; those of rows whose drafts were made do not. */
  'transfer-batches.save': command(
    z.object({
      id,
      version,
      fields: fieldsSchema.refine((fields) => Object.keys(fields).length <= MAX_SAVED_FIELDS),
      accepted: acceptedSchema.optional(),
    }),
    z.object({ version, updatedAt: z.number() }),
  ),
  /** Names that this account's own records have of those numbers, where they have one. */
  'transfer-batches.names': command(
    z.object({ taxIds: z.array(z.string().min(1).max(32)).max(MAX_BATCH_ROWS) }),
    z.object({ names: z.array(z.object({ taxId: z.string(), name: z.string() })) }),
  ),
  /** Makes the drafts of all rows that are ready, as `version` has them: all of them or none. */
  'transfer-batches.make': command(z.object({ id, version }), z.object({ made: count })),
  /**
   * Sends those drafts at the end of the undo time, each as an ordinary one. One that cannot be sent does not hold back
   * the others: refused with `procedure-incomplete` while something is missing, documents among it, and with
   * `procedure-duplicate` for a plate with another that was not seen.
   */
  'transfer-batches.send': command(
    z.object({
      id,
      drafts: z
        .array(z.object({ draftId: z.string().min(1).max(64), version }))
        .min(1)
        .max(MAX_BATCH_ROWS),
    }),
    z.object({
      leaving: count,
      refused: z.array(z.object({ draftId: z.string(), error: appErrorSchema })),
    }),
  ),
  /** Stops those not confirmed yet. */
  'transfer-batches.stop': command(z.object({ id }), z.object({ stopped: count })),
  /** Forgets the batch. The drafts made stay. */
  'transfer-batches.remove': command(z.object({ id }), none),
} as const
