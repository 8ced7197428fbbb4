import { QUICK_TYPES, type QuickKey } from '#shared/domain/procedures/quick-types.ts'
import { recognitionText as text } from '#shared/text/document-tools.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { Kbd } from '../../design/kbd.tsx'

/** As on the keyboard. */
const KEYS = [...'1234567890'] as QuickKey[]

/** Digits that give the focused document its type. */
export function QuickTypes() {
  return (
    <p className="quick-types tiny muted">
      <span>{text.quickHelp}</span>
      {KEYS.map((key) => (
        <span key={key} className="quick-types__one">
          <Kbd>{key}</Kbd> {documentLabel(QUICK_TYPES[key])}
        </span>
      ))}
    </p>
  )
}
