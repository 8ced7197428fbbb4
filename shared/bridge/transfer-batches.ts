import * as z from 'zod'
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

/** Typed fields by name (`BatchField`), without empty ones. */
const fieldsSchema = z.record(
  z.string().regex(new RegExp(`^(?:${BATCH_COMMON.join('|')}|\\d{1,4}\\.(?:${BATCH_COLUMNS.join('|')}))$`)),
  z.string().max(Math.max(...Object.values(BATCH_LENGTHS))),
)
/** Warnings that the user has accepted (shared/domain/transfer-batch.ts). */
const acceptedSchema = z.array(z.string().min(1).max(2_000)).max(2 * MAX_BATCH_ROWS + 2)

/** Numbers of rows of a list by their answers, and of rows above the maximum of a batch. */
const batchCandidatesSchema = z.object({
  transferable: count,
  with_alerts: count,
  not_transferable: count,
  /** Rows without a verdict. */
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
    /** Rows above the maximum of a batch. */
    beyond: count,
  })
export type BatchLeftOut = z.infer<typeof batchLeftOutSchema>

const transferBatchSchema = z.object({
  id,
  /** Name of the list when the batch was created. */
  name: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  listId: z.string(),
  total: count,
  /** Numbers of created and of sent drafts. */
  made: count,
  sent: count,
})
export type TransferBatch = z.infer<typeof transferBatchSchema>

/** Row of a batch without its fields. The id of its draft is known before the draft exists. */
const batchRowSchema = z.object({
  ord: count,
  vrm: z.string(),
  draftId: z.string(),
  /** Number of the invoice pattern that the draft took. */
  number: z.number().int().nullable(),
  /** `open`: the draft does not exist yet. `gone`: it was discarded. */
  state: z.enum(['open', 'gone', ...draftStateSchema.options]),
  /** Summary of the draft, once it exists. */
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
    .extend({ error: appErrorSchema.optional(), missing: z.array(z.string()) })
    .optional(),
})
export type BatchRowView = z.infer<typeof batchRowSchema>

const transferBatchViewSchema = transferBatchSchema.extend({
  /**
   * Version, which increases with every change of the fields. A request based on an older version is refused with
   * `draft-changed`.
   */
  version,
  leftOut: batchLeftOutSchema,
  /** Common fields and cells. For a created draft they are those of the draft. */
  fields: z.record(z.string(), z.string()),
  accepted: acceptedSchema,
  rows: z.array(batchRowSchema),
})
export type TransferBatchView = z.infer<typeof transferBatchViewSchema>

type DuplicatesCheck = Extract<(typeof preflightSchema.shape.checks)['_output'][number], { id: 'duplicates' }>
const duplicatesSchema = z.array(
  z.custom<DuplicatesCheck['found'][number]>((value) => typeof value === 'object'),
)

/** Facts about a row's plate. Rows without facts are left out. */
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
 * `transfer-batch`, and those of its drafts with kind `draft`.
 */
export const transferBatchCommands = {
  /** Newest first. */
  'transfer-batches.list': command(none, z.object({ rows: z.array(transferBatchSchema) })),
  /** Candidates of a batch: the rows shown of a list, and the marked ones. */
  'transfer-batches.candidates': command(
    plateListViewSchema,
    z.object({ shown: batchCandidatesSchema, marked: batchCandidatesSchema }),
  ),
  /**
   * Creates a batch from the transferable plates of a list. The same `id` answers with the existing batch. `alerts`:
   * includes plates with alerts.
   */
  'transfer-batches.create': command(
    z.object({ id, view: plateListViewSchema, of: z.enum(['shown', 'marked']), alerts: z.boolean() }),
    transferBatchSchema,
  ),
  'transfer-batches.get': command(z.object({ id }), transferBatchViewSchema),
  'transfer-batches.checks': command(z.object({ id }), z.object({ rows: z.array(batchRowCheckSchema) })),
  /** Only the given fields change. Rows with a created draft do not change. */
  'transfer-batches.save': command(
    z.object({
      id,
      version,
      fields: fieldsSchema.refine((fields) => Object.keys(fields).length <= MAX_SAVED_FIELDS),
      accepted: acceptedSchema.optional(),
    }),
    z.object({ version, updatedAt: z.number() }),
  ),
  /** Names in this account's records for the identifiers. */
  'transfer-batches.names': command(
    z.object({ taxIds: z.array(z.string().min(1).max(32)).max(MAX_BATCH_ROWS) }),
    z.object({ names: z.array(z.object({ taxId: z.string(), name: z.string() })) }),
  ),
  /** Creates the drafts of all rows that are ready in `version`: all or none. */
  'transfer-batches.make': command(z.object({ id, version }), z.object({ made: count })),
  /**
   * Sends the drafts at the end of the undo time, each like an ordinary draft. A draft that cannot be sent does not
   * stop the others.
   * Refused with `procedure-incomplete` while data or documents are missing, and with `procedure-duplicate` for a
   * duplicate that the user has not seen.
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
  /** Stops the unconfirmed submissions. */
  'transfer-batches.stop': command(z.object({ id }), z.object({ stopped: count })),
  /** Deletes the batch. Its drafts stay. */
  'transfer-batches.remove': command(z.object({ id }), none),
} as const
