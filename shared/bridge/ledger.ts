import * as z from 'zod'
import { MONTH } from '../domain/calendar.ts'
import { DEALER_KINDS } from '../domain/dealer-id.ts'
import { MAX_CENTS } from '../domain/euros.ts'
import { DISBURSEMENTS, ENTRY_KINDS } from '../domain/ledger.ts'
import { isoDaySchema } from './deadlines.ts'
import { command, none, transferOut } from './primitives.ts'
import { draftKindSchema } from './procedures.ts'

const id = z.string().min(1).max(200)
const cents = z.number().int().min(-MAX_CENTS).max(MAX_CENTS)
const month = z.string().regex(MONTH)
/** Hundredths of a percent. */
const vatRate = z.number().int().min(0).max(10_000)
const MAX_ENTRY_TEXT = 200
const text = z.string().trim().max(MAX_ENTRY_TEXT)

/**
 * Whose ledger: one procedure, or a client (`dealerId` of shared/domain/dealer-id.ts). A client's has the entries of all
 * its procedures, and the entries that belong to no procedure.
 */
const ownerSchema = z.union([z.object({ procedureId: id }), z.object({ client: id })])
export type LedgerOwner = z.infer<typeof ownerSchema>

const amountsSchema = z.object({ cents, vatRate, vatCents: cents })

/** Entry of the ledger. It never changes. */
const entrySchema = amountsSchema.extend({
  id: z.string(),
  procedureId: z.string().nullable(),
  /** Plate or chassis number of the procedure; empty without one. */
  vehicle: z.string(),
  /** Name of the client. Empty if unknown, or while names are hidden. */
  client: z.string(),
  kind: z.enum(ENTRY_KINDS),
  /** What a disbursement pays; `null` for the other kinds. */
  concept: z.enum(DISBURSEMENTS).nullable(),
  text: z.string(),
  day: isoDaySchema,
  /** Time at which it was written, and who wrote it; empty if unknown. */
  at: z.number(),
  person: z.string(),
  /** Entry that this one corrects. */
  corrects: z.string().nullable(),
  /** True if a counter-entry corrects this one. */
  isCorrected: z.boolean(),
  /**
   * Another uncorrected entry of the same owner, kind, concept, amount and day that another PC wrote: perhaps the same
   * receipt. `null` for none, and once a user said that both are right.
   */
  alike: z.string().nullable(),
  /** True for the entry of a complete report, which the program wrote. */
  isAutomatic: z.boolean(),
})
export type LedgerEntry = z.infer<typeof entrySchema>

/** Totals: `Balance` of shared/domain/ledger.ts. */
const balanceSchema = z.object({
  requested: cents,
  received: cents,
  disbursed: cents,
  fees: cents,
  vat: cents,
  balance: cents,
})

/** Line of a tariff: an entry that is proposed. */
export const tariffLineSchema = z.object({
  kind: z.enum(['disbursement', 'fee']),
  concept: z.enum(DISBURSEMENTS).nullable(),
  text,
  /** `null`: the amount is different each time, such as a tax. */
  cents: z.number().int().min(0).max(MAX_CENTS).nullable(),
  vatRate,
  /** Year of the amount, and where it comes from. */
  year: z.number().int().min(2000).max(2100).nullable(),
  source: z.string().trim().max(300),
})
export type TariffLine = z.infer<typeof tariffLineSchema>

/** Tariff of the office or of a client: lines by procedure type. */
const tariffSchema = z.object({
  /** `null`: the office's own. */
  client: id.nullable(),
  kind: draftKindSchema,
  lines: z.array(tariffLineSchema).max(50),
  /** Increases with every change; 0 if these are the lines that the program proposes. */
  version: z.number().int(),
  /** True if a client has no tariff of its own and these are the office's lines. */
  isOffice: z.boolean(),
})
export type Tariff = z.infer<typeof tariffSchema>

const ledgerSchema = z.object({
  owner: ownerSchema,
  /** Name of the client; empty if unknown, or while names are hidden. `clientId`: `null` for a procedure without client. */
  client: z.string(),
  clientId: id.nullable(),
  vehicle: z.string(),
  /** In order of day, then of writing. */
  entries: z.array(entrySchema),
  balance: balanceSchema,
  /** Lines of the tariff that have no entry yet. Only for a procedure. */
  proposals: z.array(tariffLineSchema),
})
export type Ledger = z.infer<typeof ledgerSchema>

/** A client and month: what was brought forward, the entries by procedure, and what is left. */
const monthSchema = z.object({
  client: z.string(),
  clientId: id,
  month,
  /** Balance before the month. */
  opening: cents,
  groups: z.array(
    z.object({
      /** `null`: entries of the client without a procedure. */
      procedureId: z.string().nullable(),
      vehicle: z.string(),
      type: z.string(),
      entries: z.array(entrySchema),
      balance: balanceSchema,
    }),
  ),
  total: balanceSchema,
  /** `opening` plus the balance of the month. */
  closing: cents,
})
export type ClientMonth = z.infer<typeof monthSchema>

const CLIENT_FILTERS = ['all', 'owes', 'holds'] as const

/** Rows of the contract: the ledger. Changes are published as `changed` with kind `ledger` and ids of procedures. */
export const ledgerCommands = {
  'ledger.read': command(ownerSchema, ledgerSchema),
  /**
   * Writes an entry. `id` comes from the window: the same id again writes nothing and answers the same. Refused with
   * `invalid-request` for a day more than a year ahead, a concept without a disbursement, or an amount of 0.
   */
  'ledger.add': command(
    z.object({
      id: z.uuid(),
      owner: ownerSchema,
      kind: z.enum(ENTRY_KINDS),
      concept: z.enum(DISBURSEMENTS).nullable(),
      text,
      cents: z.number().int().min(1).max(MAX_CENTS),
      /** Only for a fee; 0 for the other kinds. */
      vatRate,
      day: isoDaySchema,
    }),
    entrySchema,
  ),
  /** Writes the counter-entry of an entry. Doing it twice, also from two PCs, writes one. */
  'ledger.correct': command(z.object({ id, reason: text }), entrySchema),
  /** Records that two alike entries are both right. */
  'ledger.keep-alike': command(z.object({ id }), none),
  'ledger.month': command(z.object({ client: id, month }), monthSchema),
  /** Clients with entries, largest debt first. `month`: the one whose sums are given. */
  'ledger.clients': command(
    z.object({
      month,
      text: z.string().max(200).default(''),
      show: z.enum(CLIENT_FILTERS).default('all'),
    }),
    z.object({
      rows: z
        .array(
          z.object({
            id,
            kind: z.enum(DEALER_KINDS),
            client: z.string(),
            /** Present balance. */
            balance: cents,
            /** Day of the oldest entry since which the client owes. */
            owesSince: isoDaySchema.nullable(),
            month: balanceSchema,
          }),
        )
        .max(1_000),
      total: z.number().int(),
      /**
       * Sum of what the clients owe (negative) and of what the office holds (positive), of those that match `text`,
       * whatever `show`.
       */
      owed: cents,
      held: cents,
    }),
  ),
  'ledger.tariff': command(z.object({ client: id.nullable(), kind: draftKindSchema }), tariffSchema),
  /** Saves a tariff. Entries already written do not change. An older version is refused with `draft-changed`. */
  'ledger.save-tariff': command(
    z.object({
      client: id.nullable(),
      kind: draftKindSchema,
      lines: z.array(tariffLineSchema).max(50),
      version: z.number().int().min(0),
    }),
    tariffSchema,
  ),
  /** Goes back to the office's tariff. Refused with `draft-changed` if `version` is not the newest. */
  'ledger.remove-tariff': command(
    z.object({ client: id, kind: draftKindSchema, version: z.number().int().min(0) }),
    tariffSchema,
  ),
  /** Text for the client: the advance that is asked, or the settlement. */
  'ledger.statement': command(
    z.object({ owner: ownerSchema, what: z.enum(['provision', 'settlement']), month: month.optional() }),
    z.object({ text: z.string() }),
  ),
} as const

export const ledgerTransfers = {
  /** The same statement as a PDF. */
  'ledger.pdf': transferOut(
    z.object({ owner: ownerSchema, what: z.enum(['provision', 'settlement']), month: month.optional() }),
  ),
  /** Entries of a month for the accounting program. Without `client` those of all clients. */
  'ledger.export': transferOut(z.object({ month, client: id.optional(), format: z.enum(['csv', 'xlsx']) })),
} as const
