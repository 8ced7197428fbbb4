import { emptyForm, type DraftForm, type FieldName, FIELD_LENGTHS, type DraftFields } from './fields.ts'
import { formFieldNames, type DraftKind, DRAFT_KINDS } from './kinds.ts'
import { checkField } from './check-field.ts'
import { allItems, type Checklists, readChoice } from './checklists.ts'
import { foldText } from '../normalize-text.ts'
import { cleanTaxId, isCompany } from '../tax-id.ts'

/**
 * Fields that *Crear otro igual* copies: the parties. Vehicle, sale (amount, invoice, dates), notes and documents
 * belong to the other procedure. `copyText` of shared/text/fields.ts tells the user.
 */
const COPIED_FIELDS = [
  'userEmail',
  'client',
  'sellerTaxId',
  'sellerName',
  'buyerTaxId',
  'buyerName',
] as const satisfies readonly FieldName[]

/** Fields of a template: the copied ones, and a note for each procedure made with it. */
export const TEMPLATE_FIELDS = [...COPIED_FIELDS, 'notes'] as const satisfies readonly FieldName[]
export type TemplateField = (typeof TEMPLATE_FIELDS)[number]

const isOneOf = <N extends FieldName>(names: readonly N[], name: FieldName): name is N =>
  (names as readonly FieldName[]).includes(name)

/** Copied fields of a kind, in the order of its form. */
export const copiedFieldsOf = (kind: DraftKind): readonly FieldName[] =>
  formFieldNames(kind).filter((name) => isOneOf(COPIED_FIELDS, name))

/** Template fields of a kind, in the order of its form. */
export const templateFieldsOf = (kind: DraftKind): readonly TemplateField[] =>
  formFieldNames(kind).filter((name) => isOneOf(TEMPLATE_FIELDS, name))

/** Form of a new procedure like another one. Accepted warnings belong to values, so they are not copied. */
export function formLike(kind: DraftKind, { fields, expected, situations }: DraftForm): DraftForm {
  const empty = emptyForm()
  const copied = copiedFieldsOf(kind).map((name) => [name, fields[name]])
  const ofParties = (situations ?? []).filter((choice) => readChoice(choice)?.party != null)
  return {
    ...empty,
    fields: { ...empty.fields, ...Object.fromEntries(copied) },
    ...(expected && { expected }),
    // Situations of the parties belong to them. Those of the operation belong to the other procedure.
    ...(ofParties.length > 0 && { situations: ofParties }),
  }
}

export const MAX_TEMPLATE_NAME = 100

/** Template as stored. Any version may have written it, or a restored backup. */
export interface StoredTemplate {
  kind: string
  fields: Readonly<Record<string, string>>
  /** Expected documents. `null` for the usual ones. */
  expected: readonly string[] | null
}

/** Part of a template that is not applied. `gone`: its field, document or kind no longer exists. */
interface TemplateProblem {
  what: 'kind' | 'field' | 'document'
  name: string
  value: string
  why: 'gone' | 'invalid'
}

/** Template as it can be applied now. */
export interface ReadTemplate {
  /** `null` if the kind no longer exists, so that nothing can be applied. */
  kind: DraftKind | null
  /** Fields with a value. */
  fields: { readonly [F in TemplateField]?: string }
  expected: readonly string[] | null
  problems: readonly TemplateProblem[]
}

/**
 * Reads a template: valid parts can be applied, and the others are reported. Never throws.
 * @param lists lists of the office
 * @param now epoch milliseconds, for `checkField`
 */
export function readTemplate(
  { kind: stored, fields, expected }: StoredTemplate,
  lists: Checklists,
  now: number,
): ReadTemplate {
  const kind = DRAFT_KINDS.find((one) => one === stored) ?? null
  if (kind === null)
    return {
      kind,
      fields: {},
      expected: null,
      problems: [{ what: 'kind', name: stored, value: '', why: 'gone' }],
    }
  const problems: TemplateProblem[] = []
  const valid: { [F in TemplateField]?: string } = {}
  for (const [name, value] of Object.entries(fields)) {
    if (value.trim() === '') continue
    const field = templateFieldsOf(kind).find((one) => one === name)
    if (field === undefined) problems.push({ what: 'field', name, value, why: 'gone' })
    else if (isValid(kind, field, value, now)) valid[field] = value
    else problems.push({ what: 'field', name, value, why: 'invalid' })
  }
  const possible = allItems(kind, lists).map(({ id }) => id)
  const known = possible.filter((id) => expected?.includes(id))
  for (const name of expected ?? [])
    if (!possible.includes(name)) problems.push({ what: 'document', name, value: '', why: 'gone' })
  return { kind, fields: valid, expected: known.length > 0 ? known : null, problems }
}

/** A value that the user may accept in the form is valid here. */
function isValid(kind: DraftKind, name: TemplateField, value: string, now: number): boolean {
  if (value.length > FIELD_LENGTHS[name]) return false
  const { fields } = emptyForm()
  const form = { fields: { ...fields, [name]: value }, accepted: [] }
  const { level, accept } = checkField(kind, name, form, now)
  return level !== 'error' || accept !== undefined
}

/** Initial template of the dialog, made from a draft or a procedure. */
export interface TemplateStart {
  name: string
  kind: DraftKind
  taxId: string
  fields: { readonly [F in TemplateField]?: string }
  expected: readonly string[] | null
}

const SIDES = [
  { number: 'sellerTaxId', name: 'sellerName' },
  { number: 'buyerTaxId', name: 'buyerName' },
] as const

/**
 * Starts a template from a procedure with the client's side only. The other side belongs to that sale and is often a
 * private person.
 * The client is the company, or the party with the client's name. The note stays with the procedure.
 */
export function templateStart(kind: DraftKind, { fields, expected }: DraftForm): TemplateStart {
  const copied = copiedFieldsOf(kind)
  const sides = SIDES.filter(({ number }) => copied.includes(number))
  const companies = sides.filter(({ number }) => isCompany(fields[number]))
  const kept = companies.length > 0 ? companies : sides.filter(({ name }) => isClient(fields, name))
  const others = sides.filter((side) => !kept.includes(side)).flatMap(({ number, name }) => [number, name])
  // If the client is the party left out, it belongs to that sale too.
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
