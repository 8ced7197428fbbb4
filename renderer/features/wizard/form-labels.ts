import { templateDialogText, fieldLabels } from '#shared/text/fields.ts'
import type { DraftFormField } from './draft-forms.ts'

/** Labels of everything that a draft's form saves. */
export const formLabels: Readonly<Record<DraftFormField, string>> = {
  ...fieldLabels,
  expected: templateDialogText.documents,
}
