import { type ReactNode, useId, useEffect, useState } from 'react'
import type { ErrorTexts } from '#shared/text/errors.ts'
import { CommitButton } from '../../design/button.tsx'
import { ThreeWords, TitledDialog } from '../../design/dialogs.tsx'
import type { Task } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from './task-notice.tsx'

/** Longer than a hand needs to see that something came up and to stop. */
const GRACE_MS = 700

/** False for a moment after what uses it comes up by itself: a press that was meant for what was there decides nothing. */
function useGrace(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

export type Decision = 'accept' | 'refuse'

export interface CompareDialogProps {
  title: string
  words: readonly string[]
  /** What to compare, announced with the title. */
  body: string
  children?: ReactNode
  /** Who is decided about: a press on one never decides about another. */
  meaning: string
  labels: Readonly<Record<Decision | 'working', string>>
  /** At the opposite end of the buttons. */
  start?: ReactNode
  task: Task<Decision>
  /** Decided, and what comes of it is still to be told. */
  isDecided?: boolean
  texts?: ErrorTexts
  onDecide: (decision: Decision) => void
  /** Esc decides nothing. */
  onClose: () => void
}

/**
 * Compares the three words with those of the other screen, and lets somebody in or not. Neither button has the focus,
 * nor takes a press at once: the dialog comes up by itself, perhaps under a press meant for what was there before.
 */
export function CompareDialog(props: CompareDialogProps) {
  const { title, words, body, children, meaning, labels, start, task, isDecided, texts, onDecide, onClose } =
    props
  const id = useId()
  const hasCome = useGrace()
  const busy = task.state === 'busy' || isDecided === true
  const decision = (what: Decision) => (
    <CommitButton meaning={`${what} ${meaning}`} disabled={busy || !hasCome} onClick={() => onDecide(what)}>
      {labels[what]}
    </CommitButton>
  )
  return (
    <TitledDialog
      title={title}
      describedBy={id}
      dismissable={false}
      onClose={onClose}
      actions={
        <>
          {start && <span className="dialog__start">{start}</span>}
          {decision('refuse')}
          {decision('accept')}
        </>
      }
    >
      <ThreeWords words={words} />
      <p className="second" id={id}>
        {body}
      </p>
      {children}
      {busy && <BusyLine words={labels.working} />}
      {task.state === 'failed' && <FailedNotice error={task.error} {...(texts && { texts })} />}
    </TitledDialog>
  )
}
