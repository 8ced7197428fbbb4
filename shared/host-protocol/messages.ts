import * as z from 'zod'
import { command, topic } from '../bridge/primitives.ts'
import { pendingLookupSchema, verdictOutcomeSchema } from '../bridge/lookup.ts'
import { BROWSERS, HOST_ERRORS, MAX_BATCH } from './protocol.ts'

const none = z.object({})
const vrm = z.string().min(1).max(16)
const id = z.string().min(1).max(64)
/** 256 bits in base64url. */
const secret = z.string().regex(/^[\w-]{43}$/)

/** What the extension may know of a plate: its verdict and its vehicle; no person, report id, VIN or address. */
const verdictSummarySchema = z.object({
  vrm,
  /** `null` without any conclusive report on this PC. */
  outcome: verdictOutcomeSchema.nullable(),
  /** Of the report that decides. Epoch milliseconds. */
  checkedAt: z.number().nullable(),
  kind: z.enum(['reduced', 'complete']).nullable(),
  /** Its reports disagree: what to do about it is said in the application. */
  disagrees: z.boolean(),
  vehicle: z
    .object({
      name: z.string().max(120),
      /** DD/MM/YYYY, or empty. */
      firstRegistrationDate: z.string().max(10),
    })
    .nullable(),
  pending: pendingLookupSchema.shape.state.nullable(),
  /** The last lookup ended without an answer: why, in the words of the application. */
  failed: z.string().max(200).nullable(),
})
export type VerdictSummary = z.infer<typeof verdictSummarySchema>

/** State of the application that the extension shows. Also sent while locked, without its figures. */
const hostStateSchema = z.object({
  application: z.string().max(32),
  approved: z.boolean(),
  /** The three words that both screens show while the approval is waited for. */
  words: z.tuple([z.string(), z.string(), z.string()]).nullable(),
  locked: z.boolean(),
  /** The demonstration: verdicts are invented. */
  demo: z.boolean(),
  /** The service answers; `null` while locked or not approved. */
  online: z.boolean().nullable(),
  /** Unread changes; `null` while locked or not approved. */
  unread: z.number().int().min(0).nullable(),
})
export type HostState = z.infer<typeof hostStateSchema>

/** Lookups of many plates as one, in the order given. */
const batchSchema = z.object({
  id,
  /** `stopped`: by the user. */
  state: z.enum(['running', 'stopped', 'done']),
  total: z.number().int(),
  /** Plates with an answer, or without one for good. */
  settled: z.number().int(),
})
export type Batch = z.infer<typeof batchSchema>

/** What the extension asks. Only `hello` and `approval.ask` are answered before it is approved. */
export const hostCommands = {
  /** First message of a connection. `secret`: made by the extension once per browser profile, and kept there. */
  hello: command(
    z.object({
      protocol: z.number().int(),
      extension: z.string().max(32),
      browser: z.enum(BROWSERS),
      secret,
    }),
    hostStateSchema,
  ),
  /** Asks the user for approval, in the window of the application. Again while waiting: the same words. */
  'approval.ask': command(none, hostStateSchema),
  /** Requests a fresh report, which is free; the rest comes as `verdicts`. */
  'lookup.start': command(z.object({ vrm }), verdictSummarySchema),
  /** What is known on this PC. Asks the service for nothing. */
  'lookup.get': command(
    z.object({ vrms: z.array(vrm).max(MAX_BATCH) }),
    z.object({ rows: z.array(verdictSummarySchema) }),
  ),
  'lookup.recent': command(
    z.object({ limit: z.number().int().min(1).max(10) }),
    z.object({ rows: z.array(verdictSummarySchema.extend({ at: z.number() })) }),
  ),
  /** Looks up each plate that has no verdict of today, in turn. The same `id` again continues the same batch. */
  'batch.start': command(z.object({ id, vrms: z.array(vrm).min(1).max(MAX_BATCH) }), batchSchema),
  'batch.get': command(z.object({ id }), batchSchema),
  'batch.stop': command(z.object({ id }), batchSchema),
  /** Text for a client, ready to paste. */
  'answer.get': command(z.object({ vrm }), z.object({ text: z.string() })),
  /** Opens the plate in a window of the application; with `transfer`, its transfer is begun there, and sent by nobody. */
  open: command(z.object({ vrm, transfer: z.boolean() }), none),
  /** Opens Novedades. */
  'open.inbox': command(none, none),
} as const
export type HostCommand = keyof typeof hostCommands
export type HostArgs<C extends HostCommand> = z.infer<(typeof hostCommands)[C]['args']>
export type HostResult<C extends HostCommand> = z.infer<(typeof hostCommands)[C]['result']>

/** What the application tells without being asked. */
export const hostTopics = {
  state: topic(hostStateSchema),
  /** Of plates that this connection has asked about. */
  verdicts: topic(z.object({ rows: z.array(verdictSummarySchema) })),
  batch: topic(batchSchema),
} as const
export type HostTopic = keyof typeof hostTopics
export type HostPayload<T extends HostTopic> = z.infer<(typeof hostTopics)[T]['payload']>

export const hostErrorSchema = z.object({
  code: z.enum(HOST_ERRORS),
  /** With `wrong-version`: the older end. */
  update: z.enum(['extension', 'application']).optional(),
  /** With `rate-limited`: when it may be asked again, in milliseconds from now. */
  retryAfterMs: z.number().optional(),
})
export type HostError = z.infer<typeof hostErrorSchema>

/** From the extension. `id`: of this connection, never reused. */
export const requestFrameSchema = z.object({
  id: z.number().int().min(1),
  command: z.string().max(64),
  args: z.unknown(),
})
export type RequestFrame = z.infer<typeof requestFrameSchema>

/** To the extension: the answer of a request, or a topic. */
export const answerFrameSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: hostErrorSchema }),
])
export const topicFrameSchema = z.object({ topic: z.string().max(64), payload: z.unknown() })
export type AnswerFrame = z.infer<typeof answerFrameSchema>
export type TopicFrame = z.infer<typeof topicFrameSchema>

/**
 * Requests that the native host answers itself, and never passes on. `host.start` starts the application, which the
 * user asked for; it is connected to once it listens.
 */
export const localCommands = {
  'host.start': command(none, none),
} as const

/** What the native host tells itself: the application is there, or went. The first is told only after the second. */
export const localTopics = {
  host: topic(z.object({ connected: z.boolean() })),
} as const
