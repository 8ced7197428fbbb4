import * as z from 'zod'
import { REQUEST_SUBJECTS } from '../domain/client-requests.ts'
import { HANDOVER_LENGTHS } from '../domain/procedures/fields.ts'
import { draftKindSchema } from '../bridge/procedures.ts'

/** Records of drafts that are handed over, as the PCs of an office agree on them (docs/relay/protocol.md). */

const documentSchema = z.object({
  source: z.enum(['file', 'link']),
  name: z.string().max(255),
  type: z.string().max(100),
  guessed: z.boolean(),
  reason: z.string().nullable(),
  reading: z.string().nullable(),
  /** Party that the document belongs to. Records of earlier versions have none. */
  party: z.string().max(40).default(''),
  mime: z.string().nullable(),
  size: z.number().int().positive().nullable(),
  sha256: z.string().nullable(),
  url: z.string().nullable(),
})

/** Request to a client of the draft, with its acts as stored. */
const requestSchema = z.object({
  id: z.string().max(200),
  subject: z.enum(REQUEST_SUBJECTS),
  item: z.string().max(200),
  text: z.string().max(200),
  acts: z.string(),
})
export type OfferedRequest = z.infer<typeof requestSchema>

export const offerSchema = z.object({
  from: z.string().max(HANDOVER_LENGTHS.person),
  to: z.string().max(HANDOVER_LENGTHS.person),
  note: z.string().max(HANDOVER_LENGTHS.note),
  at: z.number(),
  kind: draftKindSchema,
  /** Form of the draft as stored. */
  form: z.string(),
  documents: z.array(documentSchema),
  /** Absent in an offer of an earlier version, and without requests. */
  requests: z.array(requestSchema).optional(),
})
/** A draft on its way, without the content of its documents. */
export type Offer = z.infer<typeof offerSchema>

/**
 * Content of the record of a hand-over. `offered` is its only first state. `taken` and `withdrawn` are final: the
 * relay stores one of them, because each replaces the write that its PC has read. `by`: draft that the receiver made.
 * `person` and `at`: who collected it, and when.
 */
export const handoverRecordSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('offered'), draft: z.string(), offer: offerSchema }),
  z.object({
    state: z.literal('taken'),
    draft: z.string(),
    by: z.string(),
    person: z.string().max(HANDOVER_LENGTHS.person),
    at: z.number(),
  }),
  z.object({ state: z.literal('withdrawn'), draft: z.string() }),
])
export type HandoverRecord = z.infer<typeof handoverRecordSchema>
export type HandoverRecordState = HandoverRecord['state']
