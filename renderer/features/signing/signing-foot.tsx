import { signingText as text } from '#shared/text/app-signing.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { FormFoot, SendWays } from '../outbox/form-foot.tsx'
import { leaveSigning } from './leave-signing.ts'
import type { GiveWord } from '../outbox/use-give-word.ts'
import type { SigningOnScreen } from './use-signing.ts'

export interface SigningFootProps {
  signing: SigningOnScreen
  sending: GiveWord
  reviews: boolean
  onReview: () => void
  onBack: () => void
}

/** What is left to do, and the way on: one primary button. */
export function SigningFoot({ signing, sending, reviews, onReview, onBack }: SigningFootProps) {
  const hint = useKeyHint()
  const { canSend } = sending
  const { stops } = signing
  return (
    <FormFoot>
      {/* Each way has elements of its own: the button that reviews never becomes the one that sends. */}
      {reviews ? (
        <>
          <Button key="back" tone="plain" {...hint('signing.back')} onClick={onBack}>
            {text.back}
          </Button>
          <SendWays
            shortcut="signing.send"
            words={text}
            sending={sending}
            holds={canSend ? null : text.toFix(stops.length)}
          />
        </>
      ) : (
        <>
          <span key="hint" className="wizard__hint small muted">
            {text.nothingLeaves}
          </span>
          <span className="small second" role="status">
            {text.toFix(stops.length)}
          </span>
          <Button key="leave" onClick={() => void leaveSigning(signing)}>
            {text.saveAndLeave}
          </Button>
          <Button
            key="review"
            tone="primary"
            data-signing-next
            onClick={onReview}
            {...hint('signing.review')}
          >
            {text.review}
          </Button>
        </>
      )}
    </FormFoot>
  )
}
