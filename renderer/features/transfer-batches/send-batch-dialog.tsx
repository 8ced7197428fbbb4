import { useState } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { sidesOf } from '#shared/domain/transfer-batch.ts'
import { sendBatchText as text } from '#shared/text/transfer-batches.ts'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { useHidesNames } from '../frame/lists.tsx'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { HeldDialog, sendErrorWords } from '../outbox/draft-rows.tsx'
import type { BatchOnScreen, GridRow } from './use-batch.ts'

export interface SendBatchDialogProps {
  onScreen: BatchOnScreen
  /** Those that go, as they were when it was opened. */
  rows: readonly GridRow[]
  /** Made, and held back by a document that is missing. */
  withoutDocuments: number
  onClose: () => void
}

/** One confirmation before all of them are sent: how many, for whom, and that it is final. */
export function SendBatchDialog({ onScreen, rows, withoutDocuments, onClose }: SendBatchDialogProps) {
  const { bridge } = useClient()
  const seconds = useSlice('settings')?.undoSeconds ?? 0
  const account = useSlice('profile')?.name ?? ''
  const hidesNames = useHidesNames()
  const { task, run } = useOnce<'send'>()
  const [refused, setRefused] = useState<readonly { row: GridRow; error: AppError }[] | null>(null)
  const { values, batch } = onScreen
  const dealer = hidesNames ? '' : (values['dealerName'] ?? '').trim()
  const send = async () => {
    const drafts = rows.flatMap(({ draftId, draft }) => (draft ? [{ draftId, version: draft.version }] : []))
    const answer = await run('send', () => bridge.call('transfer-batches.send', { id: batch.id, drafts }))
    if (!answer) return
    const { leaving, refused: left } = answer.value
    if (leaving > 0) showToast(text.leaving(leaving))
    if (left.length === 0) return onClose()
    setRefused(
      left.flatMap(({ draftId, error }) => {
        const row = rows.find((one) => one.draftId === draftId)
        return row ? [{ row, error }] : []
      }),
    )
  }
  // «No enviar» while they are being handed over: those that were are taken back.
  const keep = () => {
    if (task.state === 'busy') void bridge.call('transfer-batches.stop', { id: batch.id })
    onClose()
  }
  if (refused)
    return (
      <HeldDialog title={text.refused(refused.length)} onClose={onClose}>
        {refused.map(({ row, error }) => (
          <li key={row.ord} className="send-list__held">
            <p>
              <b>{displayPlate(row.vrm)}</b> {sendErrorWords(error).title} {sendErrorWords(error).advice}
            </p>
          </li>
        ))}
      </HeldDialog>
    )
  return (
    <ConfirmDialog
      title={text.title(rows.length)}
      about={
        <p>
          {text.about(dealer, sidesOf(values).dealer, partiesOf(rows))} {text.account(account)} {text.cost}
        </p>
      }
      body={text.body(seconds)}
      keep={text.keep}
      submit={text.submit(rows.length)}
      busy={task.state === 'busy'}
      onSubmit={send}
      onClose={keep}
    >
      {withoutDocuments > 0 && (
        <p className="second">
          {text.heldTitle} {text.held(withoutDocuments)}.
        </p>
      )}
      {task.state === 'busy' && <BusyLine words={text.sending} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}

/** Different other parties, by their numbers, or their names. */
function partiesOf(rows: readonly GridRow[]): number {
  const parties = rows.map(({ own }) => cleanTaxId(own[0] ?? '') || foldText(own[1] ?? '').trim())
  return new Set(parties.filter((party) => party !== '')).size
}
