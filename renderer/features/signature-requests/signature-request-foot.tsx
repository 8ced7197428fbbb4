import { signatureRequestText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { SendButtons } from '../outbox/send-buttons.tsx'
import { leaveSignatureRequest } from './leave-signature-request.ts'
import type { SendSignatureRequest } from './use-send-signature-request.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

export interface SignatureRequestFootProps {
  signatureRequest: SignatureRequestOnScreen
  sending: SendSignatureRequest
  reviews: boolean
  onReview: () => void
  onBack: () => void
}

/** What is left to do, and the way on: one primary button. */
export function SignatureRequestFoot({
  signatureRequest,
  sending,
  reviews,
  onReview,
  onBack,
}: SignatureRequestFootProps) {
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  const hint = useKeyHint()
  const { online, canSend } = sending
  const { stops } = signatureRequest
  const about = online ? (canSend ? text.undoTime(seconds) : text.toFix(stops.length)) : text.offline
  return (
    <footer className="wizard__foot" data-region="footer" tabIndex={-1}>
      {/* Each way has elements of its own: the button that reviews never becomes the one that sends. */}
      {reviews ? (
        <>
          <Button key="back" tone="plain" {...hint('signature-requests.back')} onClick={onBack}>
            {text.back}
          </Button>
          <span className="wizard__hint wizard__hint--end small muted">{about}</span>
          <SendButtons
            shortcut="signature-requests.send"
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
          <Button key="leave" onClick={() => void leaveSignatureRequest(signatureRequest)}>
            {text.saveAndLeave}
          </Button>
          <Button
            key="review"
            tone="primary"
            data-request-next
            onClick={onReview}
            {...hint('signature-requests.review')}
          >
            {text.review}
          </Button>
        </>
      )}
    </footer>
  )
}
