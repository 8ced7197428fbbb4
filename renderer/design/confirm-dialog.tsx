import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { CommitButton } from './commit-button.tsx'
import { TitledDialog } from './titled-dialog.tsx'

export interface ConfirmDialogProps {
  title: string
  /** Explanation, announced to screen readers with the title. */
  body: ReactNode
  /** Object of the action, before the explanation. */
  about?: ReactNode
  /** Further choices or information. */
  children?: ReactNode
  /** Label of the safe button. */
  keep: string
  submit: string
  /** Present meaning of a press, where the label does not tell it all. */
  meaning?: string
  busy?: boolean
  onSubmit: () => unknown
  onClose: () => void
}

/**
 * Confirmation before an action that spends, sends, erases or cannot be undone. The safe button comes first and has the
 * focus: Enter by reflex does nothing. The other one ignores presses that began before it had its present meaning.
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
