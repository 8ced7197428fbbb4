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
import { POINTS } from '../domain/training.ts'

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

/**
 * A training scenario: a data file, so that an office writes its own (docs/es/escenarios.md). Its steps come one after
 * another; in each, something happens, and what is expected of the trainee is ticked as it is done.
 */

/** What the trainee did since the step began; `is`: what is the case, whenever it came about. */
export const conditionSchema = z.discriminatedUnion('did', [
  /** Looked up a plate, with an answer. */
  z.strictObject({ did: z.literal('lookup'), plate: plateSchema.optional() }),
  /** Has a complete report that was asked for now. */
  z.strictObject({ did: z.literal('complete-report'), plate: plateSchema.optional() }),
  /** Began a procedure. */
  z.strictObject({
    did: z.literal('begin'),
    kind: z.enum(DRAFT_KINDS).optional(),
    plate: plateSchema.optional(),
  }),
  /** Put at least so many documents in a procedure that was begun now. */
  z.strictObject({ did: z.literal('attach'), documents: z.number().int().min(1).max(20) }),
  /** Sent a procedure, and the service has it. */
  z.strictObject({
    did: z.literal('send'),
    kind: z.enum(DRAFT_KINDS).optional(),
    plate: plateSchema.optional(),
  }),
  /** Solved an incident. */
  z.strictObject({ did: z.literal('solve'), procedure: referenceSchema.optional() }),
  /** Sent a document to be signed, and the service has it. `signer`: tax id. */
  z.strictObject({
    did: z.literal('sign'),
    document: z.enum(SIGNATURE_DOCUMENTS).optional(),
    signer: words(32).optional(),
  }),
  /** Opened the page of a procedure or signature. */
  z.strictObject({ did: z.literal('view'), of: referenceSchema }),
  /** Wrote in the notes of a procedure. */
  z.strictObject({ did: z.literal('note'), procedure: referenceSchema }),
  /** Went somewhere from the quick search. */
  z.strictObject({ did: z.literal('search') }),
  /** Took a list of procedures out as a file. */
  z.strictObject({ did: z.literal('export') }),
  z.strictObject({ did: z.literal('is'), of: referenceSchema, state: words(40) }),
])
export type Condition = z.output<typeof conditionSchema>

const stepSchema = z.strictObject({
  title: words(80),
  /** What to do. */
  text: words(400),
  /** More, for whoever asks. */
  hint: words(400).optional(),
  point: z.array(z.enum(POINTS)).max(6).default([]),
  /** Sample documents that are offered, to be dropped where they are needed. */
  samples: z.array(z.enum(INPUT_DOCUMENT_TYPES)).max(6).default([]),
  happens: z.array(actionSchema).max(50).default([]),
  expected: z
    .array(z.strictObject({ text: words(120), when: conditionSchema }))
    .max(8)
    .default([]),
  /** Button that ends the step, without which it ends with the last of what is expected. */
  button: words(40).optional(),
})

const shapeSchema = z.strictObject({
  $schema: z.string().optional(),
  id: nameSchema,
  title: words(80),
  /** What it trains. */
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
 * A whole scenario. A name that it uses must have been given by an earlier action; plates and tax ids are found in
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
