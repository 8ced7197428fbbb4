import * as z from 'zod'
import { DOCUMENT_PARTIES, SIGNERS, SITUATIONS } from '../domain/procedures/checklists.ts'
import { DRAFT_KINDS } from '../domain/procedures/kinds.ts'
import { command, none, transferOut } from './primitives.ts'

/** Id of a document in the checklists. A form stores several with blanks between. */
export const itemIdSchema = z.string().regex(/^[\w.-]{1,60}$/)
/** A situation, or a situation and its party: `minor:buyer`. A later version may know others. */
export const choiceSchema = z.string().regex(/^[\w.-]{1,40}(?::[\w.-]{1,40})?$/)
/** Party of a document. Empty: none was chosen. */
export const chosenPartySchema = z.enum([...DOCUMENT_PARTIES, ''])

const CHECKLIST_LIMITS = { items: 50, name: 100, types: 20, type: 100 } as const

/** One document of a checklist of the office. */
const itemSchema = z.object({
  id: itemIdSchema,
  name: z.string().trim().max(CHECKLIST_LIMITS.name),
  types: z.array(z.string().trim().min(1).max(CHECKLIST_LIMITS.type)).max(CHECKLIST_LIMITS.types),
  party: z.enum(DOCUMENT_PARTIES),
  signer: z.enum(SIGNERS),
})

/** A list: every document has its own id, and a name or types by which a document is known. */
export const itemsSchema = z
  .array(itemSchema)
  .max(CHECKLIST_LIMITS.items)
  .superRefine((items, context) => {
    items.forEach(({ id, name, types }, at) => {
      if (items.findIndex((one) => one.id === id) !== at)
        context.addIssue({ code: 'custom', path: [at, 'id'], message: 'repeated' })
      if (name === '' && types.length === 0)
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'nameless' })
    })
  })

/** Name of the file format. */
export const CHECKLIST_FORMAT = 'ventanilla-checklists'

/**
 * File of checklists: the office's lists by procedure type and situation. A later version may write lists that this
 * one does not know. They are stored, and shared with the PCs that know them.
 */
export const checklistFileSchema = z.object({
  format: z.literal(CHECKLIST_FORMAT),
  version: z.literal(1),
  lists: z.record(itemIdSchema, z.record(itemIdSchema, itemsSchema)),
})

const kind = z.enum(DRAFT_KINDS)
const situation = z.enum(SITUATIONS)

/** All lists of a store. `own` has those of the office, and `versions` the last change of each, by `checklistKey`. */
const checklistsSchema = z.object({
  own: z.record(z.string(), z.array(itemSchema)),
  versions: z.record(z.string(), z.number()),
})
export type OwnChecklists = z.infer<typeof checklistsSchema>

/** Rows of the contract: checklists of the office. Changes are published as `changed` with kind `checklists`. */
export const checklistCommands = {
  'checklists.list': command(none, checklistsSchema),
  /**
   * Saves a list. `null` restores the list of the program. A save that is based on another version (`versions`, or 0)
   * is refused with `draft-changed`.
   */
  'checklists.save': command(
    z.object({ kind, situation, items: itemsSchema.nullable(), version: z.number() }),
    checklistsSchema,
  ),
  /** Reads a file of checklists, whole or not at all. `detail` of `invalid-request` has the place of the first error. */
  'checklists.import': command(
    z.object({ text: z.string().max(1_000_000) }),
    z.object({ lists: z.number().int() }),
  ),
} as const

export const checklistTransfers = {
  /** File of the office's lists. */
  'checklists.export': transferOut(none),
} as const
