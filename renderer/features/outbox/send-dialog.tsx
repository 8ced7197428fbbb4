import { useRef, useState } from 'react'
import type { DraftRow } from '#shared/bridge/procedures.ts'
import { draftName, sendDialogText as text } from '#shared/text/app-outbox.ts'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { BusyLine } from '../frame/task-notice.tsx'
import { DraftSubject } from './draft-rows.tsx'
import { HeldDialog, sendErrorWords } from './held-dialog.tsx'
import { openDraft } from './open-draft.ts'
import { type HeldBack, sendAll, undoAll } from './use-outbox.ts'

/** Confirmation before sending: lists the items and that it is final. Afterwards, those that were not sent and why. */
export function SendDialog({ rows, onClose }: { rows: readonly DraftRow[]; onClose: () => void }) {
  const { bridge } = useClient()
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  const [busy, setBusy] = useState(false)
  const [held, setHeld] = useState<readonly HeldBack[] | null>(null)

  const stop = useRef(new AbortController())

  const send = async () => {
    setBusy(true)
    const { sent, held: left } = await sendAll(bridge, rows, stop.current.signal)
    // Items whose sending had begun before the stop.
    if (stop.current.signal.aborted) return void undoAll(bridge, sent)
    setBusy(false)
    if (left.length === 0) onClose()
    else setHeld(left)
  }
  const keep = () => {
    stop.current.abort()
    onClose()
  }
  if (held) {
    const gone = rows.length - held.length
    return (
      <HeldDialog
        title={text.held(held.length)}
        note={gone > 0 ? text.left(gone) : undefined}
        onClose={onClose}
      >
        {held.map(({ row, error }) => (
          <li key={row.id} className="send-list__held">
            <div className="send-list__row">
              <DraftSubject row={row} />
            </div>
            <p className="small">
              <b>{sendErrorWords(error).title}</b> {sendErrorWords(error).advice}
            </p>
            <Button
              size="low"
              onClick={() => {
                onClose()
                openDraft(row.id)
              }}
            >
              {text.openOne(draftName(row))}
            </Button>
          </li>
        ))}
      </HeldDialog>
    )
  }
  return (
    <ConfirmDialog
      title={text.title(rows.length)}
      about={
        <ul className="send-list">
          {rows.map((row) => (
            <li key={row.id} className="send-list__row">
              <DraftSubject row={row} />
            </li>
          ))}
        </ul>
      }
      body={text.body(seconds)}
      keep={text.keep}
      submit={text.submit(rows.length)}
      busy={busy}
      onSubmit={send}
      onClose={keep}
    >
      {busy && <BusyLine words={text.sending} />}
    </ConfirmDialog>
  )
}
