import { useState } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { againDialogText as text } from '#shared/text/outbox.ts'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { DraftSubject } from './draft-rows.tsx'
import { announce } from '../../ui-state/announcer.ts'
import type { Outbox } from './use-outbox.ts'

export interface AgainDialogProps {
  row: DraftRow
  outbox: Outbox
  onClose: () => void
}

/** Confirmation before a new draft of a possibly delivered one, which may duplicate it. It sends nothing. */
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
    <ConfirmDialog
      title={text.title}
      body={body}
      about={
        <div className="send-list__row">
          <DraftSubject row={row} />
        </div>
      }
      keep={text.keep}
      submit={text.submit}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
