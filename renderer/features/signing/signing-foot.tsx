import { signingText as text } from '#shared/text/app-signing.ts'
import { Button } from '../../design/button.tsx'
import { Kbd, Keys } from '../../design/kbd.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { modKey } from '../../ui-state/shortcuts.ts'
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
  const { online, canSend } = sending
  const { stops } = signing
  const keys = { shortcut: <Keys keys={[modKey, '⏎']} />, 'aria-keyshortcuts': 'Control+Enter' }
  if (!reviews) {
    return (
      <footer className="wizard__foot" data-region="footer" tabIndex={-1}>
        <span className="wizard__hint small muted">{text.nothingLeaves}</span>
        <span className="small second" role="status">
          {text.toFix(stops.length)}
        </span>
        <Button onClick={() => void leaveSigning(signing)}>{text.saveAndLeave}</Button>
        <Button tone="primary" data-signing-next onClick={onReview} {...keys}>
          {text.review}
        </Button>
      </footer>
    )
  }
  const hint = online ? (canSend ? text.undoTime(seconds) : text.toFix(stops.length)) : text.offline
  return (
    <footer className="wizard__foot" data-region="footer" tabIndex={-1}>
      <Button tone="plain" shortcut={<Kbd>Esc</Kbd>} aria-keyshortcuts="Escape" onClick={onBack}>
        {text.back}
      </Button>
      <span className="wizard__hint wizard__hint--end small muted">{hint}</span>
      <Button
        tone={online ? 'default' : 'primary'}
        disabled={!canSend}
        onClick={() => void sending.finish()}
        {...(!online && keys)}
      >
        {text.finish}
      </Button>
      {online && (
        <Button tone="primary" disabled={!canSend} onClick={() => void sending.send()} {...keys}>
          {text.send}
        </Button>
      )}
    </footer>
  )
}
