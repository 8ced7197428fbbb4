/** Data found in a pasted text, each with its place there. */

export const FINDING_KINDS = [
  'plate',
  'vin',
  'taxId',
  'person',
  'company',
  'address',
  'postalCode',
  'town',
  'province',
  'email',
  'phone',
  'amount',
  'invoice',
  'date',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Party that a datum is of, where the text says so. */
export const PARTY_ROLES = ['seller', 'buyer', 'representative', 'dealer'] as const
export type PartyRole = (typeof PARTY_ROLES)[number]

/** `sure`: its label or its control says so; `likely`: its form; `doubtful`: offered, and never marked. */
const SURENESS = ['sure', 'likely', 'doubtful'] as const
export type Sureness = (typeof SURENESS)[number]

/**
 * Reason of a finding: a `label` before it, its `control` character, a `title` (D., Sra.), the `sign` of the euro, a
 * number of a kind `beside` it, or its `form` alone.
 */
const REASONS = ['label', 'control', 'title', 'sign', 'beside', 'form'] as const
export type Reason = (typeof REASONS)[number]

/** Sense of an amount or of a date, where the text says so. */
const SUBJECTS = [
  'base',
  'price',
  'total',
  'tax',
  'fees',
  'deposit',
  'contract',
  'invoice',
  'born',
  'registration',
  'expiry',
] as const
export type Subject = (typeof SUBJECTS)[number]

export interface Finding {
  kind: FindingKind
  /** Place in the text: `text.slice(start, end)` is what was read. */
  start: number
  end: number
  /**
   * Stored form: compact capitals of a plate, a VIN or a NIF; E.164; `12.450,00`; DD/MM/YYYY; for the rest, the text
   * with single spaces.
   */
  value: string
  sureness: Sureness
  reason: Reason
  role?: PartyRole
  subject?: Subject
}

/** A finding placed within its passage, before the party that it is of is known. */
export type Found = Omit<Finding, 'role'>
