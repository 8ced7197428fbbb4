import { quickType } from '#shared/domain/procedures/quick-types.ts'
import { recognitionText as text } from '#shared/text/document-tools.ts'
import { ownDocumentLabel } from '#shared/text/labels.ts'
import { announce } from '../../ui-state/announcer.ts'

/** Gives a document the type of a digit, and says it: the focus stays on the row. */
export function retypeByKey({ name }: { name: string }, key: string, retype: (type: string) => void): void {
  const type = quickType(key)
  if (type === undefined) return
  retype(type)
  announce(text.retyped(name, ownDocumentLabel(type)))
}
