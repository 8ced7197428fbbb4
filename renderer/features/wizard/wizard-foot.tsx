import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { STEPS } from '#shared/domain/procedures/fields.ts'
import { reviewText, stepTitles, wizardText as text } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { FormFoot, SendWays } from '../outbox/form-foot.tsx'
import { leaveWizard } from './leave-wizard.ts'
import { FORM_ID } from './step-fields.tsx'
import type { Sending } from './use-sending.ts'
import type { Wizard } from './use-wizard.ts'

export interface WizardFootProps {
  wizard: Wizard
  sending: Sending
  preflight: Preflight | undefined
  reviews: boolean
  singlePage: boolean
  hint: string
}

/** Foot of the wizard: back, status, and one primary button. */
export function WizardFoot({ wizard, sending, preflight, reviews, singlePage, hint }: WizardFootProps) {
  const first = wizard.step === STEPS[0]
  const keys = useKeyHint()
  return (
    <FormFoot>
      {!singlePage && (
        <Button tone="plain" disabled={first} {...keys('wizard.back')} onClick={wizard.back}>
          {text.back}
        </Button>
      )}
      {reviews ? (
        <SendWays
          shortcut="wizard.send"
          words={reviewText}
          sending={sending}
          holds={preflight?.clear === true ? null : ''}
        />
      ) : (
        <>
          <span className="wizard__hint small muted">{hint}</span>
          <Button onClick={() => void leaveWizard(wizard)}>{text.saveAndLeave}</Button>
          <NextButton wizard={wizard} />
        </>
      )}
    </FormFoot>
  )
}

function NextButton({ wizard }: { wizard: Wizard }) {
  const hint = useKeyHint()
  const after = STEPS[STEPS.indexOf(wizard.step) + 1]
  if (!after) return null
  // In the form, Enter in any field presses it; the documents step has no form.
  const way =
    wizard.step === 'documents' ? { onClick: wizard.next } : ({ type: 'submit', form: FORM_ID } as const)
  return (
    <Button tone="primary" {...hint('wizard.next')} {...way}>
      {wizard.warned ? text.nextAnyway : text.next(stepTitles[after])}
    </Button>
  )
}
