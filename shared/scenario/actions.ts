import * as z from 'zod'
import { DRAFT_KINDS } from '../domain/procedures/fields.ts'
import {
  INCIDENT_TYPES,
  INPUT_DOCUMENT_TYPES,
  ISSUE_TYPES,
  PROCEDURE_STATES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
} from '../domain/vocabulary.ts'

/** What a training scenario makes happen: the service of the demonstration does it (service/dev/scenario). */

/** Problems that the schema alone would not explain; their words are in shared/text/frame.ts. */
export type ScenarioProblem = 'name' | 'plate' | 'endless' | 'unnamed'

const words = (max: number) => z.string().trim().min(1).max(max)
export const NAME = /^[a-z][a-z0-9-]{0,39}$/
export const nameSchema = z.string().regex(NAME, 'name' satisfies ScenarioProblem)
export const plateSchema = z
  .string()
  .regex(/^\d{4}[BCDFGHJKLMNPRSTVWXYZ]{3}$/, 'plate' satisfies ScenarioProblem)
/**
 * Names a procedure or a signature: the name that an action gave to it, the plate of a procedure, or the tax id of a
 * signer. Of several with the same plate or signer it is the latest.
 */
export const referenceSchema = words(40)
const party = z.strictObject({ name: words(200), taxId: words(32) })
const daysAgo = z.number().int().min(0).max(365).default(0)

const open = z.strictObject({
  do: z.literal('open'),
  name: nameSchema,
  kind: z.enum(DRAFT_KINDS),
  /** Of a registration, the plate whose vehicle it is: a registration has a chassis number only. */
  plate: plateSchema,
  daysAgo,
  state: z.enum(PROCEDURE_STATES).default('PENDING'),
  /** Not solved in state `BLOCKED`, solved in any other. */
  incident: z.enum(INCIDENT_TYPES).optional(),
  client: words(200),
  seller: party.optional(),
  buyer: party.optional(),
  notes: z.string().max(4_000).default(''),
  labels: z.array(words(40)).max(10).default([]),
})
const send = z.strictObject({
  do: z.literal('send'),
  name: nameSchema,
  document: z.enum(SIGNATURE_DOCUMENTS),
  signer: party.extend({ email: z.email() }),
  /** Procedure that it is for. */
  for: referenceSchema.optional(),
  daysAgo,
  state: z.enum(SIGNATURE_STATES).default('sent'),
})

export const actionSchema = z.discriminatedUnion('do', [
  open,
  send,
  z.strictObject({ do: z.literal('move'), procedure: referenceSchema, to: z.enum(PROCEDURE_STATES) }),
  z.strictObject({
    do: z.literal('incident'),
    procedure: referenceSchema,
    type: z.enum(INCIDENT_TYPES),
    /** Document that it is about; the first one by default. */
    document: z.enum(INPUT_DOCUMENT_TYPES).optional(),
  }),
  z.strictObject({ do: z.literal('solve'), procedure: referenceSchema }),
  z.strictObject({
    do: z.literal('signature'),
    signature: referenceSchema,
    to: z.enum(SIGNATURE_STATES),
  }),
  /** A lookup that the office made before. */
  z.strictObject({
    do: z.literal('lookup'),
    plate: plateSchema,
    type: z.enum(['reduced', 'complete']).default('reduced'),
    minutesAgo: z.number().int().min(0).max(10_000).default(0),
  }),
  /** What the registry answers of a plate from now on. */
  z.strictObject({
    do: z.literal('registry'),
    plate: plateSchema,
    charges: z.array(z.enum(ISSUE_TYPES)).max(ISSUE_TYPES.length),
  }),
  /** The registry gives no answer for so many minutes of the service's clock; 0: it is back. */
  z.strictObject({ do: z.literal('outage'), minutes: z.number().int().min(0).max(1_440) }),
  /** Moves the service's clock ahead. The last of its step. */
  z.strictObject({ do: z.literal('clock'), minutes: z.number().int().min(1).max(100_000) }),
])
export type ScenarioAction = z.output<typeof actionSchema>
export type ActionOf<D extends ScenarioAction['do']> = Extract<ScenarioAction, { do: D }>
