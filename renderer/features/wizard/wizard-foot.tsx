import { useState } from 'react'
import type { Preflight } from '#shared/domain/procedures/preflight.ts'
import { STEPS } from '#shared/domain/procedures/fields.ts'
import { reviewText, stepTitles, wizardText } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../app/key-hints.tsx'
import { useClient } from '../../replica/client.ts'
import { FormFoot, SendWays, useSubmit } from '../outbox/feature.ts'
import { useBringing } from '../documents/feature.ts'
import { leaveWizard, type Wizard } from './use-wizard.ts'
import { FORM_ID } from './step-fields.tsx'
import { checkOf } from './wizard-view-model.ts'

interface WizardFootProps {
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
          {wizardText.back}
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
          <Button onClick={() => void leaveWizard(wizard)}>{wizardText.saveAndLeave}</Button>
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
  // In the form, Enter in any field submits. The documents step has no form, so its button has a handler.
  const way =
    wizard.step === 'documents' ? { onClick: wizard.next } : ({ type: 'submit', form: FORM_ID } as const)
  return (
    <Button tone="primary" {...hint('wizard.next')} {...way}>
      {wizard.warned ? wizardText.nextAnyway : wizardText.next(stepTitles[after])}
    </Button>
  )
}

/** Sends a draft, or leaves it finished for later. Saves all typed text first. */
export function useSending({ draft, form }: Wizard, preflight: Preflight | undefined) {
  const { bridge } = useClient()
  /** Key of the duplicates that the user reviewed. Later duplicates need another review. */
  const [seen, setSeen] = useState<string | null>(null)
  const [unseen, setUnseen] = useState(false)
  const found = checkOf(preflight, 'duplicates')?.found ?? []
  const key = found.map(({ where, id, by }) => `${where} ${id} ${by}`).join(' ')
  const isSeen = found.length === 0 || seen === key
  const bringing = useBringing(draft.id)
  const { id } = draft
  const { send, ...submit } = useSubmit({
    form,
    isClear: preflight?.clear === true && bringing === 0,
    finished: reviewText.finished,
    ask: (how, version) =>
      how === 'finish'
        ? bridge.call('procedures.finish', { id, version })
        : bridge.call('procedures.send', { id, version, duplicates: found.length > 0 }),
  })

  return {
    ...submit,
    found,
    isSeen,
    unseen: unseen && !isSeen,
    see: (on: boolean) => setSeen(on ? key : null),
    async send() {
      if (!submit.canSend) return
      if (isSeen) return void (await send())
      setUnseen(true)
      document.querySelector<HTMLElement>('[data-seen]')?.focus()
    },
  }
}

export type Sending = ReturnType<typeof useSending>
