import type { Draft } from '#shared/bridge/procedures.ts'
import { type FieldName, FIELD_LENGTHS, fieldsOf } from '#shared/domain/procedures/fields.ts'
import { fieldsOnScreen } from '../autosave/form-state.ts'
import type { DraftForm } from './draft-forms.ts'

export type FieldValues = { readonly [N in FieldName]?: string | undefined }

export interface Applied {
  /** Fields that changed, in the order of the form. */
  fields: readonly FieldName[]
  /** Puts back what they had. A field that was changed since stays. */
  undo(): void
}

/** Values of a draft's form, with what was typed since the last render. */
export const readFields = (form: DraftForm): Readonly<Record<FieldName, string>> =>
  fieldsOnScreen(form.store.getState().form)

/**
 * Writes values into a draft's form, as if they were typed. Fields that its kind does not have, and values that are
 * there already, are left out.
 */
export function applyFields(
  { draft, form }: { draft: Pick<Draft, 'kind'>; form: DraftForm },
  values: FieldValues,
): Applied {
  const before = readFields(form)
  const changes = fieldsOf(draft.kind).flatMap((name) => {
    const value = values[name]?.slice(0, FIELD_LENGTHS[name])
    return value === undefined || value === before[name] ? [] : [{ name, value }]
  })
  for (const { name, value } of changes) form.type(name, value)
  return {
    fields: changes.map(({ name }) => name),
    undo() {
      const now = readFields(form)
      for (const { name, value } of changes) if (now[name] === value) form.type(name, before[name])
    },
  }
}
