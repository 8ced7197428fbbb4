import { useState } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { againDialogText as text } from '#shared/text/app-outbox.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { DraftSubject } from './draft-rows.tsx'
import { announce } from '../../ui-state/announcer.ts'
import type { Outbox } from './use-outbox.ts'

export interface AgainDialogProps {
  row: DraftRow
  outbox: Outbox
  onClose: () => void
}

/** Leaving behind what the service has may make two of them: that is said before, and nothing is sent by it. */
export function AgainDialog({ row, outbox, onClose }: AgainDialogProps) {
  const [busy, setBusy] = useState(false)
  const { problem } = row
  const body =
    problem === 'vanished' || problem === 'confirmed-elsewhere' ? text.body[problem] : text.body.other
  const submit = async () => {
    setBusy(true)
    const done = await outbox.resolve(row, 'again')
    if (done) announce(text.done)
    onClose()
  }
  return (
    <Dialog label={text.title} role="alertdialog" describedBy="again-means" onClose={onClose}>
      <div className="dialog__body">
        <h2>{text.title}</h2>
        <div className="send-list__row">
          <DraftSubject row={row} />
        </div>
        <p className="second" id="again-means">
          {body}
        </p>
      </div>
      <div className="dialog__actions">
        <Button data-safe onClick={onClose}>
          {text.keep}
        </Button>
        <CommitButton meaning="again" disabled={busy} onClick={() => void submit()}>
          {text.submit}
        </CommitButton>
      </div>
    </Dialog>
  )
}
