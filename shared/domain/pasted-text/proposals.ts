import { checkField } from '../procedures/check-field.ts'
import {
  type DraftKind,
  emptyForm,
  FIELD_LENGTHS,
  type FieldName,
  fieldsOf,
  withFields,
} from '../procedures/fields.ts'
import { displayPlate } from '../plates/classify.ts'
import type { Finding, FindingKind, PartyRole, Subject, Sureness } from './finding.ts'

/** A value that a text offers for a field. */
export interface Candidate {
  /** As it would be typed in the field. */
  value: string
  /** The best of its findings: the same value may be in several places. */
  finding: Finding
  /** Of the field, and not only of its kind: a NIF without a party in the text is doubtful for the seller. */
  sureness: Sureness
  /** Larger fits better: two of the same fit are told apart by the user only. */
  fit: number
  /** By fit, and then by sureness. */
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
/** Fields of a party. */
export const PARTIES: Readonly<Partial<Record<FieldName, PartyRole>>> = {
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
    return { value: shown, finding, sureness: least, fit, rank: fit + SURE[sureness] }
  }
  switch (field) {
    case 'vrm':
      return of(0, 'sure', displayPlate(value))
    case 'taxableBase':
      if (subject !== undefined && NO_PRICE.has(subject)) return null
      // Of an amount alone nothing says that it is the price.
      return of(
        subject === undefined ? 20 : (AMOUNTS[subject] ?? 0),
        subject !== undefined && subject in AMOUNTS ? 'sure' : 'doubtful',
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
