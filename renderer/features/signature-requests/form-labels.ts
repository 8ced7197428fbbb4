import { signatureRequestText as text } from '#shared/text/signatures.ts'
import { signatureRequestFieldLabels } from '#shared/text/fields.ts'
import type { FormField } from './signature-request-form.ts'

/** Labels of everything that a request's form saves. */
export const formLabels: Readonly<Record<FormField, string>> = {
  ...signatureRequestFieldLabels,
  document: text.document,
  procedureId: text.section,
}
