import * as z from 'zod'
import { DRAFT_KINDS } from '../domain/procedures/fields.ts'
import { POINTS } from '../domain/training.ts'
import { INPUT_DOCUMENT_TYPES, SIGNATURE_DOCUMENTS } from '../domain/vocabulary.ts'
import {
  actionSchema,
  NAME,
  nameSchema,
  plateSchema,
  referenceSchema,
  type ScenarioProblem,
} from './actions.ts'

/**
 * A training scenario: a data file, so that an office writes its own (docs/es/escenarios.md). Its steps come one after
 * another; in each, something happens, and what is expected of the trainee is ticked as it is done.
 */

const words = (max: number) => z.string().trim().min(1).max(max)

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
