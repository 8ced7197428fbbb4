import { checkField } from './check-field.ts'
import { templateFieldsOf, type TemplateField } from './copied-fields.ts'
import { DRAFT_KINDS, emptyForm, FIELD_LENGTHS, type DraftKind } from './fields.ts'
import { possibleRequirements, type RequirementId } from './requirements.ts'

export const MAX_TEMPLATE_NAME = 100

/** A template as stored: any version may have written it, or a restored copy. */
export interface StoredTemplate {
  kind: string
  fields: Readonly<Record<string, string>>
  /** Documents expected; `null` for the usual ones. */
  expected: readonly string[] | null
}

/** A part of a template that is not applied. `gone`: its field, document or kind no longer exists. */
interface TemplateProblem {
  what: 'kind' | 'field' | 'document'
  name: string
  value: string
  why: 'gone' | 'invalid'
}

/** A template as it can be applied now. */
export interface ReadTemplate {
  /** `null` for a kind that no longer exists: nothing can be applied. */
  kind: DraftKind | null
  /** Fields with a value. */
  fields: { readonly [F in TemplateField]?: string }
  expected: readonly RequirementId[] | null
  problems: readonly TemplateProblem[]
}

/**
 * Reads a template: what still holds can be applied, and the rest is named. Pure, and never throws.
 * @param now epoch milliseconds, as `checkField` needs it
 */
export function readTemplate({ kind: stored, fields, expected }: StoredTemplate, now: number): ReadTemplate {
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
  const possible = possibleRequirements(kind)
  const known = possible.filter((id) => expected?.includes(id))
  for (const name of expected ?? [])
    if (!possible.some((id) => id === name)) problems.push({ what: 'document', name, value: '', why: 'gone' })
  return { kind, fields: valid, expected: known.length > 0 ? known : null, problems }
}

/** A value that the user may accept in the form is not refused here. */
function isValid(kind: DraftKind, name: TemplateField, value: string, now: number): boolean {
  if (value.length > FIELD_LENGTHS[name]) return false
  const { fields } = emptyForm()
  const form = { fields: { ...fields, [name]: value }, accepted: [] }
  const { level, accept } = checkField(kind, name, form, now)
  return level !== 'error' || accept !== undefined
}
