import { CommitButton } from '../../design/commit-button.tsx'
import { useTurnHint } from '../../shortcuts/key-hints.tsx'
import type { ShortcutId } from '../../shortcuts/table.ts'

export interface SendButtonsProps {
  /** The shortcut that sends with a connection and finishes without one. */
  shortcut: ShortcutId
  words: { finish: string; send: string }
  online: boolean
  canSend: boolean
  /** Leaves it ready, to be sent with the others. */
  onFinish: () => void
  onSend: () => void
}

/** The two ways out of a review: both always there, so that nothing moves when the connection comes or goes. */
export function SendButtons({ shortcut, words, online, canSend, onFinish, onSend }: SendButtonsProps) {
  const turn = useTurnHint()
  return (
    <>
      <CommitButton
        meaning="finish"
        tone={online ? 'default' : 'primary'}
        disabled={!canSend}
        onClick={onFinish}
        {...turn(shortcut, !online)}
      >
        {words.finish}
      </CommitButton>
      <CommitButton
        meaning="send"
        tone={online ? 'primary' : 'default'}
        disabled={!canSend || !online}
        onClick={onSend}
        {...turn(shortcut, online)}
      >
        {words.send}
      </CommitButton>
    </>
  )
}
