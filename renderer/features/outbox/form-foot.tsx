import type { ReactNode } from 'react'
import { Actions } from '../../design/actions.tsx'
import { CommitButton } from '../../design/button.tsx'
import { useRootClass } from '../../design/hooks.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { useTurnHint } from '../../app/key-hints.tsx'
import type { ShortcutId } from '../../app/shortcut-table.ts'

/** Foot of a form: back, status, and one primary button. */
export function FormFoot({ children }: { children: ReactNode }) {
  useRootClass('has-form-foot')
  return (
    <footer className="wizard__foot" data-region="footer" tabIndex={-1}>
      {children}
    </footer>
  )
}

export interface SendWaysProps {
  /** Shortcut that sends online and finishes offline. */
  shortcut: ShortcutId
  words: { finish: string; send: string; offline: string; undoTime: (seconds: number) => string }
  /** `finish` leaves the draft ready, to be sent later with the others. */
  sending: { online: boolean; canSend: boolean; finish: () => unknown; send: () => unknown }
  /** Reason why the draft cannot be sent yet; `null` if nothing blocks it. */
  holds: string | null
}

/** The two actions of a review. Both are always shown, so that nothing moves when the connection changes. */
export function SendWays({ shortcut, words, sending, holds }: SendWaysProps) {
  const { online, canSend } = sending
  const turn = useTurnHint()
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  return (
    <>
      <span className="wizard__hint wizard__hint--end small muted">
        {online ? (holds ?? words.undoTime(seconds)) : words.offline}
      </span>
      <Actions>
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
          data-point="send"
          tone={online ? 'primary' : 'default'}
          disabled={!canSend || !online}
          onClick={() => void sending.send()}
          {...turn(shortcut, online)}
        >
          {words.send}
        </CommitButton>
      </Actions>
    </>
  )
}
