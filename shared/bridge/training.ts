import * as z from 'zod'
import { POINTS } from '../domain/training.ts'
import { INPUT_DOCUMENT_TYPES } from '../domain/vocabulary.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'
import { appErrorSchema } from './result.ts'

const id = z.string().min(1).max(40)

/**
 * The scenario, or the tour, under way. `preparing`: what its step makes happen is under way; `stuck`: it
 * could not happen, and can be tried again.
 */
export const trainingSchema = z.object({
  id,
  title: z.string(),
  /** It has an office of its own, and the demonstration comes back when it ends. */
  apart: z.boolean(),
  state: z.enum(['preparing', 'ready', 'stuck', 'finished']),
  error: appErrorSchema.optional(),
  /** The tour was left for later: no window shows it. */
  putAway: z.boolean(),
  steps: z.array(z.object({ title: z.string(), skipped: z.boolean() })),
  /** Position of the present step; that after the last once it is finished. */
  step: z.number().int(),
  /** Of the present step. */
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
  /** Written by the office: it can be removed. */
  own: z.boolean(),
})
export type ScenarioSummary = z.infer<typeof scenarioSummarySchema>

/** Commands of training. Outside of the demonstration all of them are refused with `no-simulator`. */
export const trainingCommands = {
  /** The tour is not among them. `unreadable`: files of the office's own that are no scenario, and why. */
  'training.list': command(
    none,
    z.object({
      scenarios: z.array(scenarioSummarySchema),
      unreadable: z.array(z.object({ file: z.string(), problem: z.string() })),
    }),
  ),
  /** Begins one, or the tour where it was left. Of one that has an office apart, every window begins anew. */
  'training.start': command(z.object({ id }), none),
  /** Leaves the tour for later. */
  'training.put-away': command(none, none),
  /** The present one from its beginning. */
  'training.again': command(none, none),
  /** Ends it. The demonstration comes back as it was before a scenario. */
  'training.end': command(none, none),
  /** Ends a step that is the present one: with its button, or skipped. */
  'training.next': command(z.object({ step: z.number().int(), skip: z.boolean() }), none),
  /** Tries again what could not happen. */
  'training.retry': command(none, none),
  /** What only a window knows: a page that was opened, or the quick search that led somewhere. */
  'training.saw': command(
    z.discriminatedUnion('what', [
      z.object({ what: z.literal('search') }),
      z.object({ what: z.literal('page'), id: z.string().min(1).max(200) }),
    ]),
    none,
  ),
  /** Removes a scenario of the office's own. */
  'training.remove': command(z.object({ id }), none),
} as const

export const trainingTransfers = {
  /** A sample document, as PDF. */
  'training.sample': transferOut(z.object({ type: z.enum(INPUT_DOCUMENT_TYPES) })),
  /** The file of a scenario, to be read or to begin one's own with. */
  'training.file': transferOut(z.object({ id })),
  /** Adds a scenario of the office's own, or replaces the one of the same id. */
  'training.add': transferIn(none, z.object({ id, title: z.string() }), 256 * 1024),
} as const
