import * as z from 'zod'
import { appErrorSchema } from './result.ts'
import { routeSchema } from './route.ts'
import { command, none } from './primitives.ts'

/**
 * Kinds of resources. Procedures and signatures are polled, reports have their own lane, and the others only have
 * events.
 */
export const resourceKindSchema = z.enum(['procedure', 'signature', 'report', 'certificate', 'other'])
export type ResourceKind = z.infer<typeof resourceKindSchema>

/** Labels of a resource in the office's terms, for rows and notifications. */
export const subjectSchema = z.object({
  /** Compact plate. */
  vrm: z.string().optional(),
  vin: z.string().optional(),
  /** Text of the service (`typeDescription`, name of the signer…). */
  label: z.string().optional(),
  /** Make and model from the latest report of the plate. */
  vehicle: z.string().optional(),
  /** Client and parties of the procedure, or of the procedure that a signature belongs to. */
  client: z.string().optional(),
  seller: z.string().optional(),
  buyer: z.string().optional(),
})
export type Subject = z.infer<typeof subjectSchema>

/**
 * A change. `event`: the service's name of the event, known or not, or one of our own (`alert.inactive`, `alert.deadline`,
 * `alert.legal`, `note.mention`).
 */
export const changeSchema = z.object({
  event: z.string(),
  /** New state, unchanged. */
  status: z.string().optional(),
  /** Details: incident type and level, document type and name, cancellation reason, days, term. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** Best known time of the change, never later than its discovery. */
  at: z.number(),
  seenAt: z.number(),
  /** `own`: this PC made the change, so it is not notified. */
  source: z.enum(['poll', 'relay', 'own', 'alert']),
  /** True if its stored details are invalid, from a damaged backup. */
  unreadable: z.boolean().optional(),
})
export type Change = z.infer<typeof changeSchema>

/** A row of a resource's timeline. */
const timelineRowSchema = changeSchema.extend({ seq: z.number() })
export type TimelineRow = z.infer<typeof timelineRowSchema>

/** Row of Novedades: one per change, until the user marks it done. */
export const inboxRowSchema = changeSchema.extend({
  seq: z.number(),
  kind: resourceKindSchema,
  id: z.string(),
  subject: subjectSchema,
  state: z.enum(['unread', 'read', 'done', 'snoozed']),
  /** Time that a `snoozed` row returns as unread. */
  until: z.number().optional(),
  /** True if the change waits for an action that only this office can take. */
  actionable: z.boolean(),
  /** Colleague who marked it as done or put it off at another PC, '' if unknown. Absent for a mark of this PC. */
  markedBy: z.string().optional(),
})
export type InboxRow = z.infer<typeof inboxRowSchema>

const inboxFilterSchema = z.enum(['unread', 'actionable', 'all'])
export type InboxFilter = z.infer<typeof inboxFilterSchema>

/** `asking`: groups that wait for an action of this office come first. Both orders are newest first. */
export const inboxOrderSchema = z.enum(['asking', 'time'])
export type InboxOrder = z.infer<typeof inboxOrderSchema>

/** Row of the list of Novedades: the changes of one file and moment that the filter shows. */
export const inboxGroupSchema = z.object({
  /** Number of the moment, which is the number of its first change. */
  moment: z.number(),
  /** Position in the list, highest first. */
  place: z.number(),
  /** Newest first; at least one. */
  rows: z.array(inboxRowSchema),
})
export type InboxGroup = z.infer<typeof inboxGroupSchema>

/** Numbers of groups. They are counted from the rows, so that badge, menu and list agree. */
export const inboxCountsSchema = z.object({ unread: z.number(), actionable: z.number() })
export type InboxCounts = z.infer<typeof inboxCountsSchema>

/** Data of a procedure or a signature on this PC, for its page. The body is the service's, without links. */
const resourceViewSchema = z.object({
  kind: resourceKindSchema,
  id: z.string(),
  subject: subjectSchema,
  status: z.string(),
  statusDescription: z.string().optional(),
  /** Best known time that the resource entered its state. */
  since: z.number(),
  addedAt: z.number(),
  /** Time of the service's last answer. */
  checkedAt: z.number().nullable(),
  nextCheckAt: z.number().nullable(),
  /** True if the service no longer knows the resource. Its data stay. */
  gone: z.boolean(),
  muted: z.boolean(),
  error: appErrorSchema.optional(),
  body: z.record(z.string(), z.unknown()),
  timeline: z.array(timelineRowSchema),
})
export type ResourceView = z.infer<typeof resourceViewSchema>

export const resourceRowSchema = resourceViewSchema.pick({
  kind: true,
  id: true,
  subject: true,
  status: true,
  statusDescription: true,
  since: true,
  checkedAt: true,
  gone: true,
})
export type ResourceRow = z.infer<typeof resourceRowSchema>

/**
 * Buttons of a notification. Systems identify them by index, and notifications of earlier versions stay on screen, so
 * the order never changes.
 */
export const NOTIFICATION_ACTIONS = ['open', 'done'] as const
const notificationActionSchema = z.enum(NOTIFICATION_ACTIONS)
export type NotificationAction = z.infer<typeof notificationActionSchema>

/** Notification to raise. Its presenter writes the texts and decides on privacy and language. */
export const notificationSchema = z.object({
  /** Constant per change: a repeated notification replaces the first. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** Route that a click opens. */
  route: routeSchema,
  silent: z.boolean(),
  /** Opaque key of the file, for systems that group notifications by file. */
  group: z.string().optional(),
  /** First elements of `NOTIFICATION_ACTIONS` with their labels. */
  actions: z.array(z.object({ action: notificationActionSchema, label: z.string() })),
})
export type Notification = z.infer<typeof notificationSchema>

const notificationOutcomeSchema = z.enum(['shown', 'denied', 'failed'])
export type NotificationOutcome = z.infer<typeof notificationOutcomeSchema>

/** Unread changes whose notification the system did not show. `denied`: the system shows none of ours. */
const unshownSchema = z.object({ count: z.number(), denied: z.boolean() })
export type Unshown = z.infer<typeof unshownSchema>

/** Suspected outage of the service for all clients, found by our own requests. */
export const outageSchema = z.object({
  state: z.enum(['none', 'suspected']),
  since: z.number().optional(),
  /** Failed attempts since then. The record that can be saved has all their dates. */
  failures: z.number(),
  /** True if the user dismissed this outage. */
  dismissed: z.boolean().optional(),
})
export type Outage = z.infer<typeof outageSchema>

/** Summary of the failed attempts. `null` without any. */
const attemptSummarySchema = z.object({
  failures: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable(),
})
export type AttemptSummary = z.infer<typeof attemptSummarySchema>

/** Measured progress of background polling under the present limits. */
export const sweepSchema = z.object({
  open: z.number(),
  /** Milliseconds of a whole round. 0 without open resources. */
  roundMs: z.number(),
  /** `paused`: offline, asleep, or the key was refused. */
  state: z.enum(['running', 'paused', 'idle']),
  lastAt: z.number().nullable(),
})
export type Sweep = z.infer<typeof sweepSchema>

const id = z.string().min(1).max(200)
const resource = z.object({ kind: resourceKindSchema, id })
const seq = z.number().int().min(1)
const page = { before: z.number().optional(), limit: z.number().int().min(1).max(200) }
const next = z.number().nullable()
const windowId = z.string().min(1).max(64)
const tag = z.string().min(1).max(200)

/** Rows of the contract: tracked resources and their changes. */
export const changeCommands = {
  /** Tracks a resource that was created elsewhere, by its id, path or link at the service. */
  'changes.add': command(z.object({ text: z.string().min(1).max(2_048) }), resource),
  'changes.get': command(resource, resourceViewSchema),
  /** Fetches the resource from the service now and returns the updated view. */
  'changes.refresh': command(resource, resourceViewSchema),
  /** Polls the resource live. A page that shows it repeats the call every few seconds. */
  'changes.look': command(resource, none),
  /** Mutes a resource: no notifications or alerts. Its changes still reach Novedades. */
  'changes.mute': command(resource.extend({ muted: z.boolean() }), none),
  /**
   * Fresh link to the procedure's page at the service, a secret that is never stored. Refused with `bad-address`
   * unless the link leads to the account's host. `null`: the host has opened the page.
   */
  'changes.web-page': command(z.object({ id }), z.object({ url: z.string().nullable() })),

  /** Rows of one resource (`kind` and `id`) or all, newest first. `all` includes done and snoozed rows. */
  'inbox.list': command(
    z.object({ filter: inboxFilterSchema, kind: resourceKindSchema.optional(), id: id.optional(), ...page }),
    z.object({ rows: z.array(inboxRowSchema), next }),
  ),
  /** Groups of Novedades below a place. `newest`: newest change, for `inbox.done-all`. */
  'inbox.groups': command(
    z.object({ filter: inboxFilterSchema, order: inboxOrderSchema, ...page }),
    z.object({ groups: z.array(inboxGroupSchema), next, newest: z.number(), open: z.number() }),
  ),
  /** Groups of the moments of these changes that the filter shows. */
  'inbox.groups-of': command(
    z.object({ filter: inboxFilterSchema, order: inboxOrderSchema, seqs: z.array(seq).max(200) }),
    z.object({ groups: z.array(inboxGroupSchema) }),
  ),
  'inbox.mark': command(
    z.object({ seqs: z.array(seq).max(10_000), state: z.enum(['read', 'unread', 'done']) }),
    none,
  ),
  /** Marks unread changes as read, because the page of their resource showed them on arrival. */
  'inbox.seen': command(z.object({ seqs: z.array(seq).max(500) }), none),
  /** Snoozes rows, all or none, until `until`. */
  'inbox.snooze': command(z.object({ seqs: z.array(seq).min(1).max(10_000), until: z.number() }), none),
  /**
   * Marks all changes of a filter as done, up to `upTo`. Returns the rows with their former states, so that
   * `inbox.mark` can undo it, and the number of groups.
   */
  'inbox.done-all': command(
    z.object({
      filter: inboxFilterSchema,
      upTo: seq,
      /** True to count only, for the confirmation. */
      dry: z.boolean().optional(),
    }),
    z.object({
      unread: z.array(seq),
      read: z.array(seq),
      lines: z.number(),
      /** Number of these groups that wait for the office. */
      asking: z.number(),
    }),
  ),
} as const

/** Rows of the contract: notifications of this PC. */
export const notificationCommands = {
  /**
   * Heartbeat of every window, every few seconds and on each change. It elects the window that raises notifications.
   * `closing`: the window closes.
   */
  'notifications.window': command(
    z.object({
      windowId,
      /** `unsupported`: the page has no notifications. */
      permission: z.enum(['granted', 'denied', 'default', 'unsupported']),
      visible: z.boolean(),
      /** True if the user types and clicks in this window. */
      focused: z.boolean().optional(),
      route: routeSchema.optional(),
      closing: z.boolean().optional(),
    }),
    none,
  ),
  /** Outcome of a notification that this window was asked to raise. */
  'notifications.outcome': command(z.object({ windowId, tag, outcome: notificationOutcomeSchema }), none),
  /**
   * The user clicked the notification. Returns its route for the window with that id. Without an id, the host shows
   * its own window.
   */
  'notifications.clicked': command(
    z.object({ tag, windowId: windowId.optional() }),
    z.object({ route: routeSchema }),
  ),
  /**
   * Marks the changes of a notification as done, from its button, even without a window. A second press changes
   * nothing. `not-found`: the notification is of another account, or its data were erased.
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
