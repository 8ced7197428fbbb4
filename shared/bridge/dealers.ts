import * as z from 'zod'
import { DEALER_SECTIONS, WAITS } from '../domain/dealer-board.ts'
import { MONTH } from '../domain/calendar.ts'
import { DEALER_KINDS } from '../domain/dealer-id.ts'
import { command, transferOut } from './primitives.ts'
import { templateSchema } from './templates.ts'

/** Id of a dealer: shared/domain/dealer-id.ts. */
const id = z.string().min(1).max(200)
const count = z.number().int()

/** Numbers of a dealer's rows by section: `Tally` of shared/domain/dealer-board.ts. */
const tallySchema = z.object({
  open: count,
  dealer: count,
  signer: count,
  office: count,
  registry: count,
  /** Procedures that ended in the month. */
  ended: count,
  oldest: z.number().nullable(),
  /** Documents sent for signature that nobody has signed. */
  unsigned: count,
  /** Missing documents. */
  missing: count,
})

/** Dealer of the list: a client or a label with something open, or ended this month. */
const dealerSchema = tallySchema.extend({
  id,
  kind: z.enum(DEALER_KINDS),
  /** Name as written in the latest of its procedures. */
  name: z.string(),
})
export type Dealer = z.infer<typeof dealerSchema>

const DEALER_ORDERS = ['name', 'open', 'dealer', 'oldest', 'ended'] as const
const dealerViewSchema = z.object({
  text: z.string().max(200).default(''),
  order: z.enum(DEALER_ORDERS).default('open'),
  descending: z.boolean().default(true),
})
export type DealerView = z.infer<typeof dealerViewSchema>

/** Missing document: one of the checklist of a draft, or one that an incident of the service asks for. */
const missingDocumentSchema = z.union([
  /** Name for `requirementLabel`. */
  z.object({ requirement: z.string() }),
  /** `document`: type of the document that the incident concerns, if the service names one. */
  z.object({ incident: z.string(), document: z.string().optional() }),
])
export type MissingDocument = z.infer<typeof missingDocumentSchema>

/** Row of a board. It has no names: a board is of one dealer, and its texts are about cars. */
const dealerRowSchema = z.object({
  kind: z.enum(['procedure', 'draft']),
  id: z.string(),
  vrm: z.string().optional(),
  vin: z.string().optional(),
  /** Type of a procedure as the service names it (`VEHICLE_TRANSFER`), or kind of a draft. */
  type: z.string(),
  /** Text of the service for the type. */
  label: z.string().optional(),
  /** State of the procedure or of the draft. */
  status: z.string(),
  statusDescription: z.string().optional(),
  since: z.number(),
  waits: z.enum(WAITS),
  section: z.enum(DEALER_SECTIONS),
  vehicle: z.string(),
  missing: z.array(missingDocumentSchema),
  /** Types of the other incidents that need the dealer. */
  asks: z.array(z.string()),
  /** Latest request for each document. */
  signatures: z.array(
    z.object({
      id: z.string(),
      document: z.string(),
      outcome: z.enum(['signed', 'waiting', 'failed']),
    }),
  ),
  /** True for a registration that has its plate. */
  assigned: z.boolean(),
})
export type DealerRow = z.infer<typeof dealerRowSchema>

const month = z.string().regex(MONTH)
/** `month`: default, the present month. */
const boardViewSchema = z.object({ id, month: month.optional() })

const dealerBoardSchema = z.object({
  id,
  kind: z.enum(DEALER_KINDS),
  name: z.string(),
  /** Every spelling of the client's name, latest first. For a label, the label. */
  spellings: z.array(z.string()),
  month,
  /** True for the present month, which has everything open. Another month has only what began in it. */
  isPresent: z.boolean(),
  tally: tallySchema,
  /** Registrations of the month, or open ones, that have their plate. */
  plates: count,
  sections: z.array(
    z.object({
      section: z.enum(DEALER_SECTIONS),
      total: count,
      /** First rows (`MAX_SECTION_ROWS`): longest open first, or latest ended first. */
      rows: z.array(dealerRowSchema),
    }),
  ),
  templates: z.array(templateSchema),
  /** Compact tax id, if the procedures give it for a party with this name. Otherwise empty. */
  taxId: z.string(),
})
export type DealerBoard = z.infer<typeof dealerBoardSchema>

/**
 * Rows of the contract: the board of each dealer. It is computed from procedures and drafts, and nothing is stored.
 */
export const dealerCommands = {
  'dealers.list': command(
    dealerViewSchema.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(dealerSchema), total: count }),
  ),
  'dealers.get': command(boardViewSchema, dealerBoardSchema),
  /** Records that the digest is given, and returns it for the clipboard. */
  'dealers.digest': command(boardViewSchema, z.object({ text: z.string(), rows: count })),
  /** Records that the copy failed. */
  'dealers.not-copied': command(z.object({ id }), z.object({})),
} as const

export const dealerTransfers = {
  /** Whole board as CSV for a Spanish spreadsheet. */
  'dealers.csv': transferOut(boardViewSchema),
  'dealers.xlsx': transferOut(boardViewSchema),
} as const
