import * as z from 'zod'
import { DEALER_SECTIONS, WAITS } from '../domain/dealer-board.ts'
import { MONTH } from '../domain/calendar.ts'
import { DEALER_KINDS } from '../domain/dealer-id.ts'
import { REQUIREMENTS } from '../domain/procedures/requirements.ts'
import { command, transferOut } from './primitives.ts'
import { templateSchema } from './templates.ts'

/** Id of a dealer: shared/domain/dealer-id.ts. */
const id = z.string().min(1).max(200)
const count = z.number().int()

/** How many rows of a dealer are where: `Tally` of shared/domain/dealer-board.ts. */
const tallySchema = z.object({
  open: count,
  dealer: count,
  signer: count,
  office: count,
  registry: count,
  /** Ended in the month. */
  ended: count,
  oldest: z.number().nullable(),
  /** Documents sent to be signed that nobody has signed. */
  unsigned: count,
  /** Documents that are missing. */
  missing: count,
})

/** A dealer of the list: a client, or a label, with something open or ended this month. */
const dealerSchema = tallySchema.extend({
  id,
  kind: z.enum(DEALER_KINDS),
  /** As it is written in the latest of its procedures. */
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

/** A document that is missing: one of the checklist of a draft, or what an incident of the service asks for. */
const missingDocumentSchema = z.union([
  z.object({ requirement: z.enum(REQUIREMENTS) }),
  /** `document`: type of the document that it is about, if the service names one. */
  z.object({ incident: z.string(), document: z.string().optional() }),
])
export type MissingDocument = z.infer<typeof missingDocumentSchema>

/** A row of a board. Without names: a board is of one dealer, and what is said to it is of its cars. */
const dealerRowSchema = z.object({
  kind: z.enum(['procedure', 'draft']),
  id: z.string(),
  vrm: z.string().optional(),
  vin: z.string().optional(),
  /** The service's name of the type of a procedure (`VEHICLE_TRANSFER`); the kind of a draft. */
  type: z.string(),
  /** The service's own words for the type. */
  label: z.string().optional(),
  /** State of the procedure, or of the draft. */
  status: z.string(),
  statusDescription: z.string().optional(),
  since: z.number(),
  waits: z.enum(WAITS),
  section: z.enum(DEALER_SECTIONS),
  vehicle: z.string(),
  missing: z.array(missingDocumentSchema),
  /** Types of the other incidents that ask something of the dealer. */
  asks: z.array(z.string()),
  /** Latest request of each document sent to be signed. */
  signatures: z.array(
    z.object({
      id: z.string(),
      document: z.string(),
      outcome: z.enum(['signed', 'waiting', 'failed']),
    }),
  ),
  /** A registration that has its plate. */
  assigned: z.boolean(),
})
export type DealerRow = z.infer<typeof dealerRowSchema>

const month = z.string().regex(MONTH)
/** `month`: by default, the present one. */
const boardViewSchema = z.object({ id, month: month.optional() })

const dealerBoardSchema = z.object({
  id,
  kind: z.enum(DEALER_KINDS),
  name: z.string(),
  /** Every way in which its name is written, the latest first; of a label, itself. */
  spellings: z.array(z.string()),
  month,
  /** The present month: with everything open, whenever it began. Of another, what is open began in it. */
  isPresent: z.boolean(),
  tally: tallySchema,
  /** Registrations of the month, or open, that have their plate. */
  plates: count,
  sections: z.array(
    z.object({
      section: z.enum(DEALER_SECTIONS),
      total: count,
      /** The first ones (`MAX_SECTION_ROWS`): those open for the longest, the latest to end. */
      rows: z.array(dealerRowSchema),
    }),
  ),
  templates: z.array(templateSchema),
  /** Compact, if its procedures say it of the party with its name; '' otherwise. */
  taxId: z.string(),
})
export type DealerBoard = z.infer<typeof dealerBoardSchema>

/** Rows of the contract: the board of each dealer. Nothing is stored: it is read from procedures and drafts. */
export const dealerCommands = {
  'dealers.list': command(
    dealerViewSchema.extend({
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(dealerSchema), total: count }),
  ),
  'dealers.get': command(boardViewSchema, dealerBoardSchema),
  /** Records that the digest is given, and answers with it: for the clipboard. */
  'dealers.digest': command(boardViewSchema, z.object({ text: z.string(), rows: count })),
  /** Records that it could not be copied after all. */
  'dealers.not-copied': command(z.object({ id }), z.object({})),
} as const

export const dealerTransfers = {
  /** The whole board, as CSV for a Spanish spreadsheet. */
  'dealers.csv': transferOut(boardViewSchema),
  'dealers.xlsx': transferOut(boardViewSchema),
} as const
