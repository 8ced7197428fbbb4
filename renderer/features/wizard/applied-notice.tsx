import { pastedText as text } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { formLabels } from './form-labels.ts'
import type { Wizard } from './use-wizard.ts'

/** Fields that were put at once, and the step that undoes it. Names of fields only: their values are in them. */
export function AppliedNotice({ wizard: { applied, fills, undo, keepApplied } }: { wizard: Wizard }) {
  const hint = useKeyHint()
  if (!applied) return null
  return (
    // It takes the focus: Enter by reflex does nothing here, and Tab leads to what undoes it.
    <div tabIndex={-1} role="group" aria-label={text.appliedTitle} data-applied>
      <Notice icon={<Sign kind="ok" />}>
        <p>{text.applied(applied.names.map((name) => formLabels[name]))}</p>
        <div className="notice__actions">
          <Button
            size="low"
            {...(fills.latest?.id === applied.id && hint('wizard.undo-filled'))}
            onClick={() => undo(applied)}
          >
            {text.undo}
          </Button>
          <Button size="low" tone="plain" onClick={keepApplied}>
            {text.keep}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
