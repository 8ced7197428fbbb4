import { checkField } from '../procedures/check-field.ts'
import {
  type DraftFields,
  type DraftKind,
  emptyForm,
  FIELD_LENGTHS,
  type FieldName,
  fieldsOf,
  withFields,
} from '../procedures/fields.ts'
import { displayPlate } from '../plates/display.ts'
import type { Finding, FindingKind, PartyRole, Subject, Sureness } from './finding.ts'

/** A value that a text offers for a field. */
export interface Candidate {
  /** As it would be typed in the field. */
  value: string
  /** The best of its findings: the same value may be in several places. */
  finding: Finding
  /** Of the field, and not only of its kind: a NIF without a party in the text is doubtful for the seller. */
  sureness: Sureness
  /** Larger fits better. */
  rank: number
}

export interface FieldProposal {
  field: FieldName
  /** Best first, each value once, and at most `MAX_CANDIDATES`. */
  candidates: readonly [Candidate, ...Candidate[]]
}

/** More of them are no help to choose. */
export const MAX_CANDIDATES = 6

const SURE: Readonly<Record<Sureness, number>> = { sure: 2, likely: 1, doubtful: 0 }
const PARTIES: Readonly<Partial<Record<FieldName, PartyRole>>> = {
  sellerName: 'seller',
  sellerTaxId: 'seller',
  buyerName: 'buyer',
  buyerTaxId: 'buyer',
}
const AMOUNTS: Readonly<Partial<Record<Subject, number>>> = { base: 60, price: 40 }
const NO_PRICE: ReadonlySet<Subject> = new Set(['tax', 'fees', 'deposit'])
const NO_SALE: ReadonlySet<Subject> = new Set(['born', 'registration', 'expiry'])

/** Values that a text offers for the fields of a procedure, in the order of its form. */
export function proposalsFor(kind: DraftKind, findings: readonly Finding[]): FieldProposal[] {
  return fieldsOf(kind).flatMap((field) => {
    const byValue = new Map<string, Candidate>()
    for (const finding of findings) {
      const candidate = candidateFor(field, finding)
      if (!candidate || candidate.value.length > FIELD_LENGTHS[field]) continue
      const known = byValue.get(candidate.value)
      if (!known || candidate.rank > known.rank) byValue.set(candidate.value, candidate)
    }
    // A stable order: of two that fit the same, the first in the text.
    const [first, ...rest] = [...byValue.values()]
      .toSorted((a, b) => b.rank - a.rank)
      .slice(0, MAX_CANDIDATES)
    return first ? [{ field, candidates: [first, ...rest] as const }] : []
  })
}

/**
 * True if a proposal may be marked before the user chooses: the field is empty, one value fits best, its text says so, and
 * the field takes it without a complaint.
 * @param now epoch milliseconds: a contract's date cannot be in the future
 */
export function isMarkedAtFirst(
  { field, candidates }: FieldProposal,
  { kind, fields }: { kind: DraftKind; fields: DraftFields },
  now: number,
): boolean {
  const [best, second] = candidates
  if (fields[field].trim() !== '' || best.sureness === 'doubtful' || second?.rank === best.rank) return false
  const form = { fields: withFields(fields, { [field]: best.value }), accepted: [] }
  return checkField(kind, field, form, now).level === 'ok'
}

/** True if two texts of a field are the same datum: `8.250` and `8.250,00`, `3308KDR` and `3308 KDR`. */
export function isSameValue(
  kind: DraftKind,
  field: FieldName,
  one: string,
  other: string,
  now: number,
): boolean {
  const read = (text: string) => {
    const form = { fields: withFields(emptyForm().fields, { [field]: text }), accepted: [] }
    return checkField(kind, field, form, now).echo ?? text.trim()
  }
  return one.trim() === other.trim() || read(one) === read(other)
}

const KINDS: Readonly<Record<FieldName, readonly FindingKind[]>> = {
  vrm: ['plate'],
  vin: ['vin'],
  taxableBase: ['amount'],
  invoiceNumber: ['invoice'],
  userEmail: ['email'],
  client: ['company', 'person'],
  sellerName: ['person', 'company'],
  sellerTaxId: ['taxId'],
  buyerName: ['person', 'company'],
  buyerTaxId: ['taxId'],
  contractDate: ['date'],
  notes: [],
}

function candidateFor(field: FieldName, finding: Finding): Candidate | null {
  if (!KINDS[field].includes(finding.kind)) return null
  const { value, subject, sureness, role } = finding
  const of = (fit: number, most: Sureness = 'sure', shown = value): Candidate => {
    const least = SURE[most] < SURE[sureness] ? most : sureness
    return { value: shown, finding, sureness: least, rank: fit + SURE[sureness] }
  }
  switch (field) {
    case 'vrm':
      return of(0, 'sure', displayPlate(value))
    case 'taxableBase':
      if (subject !== undefined && NO_PRICE.has(subject)) return null
      return of(
        subject === undefined ? 20 : (AMOUNTS[subject] ?? 0),
        subject === 'total' ? 'doubtful' : 'sure',
      )
    case 'contractDate':
      if (subject !== undefined && NO_SALE.has(subject)) return null
      return of(subject === 'contract' ? 40 : 0, subject === 'contract' ? 'sure' : 'doubtful')
    case 'userEmail':
      // The service writes to it: that the text has it says nothing of whose it is.
      return of(0, 'doubtful')
    case 'client':
      if (role === 'buyer' || role === 'representative') return null
      if (finding.kind === 'person') return null
      return of(role === 'dealer' ? 40 : role === 'seller' ? 20 : 0, role === 'dealer' ? 'sure' : 'doubtful')
    case 'vin':
    case 'invoiceNumber':
      return of(0)
    case 'notes':
      return null
    default: {
      const wanted = PARTIES[field]
      if (role !== undefined && role !== wanted && !(role === 'dealer' && wanted === 'seller')) return null
      return role === wanted ? of(40) : of(0, 'doubtful')
    }
  }
}
