import { emptyForm, fieldsOf, type DraftForm, type DraftKind, type FieldName } from './fields.ts'

/**
 * What *Crear otro igual* copies: who takes part. The vehicle, the sale (amount, invoice, dates), the office's note
 * and the documents are of the other procedure. The words that say so are `copyText` of shared/text/fields.ts.
 */
const COPIED_FIELDS = [
  'userEmail',
  'client',
  'sellerTaxId',
  'sellerName',
  'buyerTaxId',
  'buyerName',
] as const satisfies readonly FieldName[]

/** Fields that a template may hold: those copied, and a note for each procedure made with it. */
export const TEMPLATE_FIELDS = [...COPIED_FIELDS, 'notes'] as const satisfies readonly FieldName[]
export type TemplateField = (typeof TEMPLATE_FIELDS)[number]

const isOneOf = <N extends FieldName>(names: readonly N[], name: FieldName): name is N =>
  (names as readonly FieldName[]).includes(name)

/** Fields copied for a kind, in the order of its form. */
export const copiedFieldsOf = (kind: DraftKind): readonly FieldName[] =>
  fieldsOf(kind).filter((name) => isOneOf(COPIED_FIELDS, name))

/** Template fields of a kind, in the order of its form. */
export const templateFieldsOf = (kind: DraftKind): readonly TemplateField[] =>
  fieldsOf(kind).filter((name) => isOneOf(TEMPLATE_FIELDS, name))

/** Form of a procedure like another one of that kind. An accepted warning is of a value, and is asked again. */
export function formLike(kind: DraftKind, { fields, expected }: DraftForm): DraftForm {
  const empty = emptyForm()
  const copied = copiedFieldsOf(kind).map((name) => [name, fields[name]])
  return {
    ...empty,
    fields: { ...empty.fields, ...Object.fromEntries(copied) },
    ...(expected && { expected }),
  }
}
