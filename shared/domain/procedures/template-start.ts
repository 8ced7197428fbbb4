import { foldText } from '../normalize-text.ts'
import { cleanTaxId, isCompany } from '../tax-id.ts'
import { copiedFieldsOf, type TemplateField } from './copied-fields.ts'
import type { DraftFields, DraftForm, DraftKind, FieldName } from './fields.ts'
import type { RequirementId } from './requirements.ts'

/** A template as its dialog begins, made from a draft or a procedure. */
export interface TemplateStart {
  name: string
  kind: DraftKind
  taxId: string
  fields: { readonly [F in TemplateField]?: string }
  expected: readonly RequirementId[] | null
}

const SIDES = [
  { number: 'sellerTaxId', name: 'sellerName' },
  { number: 'buyerTaxId', name: 'buyerName' },
] as const

/**
 * Begins a template from a procedure: its client's side, and not the other one, which is of that sale and often a
 * private person. The client is the company, or the party with the client's name. The note is of that procedure.
 */
export function templateStart(kind: DraftKind, { fields, expected }: DraftForm): TemplateStart {
  const copied = copiedFieldsOf(kind)
  const sides = SIDES.filter(({ number }) => copied.includes(number))
  const companies = sides.filter(({ number }) => isCompany(fields[number]))
  const kept = companies.length > 0 ? companies : sides.filter(({ name }) => isClient(fields, name))
  const others = sides.filter((side) => !kept.includes(side)).flatMap(({ number, name }) => [number, name])
  // A client who is the party left out is of that sale too.
  const isOther = sides.some((side) => !kept.includes(side) && isClient(fields, side.name))
  const left: readonly FieldName[] = isOther ? [...others, 'client'] : others
  const values = copied.flatMap((name) =>
    left.includes(name) || fields[name].trim() === '' ? [] : [[name, fields[name]]],
  )
  const [side] = kept
  return {
    name: (isOther ? '' : fields.client.trim()) || (side ? fields[side.name].trim() : ''),
    kind,
    taxId: side ? cleanTaxId(fields[side.number]) : '',
    fields: Object.fromEntries(values) as TemplateStart['fields'],
    expected: expected ?? null,
  }
}

const isClient = ({ client, ...fields }: DraftFields, name: 'sellerName' | 'buyerName'): boolean =>
  client.trim() !== '' && foldText(fields[name]).trim() === foldText(client).trim()
