import * as z from 'zod'
import { actionSchema } from '../scenario/scenario.ts'

/** Addresses that set the pace of the demonstration's service. Only our development environment has them. */
export const PACE_PATH = '/_dev/pace'
export const PACE_STEP_PATH = '/_dev/pace/step'

export const paceBody = z.object({
  paused: z.boolean().optional(),
  /** Factor of the normal speed. */
  speed: z.number().min(0.1).max(1_000).optional(),
})

export const paceSchema = z.object({
  paused: z.boolean(),
  speed: z.number(),
  /** Number of procedures and signatures that advance by themselves. */
  playing: z.number().int(),
  /** Present time of the service in ISO 8601, and how far it is ahead of this PC. */
  now: z.string(),
  aheadMs: z.number(),
  /** Answer of a step: id of the resource that moved, or `null` if none can move. */
  moved: z.string().nullable().optional(),
})
export type PaceState = z.infer<typeof paceSchema>

/** Address of the demonstration's invented office. Only our development environment has it. */
export const SAMPLE_OFFICE_PATH = '/_dev/office'

/** Local annotations of a procedure, which the service does not know. */
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
  /** Reference time in ISO 8601: all other dates are relative to it. */
  madeAt: z.string(),
  cases: z.array(sampleCaseSchema),
  /** `procedureId`: procedure that the signature is for. */
  signatures: z.array(z.object({ id: z.string(), procedureId: z.string().optional() })),
  /** Lookups, the oldest first. */
  reports: z.array(
    z.object({ id: z.string(), type: z.enum(['reduced', 'complete']), vrm: z.string(), at: z.string() }),
  ),
  /** Bodies of the events of procedures and signatures, oldest first, as webhooks deliver them. */
  events: z.array(z.record(z.string(), z.unknown())),
})
export type SampleOffice = z.infer<typeof sampleOfficeSchema>

/** Address of the steps of training scenarios. Only our development environment has it. */
export const SCENARIO_STEP_PATH = '/_dev/scenario/steps'
/** Address of sample documents as PDF. The type of the document follows. */
export const SAMPLE_DOCUMENTS_PATH = '/_dev/samples'

export const scenarioStepBody = z.strictObject({
  /** Idempotency key: a step with the same key happens once. */
  key: z.string().min(1).max(100),
  actions: z.array(actionSchema).max(50),
})

export const namedResourceSchema = z.object({ kind: z.enum(['procedure', 'signature']), id: z.string() })

export const scenarioStepSchema = z.object({
  /** Resources added to the office's past. */
  added: sampleOfficeSchema,
  /** Every name of the scenario so far, with its resource. */
  names: z.record(z.string(), namedResourceSchema),
  /** Resources that changed in this step. */
  moved: z.array(namedResourceSchema),
})
export type ScenarioStepAnswer = z.infer<typeof scenarioStepSchema>
export type NamedResource = z.infer<typeof namedResourceSchema>
