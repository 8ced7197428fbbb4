import * as z from 'zod'
import { MAX_PAPER_BYTES, PAPER_TYPES } from '../domain/clients.ts'
import { DRAFT_KINDS } from '../domain/procedures/kinds.ts'
import { isoDaySchema } from './deadlines.ts'
import { command, none, transferIn, transferOut } from './primitives.ts'

/** Id of a client: `dealerId` of shared/domain/dealer-id.ts. */
const id = z.string().min(1).max(200)
const text = (max: number) => z.string().trim().max(max)

const paperFields = {
  type: z.enum(PAPER_TYPES),
  /** Day on which it was signed or issued. */
  signedDay: isoDaySchema.nullable(),
  /** Last day on which it is valid. */
  untilDay: isoDaySchema.nullable(),
}

/** Paper on file of a client. */
const paperSchema = z.object({
  ...paperFields,
  id: z.string(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  at: z.number(),
  /** Who added it; empty if unknown. */
  person: z.string(),
  /** False while its content is on another PC only. */
  isHere: z.boolean(),
  /** False if the other PCs have only its row, because the room for shared papers is full. */
  isShared: z.boolean(),
})
export type ClientPaper = z.infer<typeof paperSchema>

const namedSchema = z.object({ id, name: z.string() })

/** Client with its record, its papers, and the clients that were merged with it. */
const clientSchema = z.object({
  /** Id that is shown. It is another one than the requested id if the clients were merged. */
  id,
  name: z.string(),
  taxId: z.string(),
  email: z.string(),
  phone: z.string(),
  notes: z.string(),
  /** Increases with every change of the record; 0 without a record. */
  version: z.number().int(),
  papers: z.array(paperSchema),
  /** Clients that were merged into this one. */
  merged: z.array(namedSchema),
  /** Other clients with the same tax id. */
  alike: z.array(namedSchema),
  /** Procedure types for which it has a tariff of its own. */
  tariffs: z.array(z.enum(DRAFT_KINDS)),
})
export type Client = z.infer<typeof clientSchema>

/** Paper of a client of a draft or procedure, which can be added to it. */
const offerSchema = paperSchema.extend({
  client: id,
  clientName: z.string(),
  /** True if the client is a party, who gives the mandate. The client of a procedure may be another one. */
  isParty: z.boolean(),
})
export type PaperOffer = z.infer<typeof offerSchema>

/** Rows of the contract: clients. Changes are published as `changed` with kind `ledger`. */
export const clientCommands = {
  'clients.get': command(z.object({ id }), clientSchema),
  /** First clients with a name or tax id that a text finds. */
  'clients.find': command(
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(50) }),
    z.object({ rows: z.array(namedSchema) }),
  ),
  /**
   * Writes the record of a client, and makes the client if it is new. Refused with `draft-changed` if `version` is not
   * the newest, and with `invalid-request` for an id that is no client's, or a name that another client has.
   */
  'clients.save': command(
    z.object({
      id,
      version: z.number().int().min(0),
      name: text(200).min(1),
      taxId: text(32),
      email: text(254),
      phone: text(40),
      notes: text(500),
    }),
    clientSchema,
  ),
  /** Shows `from` as `into` from now on, on every PC. Nothing is rewritten. */
  'clients.merge': command(z.object({ from: id, into: id }), clientSchema),
  /** Takes a merged client apart again. The answer is the client that it was merged into. */
  'clients.separate': command(z.object({ id }), clientSchema),
  /** Papers of the client and the parties of a draft or procedure, by their names and tax ids. */
  'clients.offers': command(
    z.object({
      client: z.string().max(200),
      parties: z.array(z.object({ name: z.string().max(200), taxId: z.string().max(32) })).max(4),
    }),
    z.object({ papers: z.array(offerSchema) }),
  ),
  'clients.change-paper': command(z.object({ id, name: text(255).min(1), ...paperFields }), none),
  'clients.remove-paper': command(z.object({ id }), none),
} as const

export const clientTransfers = {
  /** Adds a paper. `instead`: paper that the new one replaces. The same `id` again answers the same. */
  'clients.add-paper': transferIn(
    z.object({
      id: z.uuid(),
      client: id,
      name: text(255).min(1),
      size: z.number().int().min(1).max(MAX_PAPER_BYTES),
      instead: id.optional(),
      ...paperFields,
    }),
    paperSchema,
    MAX_PAPER_BYTES,
  ),
  'clients.paper': transferOut(z.object({ id })),
} as const
