import * as z from 'zod'
import { changeSchema, resourceKindSchema, subjectSchema } from './inbox.ts'
import { command } from './primitives.ts'

/** A day of the calendar in this PC's zone, YYYY-MM-DD. */
export const isoDaySchema = z.iso.date()

/** Dated entry of *Plazos*, which leads to its file. */
const deadlineSchema = z.object({
  /** The same entry always has the same one. */
  id: z.string(),
  day: isoDaySchema,
  /** Epoch milliseconds, for one with an hour. */
  at: z.number().optional(),
  /**
   * `legal`: last day of a legal term; `provisional`: the provisional permit was followed up to here;
   * `signature`: a signature waits since so many days ago; `snoozed`: a row of Novedades returns.
   */
  kind: z.enum(['legal', 'provisional', 'signature', 'snoozed']),
  about: z.object({ kind: resourceKindSchema, id: z.string() }),
  subject: subjectSchema,
  /** Name of the client, or of the signer; '' if unknown, or while names are hidden. */
  name: z.string(),
  /** Type of procedure, as the service names it; '' for others. */
  type: z.string(),
  /** Of a legal term. */
  party: z.enum(['seller', 'buyer']).optional(),
  /** Of a snoozed row: its change, and its row of Novedades. */
  change: changeSchema.pick({ event: true, status: true, detail: true }).optional(),
  seq: z.number().int().optional(),
  /** Whole days left: 0 today, negative when past. */
  left: z.number().int(),
  /** Past, and nothing that comes after it still runs. */
  overdue: z.boolean(),
})
export type Deadline = z.infer<typeof deadlineSchema>

const deadlinesSchema = z.object({
  today: isoDaySchema,
  /** Of the days asked for, in order. */
  entries: z.array(deadlineSchema),
  /** Entries of any day. */
  total: z.number().int(),
  /** First day after those asked for that has an entry. */
  next: isoDaySchema.nullable(),
  /** Past and still open, the latest first; as many as fit, of `overdueTotal`. */
  overdue: z.array(deadlineSchema),
  overdueTotal: z.number().int(),
  /** The calendar file has no plates, as notifications have none. */
  private: z.boolean(),
})
export type Deadlines = z.infer<typeof deadlinesSchema>

/** File of the calendar, for another program to read. */
const calendarFileSchema = z.object({
  /** '' while it is off. */
  folder: z.string(),
  path: z.string().nullable(),
  writtenAt: z.number().nullable(),
  /** It could not be written the last time. */
  failed: z.boolean(),
  /** A file in a folder of before is still to be removed, once that folder is there again. */
  leaving: z.boolean(),
})
export type CalendarFile = z.infer<typeof calendarFileSchema>

/** Rows of the contract: dated entries. */
export const deadlineCommands = {
  'deadlines.list': command(z.object({ from: isoDaySchema, to: isoDaySchema }), deadlinesSchema),
  'deadlines.calendar': command(z.object({}), calendarFileSchema),
  /**
   * Keeps a file with the entries up to date in that folder; '' stops and removes it. Refused with
   * `calendar-folder` if it cannot be written, or the file there is another program's.
   */
  'deadlines.publish': command(z.object({ folder: z.string().max(1_024) }), calendarFileSchema),
} as const
