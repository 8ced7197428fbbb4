import { QUICK_TYPES } from '#shared/domain/procedures/quick-types.ts'
import { papersText as text } from '#shared/text/app-papers.ts'
import { documentLabel } from '#shared/text/labels-documents.ts'
import { Kbd } from '../../design/kbd.tsx'

/** Digits that give the focused document its type. */
export function QuickTypes() {
  return (
    <p className="quick-types tiny muted">
      <span>{text.quickHelp}</span>
      {Object.entries(QUICK_TYPES).map(([key, type]) => (
        <span key={key} className="quick-types__one">
          <Kbd>{key}</Kbd> {documentLabel(type)}
        </span>
      ))}
    </p>
  )
}
