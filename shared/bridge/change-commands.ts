import * as z from 'zod'
import {
  attemptSummarySchema,
  inboxFilterSchema,
  inboxGroupSchema,
  inboxOrderSchema,
  inboxRowSchema,
  notificationSettingsSchema,
  notificationOutcomeSchema,
  resourceKindSchema,
  resourceViewSchema,
  unshownSchema,
} from './inbox.ts'
import { command, none } from './primitives.ts'
import { routeSchema } from './route.ts'

const id = z.string().min(1).max(200)
const resource = z.object({ kind: resourceKindSchema, id })
const seq = z.number().int().min(1)
const page = { before: z.number().optional(), limit: z.number().int().min(1).max(200) }
const next = z.number().nullable()
const windowId = z.string().min(1).max(64)
const tag = z.string().min(1).max(200)

/** Rows of the contract: tracked resources and their changes. */
export const changeCommands = {
  /** Tracks a resource created elsewhere: by its id, its path or its link at the service. */
  'changes.add': command(z.object({ text: z.string().min(1).max(2_048) }), resource),
  'changes.get': command(resource, resourceViewSchema),
  /** Fetches it from the service now, and returns the updated view. */
  'changes.refresh': command(resource, resourceViewSchema),
  /** Sent every few seconds by a page that shows the resource: meanwhile it is polled live. */
  'changes.look': command(resource, none),
  /** Mutes a resource: no notifications or alerts; its changes still reach Novedades. */
  'changes.mute': command(resource.extend({ muted: z.boolean() }), none),
  /**
   * Fresh link to the procedure's own page at the service: a secret that is stored nowhere. Refused with
   * `bad-address` when it does not lead to the account's own host. `null`: the host has opened it already.
   */
  'changes.web-page': command(z.object({ id }), z.object({ url: z.string().nullable() })),

  /** Of one resource if `kind` and `id` are given; newest first. `all` includes done and snoozed rows. */
  'inbox.list': command(
    z.object({ filter: inboxFilterSchema, kind: resourceKindSchema.optional(), id: id.optional(), ...page }),
    z.object({ rows: z.array(inboxRowSchema), next }),
  ),
  /** Lines of Novedades below a place. `newest`: the newest change that there was, for `inbox.done-all`. */
  'inbox.groups': command(
    z.object({ filter: inboxFilterSchema, order: inboxOrderSchema, ...page }),
    z.object({ groups: z.array(inboxGroupSchema), next, newest: z.number(), open: z.number() }),
  ),
  /** Lines that the filter shows of the moments of these changes. */
  'inbox.groups-of': command(
    z.object({ filter: inboxFilterSchema, order: inboxOrderSchema, seqs: z.array(seq).max(200) }),
    z.object({ groups: z.array(inboxGroupSchema) }),
  ),
  'inbox.mark': command(
    z.object({ seqs: z.array(seq).max(10_000), state: z.enum(['read', 'unread', 'done']) }),
    none,
  ),
  /** Their own page has shown these changes as they came: those that were unread are read. */
  'inbox.seen': command(z.object({ seqs: z.array(seq).max(500) }), none),
  /** Snoozes rows, all or none, which return as unread at `until`. */
  'inbox.snooze': command(z.object({ seqs: z.array(seq).min(1).max(10_000), until: z.number() }), none),
  /**
   * Finishes what a filter shows, up to the change `upTo`. Returns the finished rows with their states, so that
   * `inbox.mark` can undo it, and the number of their lines.
   */
  'inbox.done-all': command(
    z.object({
      filter: inboxFilterSchema,
      upTo: seq,
      /** Only counts what it would do: it is asked about before. */
      dry: z.boolean().optional(),
    }),
    z.object({
      unread: z.array(seq),
      read: z.array(seq),
      lines: z.number(),
      /** Lines of them that still wait for the office. */
      asking: z.number(),
    }),
  ),
} as const

const { shape } = notificationSettingsSchema

/** Rows of the contract: notifications of this PC. */
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
   * Heartbeat of every window, every few seconds and on each change: elects the one that raises the
   * notifications. `closing`: it is going away.
   */
  'notifications.window': command(
    z.object({
      windowId,
      /** `unsupported` where the page has no notifications. */
      permission: z.enum(['granted', 'denied', 'default', 'unsupported']),
      visible: z.boolean(),
      /** Its user types and clicks here. */
      focused: z.boolean().optional(),
      route: routeSchema.optional(),
      closing: z.boolean().optional(),
    }),
    none,
  ),
  /** Outcome of a notification that this window was asked to raise. */
  'notifications.outcome': command(z.object({ windowId, tag, outcome: notificationOutcomeSchema }), none),
  /**
   * The user clicked it. Returns its route, for the window with that id; without one, the host shows its own
   * window.
   */
  'notifications.clicked': command(
    z.object({ tag, windowId: windowId.optional() }),
    z.object({ route: routeSchema }),
  ),
  /**
   * Marks the changes of a notification as done, from its own button and with no window. A second press changes
   * nothing; `not-found` for one of another account or whose data were erased.
   */
  'notifications.done': command(z.object({ tag }), none),
  /** Unread changes that the system did not show. */
  'notifications.unshown': command(none, unshownSchema),
  /** Raises a test notification. `no-window`: no open window can show it. */
  'notifications.test': command(
    none,
    z.object({ outcome: z.enum([...notificationOutcomeSchema.options, 'no-window']) }),
  ),

  /** Dismisses the banner until the next outage. */
  'outage.dismiss': command(none, none),
  /** Summary of the data of `outage.record`. */
  'outage.attempts': command(none, attemptSummarySchema),
} as const
