import * as z from 'zod'
import { notificationLimits } from '../domain/notification-settings.ts'
import { appErrorSchema } from './result.ts'
import { routeSchema } from './route.ts'

/** What is followed: a procedure or a signature by polling, a report by its own lane, and what only has events. */
export const resourceKindSchema = z.enum(['procedure', 'signature', 'report', 'certificate', 'other'])
export type ResourceKind = z.infer<typeof resourceKindSchema>

/** Where something is, in the desk's terms: what a row or a notification names it by. */
export const subjectSchema = z.object({
  /** Compact plate. */
  vrm: z.string().optional(),
  vin: z.string().optional(),
  /** The service's own words for it (`typeDescription`, the signer's name…). */
  label: z.string().optional(),
})
export type Subject = z.infer<typeof subjectSchema>

/**
 * One thing that changed. `event`: the service's name for it (any, also one never seen), or one of our own alerts
 * (`alert.inactive`, `alert.deadline`, `alert.legal`).
 */
export const changeSchema = z.object({
  event: z.string(),
  /** The state it changed to, raw. */
  status: z.string().optional(),
  /** What else is known of it: incident type and level, document type and name, cancellation reason, days, term. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** When it happened as far as anyone knows, never later than when it was seen. */
  at: z.number(),
  seenAt: z.number(),
  /** `own`: this PC did it, so nobody is told. */
  source: z.enum(['poll', 'relay', 'own', 'alert']),
  /** What else is known of it was not stored as it should be: it came in a bad copy. */
  unreadable: z.boolean().optional(),
})
export type Change = z.infer<typeof changeSchema>

/** A row of a resource's timeline. */
export const timelineRowSchema = changeSchema.extend({ seq: z.number() })
export type TimelineRow = z.infer<typeof timelineRowSchema>

/** A row of Novedades: one per change, until the person is done with it. */
export const inboxRowSchema = changeSchema.extend({
  seq: z.number(),
  kind: resourceKindSchema,
  id: z.string(),
  subject: subjectSchema,
  state: z.enum(['unread', 'read', 'done', 'snoozed']),
  /** When a `snoozed` one returns as unread. */
  until: z.number().optional(),
  /** It waits for something that only this desk can do. */
  mine: z.boolean(),
})
export type InboxRow = z.infer<typeof inboxRowSchema>

export const inboxFilterSchema = z.enum(['unread', 'mine', 'all'])
export type InboxFilter = z.infer<typeof inboxFilterSchema>

/** Derived from the rows themselves, so that badge, menu and list never disagree. */
export const inboxCountsSchema = z.object({ unread: z.number(), mine: z.number() })
export type InboxCounts = z.infer<typeof inboxCountsSchema>

/** What this PC knows of a procedure or a signature: enough to land on. The body is the service's, without its links. */
export const resourceViewSchema = z.object({
  kind: resourceKindSchema,
  id: z.string(),
  subject: subjectSchema,
  status: z.string(),
  statusDescription: z.string().optional(),
  /** When it entered the state it is in, as far as is known. */
  since: z.number(),
  addedAt: z.number(),
  /** The last time the service was asked, and answered. */
  checkedAt: z.number().nullable(),
  nextCheckAt: z.number().nullable(),
  /** The service no longer knows it. What was known stays. */
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

/** A notification to raise. The words are made where the person is: privacy and language are the presenter's. */
export const notificationSchema = z.object({
  /** The same change always has the same tag: raising it again replaces, never doubles. */
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  /** Where a click leads. */
  route: routeSchema,
  silent: z.boolean(),
})
export type Notification = z.infer<typeof notificationSchema>

export const notificationOutcomeSchema = z.enum(['shown', 'denied', 'failed'])
export type NotificationOutcome = z.infer<typeof notificationOutcomeSchema>

const whole = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** How this office wants to be told. */
export const notificationSettingsSchema = z.object({
  enabled: z.boolean(),
  /** By kind of event; what is not named here is told. */
  events: z.object({
    status: z.boolean(),
    incident: z.boolean(),
    document: z.boolean(),
    signature: z.boolean(),
    report: z.boolean(),
    alert: z.boolean(),
    deadline: z.boolean(),
    other: z.boolean(),
  }),
  onlyMine: z.boolean(),
  /** No plate nor name on the screen of the notification. */
  private: z.boolean(),
  sound: z.boolean(),
  /** In this PC's zone; across midnight when `from` is later than `to`. */
  quiet: z.object({ enabled: z.boolean(), from: time, to: time, weekends: z.boolean() }),
  /** More than `more` within `seconds` become one. */
  burst: z.object({ more: whole(notificationLimits.more), seconds: whole(notificationLimits.seconds) }),
  /**
   * Days until an alert: with an incident, in a provisional state, a signature waiting; and before the end of a legal
   * term. 0 turns it off.
   */
  days: z.object({
    incident: whole(notificationLimits.days),
    provisional: whole(notificationLimits.days),
    signature: whole(notificationLimits.days),
    deadline: whole(notificationLimits.days),
  }),
})
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>

/** Whether the service seems to be down for everybody, told from our own attempts. */
export const outageSchema = z.object({
  state: z.enum(['none', 'suspected']),
  since: z.number().optional(),
  /** Attempts that failed since then, all dated in the record that can be saved. */
  failures: z.number(),
  /** The person has been told, and wants to hear no more of this one. */
  dismissed: z.boolean().optional(),
})
export type Outage = z.infer<typeof outageSchema>

/** What the record of failed attempts has: `null` without any. */
export const attemptSummarySchema = z.object({
  failures: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable(),
})
export type AttemptSummary = z.infer<typeof attemptSummarySchema>

/** What the sweep of the open resources really achieves with the limits there are. */
export const sweepSchema = z.object({
  open: z.number(),
  /** Milliseconds that a whole round takes; 0 with nothing open. */
  roundMs: z.number(),
  /** `paused`: offline, asleep or the key was refused. */
  state: z.enum(['running', 'paused', 'idle']),
  lastAt: z.number().nullable(),
})
export type Sweep = z.infer<typeof sweepSchema>
