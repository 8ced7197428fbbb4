import * as z from 'zod'
import { ACT_KINDS, REQUEST_CHANNELS, REQUEST_SUBJECTS } from '../domain/client-requests.ts'
import { isoDaySchema } from './deadlines.ts'
import { subjectSchema } from './inbox.ts'
import { command, none } from './primitives.ts'

const id = z.string().min(1).max(200)
export const MAX_REQUEST_TEXT = 200
/** Most requests of one command. */
const MAX_REQUESTS = 200
export const requestIds = z.array(id).min(1).max(MAX_REQUESTS)
const channel = z.enum(REQUEST_CHANNELS)

/** Whose request: a procedure's, a draft's, or that of a signature without procedure. */
const ownerSchema = z.union([
  z.object({ procedureId: id }),
  z.object({ draftId: id }),
  z.object({ signatureId: id }),
])
export type RequestOwner = z.infer<typeof ownerSchema>

/** Something to ask for. `item`: requirement, signature or incident; empty for a typed text. */
const askSchema = z.object({
  subject: z.enum(REQUEST_SUBJECTS),
  item: z.string().max(200),
  text: z.string().trim().min(1).max(MAX_REQUEST_TEXT),
})
export type RequestAsk = z.infer<typeof askSchema>

/** Act on a request, as stored and shared: `RequestAct` of shared/domain/client-requests.ts. */
export const requestActSchema = z.object({
  kind: z.enum(ACT_KINDS),
  at: z.number(),
  person: z.string().optional(),
  day: isoDaySchema.optional(),
  channel: channel.optional(),
  due: isoDaySchema.optional(),
  next: isoDaySchema.optional(),
  known: z.number().int().optional(),
  of: z.string().optional(),
})

/** Request to a client: `RequestState` of shared/domain/client-requests.ts. */
const requestSchema = askSchema.extend({
  id: z.string(),
  owner: ownerSchema,
  state: z.enum(['open', 'arrived', 'closed']),
  asked: isoDaySchema,
  channel,
  due: isoDaySchema,
  next: isoDaySchema,
  reminders: z.number().int(),
  reminded: isoDaySchema.nullable(),
  /** Who asked or reminded last; empty if unknown. */
  person: z.string(),
  endedAt: z.number().nullable(),
})
export type ClientRequest = z.infer<typeof requestSchema>

const requestsSchema = z.object({
  /** Open ones first, by the day of their next reminder; then the others, the latest first. */
  requests: z.array(requestSchema),
  /** What the file lacks and nobody has asked for. */
  askable: z.array(askSchema),
})
export type ClientRequests = z.infer<typeof requestsSchema>

/** Open requests of one client. */
const groupSchema = z.object({
  key: z.string(),
  /** Name of the client. Empty if unknown, or while names are hidden. */
  client: z.string(),
  requests: z.array(
    requestSchema.extend({
      /** Plate or chassis number of the file. */
      file: subjectSchema,
      /** Name of the type of procedure. Empty for a signature. */
      type: z.string(),
    }),
  ),
})
export type RequestGroup = z.infer<typeof groupSchema>

/** Act of this PC that can be undone. */
export const doneActSchema = z.object({ id, act: z.string().max(200) })
export type DoneAct = z.infer<typeof doneActSchema>

const days = { due: isoDaySchema, next: isoDaySchema }

/** Rows of the contract: requests to clients. Changes are published as `changed` with kind `client-request`. */
export const clientRequestCommands = {
  'client-requests.of': command(ownerSchema, requestsSchema),
  /**
   * Records that the client was asked. Each `id` comes from the window: the same id again writes nothing. Refused with
   * `not-found` for an unknown owner.
   */
  'client-requests.ask': command(
    z.object({
      owner: ownerSchema,
      asks: z
        .array(askSchema.extend({ id: z.uuid() }))
        .min(1)
        .max(50),
      channel,
      ...days,
    }),
    none,
  ),
  /** Records an act on each of the requests. */
  'client-requests.act': command(
    z.object({
      ids: requestIds,
      act: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('remind'), channel, next: isoDaySchema }),
        z.object({
          kind: z.literal('change'),
          channel: channel.optional(),
          due: isoDaySchema.optional(),
          next: isoDaySchema.optional(),
        }),
        z.object({ kind: z.literal('close') }),
        z.object({ kind: z.literal('reopen'), ...days }),
      ]),
    }),
    z.object({ done: z.array(doneActSchema) }),
  ),
  'client-requests.undo': command(z.object({ done: z.array(doneActSchema).min(1).max(MAX_REQUESTS) }), none),
  /** *A quién reclamar hoy*: clients with a request whose reminder is due. `all`: also those of later days. */
  'client-requests.due': command(
    z.object({ show: z.enum(['today', 'all']) }),
    z.object({
      today: isoDaySchema,
      /** The longest wait first. */
      groups: z.array(groupSchema),
      /** Clients and requests whose reminder is due, and open requests. */
      counts: z.object({ clients: z.number().int(), due: z.number().int(), open: z.number().int() }),
    }),
  ),
} as const
