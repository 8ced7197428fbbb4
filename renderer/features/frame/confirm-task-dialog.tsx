import type { ReactNode } from 'react'
import type { Result } from '#shared/bridge/result.ts'
import type { ErrorTexts } from '#shared/text/errors.ts'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { BusyLine, FailedNotice } from './task-notice.tsx'

export interface ConfirmTaskDialogProps<T> {
  title: string
  body: string
  children?: ReactNode
  keep: string
  submit: string
  /** Whom or what it is about, where the labels do not tell. */
  meaning?: string
  working: string
  /** Said once it is done. */
  done: string
  texts?: ErrorTexts
  run: () => Promise<Result<T>>
  onDone?: (value: T) => void
  onClose: () => void
}

/** Confirmation of one command to the core: its progress, its failure, and a toast once it is done. */
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
