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
  /** True while it is being sent, or cannot be yet. */
  disabled?: boolean
  /** At the opposite end of its buttons. */
  start?: ReactNode
  onSubmit: () => unknown
}

/** Dialog with a few fields. A click outside closes it only where no typed text is lost. */
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
