import { signingText as text } from '#shared/text/app-signing.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { SendButtons } from '../outbox/send-buttons.tsx'
import { leaveSigning } from './leave-signing.ts'
import type { SendSigning } from './use-send-signing.ts'
import type { SigningOnScreen } from './use-signing.ts'

export interface SigningFootProps {
  signing: SigningOnScreen
  sending: SendSigning
  reviews: boolean
  onReview: () => void
  onBack: () => void
}

/** What is left to do, and the way on: one primary button. */
export function SigningFoot({ signing, sending, reviews, onReview, onBack }: SigningFootProps) {
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  const hint = useKeyHint()
  const { online, canSend } = sending
  const { stops } = signing
  const about = online ? (canSend ? text.undoTime(seconds) : text.toFix(stops.length)) : text.offline
  return (
    <footer className="wizard__foot" data-region="footer" tabIndex={-1}>
      {/* Each way has elements of its own: the button that reviews never becomes the one that sends. */}
      {reviews ? (
        <>
          <Button key="back" tone="plain" {...hint('signing.back')} onClick={onBack}>
            {text.back}
          </Button>
          <span className="wizard__hint wizard__hint--end small muted">{about}</span>
          <SendButtons
            shortcut="signing.send"
            words={text}
            online={online}
            canSend={canSend}
            onFinish={() => void sending.finish()}
            onSend={() => void sending.send()}
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
    </footer>
  )
}
