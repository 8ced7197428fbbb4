import * as z from 'zod'
import { changeSchema, resourceKindSchema, subjectSchema } from './inbox.ts'
import { command } from './primitives.ts'

/** A day of the calendar in this PC's zone, YYYY-MM-DD. */
export const isoDaySchema = z.iso.date()

/** Dated entry of *Plazos*. It leads to its file. */
const deadlineSchema = z.object({
  /** Constant id of the entry. */
  id: z.string(),
  day: isoDaySchema,
  /** Time in epoch milliseconds, for an entry with an hour. */
  at: z.number().optional(),
  /**
   * `legal`: last day of a legal term. `provisional`: last day that the provisional permit is followed. `signature`:
   * day since which a signature waits. `request`: day on which the client is to be reminded. `snoozed`: return of a
   * row of Novedades.
   */
  kind: z.enum(['legal', 'provisional', 'signature', 'request', 'snoozed']),
  about: z.object({ kind: resourceKindSchema, id: z.string() }),
  subject: subjectSchema,
  /** Name of the client or of the signer. Empty if unknown, or while names are hidden. */
  name: z.string(),
  /** Type of procedure, as the service names it. Empty for other entries. */
  type: z.string(),
  /** Party of a legal term. */
  party: z.enum(['seller', 'buyer']).optional(),
  /** Change and row of Novedades of a snoozed entry. */
  change: changeSchema.pick({ event: true, status: true, detail: true }).optional(),
  seq: z.number().int().optional(),
  /** Number of requests of a `request`. */
  count: z.number().int().optional(),
  /** Whole days left: 0 today, negative in the past. */
  left: z.number().int(),
  /** True if the entry is past and no later term of its file still runs. */
  overdue: z.boolean(),
})
export type Deadline = z.infer<typeof deadlineSchema>

const deadlinesSchema = z.object({
  today: isoDaySchema,
  /** Entries of the requested days, in order. */
  entries: z.array(deadlineSchema),
  /** Number of entries of all days. */
  total: z.number().int(),
  /** First later day that has an entry. */
  next: isoDaySchema.nullable(),
  /** Past and open entries, latest first. The list may be shorter than `overdueTotal`. */
  overdue: z.array(deadlineSchema),
  overdueTotal: z.number().int(),
  /** True if the calendar file has no plates, because notifications have none. */
  private: z.boolean(),
})
export type Deadlines = z.infer<typeof deadlinesSchema>

/** Calendar file for another program to read. */
const calendarFileSchema = z.object({
  /** Empty while the file is off. */
  folder: z.string(),
  path: z.string().nullable(),
  writtenAt: z.number().nullable(),
  /** True if the last write failed. */
  failed: z.boolean(),
  /** True while an old file has to be removed from a folder that is not reachable. */
  leaving: z.boolean(),
})
export type CalendarFile = z.infer<typeof calendarFileSchema>

/** Rows of the contract: dated entries. */
export const deadlineCommands = {
  'deadlines.list': command(z.object({ from: isoDaySchema, to: isoDaySchema }), deadlinesSchema),
  'deadlines.calendar': command(z.object({}), calendarFileSchema),
  /**
   * Keeps a calendar file in a folder up to date. An empty `folder` stops and removes the file. Refused with
   * `calendar-folder` if the file cannot be written or is another program's.
   */
  'deadlines.publish': command(z.object({ folder: z.string().max(1_024) }), calendarFileSchema),
} as const
