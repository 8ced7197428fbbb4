import * as z from 'zod'
import { TEMPLATE_FIELDS, type TemplateField, MAX_TEMPLATE_NAME } from '../domain/procedures/template.ts'
import { FIELD_LENGTHS, MAX_EXPECTED } from '../domain/procedures/fields.ts'
import { itemIdSchema } from './checklists.ts'
import { command, none } from './primitives.ts'
import { draftKindSchema, draftSchema } from './procedures.ts'

const id = z.string().min(1).max(200)

type FieldShape = { [F in TemplateField]: z.ZodOptional<z.ZodString> }
const templateFieldsSchema = z.object(
  Object.fromEntries(
    TEMPLATE_FIELDS.map((name) => [name, z.string().max(FIELD_LENGTHS[name]).optional()]),
  ) as FieldShape,
)
export type TemplateFields = z.infer<typeof templateFieldsSchema>

const problemSchema = z.object({
  what: z.enum(['kind', 'field', 'document']),
  name: z.string(),
  value: z.string(),
  why: z.enum(['gone', 'invalid']),
})

/** Template of procedures for a client or dealer. */
export const templateSchema = z.object({
  id: z.string(),
  /** Increases with every change. */
  version: z.number().int(),
  name: z.string(),
  /** Kind of procedure. `null`: this version does not have the kind, and the template cannot be used. */
  kind: draftKindSchema.nullable(),
  /**
   * Compact tax id of the client or dealer. The template is offered when a user types that tax id. Empty for none.
   */
  taxId: z.string(),
  fields: templateFieldsSchema,
  /** Expected documents. `null` for the usual ones. */
  expected: z.array(z.string()).nullable(),
  /** Stored parts that no longer apply. */
  problems: z.array(problemSchema),
  uses: z.number().int(),
  usedAt: z.number().nullable(),
  updatedAt: z.number(),
})
export type Template = z.infer<typeof templateSchema>

/** Rows of the contract: templates. Changes are published as `changed` with kind `template`. */
export const templateCommands = {
  /** All, by name. */
  'templates.list': command(none, z.object({ rows: z.array(templateSchema) })),
  /** Saves a new template, or a version of one. An older version is refused with `draft-changed`. */
  'templates.save': command(
    z.object({
      id: id.optional(),
      version: z.number().int().min(1).optional(),
      name: z.string().trim().min(1).max(MAX_TEMPLATE_NAME),
      kind: draftKindSchema,
      taxId: z.string().max(32),
      fields: templateFieldsSchema,
      expected: z.array(itemIdSchema).max(MAX_EXPECTED).nullable(),
    }),
    templateSchema,
  ),
  'templates.remove': command(z.object({ id }), none),
  /** Begins a procedure with the template's data. */
  'templates.use': command(z.object({ id }), draftSchema),
  /** Records that a form was filled in with the template. */
  'templates.used': command(z.object({ id }), none),
} as const
