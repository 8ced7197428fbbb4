import * as z from 'zod'
import { actionSchema } from '../scenario/scenario.ts'

/** How fast the demonstration's service goes on by itself: an address of our development environment alone. */
export const PACE_PATH = '/_dev/pace'
export const PACE_STEP_PATH = '/_dev/pace/step'

export const paceBody = z.object({
  paused: z.boolean().optional(),
  /** 1 is normal. */
  speed: z.number().min(0.1).max(1_000).optional(),
})

export const paceSchema = z.object({
  paused: z.boolean(),
  speed: z.number(),
  /** Procedures and signatures that go on by themselves. */
  playing: z.number().int(),
  /** Present time of the service, ISO 8601, and its lead over this PC's. */
  now: z.string(),
  aheadMs: z.number(),
  /** Of a step: id of what moved, or `null` when nothing can. */
  moved: z.string().nullable().optional(),
})
export type PaceState = z.infer<typeof paceSchema>

/** The invented office of the demonstration: what our development environment makes, and the desk reads. */

/** Address of our development environment. The real service has none like it. */
export const SAMPLE_OFFICE_PATH = '/_dev/office'

/** What the office has written down about a procedure, which the service does not know. */
const sampleCaseSchema = z.object({
  id: z.string(),
  client: z.string(),
  sellerName: z.string(),
  sellerTaxId: z.string(),
  buyerName: z.string(),
  buyerTaxId: z.string(),
  /** DD/MM/YYYY, or empty. */
  contractDate: z.string(),
  notes: z.string(),
  labels: z.array(z.string()),
})
export type SampleCase = z.infer<typeof sampleCaseSchema>

export const sampleOfficeSchema = z.object({
  /** Day and time that everything else is dated by, ISO 8601. */
  madeAt: z.string(),
  cases: z.array(sampleCaseSchema),
  /** `procedureId`: the procedure that it was sent for. */
  signatures: z.array(z.object({ id: z.string(), procedureId: z.string().optional() })),
  /** Lookups, the oldest first. */
  reports: z.array(
    z.object({ id: z.string(), type: z.enum(['reduced', 'complete']), vrm: z.string(), at: z.string() }),
  ),
  /** Bodies of the events of procedures and signatures, the oldest first, as a webhook would have had them. */
  events: z.array(z.record(z.string(), z.unknown())),
})
export type SampleOffice = z.infer<typeof sampleOfficeSchema>

/** Training scenarios on our development environment. The real service has no address like these. */
export const SCENARIO_STEP_PATH = '/_dev/scenario/steps'
/** Followed by the type of a document: a sample of it, as PDF. */
export const SAMPLE_DOCUMENTS_PATH = '/_dev/samples'

export const scenarioStepBody = z.strictObject({
  /** Names the step: asked twice with the same one, it happens once. */
  key: z.string().min(1).max(100),
  actions: z.array(actionSchema).max(50),
})

export const namedResourceSchema = z.object({ kind: z.enum(['procedure', 'signature']), id: z.string() })

export const scenarioStepSchema = z.object({
  /** What was added to the past of the office. */
  added: sampleOfficeSchema,
  /** Every name of the scenario so far, with what it names. */
  names: z.record(z.string(), namedResourceSchema),
  /** What changed now. */
  moved: z.array(namedResourceSchema),
})
export type ScenarioStepAnswer = z.infer<typeof scenarioStepSchema>
export type NamedResource = z.infer<typeof namedResourceSchema>
