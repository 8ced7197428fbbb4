import { signatureRequestText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { FormFoot, SendWays } from '../outbox/form-foot.tsx'
import { leaveSignatureRequest } from './leave-signature-request.ts'
import type { Submit } from '../outbox/use-submit.ts'
import type { SignatureRequestOnScreen } from './use-signature-request.ts'

export interface SignatureRequestFootProps {
  signatureRequest: SignatureRequestOnScreen
  sending: Submit
  reviews: boolean
  onReview: () => void
  onBack: () => void
}

/** Status and next step: one primary button. */
export function SignatureRequestFoot({
  signatureRequest,
  sending,
  reviews,
  onReview,
  onBack,
}: SignatureRequestFootProps) {
  const hint = useKeyHint()
  const { canSend } = sending
  const { stops } = signatureRequest
  return (
    <FormFoot>
      {/* Distinct elements: the review button never turns into the send button. */}
      {reviews ? (
        <>
          <Button key="back" tone="plain" {...hint('signature-requests.back')} onClick={onBack}>
            {text.back}
          </Button>
          <SendWays
            shortcut="signature-requests.send"
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
    </FormFoot>
  )
}
