import { type FieldName, type StepId, STEPS } from './fields.ts'

/**
 * Registry of procedure types. Steps, legal terms, checks and request bodies all read these records.
 * Texts are in `shared/text/procedure-kinds.ts`. Windows load this file, so it has no schemas.
 */

export type Party = 'seller' | 'buyer'

export interface LegalTerm {
  party: Party
  /**
   * Calendar days from the contract. This is the strictest reading, so that counting working days never causes a
   * delay.
   */
  days: number
}

/** Fields that the service receives. */
export type SentField = 'vrm' | 'vin' | 'taxableBase' | 'invoiceNumber' | 'userEmail'

interface ProcedureKind {
  /** `type` at the service. A pattern where the specification shows no value. */
  type: string | RegExp
  /** Path of the creation. The name of an assumption where the specification shows no path. */
  path: `/${string}` | 'notificationPath'
  /** Field that identifies the vehicle. A vehicle with only a chassis number gets its plate by the procedure. */
  vehicle: 'vrm' | 'vin'
  /** Fields of the step *Operación*, in the order of the form. */
  operation: readonly FieldName[]
  /** Parties, in the order of the form. A single party is the owner, in the fields of the buyer. */
  parties: readonly Party[]
  /** Fields that the service requires, in the order of the request body. */
  sent: readonly SentField[]
  /** Terms from the day of the contract, earliest first. */
  terms: readonly LegalTerm[]
  /** True if the procedure is one half of a sale. Two different halves of one sale are no duplicates. */
  isHalfOfSale: boolean
  /** True if the service can change a draft of this type. */
  canUpdateDraft: boolean
}

/**
 * Reglamento General de Vehículos (RD 2822/1998), articles 32 and 33: the seller notifies the transfer within 10 days
 * and the buyer applies for it within 30.
 */
const SELLER: LegalTerm = { party: 'seller', days: 10 }
const BUYER: LegalTerm = { party: 'buyer', days: 30 }

const KINDS = {
  registration: {
    type: 'VEHICLE_REGISTRATION',
    path: '/v1/procedures/registration',
    vehicle: 'vin',
    operation: ['userEmail', 'contractDate', 'client', 'notes'],
    parties: ['buyer'],
    sent: ['vin', 'userEmail'],
    terms: [],
    isHalfOfSale: false,
    canUpdateDraft: true,
  },
  transfer: {
    type: 'VEHICLE_TRANSFER',
    path: '/v1/procedures/transfer',
    vehicle: 'vrm',
    operation: ['taxableBase', 'invoiceNumber', 'contractDate', 'userEmail', 'client', 'notes'],
    parties: ['seller', 'buyer'],
    sent: ['vrm', 'taxableBase', 'invoiceNumber', 'userEmail'],
    terms: [SELLER, BUYER],
    isHalfOfSale: true,
    canUpdateDraft: false,
  },
  notification: {
    type: /notif/i,
    path: 'notificationPath',
    vehicle: 'vrm',
    operation: ['contractDate', 'userEmail', 'client', 'notes'],
    parties: ['seller', 'buyer'],
    sent: ['vrm', 'userEmail'],
    terms: [SELLER],
    isHalfOfSale: true,
    canUpdateDraft: false,
  },
} as const satisfies Record<string, ProcedureKind>

export type DraftKind = keyof typeof KINDS
export const PROCEDURE_KINDS: Readonly<Record<DraftKind, ProcedureKind>> = KINDS
export const DRAFT_KINDS = Object.keys(KINDS) as readonly DraftKind[]

/** Values of `type` in the specification. */
export const PROCEDURE_TYPES: readonly string[] = Object.values(PROCEDURE_KINDS)
  .map(({ type }) => type)
  .filter((type) => typeof type === 'string')

/** Record with one entry for each kind. */
export const byKind = <T>(make: (kind: DraftKind) => T): Record<DraftKind, T> =>
  Object.fromEntries(DRAFT_KINDS.map((kind) => [kind, make(kind)])) as Record<DraftKind, T>

/** Kind of a procedure by its `type` at the service, or `null` for an unknown type. */
export const kindOfType = (given: string): DraftKind | null =>
  DRAFT_KINDS.find((kind) => {
    const { type } = PROCEDURE_KINDS[kind]
    return typeof type === 'string' ? type === given : type.test(given)
  }) ?? null

/** True for a procedure with a single party: the owner, in the fields of the buyer. */
export const hasOwner = (kind: DraftKind): boolean => PROCEDURE_KINDS[kind].parties.length === 1

/** True for a procedure that gives its vehicle a plate. */
export function assignsPlate(type: string): boolean {
  const kind = kindOfType(type)
  return kind !== null && PROCEDURE_KINDS[kind].vehicle === 'vin'
}

/** Fields of a step, in the order of the form. A tax id goes first, because a known one fills in the name. */
export function stepFields(kind: DraftKind, step: StepId): readonly FieldName[] {
  const { vehicle, operation, parties } = PROCEDURE_KINDS[kind]
  if (step === 'vehicle') return [vehicle]
  if (step === 'operation') return operation
  return step === 'parties' ? parties.flatMap((party) => [`${party}TaxId`, `${party}Name`] as const) : []
}

/** Fields of a kind, in the order of its steps. */
export const formFieldNames = (kind: DraftKind): readonly FieldName[] =>
  STEPS.flatMap((step) => stepFields(kind, step))

/** True if the service requires the field. Otherwise the field stays on this PC. */
export const isSent = (kind: DraftKind, name: FieldName): boolean =>
  PROCEDURE_KINDS[kind].sent.some((one) => one === name)
