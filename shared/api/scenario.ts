import * as z from 'zod'
import { actionSchema } from '../scenario/actions.ts'
import { sampleOfficeSchema } from './sample-office.ts'

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
