import type { Span } from '../../design/plate-field.tsx'
import type { LookupDesk } from '../../ui-state/lookup-desk.ts'

/** The characters of the text that do not fit. */
export function problemSpans(_text: string, _problem: NonNullable<LookupDesk['problem']>): readonly Span[] {
  return []
}
