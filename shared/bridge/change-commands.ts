import * as z from 'zod'
import {
  attemptSummarySchema,
  inboxFilterSchema,
  inboxRowSchema,
  notificationSettingsSchema,
  notificationOutcomeSchema,
  resourceKindSchema,
  resourceViewSchema,
} from './inbox.ts'
import { command } from './primitives.ts'
import { routeSchema } from './route.ts'

const none = z.object({})
const id = z.string().min(1).max(200)
const resource = z.object({ kind: resourceKindSchema, id })
const seq = z.number().int().min(1)
const page = { before: z.number().optional(), limit: z.number().int().min(1).max(200) }
const next = z.number().nullable()
const windowId = z.string().min(1).max(64)
const tag = z.string().min(1).max(200)

/** Rows of the contract: what is followed, and what changed in it. */
export const changeCommands = {
  /** Makes known what was created elsewhere: by its id, its path or its link at the service. */
  'changes.add': command(z.object({ text: z.string().min(1).max(2_048) }), resource),
  'changes.get': command(resource, resourceViewSchema),
  /** Asks the service now, and answers with what is known then. */
  'changes.refresh': command(resource, resourceViewSchema),
  /** Sent every few seconds by a page that shows it: while it comes, its changes are followed closely. */
  'changes.look': command(resource, none),
  /** A muted one is never notified and has no alerts; its changes are in Novedades all the same. */
  'changes.mute': command(resource.extend({ muted: z.boolean() }), none),
  /**
   * The procedure's own page at the service, asked for just now: its link is a secret that is kept nowhere. Refused with
   * `bad-address` when it does not lead to the account's own host. `null`: the host has opened it already.
   */
  'changes.web-page': command(z.object({ id }), z.object({ url: z.string().nullable() })),

  /** One resource's if `kind` and `id` are given; newest first. `all` has also what is done or snoozed. */
  'inbox.list': command(
    z.object({ filter: inboxFilterSchema, kind: resourceKindSchema.optional(), id: id.optional(), ...page }),
    z.object({ rows: z.array(inboxRowSchema), next }),
  ),
  'inbox.mark': command(
    z.object({ seqs: z.array(seq).max(10_000), state: z.enum(['read', 'unread', 'done']) }),
    none,
  ),
  /** It comes back as unread at `until`. */
  'inbox.snooze': command(z.object({ seq, until: z.number() }), none),
  /** Answers what it finished, as it was, so that `news.mark` can undo it. */
  'inbox.done-all': command(
    z.object({ filter: inboxFilterSchema }),
    z.object({ unread: z.array(seq), read: z.array(seq) }),
  ),
} as const

const { shape } = notificationSettingsSchema

/** Rows of the contract: how this PC tells what changed. */
export const notificationCommands = {
  'notification-settings.update': command(
    z
      .object({
        ...shape,
        events: shape.events.partial(),
        quiet: shape.quiet.partial(),
        burst: shape.burst.partial(),
        days: shape.days.partial(),
      })
      .partial(),
    notificationSettingsSchema,
  ),
  /**
   * Sent by every window every few seconds, and at once when something of it changes: by this one of them is elected
   * to raise the notifications. `closing`: it is going away.
   */
  'notifications.window': command(
    z.object({
      windowId,
      /** `unsupported` where the page cannot raise any. */
      permission: z.enum(['granted', 'denied', 'default', 'unsupported']),
      visible: z.boolean(),
      route: routeSchema.optional(),
      closing: z.boolean().optional(),
    }),
    none,
  ),
  /** What became of a notification that this window was asked to raise. */
  'notifications.outcome': command(z.object({ windowId, tag, outcome: notificationOutcomeSchema }), none),
  /**
   * The person clicked it. Its place is answered, for the window that says that it was there; the host brings its own
   * window when none does.
   */
  'notifications.clicked': command(
    z.object({ tag, windowId: windowId.optional() }),
    z.object({ route: routeSchema }),
  ),
  /** Raises one, to see whether it can be seen. `nobody`: there is no window that could. */
  'notifications.test': command(
    none,
    z.object({ outcome: z.enum([...notificationOutcomeSchema.options, 'nobody']) }),
  ),

  /** The banner is put away until the next outage. */
  'outage.dismiss': command(none, none),
  /** What `outage.record` would save. */
  'outage.attempts': command(none, attemptSummarySchema),
} as const
