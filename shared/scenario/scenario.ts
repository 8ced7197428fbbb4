import * as z from 'zod'
import { DRAFT_KINDS } from '../domain/procedures/kinds.ts'
import {
  INCIDENT_TYPES,
  INPUT_DOCUMENT_TYPES,
  ISSUE_TYPES,
  PROCEDURE_STATES,
  SIGNATURE_DOCUMENTS,
  SIGNATURE_STATES,
} from '../domain/vocabulary.ts'
import { POINTS } from '../domain/training.ts'

/** Actions of a training scenario. The demonstration's service performs them (service/dev/scenario). */

/** Problems that the schema alone would not explain. Their texts are in shared/text/frame.ts. */
export type ScenarioProblem = 'name' | 'plate' | 'endless' | 'unnamed'

const words = (max: number) => z.string().trim().min(1).max(max)
const NAME = /^[a-z][a-z0-9-]{0,39}$/
const nameSchema = z.string().regex(NAME, 'name' satisfies ScenarioProblem)
const plateSchema = z.string().regex(/^\d{4}[BCDFGHJKLMNPRSTVWXYZ]{3}$/, 'plate' satisfies ScenarioProblem)
/**
 * Reference to a procedure or a signature: a name that an action gave, the plate of a procedure, or the tax id of a
 * signer. If several match, the latest counts.
 */
const referenceSchema = words(40)
const party = z.strictObject({ name: words(200), taxId: words(32) })
const daysAgo = z.number().int().min(0).max(365).default(0)

const open = z.strictObject({
  do: z.literal('open'),
  name: nameSchema,
  kind: z.enum(DRAFT_KINDS),
  /** For a registration, the plate of its vehicle. The registration itself has only a chassis number. */
  plate: plateSchema,
  daysAgo,
  state: z.enum(PROCEDURE_STATES).default('PENDING'),
  /** Incident of the procedure. It is unsolved in the state `BLOCKED` and solved in any other. */
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
  /** Procedure that the signature is for. */
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
    /** Document that the incident concerns. Default: the first. */
    document: z.enum(INPUT_DOCUMENT_TYPES).optional(),
  }),
  z.strictObject({ do: z.literal('solve'), procedure: referenceSchema }),
  z.strictObject({
    do: z.literal('signature'),
    signature: referenceSchema,
    to: z.enum(SIGNATURE_STATES),
  }),
  /** Lookup that the office made before. */
  z.strictObject({
    do: z.literal('lookup'),
    plate: plateSchema,
    type: z.enum(['reduced', 'complete']).default('reduced'),
    minutesAgo: z.number().int().min(0).max(10_000).default(0),
  }),
  /** Changes the registry's answers about a plate from now on. */
  z.strictObject({
    do: z.literal('registry'),
    plate: plateSchema,
    charges: z.array(z.enum(ISSUE_TYPES)).max(ISSUE_TYPES.length),
  }),
  /** Minutes of the service's clock in which the registry does not answer. 0 ends the outage. */
  z.strictObject({ do: z.literal('outage'), minutes: z.number().int().min(0).max(1_440) }),
  /** Moves the service's clock ahead. It must be the last action of its step. */
  z.strictObject({ do: z.literal('clock'), minutes: z.number().int().min(1).max(100_000) }),
])
export type ScenarioAction = z.output<typeof actionSchema>
export type ActionOf<D extends ScenarioAction['do']> = Extract<ScenarioAction, { do: D }>

/**
 * Training scenario: a data file, so that offices can write their own (docs/es/escenarios.md). Its steps follow one
 * another. Each step performs actions and ticks the expected conditions as the trainee meets them.
 */

/**
 * Condition that the trainee has met since the step began. `is` is a condition of the present state, whenever it came
 * about.
 */
export const conditionSchema = z.discriminatedUnion('did', [
  /** Looked up a plate, with an answer. */
  z.strictObject({ did: z.literal('lookup'), plate: plateSchema.optional() }),
  /** Has a complete report that was requested in this step. */
  z.strictObject({ did: z.literal('complete-report'), plate: plateSchema.optional() }),
  /** Began a procedure. */
  z.strictObject({
    did: z.literal('begin'),
    kind: z.enum(DRAFT_KINDS).optional(),
    plate: plateSchema.optional(),
  }),
  /** Added at least this many documents to a procedure begun in this step. */
  z.strictObject({ did: z.literal('attach'), documents: z.number().int().min(1).max(20) }),
  /** Sent a procedure, and the service has received it. */
  z.strictObject({
    did: z.literal('send'),
    kind: z.enum(DRAFT_KINDS).optional(),
    plate: plateSchema.optional(),
  }),
  /** Solved an incident. */
  z.strictObject({ did: z.literal('solve'), procedure: referenceSchema.optional() }),
  /** Sent a document to be signed, and the service has received it. `signer`: tax id. */
  z.strictObject({
    did: z.literal('sign'),
    document: z.enum(SIGNATURE_DOCUMENTS).optional(),
    signer: words(32).optional(),
  }),
  /** Opened the page of a procedure or signature. */
  z.strictObject({ did: z.literal('view'), of: referenceSchema }),
  /** Wrote in the notes of a procedure. */
  z.strictObject({ did: z.literal('note'), procedure: referenceSchema }),
  /** Opened a place from the quick search. */
  z.strictObject({ did: z.literal('search') }),
  /** Exported a list of procedures. */
  z.strictObject({ did: z.literal('export') }),
  z.strictObject({ did: z.literal('is'), of: referenceSchema, state: words(40) }),
])
export type Condition = z.output<typeof conditionSchema>

const stepSchema = z.strictObject({
  title: words(80),
  /** Instruction. */
  text: words(400),
  /** More detail, on request. */
  hint: words(400).optional(),
  point: z.array(z.enum(POINTS)).max(6).default([]),
  /** Sample documents that are offered for dropping. */
  samples: z.array(z.enum(INPUT_DOCUMENT_TYPES)).max(6).default([]),
  happens: z.array(actionSchema).max(50).default([]),
  expected: z
    .array(z.strictObject({ text: words(120), when: conditionSchema }))
    .max(8)
    .default([]),
  /** Button that ends the step. Without it, the step ends when all expected conditions are met. */
  button: words(40).optional(),
})

const shapeSchema = z.strictObject({
  $schema: z.string().optional(),
  id: nameSchema,
  title: words(80),
  /** Subject of the training. */
  about: words(300),
  minutes: z.number().int().min(1).max(240),
  steps: z
    .array(
      stepSchema.refine(
        ({ expected, button }) => expected.length > 0 || button !== undefined,
        'endless' satisfies ScenarioProblem,
      ),
    )
    .min(1)
    .max(30),
})

/** Fields that refer to a procedure or a signature. */
const REFERENCES = ['procedure', 'signature', 'for', 'of']

/**
 * Complete scenario. A name must be given by an earlier action before it is used. Plates and tax ids are looked up in
 * the office.
 */
export const scenarioSchema = shapeSchema.superRefine(({ steps }, context) => {
  const given = new Set<string>()
  function check(path: (string | number)[], part: object): void {
    for (const [field, reference] of Object.entries(part))
      if (REFERENCES.includes(field) && NAME.test(reference) && !given.has(reference))
        context.addIssue({
          code: 'custom',
          path: [...path, field],
          message: 'unnamed' satisfies ScenarioProblem,
        })
  }
  steps.forEach(({ happens, expected }, step) => {
    happens.forEach((action, index) => {
      check(['steps', step, 'happens', index], action)
      if ('name' in action) given.add(action.name)
    })
    expected.forEach(({ when }, index) => check(['steps', step, 'expected', index, 'when'], when))
  })
})
export type Scenario = z.output<typeof scenarioSchema>
