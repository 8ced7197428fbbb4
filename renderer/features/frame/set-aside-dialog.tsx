import { storeText as text } from '#shared/text/app.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'

export interface SetAsideDialogProps {
  title: string
  body: string
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Before an account begins without the data that it had. */
export function SetAsideDialog({ title, body, action, onConfirm, onClose }: SetAsideDialogProps) {
  return (
    <ConfirmDialog
      title={title}
      body={body}
      keep={text.confirmKeep}
      submit={action}
      onSubmit={onConfirm}
      onClose={onClose}
    />
  )
}
