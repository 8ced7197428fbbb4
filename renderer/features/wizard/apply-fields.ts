import {
  type Acceptable,
  type DraftFields,
  type FieldChanges,
  FIELD_NAMES,
  type FieldName,
} from '#shared/domain/procedures/fields.ts'
import { fieldsOnScreen } from '../autosave/form-state.ts'
import type { DraftForm } from './draft-forms.ts'

/** Fields put at once, which one step undoes. */
export interface AppliedFields {
  names: readonly FieldName[]
  /**
   * Puts back what was there, except where something else has been typed since.
   * @returns false if some fields had other text by then
   */
  undo: () => boolean
}

/** Values of a draft's form, with what was typed since the last render. */
export const readFields = (form: DraftForm): DraftFields => onScreen(form).fields

/** Puts values in the form's fields as if they were typed; absent ones stay. `null` if nothing changes. */
export function applyFields(form: DraftForm, values: FieldChanges): AppliedFields | null {
  const before = onScreen(form)
  const names = FIELD_NAMES.filter(
    (name) => values[name] !== undefined && values[name] !== before.fields[name],
  )
  if (names.length === 0) return null
  for (const name of names) form.type(name, values[name] ?? '')
  const lapsed = before.accepted.filter((what) => !onScreen(form).accepted.includes(what))
  void form.flush()
  return {
    names,
    undo() {
      const { fields } = onScreen(form)
      const untouched = names.filter((name) => fields[name] === values[name])
      for (const name of untouched) form.type(name, before.fields[name])
      for (const what of lapsed) if (untouched.includes(FIELD_OF[what])) form.accept(what, true)
      void form.flush()
      return untouched.length === names.length
    },
  }
}

/** Field whose value was accepted as it is. */
const FIELD_OF: Readonly<Record<Acceptable, FieldName>> = {
  'short-vin': 'vin',
  'seller-control': 'sellerTaxId',
  'buyer-control': 'buyerTaxId',
}

function onScreen(form: DraftForm): { fields: DraftFields; accepted: readonly Acceptable[] } {
  const { form: state } = form.store.getState()
  return { fields: fieldsOnScreen(state), accepted: state.accepted ?? state.base.accepted }
}
