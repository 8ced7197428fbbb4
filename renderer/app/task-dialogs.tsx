import { type ReactNode, useId, useEffect, useState } from 'react'
import type { Result } from '#shared/bridge/result.ts'
import { brokenText } from '#shared/text/app.ts'
import type { ErrorTexts } from '#shared/text/errors.ts'
import { ErrorBoundary } from '../design/error-boundary.tsx'
import { ConfirmDialog, ThreeWords, TitledDialog } from '../design/dialogs.tsx'
import { useOnce, type Task } from '../replica/use-once.ts'
import { showToast } from './toasts.ts'
import { CommitButton } from '../design/button.tsx'
import { BusyLine, FailedNotice } from './task-notice.tsx'

interface ConfirmTaskDialogProps<T> {
  title: string
  body: string
  children?: ReactNode
  keep: string
  submit: string
  /** Subject of the confirmation, if the labels do not name it. */
  meaning?: string
  working: string
  /** Toast on success. */
  done: string
  texts?: ErrorTexts
  run: () => Promise<Result<T>>
  onDone?: (value: T) => void
  onClose: () => void
}

/** Confirms one command to the core. Shows its progress and its failure, and a toast on success. */
export function ConfirmTaskDialog<T>(props: ConfirmTaskDialogProps<T>) {
  const { title, body, children, keep, submit, meaning = submit, working, done, texts } = props
  const { task, run } = useOnce<'run'>()
  const busy = task.state === 'busy'
  const confirm = async () => {
    const answer = await run('run', props.run)
    if (!answer) return
    showToast(done)
    props.onDone?.(answer.value)
    props.onClose()
  }
  return (
    <ConfirmDialog
      title={title}
      body={body}
      keep={keep}
      submit={submit}
      meaning={meaning}
      busy={busy}
      onSubmit={confirm}
      onClose={props.onClose}
    >
      {children}
      {busy && <BusyLine words={working} />}
      {task.state === 'failed' && <FailedNotice error={task.error} {...(texts && { texts })} />}
    </ConfirmDialog>
  )
}

/** The grace period is longer than a user needs to notice a new dialog and stop a press. */
const GRACE_MS = 700

/** False for `GRACE_MS` after mounting. A press meant for the content that the dialog covers then decides nothing. */
function useGrace(): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

export type Decision = 'accept' | 'refuse'

interface CompareDialogProps {
  title: string
  words: readonly string[]
  /** Instruction to compare the words, announced with the title. */
  body: string
  children?: ReactNode
  /** Identity of the requester. A press for one requester never decides about another. */
  meaning: string
  labels: Readonly<Record<Decision | 'working', string>>
  /** Content at the start of the row of buttons, apart from them. */
  start?: ReactNode
  task: Task<Decision>
  /** True after the decision, until its result arrives. */
  isDecided?: boolean
  texts?: ErrorTexts
  onDecide: (decision: Decision) => void
  /** Called on Esc, which decides nothing. */
  onClose: () => void
}

/**
 * Shows three words to compare with the words on the other screen, and buttons to accept or refuse the requester. No
 * button has the focus at first, and both are disabled for `GRACE_MS`: the dialog opens by itself, perhaps under a
 * press meant for the page.
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

/** Dialog whose chunk loads when first opened. If the chunk fails to load, a toast appears and the page stays usable. */
export function LaterDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const closeWithToast = () => {
    onClose()
    showToast(brokenText.panel, 'failed')
  }
  return <ErrorBoundary onError={closeWithToast}>{children}</ErrorBoundary>
}
