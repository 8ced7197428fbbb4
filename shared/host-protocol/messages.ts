import * as z from 'zod'
import { command, topic } from '../bridge/primitives.ts'
import { pendingLookupSchema, verdictOutcomeSchema } from '../bridge/lookup.ts'
import { BROWSERS, HOST_ERRORS, MAX_BATCH } from './protocol.ts'

const none = z.object({})
const vrm = z.string().min(1).max(16)
const id = z.string().min(1).max(64)
/** 256 bits in base64url. */
const secret = z.string().regex(/^[\w-]{43}$/)

/**
 * Facts about a plate that the extension may know: its verdict and its vehicle. No person, report id, VIN or address
 * crosses.
 */
const verdictSummarySchema = z.object({
  vrm,
  /** `null` if this PC has no conclusive report. */
  outcome: verdictOutcomeSchema.nullable(),
  /** Time of the deciding report, in epoch milliseconds. */
  checkedAt: z.number().nullable(),
  kind: z.enum(['reduced', 'complete']).nullable(),
  /** The reports of the plate disagree. The application shows the advice. */
  disagrees: z.boolean(),
  vehicle: z
    .object({
      name: z.string().max(120),
      /** DD/MM/YYYY, or empty. */
      firstRegistrationDate: z.string().max(10),
    })
    .nullable(),
  pending: pendingLookupSchema.shape.state.nullable(),
  /** Reason that the last lookup ended without an answer, in the application's words. */
  failed: z.string().max(200).nullable(),
})
export type VerdictSummary = z.infer<typeof verdictSummarySchema>

/** State of the application that the extension shows. While the application is locked, the state has no figures. */
const hostStateSchema = z.object({
  application: z.string().max(32),
  approved: z.boolean(),
  /** Three words that both screens show while the approval is pending. */
  words: z.tuple([z.string(), z.string(), z.string()]).nullable(),
  locked: z.boolean(),
  /** True in the demonstration, whose verdicts are invented. */
  demo: z.boolean(),
  /** True if the service answers. `null` while locked or not approved. */
  online: z.boolean().nullable(),
  /** Unread changes; `null` while locked or not approved. */
  unread: z.number().int().min(0).nullable(),
})
export type HostState = z.infer<typeof hostStateSchema>

/** Lookups of many plates as one batch, in the given order. */
const batchSchema = z.object({
  id,
  /** `stopped`: the user stopped the batch. */
  state: z.enum(['running', 'stopped', 'done']),
  total: z.number().int(),
  /** Plates that have an answer, or will never have one. */
  settled: z.number().int(),
})
export type Batch = z.infer<typeof batchSchema>

/** Requests of the extension. Before its approval only `hello` and `approval.ask` are answered. */
export const hostCommands = {
  /** First message of a connection. The extension makes `secret` once per browser profile and keeps it. */
  hello: command(
    z.object({
      protocol: z.number().int(),
      extension: z.string().max(32),
      browser: z.enum(BROWSERS),
      secret,
    }),
    hostStateSchema,
  ),
  /**
   * Asks the user for approval, in the application's window. A repeated request shows the same words while the first
   * one waits.
   */
  'approval.ask': command(none, hostStateSchema),
  /** Requests a fresh report, which is free. The answer has the known data, and new data arrive as `verdicts`. */
  'lookup.start': command(z.object({ vrm }), verdictSummarySchema),
  /** Returns the known data of this PC. The service is not asked. */
  'lookup.get': command(
    z.object({ vrms: z.array(vrm).max(MAX_BATCH) }),
    z.object({ rows: z.array(verdictSummarySchema) }),
  ),
  'lookup.recent': command(
    z.object({ limit: z.number().int().min(1).max(10) }),
    z.object({ rows: z.array(verdictSummarySchema.extend({ at: z.number() })) }),
  ),
  /** Looks up, in turn, each plate without a verdict of today. The same `id` continues the same batch. */
  'batch.start': command(z.object({ id, vrms: z.array(vrm).min(1).max(MAX_BATCH) }), batchSchema),
  'batch.get': command(z.object({ id }), batchSchema),
  'batch.stop': command(z.object({ id }), batchSchema),
  /** Text for a client, ready to paste. */
  'answer.get': command(z.object({ vrm }), z.object({ text: z.string() })),
  /**
   * Opens the plate in a window of the application. With `transfer`, the window also begins a draft of its transfer.
   */
  open: command(z.object({ vrm, transfer: z.boolean() }), none),
  /** Opens Novedades. */
  'open.inbox': command(none, none),
} as const
export type HostCommand = keyof typeof hostCommands
export type HostArgs<C extends HostCommand> = z.infer<(typeof hostCommands)[C]['args']>
export type HostResult<C extends HostCommand> = z.infer<(typeof hostCommands)[C]['result']>

/** Messages that the application sends unasked. */
export const hostTopics = {
  state: topic(hostStateSchema),
  /** Verdicts of plates that this connection has asked about. */
  verdicts: topic(z.object({ rows: z.array(verdictSummarySchema) })),
  batch: topic(batchSchema),
} as const
export type HostTopic = keyof typeof hostTopics
export type HostPayload<T extends HostTopic> = z.infer<(typeof hostTopics)[T]['payload']>

export const hostErrorSchema = z.object({
  code: z.enum(HOST_ERRORS),
  /** The older end, with `wrong-version`. */
  update: z.enum(['extension', 'application']).optional(),
  /** Wait before the next request in milliseconds, with `rate-limited`. */
  retryAfterMs: z.number().optional(),
})
export type HostError = z.infer<typeof hostErrorSchema>

/** Request of the extension. `id` is of this connection and never reused. */
export const requestFrameSchema = z.object({
  id: z.number().int().min(1),
  command: z.string().max(64),
  args: z.unknown(),
})
export type RequestFrame = z.infer<typeof requestFrameSchema>

/** Message to the extension: the answer of a request, or a topic. */
export const answerFrameSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), error: hostErrorSchema }),
])
export const topicFrameSchema = z.object({ topic: z.string().max(64), payload: z.unknown() })
export type AnswerFrame = z.infer<typeof answerFrameSchema>
export type TopicFrame = z.infer<typeof topicFrameSchema>

/**
 * Requests that the native host answers itself. `host.start` starts the application at the user's request. The native
 * host connects once the application listens.
 */
export const localCommands = {
  'host.start': command(none, none),
} as const

/** Messages of the native host itself: the application has come or gone. The first is sent only after the second. */
export const localTopics = {
  host: topic(z.object({ connected: z.boolean() })),
} as const
