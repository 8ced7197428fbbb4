import { isSameKnown } from '../known-parties.ts'
import { checkField } from '../procedures/check-field.ts'
import { type DraftFields, type DraftKind, type FieldName, withFields } from '../procedures/fields.ts'
import { type Candidate, type FieldProposal, isSameValue, PARTIES } from './proposals.ts'

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
 * Fields whose proposal may be marked before the user chooses: each is empty, its text says it of one value alone, and
 * it takes that value without a complaint. A party is marked when its name and its number both leave no choice, and
 * nothing of a text about another vehicle is.
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
  /** The text has one value of the party in this field, which the form may have already, or none. */
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

/** Plate or chassis number of a text that has none of the form's; `null` where that cannot be told. */
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

/** No other value fits as well: which of them is surer is no reason to choose. */
function isClear({ field, candidates: [best, ...others] }: FieldProposal, { kind }: Form, now: number) {
  if (best.sureness === 'doubtful') return false
  return others.every((other) => other.fit < best.fit || isSame(kind, field, other.value, best.value, now))
}

function isTaken({ field, candidates: [best] }: FieldProposal, { kind, fields }: Form, now: number): boolean {
  const form = { fields: withFields(fields, { [field]: best.value }), accepted: [] }
  return checkField(kind, field, form, now).level === 'ok'
}

/** A name is the same whatever its capitals and its commas. */
const isSame = (kind: DraftKind, field: FieldName, one: string, other: string, now: number): boolean =>
  isSameValue(kind, field, one, other, now) ||
  ((field === 'sellerName' || field === 'buyerName' || field === 'client') &&
    isSameKnown('fullname', one, other))
