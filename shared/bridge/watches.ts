import * as z from 'zod'
import { accountAssumptionsSchema } from '../api/assumptions.ts'
import {
  MAX_WATCH_INTERVAL,
  MAX_WATCH_NOTE,
  MAX_WATCHES,
  WATCH_FILTERS,
  type WatchDays,
} from '../domain/watch-days.ts'
import { isoDaySchema } from './deadlines.ts'
import { changeSchema } from './inbox.ts'
import { verdictOutcomeSchema } from './lookup.ts'
import { command, none, transferOut } from './primitives.ts'

const vrm = z.string().min(1).max(16)
const vrms = z.array(vrm).min(1).max(MAX_WATCHES)
const note = z.string().trim().max(MAX_WATCH_NOTE)

export const watchDaysSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('working-day') }),
  z.object({ every: z.literal('week'), on: z.array(z.number().int().min(1).max(7)).min(1).max(7) }),
  z.object({ every: z.literal('days'), count: z.number().int().min(1).max(MAX_WATCH_INTERVAL) }),
]) satisfies z.ZodType<WatchDays>

/** Watched plate. Days are of this PC's calendar, `YYYY-MM-DD`. */
const watchSchema = z.object({
  vrm,
  days: watchDaysSchema,
  /** Last day of the watch. */
  until: isoDaySchema,
  note: z.string(),
  /** `ended`: a person ended the watch, or its last day is past. */
  state: z.enum(['active', 'ended']),
  setDay: isoDaySchema,
  /** Day of the next lookup. `null` if none is left. */
  nextDay: isoDaySchema.nullable(),
})
export type Watch = z.infer<typeof watchSchema>

const watchRowSchema = watchSchema.extend({
  outcome: verdictOutcomeSchema.nullable(),
  /** The reports of the plate disagree. */
  disagrees: z.boolean(),
  /** Time since which the reduced reports say the same. */
  since: z.number().nullable(),
  brand: z.string(),
  model: z.string(),
  /** Last change. `at` in epoch milliseconds. */
  change: z.object({ at: z.number(), detail: changeSchema.shape.detail }).nullable(),
  /** Consecutive due days without an answer. */
  failures: z.number().int(),
})
export type WatchRow = z.infer<typeof watchRowSchema>

const watchFilterSchema = z.enum(WATCH_FILTERS)
export type WatchFilter = z.infer<typeof watchFilterSchema>

/** Filter of rows. The latest changes come first. */
const watchViewSchema = z.object({
  filter: watchFilterSchema.default('active'),
  /** Part of a plate or a note. */
  query: z.string().max(200).default(''),
})
export type WatchView = z.infer<typeof watchViewSchema>

/** Rows of the contract: watched plates. Changes are published as `changed` with kind `watch`. */
export const watchCommands = {
  'watches.rows': command(
    watchViewSchema.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(watchRowSchema), total: z.number().int() }),
  ),
  'watches.counts': command(none, z.record(watchFilterSchema, z.number().int())),
  /** Of the given plates, those with a watch, the price of a lookup and the remaining room. */
  'watches.of': command(
    z.object({ vrms }),
    z.object({
      watches: z.array(watchSchema),
      /** Price of one lookup, in cents; 0: free. */
      price: accountAssumptionsSchema.shape.reducedReportCents,
      /** Number of plates that can still be watched. */
      room: z.number().int(),
    }),
  ),
  /** Watches these plates or changes their watches. With `too-many-watches` no plate is watched. */
  'watches.set': command(z.object({ vrms, days: watchDaysSchema, until: isoDaySchema, note }), none),
  'watches.end': command(z.object({ vrms }), none),
} as const

export const watchTransfers = {
  /** Rows of a view as CSV for a Spanish spreadsheet. */
  'watches.csv': transferOut(watchViewSchema),
} as const
