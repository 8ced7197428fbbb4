import * as z from 'zod'
import { lookupViewSchema, pendingLookupSchema, recentLookupSchema, verdictSchema } from './lookup.ts'
import { command, topic, transferIn, transferOut } from './primitives.ts'
import { routeSchema } from './route.ts'
import { settingsSchema, snapshotSchema } from './slices.ts'

const none = z.object({})
const vrm = z.string().min(1).max(16)
const query = z.string().max(200)

/**
 * THE table of everything that crosses between the core and a window (architecture.md rule 3). Types are
 * inferred from these schemas on both sides, so a handler that is missing or answers something else does not
 * compile, and whatever arrives is checked against the same schema at run time.
 */
export const commands = {
  'app.snapshot': command(none, snapshotSchema),
  'app.quit': command(none, none),
  'settings.update': command(settingsSchema.partial(), settingsSchema),
  'notices.dismiss': command(z.object({ id: z.string() }), none),
  'connection.retry': command(none, none),
  'store.retry': command(none, none),
  /** Keeps the unreadable data under another name and starts empty. Only ever at the person's word. */
  'store.set-aside': command(none, none),

  /** Answers at once with what is known and asks the service; the rest arrives as `changed`. */
  'lookup.start': command(z.object({ vrm }), lookupViewSchema),
  'lookup.get': command(z.object({ vrm }), lookupViewSchema),
  /** Gives up an open question. What is already known stays. */
  'lookup.cancel': command(z.object({ vrm }), lookupViewSchema),
  'lookup.recent': command(
    z.object({ limit: z.number().int().min(1).max(50) }),
    z.object({ rows: z.array(recentLookupSchema), today: z.number() }),
  ),
  'lookup.queue': command(none, z.object({ rows: z.array(pendingLookupSchema) })),
  /** Every verdict this PC had, newest first; `before` is the `next` of the page before. */
  'lookup.history': command(
    z.object({
      query,
      vrm: vrm.optional(),
      before: z.number().optional(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(verdictSchema), next: z.number().nullable() }),
  ),
  /** Plates known to this PC that contain what is being typed, most recent first. */
  'lookup.suggest': command(
    z.object({ query, limit: z.number().int().min(1).max(20) }),
    z.object({ rows: z.array(recentLookupSchema) }),
  ),
} as const

export const topics = {
  /** Something stored changed: whoever shows it asks again. */
  changed: topic(z.object({ kind: z.enum(['lookup']), ids: z.array(z.string()), version: z.number() })),
  slice: topic(z.object({ name: z.string(), version: z.number(), value: z.unknown() })),
  route: topic(z.object({ route: routeSchema })),
} as const

export const transfers = {
  /** The history that `lookup.history` finds, as CSV for a Spanish spreadsheet. */
  'lookup.history-csv': transferOut(z.object({ query })),
  /** A text, CSV or e-mail file dropped on the field: the plates found in it, in order. */
  'lookup.plates-in-file': transferIn(
    none,
    z.object({ plates: z.array(z.object({ vrm, repaired: z.boolean() })), more: z.boolean() }),
    5 * 1024 * 1024,
  ),
} as const

export type CommandName = keyof typeof commands
export type CommandArgs<N extends CommandName> = z.input<(typeof commands)[N]['args']>
export type CommandResult<N extends CommandName> = z.infer<(typeof commands)[N]['result']>

export type TopicName = keyof typeof topics
export type TopicPayload<N extends TopicName> = z.infer<(typeof topics)[N]['payload']>

export type TransferName = keyof typeof transfers
export type TransferOutName = {
  [N in TransferName]: (typeof transfers)[N]['direction'] extends 'out' ? N : never
}[TransferName]
export type TransferInName = Exclude<TransferName, TransferOutName>
export type TransferArgs<N extends TransferName> = z.input<(typeof transfers)[N]['args']>
export type TransferInResult<N extends TransferInName> = z.infer<(typeof transfers)[N]['result']>
