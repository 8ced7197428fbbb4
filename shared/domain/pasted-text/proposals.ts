import { checkField } from '../procedures/check-field.ts'
import {
  emptyForm,
  FIELD_LENGTHS,
  type FieldName,
  withFields,
  type DraftFields,
} from '../procedures/fields.ts'
import { type DraftKind, formFieldNames } from '../procedures/kinds.ts'
import { displayPlate } from '../plates/classify.ts'
import type { Finding, FindingKind, PartyRole, Subject, Sureness } from './finding.ts'
import { isSameKnown } from '../parties.ts'

/** Value that a text offers for a field. */
export interface Candidate {
  /** Value as typed in the field. */
  value: string
  /** Best finding of the value, which may occur several times. */
  finding: Finding
  /** Sureness for the field, and not only for the kind of datum. A NIF without a party is doubtful for the seller. */
  sureness: Sureness
  /** Larger fits better. Only the user can choose between equal fits. */
  fit: number
  /** Order: by fit, then by sureness. */
  rank: number
}

export interface FieldProposal {
  field: FieldName
  /** Best first, each value once, at most `MAX_CANDIDATES`. */
  candidates: readonly [Candidate, ...Candidate[]]
}

/** More candidates do not help to choose. */
export const MAX_CANDIDATES = 6

const SURE: Readonly<Record<Sureness, number>> = { sure: 2, likely: 1, doubtful: 0 }
/** Party of each field. */
const PARTIES: Readonly<Partial<Record<FieldName, PartyRole>>> = {
  sellerName: 'seller',
  sellerTaxId: 'seller',
  buyerName: 'buyer',
  buyerTaxId: 'buyer',
}
const AMOUNTS: Readonly<Partial<Record<Subject, number>>> = { base: 60, price: 40 }
const NO_PRICE: ReadonlySet<Subject> = new Set(['tax', 'fees', 'deposit'])
const NO_SALE: ReadonlySet<Subject> = new Set(['born', 'registration', 'expiry'])

/** Values of a text for the fields of a procedure, in the order of its form. */
export function proposalsFor(kind: DraftKind, findings: readonly Finding[]): FieldProposal[] {
  return formFieldNames(kind).flatMap((field) => {
    const byValue = new Map<string, Candidate>()
    for (const finding of findings) {
      const candidate = candidateFor(field, finding)
      if (!candidate || candidate.value.length > FIELD_LENGTHS[field]) continue
      const known = byValue.get(candidate.value)
      if (!known || candidate.rank > known.rank) byValue.set(candidate.value, candidate)
    }
    // The order is stable: of two equal fits, the first in the text wins.
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
      // An amount alone is no evidence of the price.
      return of(
        subject === undefined ? 20 : (AMOUNTS[subject] ?? 0),
        subject !== undefined && subject in AMOUNTS ? 'sure' : 'doubtful',
      )
    case 'contractDate':
      if (subject !== undefined && NO_SALE.has(subject)) return null
      return of(subject === 'contract' ? 40 : 0, subject === 'contract' ? 'sure' : 'doubtful')
    case 'userEmail':
      // The service writes to this address, and the text does not tell whose it is.
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

interface Form {
  kind: DraftKind
  fields: DraftFields
}

const VEHICLE = ['vrm', 'vin'] as const
const SIDES = [
  ['sellerName', 'sellerTaxId'],
  ['buyerName', 'buyerTaxId'],
] as const satisfies readonly (readonly FieldName[])[]

/**
 * Fields whose proposal is marked before the user chooses. The field is empty, the text has one value for it, and the
 * value is valid.
 * A party is marked only if both its name and its number are unambiguous. Nothing of a text about another vehicle is
 * marked.
 * @param now epoch milliseconds: a contract's date cannot be in the future
 */
export function markedAtFirst(
  proposals: readonly FieldProposal[],
  form: Form,
  now: number,
): ReadonlySet<FieldName> {
  const of = (field: FieldName) => proposals.find((proposal) => proposal.field === field)
  const isEmpty = (field: FieldName) => form.fields[field].trim() === ''
  const isWritten = (field: FieldName, { value }: Candidate) =>
    isSame(form.kind, field, value, form.fields[field], now)

  if (otherVehicle(proposals, form, now) !== null) return new Set()
  const marked = new Set(
    proposals
      .filter(
        (proposal) => isEmpty(proposal.field) && isClear(proposal, form, now) && isTaken(proposal, form, now),
      )
      .map(({ field }) => field),
  )
  /** True if the text has no value of the party for the field, or exactly one that the form may already have. */
  const isSettled = (field: FieldName) => {
    const said = of(field)?.candidates.filter(({ finding }) => finding.role === PARTIES[field]) ?? []
    if (said.length === 0) return true
    return isEmpty(field)
      ? said.every((one) => isSame(form.kind, field, one.value, said[0]?.value ?? '', now))
      : said.some((one) => isWritten(field, one))
  }
  for (const side of SIDES) if (!side.every(isSettled)) for (const field of side) marked.delete(field)
  return marked
}

/** Plate or chassis number of a text about another vehicle than the form's. `null` if that cannot be told. */
export function otherVehicle(
  proposals: readonly FieldProposal[],
  { kind, fields }: Form,
  now: number,
): string | null {
  const other = proposals.find(
    ({ field, candidates }) =>
      VEHICLE.some((one) => one === field) &&
      fields[field].trim() !== '' &&
      candidates.every(({ value }) => !isSame(kind, field, value, fields[field], now)),
  )
  return other ? other.candidates[0].value : null
}

/** True if no other value fits as well. Sureness alone is no reason to choose. */
function isClear({ field, candidates: [best, ...others] }: FieldProposal, { kind }: Form, now: number) {
  if (best.sureness === 'doubtful') return false
  return others.every((other) => other.fit < best.fit || isSame(kind, field, other.value, best.value, now))
}

function isTaken({ field, candidates: [best] }: FieldProposal, { kind, fields }: Form, now: number): boolean {
  const form = { fields: withFields(fields, { [field]: best.value }), accepted: [] }
  return checkField(kind, field, form, now).level === 'ok'
}

/** True if two values are equal. Case and commas of a name are ignored. */
const isSame = (kind: DraftKind, field: FieldName, one: string, other: string, now: number): boolean =>
  isSameValue(kind, field, one, other, now) ||
  ((field === 'sellerName' || field === 'buyerName' || field === 'client') &&
    isSameKnown('fullname', one, other))
