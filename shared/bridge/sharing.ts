import * as z from 'zod'
import { command, none } from './primitives.ts'
import { appErrorSchema } from './result.ts'

/** Kinds of things that the PCs of an office share. */
const SHARED_KINDS = [
  'case',
  'contact',
  'template',
  'text',
  'report',
  'person',
  'erasure',
  'mark',
  'setting',
  'entry',
  'tariff',
  'request',
  'checklist',
  'client',
  'client-merge',
  'client-document',
  'client-document-part',
] as const
export type SharedKindId = (typeof SHARED_KINDS)[number]

/** Slice `sharing`: what this PC shares with the other PCs of its office. */
export const sharingSchema = z.object({
  /**
   * `reading`: what the others have is being read. `on`: everything is exchanged, or is being written. `waiting`: the
   * relay is not reached, or `error` says why.
   */
  state: z.enum(['off', 'reading', 'on', 'waiting']),
  /** Records that this PC has. */
  total: z.number().int(),
  /** Records that the others do not have yet. */
  pending: z.number().int(),
  /** Records of the others that are still to be read. */
  toRead: z.number().int(),
  error: appErrorSchema.nullable(),
})
export type SharingSlice = z.infer<typeof sharingSchema>

export const noSharing: SharingSlice = { state: 'off', total: 0, pending: 0, toRead: 0, error: null }

/** Fields that were changed more than once, each with its versions, the newest first. */
const historySchema = z.object({
  fields: z.array(
    z.object({
      field: z.string(),
      versions: z.array(
        z.object({
          value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
          at: z.number(),
          /** Who worked at the PC of the change; empty if unknown. */
          person: z.string(),
          /** True for a change of this PC. */
          isOwn: z.boolean(),
        }),
      ),
    }),
  ),
})
export type SharedHistory = z.infer<typeof historySchema>

export const sharingCommands = {
  'sharing.turn-on': command(none, none),
  'sharing.turn-off': command(none, none),
  'sharing.history': command(
    z.object({ kind: z.enum(SHARED_KINDS), key: z.string().min(1).max(200) }),
    historySchema,
  ),
} as const
