import * as z from 'zod'
import { POINTS } from '../domain/training.ts'
import { INPUT_DOCUMENT_TYPES } from '../domain/vocabulary.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const id = z.string().min(1).max(40)

/**
 * Scenario or tour under way. `preparing`: the actions of its step run. `stuck`: the actions failed and can be
 * retried.
 */
export const trainingSchema = z.object({
  id,
  title: z.string(),
  /** True for a scenario with an office of its own. The demonstration returns when the scenario ends. */
  apart: z.boolean(),
  state: z.enum(['preparing', 'ready', 'stuck', 'finished']),
  error: appErrorSchema.optional(),
  /** True if the tour was left for later, and no window shows it. */
  putAway: z.boolean(),
  steps: z.array(z.object({ title: z.string(), skipped: z.boolean() })),
  /** Index of the present step. A finished scenario has the index after the last. */
  step: z.number().int(),
  /** Text of the present step. */
  text: z.string(),
  hint: z.string().nullable(),
  points: z.array(z.enum(POINTS)),
  samples: z.array(z.enum(INPUT_DOCUMENT_TYPES)),
  expected: z.array(z.object({ text: z.string(), met: z.boolean() })),
  button: z.string().nullable(),
})
export type Training = z.infer<typeof trainingSchema>

const scenarioSummarySchema = z.object({
  id,
  title: z.string(),
  about: z.string(),
  minutes: z.number().int(),
  steps: z.number().int(),
  /** True for a scenario of the office, which can be removed. */
  own: z.boolean(),
})
export type ScenarioSummary = z.infer<typeof scenarioSummarySchema>

/** Commands of training. Outside the demonstration all are refused with `no-simulator`. */
export const trainingCommands = {
  /** Scenarios without the tour. `unreadable`: files of the office that are no scenario, with the reason. */
  'training.list': command(
    none,
    z.object({
      scenarios: z.array(scenarioSummarySchema),
      unreadable: z.array(z.object({ file: z.string(), problem: z.string() })),
    }),
  ),
  /** Starts a scenario, or continues the tour. A scenario with an office of its own reloads every window. */
  'training.start': command(z.object({ id }), none),
  /** Leaves the tour for later. */
  'training.put-away': command(none, none),
  /** Restarts the present scenario. */
  'training.again': command(none, none),
  /** Ends the scenario. The demonstration returns as it was. */
  'training.end': command(none, none),
  /** Ends the present step, by its button or by skipping. */
  'training.next': command(z.object({ step: z.number().int(), skip: z.boolean() }), none),
  /** Retries the actions that failed. */
  'training.retry': command(none, none),
  /** Reports an act that only a window knows: a page was opened, or the quick search was used. */
  'training.saw': command(
    z.discriminatedUnion('what', [
      z.object({ what: z.literal('search') }),
      z.object({ what: z.literal('page'), id: z.string().min(1).max(200) }),
    ]),
    none,
  ),
  /** Removes a scenario of the office. */
  'training.remove': command(z.object({ id }), none),
} as const

export const trainingTransfers = {
  /** A sample document, as PDF. */
  'training.sample': transferOut(z.object({ type: z.enum(INPUT_DOCUMENT_TYPES) })),
  /** File of a scenario, to read or to start a new one from. */
  'training.file': transferOut(z.object({ id })),
  /** Adds a scenario of the office, or replaces the one with the same id. */
  'training.add': transferIn(none, z.object({ id, title: z.string() }), 256 * 1024),
} as const
