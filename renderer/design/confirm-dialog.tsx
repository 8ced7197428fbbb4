import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { CommitButton } from './commit-button.tsx'
import { TitledDialog } from './titled-dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What it means, told to screen readers with the title. */
  body: ReactNode
  /** What it is about, before its meaning. */
  about?: ReactNode
  /** What else there is to choose or to know. */
  children?: ReactNode
  /** The safe button. */
  keep: string
  submit: string
  /** What pressing it does now, where its words are not all of it. */
  meaning?: string
  busy?: boolean
  onSubmit: () => unknown
  onClose: () => void
}

/**
 * The last word before what spends, sends, erases or cannot be undone. The safe button comes first and has the focus:
 * Enter by reflex does nothing. The other one answers no press that began before it read as it does.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, body, about, children, keep, submit, meaning = submit, busy, onSubmit, onClose } = props
  const id = useId()
  return (
    <TitledDialog
      title={title}
      role="alertdialog"
      describedBy={id}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {keep}
          </Button>
          <CommitButton meaning={meaning} disabled={busy} onClick={() => void onSubmit()}>
            {submit}
          </CommitButton>
        </>
      }
    >
      {about}
      <p className="second" id={id}>
        {body}
      </p>
      {children}
    </TitledDialog>
  )
}
