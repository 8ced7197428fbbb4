import type { ReactNode } from 'react'
import { CommitButton } from '../../design/commit-button.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { useTurnHint } from '../../shortcuts/key-hints.tsx'
import type { ShortcutId } from '../../shortcuts/table.ts'

/** Back, what to know, and the way on: one primary button. */
export function FormFoot({ children }: { children: ReactNode }) {
  return (
    <footer className="wizard__foot" data-region="footer" tabIndex={-1}>
      {children}
    </footer>
  )
}

export interface SendWaysProps {
  /** The shortcut that sends with a connection and finishes without one. */
  shortcut: ShortcutId
  words: { finish: string; send: string; offline: string; undoTime: (seconds: number) => string }
  /** `finish` leaves it ready, to be sent with the others. */
  sending: { online: boolean; canSend: boolean; finish: () => unknown; send: () => unknown }
  /** Why it cannot be sent yet; `null` when nothing holds it up. */
  holds: string | null
}

/** The two ways out of a review: both always there, so that nothing moves when the connection comes or goes. */
export function SendWays({ shortcut, words, sending, holds }: SendWaysProps) {
  const { online, canSend } = sending
  const turn = useTurnHint()
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  return (
    <>
      <span className="wizard__hint wizard__hint--end small muted">
        {online ? (holds ?? words.undoTime(seconds)) : words.offline}
      </span>
      <CommitButton
        meaning="finish"
        tone={online ? 'default' : 'primary'}
        disabled={!canSend}
        onClick={() => void sending.finish()}
        {...turn(shortcut, !online)}
      >
        {words.finish}
      </CommitButton>
      <CommitButton
        meaning="send"
        tone={online ? 'primary' : 'default'}
        disabled={!canSend || !online}
        onClick={() => void sending.send()}
        {...turn(shortcut, online)}
      >
        {words.send}
      </CommitButton>
    </>
  )
}
