import type { ReactNode } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { sendDialogText as text, sendErrors } from '#shared/text/outbox.ts'
import { errorTexts, type ErrorText } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialogs.tsx'
import './outbox.css'

/** Why a draft was not sent, in the words of the outbox. */
export const sendErrorWords = ({ code }: Pick<AppError, 'code'>): ErrorText =>
  sendErrors[code] ?? errorTexts[code]

export interface HeldDialogProps {
  title: string
  note?: string | undefined
  /** One item for each draft that was not sent. */
  children: ReactNode
  onClose: () => void
}

/** What was not sent after a confirmation, and why. It stays until it is closed. */
export function HeldDialog({ title, note, children, onClose }: HeldDialogProps) {
  return (
    <Dialog label={title} dismissable={false} onClose={onClose}>
      <div className="dialog__body" role="alert">
        <h2>{title}</h2>
        {note !== undefined && <p className="second">{note}</p>}
        <ul className="send-list">{children}</ul>
      </div>
      <div className="dialog__actions">
        <Button data-safe onClick={onClose}>
          {text.close}
        </Button>
      </div>
    </Dialog>
  )
}
