import { storeText as text } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Dialog } from '../../design/dialog.tsx'

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
    <Dialog label={title} role="alertdialog" describedBy="set-aside-body" onClose={onClose}>
      <div className="dialog__body">
        <h2>{title}</h2>
        <p className="second" id="set-aside-body">
          {body}
        </p>
      </div>
      <div className="dialog__actions">
        {/* The safe button comes first and has the focus: Enter by reflex loses nothing. */}
        <Button data-safe onClick={onClose}>
          {text.confirmKeep}
        </Button>
        <CommitButton meaning="set aside" onClick={onConfirm}>
          {action}
        </CommitButton>
      </div>
    </Dialog>
  )
}
