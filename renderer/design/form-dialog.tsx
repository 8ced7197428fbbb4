import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { TitledDialog, type TitledDialogProps } from './titled-dialog.tsx'

export interface FormDialogProps extends Pick<
  TitledDialogProps,
  'title' | 'variant' | 'dismissable' | 'form' | 'onClose' | 'children' | 'describedBy'
> {
  cancel: string
  cancelTone?: ButtonProps['tone']
  submit: string
  /** It is being sent, or cannot be yet. */
  disabled?: boolean
  /** At the other end of its buttons. */
  start?: ReactNode
  onSubmit: () => unknown
}

/** A few fields to fill in. A click outside closes it only where nothing typed is lost. */
export function FormDialog(props: FormDialogProps) {
  const { cancel, cancelTone = 'plain', submit, disabled, start, dismissable = false, ...dialog } = props
  return (
    <TitledDialog
      {...dialog}
      dismissable={dismissable}
      actions={
        <>
          {start && <span className="dialog__start">{start}</span>}
          <Button tone={cancelTone} onClick={dialog.onClose}>
            {cancel}
          </Button>
          <Button tone="primary" type="submit" disabled={disabled}>
            {submit}
          </Button>
        </>
      }
    />
  )
}
