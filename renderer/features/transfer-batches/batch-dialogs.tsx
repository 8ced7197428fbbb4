import { useState, useEffect, useRef } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { cleanTaxId } from '#shared/domain/tax-id.ts'
import { displayPlate } from '#shared/domain/plates/classify.ts'
import { foldText } from '#shared/domain/normalize-text.ts'
import { batchSides } from '#shared/domain/transfer-batch.ts'
import { sendBatchText, transferBatchText } from '#shared/text/transfer-batches.ts'
import { INPUT_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { ConfirmDialog, FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../app/toasts.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords } from '../../design/layout.tsx'
import { SelectField } from '../../design/fields.tsx'
import { Sign } from '../../design/sign.tsx'
import { useHidesNames } from '../../app/lists.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { HeldDialog, sendErrorWords } from '../outbox/feature.ts'
import { sendDocument } from '../documents/feature.ts'
import type { BatchOnScreen, GridRow } from './use-batch.ts'

interface SendBatchDialogProps {
  onScreen: BatchOnScreen
  /** Rows to send, fixed when the dialog opened. */
  rows: readonly GridRow[]
  /** Number of drafts that a missing document holds back. */
  withoutDocuments: number
  onClose: () => void
}

/** One confirmation before all drafts are sent. It tells their number, their dealer, and that sending is final. */
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
    if (leaving > 0) showToast(sendBatchText.leaving(leaving))
    if (left.length === 0) return onClose()
    setRefused(
      left.flatMap(({ draftId, error }) => {
        const row = rows.find((one) => one.draftId === draftId)
        return row ? [{ row, error }] : []
      }),
    )
  }
  // «No enviar» while rows are being sent also stops the rows already sent.
  const stopAndClose = () => {
    if (task.state === 'busy') void bridge.call('transfer-batches.stop', { id: batch.id })
    onClose()
  }
  if (refused)
    return (
      <HeldDialog title={sendBatchText.refused(refused.length)} onClose={onClose}>
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
      title={sendBatchText.title(rows.length)}
      about={
        <p>
          {sendBatchText.about(dealer, batchSides(values).dealer, partiesOf(rows))}{' '}
          {sendBatchText.account(account)} {sendBatchText.cost}
        </p>
      }
      body={sendBatchText.body(seconds)}
      keep={sendBatchText.keep}
      submit={sendBatchText.submit(rows.length)}
      busy={task.state === 'busy'}
      onSubmit={send}
      onClose={stopAndClose}
    >
      {withoutDocuments > 0 && (
        <p className="second">
          {sendBatchText.heldTitle} {sendBatchText.held(withoutDocuments)}.
        </p>
      )}
      {task.state === 'busy' && <BusyLine words={sendBatchText.sending} />}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </ConfirmDialog>
  )
}

/** Counts the different counterparties, by identifier or else by name. */
function partiesOf(rows: readonly GridRow[]): number {
  const parties = rows.map(({ own }) => cleanTaxId(own[0] ?? '') || foldText(own[1] ?? '').trim())
  return new Set(parties.filter((party) => party !== '')).size
}

/**
 * Adds one document to all drafts of a batch, one by one. A draft stores an equal document once, so a stopped run can
 * be repeated.
 */
export function CommonDocumentDialog({
  draftIds,
  onClose,
}: {
  /** Drafts that can still change. */
  draftIds: readonly string[]
  onClose: () => void
}) {
  const client = useClient()
  const picker = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [type, setType] = useState<string>('')
  const [done, setDone] = useState<number | null>(null)
  const [failed, setFailed] = useState<{ count: number; error: AppError } | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const add = async () => {
    if (!file || type === '' || done !== null) return
    const stopping = new AbortController()
    stop.current = stopping
    setFailed(null)
    let added = 0
    const errors: AppError[] = []
    for (const [index, draftId] of draftIds.entries()) {
      setDone(index)
      const answer = await sendDocument(client, draftId, file, { type }, { signal: stopping.signal })
      if (stopping.signal.aborted) return
      if (answer.ok) added++
      else errors.push(answer.error)
    }
    setDone(null)
    if (added > 0) showToast(transferBatchText.added(added))
    const [error] = errors
    if (error) setFailed({ count: errors.length, error })
    else onClose()
  }
  const busy = done !== null
  return (
    <FormDialog
      title={transferBatchText.addTitle}
      cancel={busy ? transferBatchText.addCancel : transferBatchText.cancel}
      submit={transferBatchText.addTo(draftIds.length)}
      disabled={busy || !file || type === ''}
      onSubmit={add}
      onClose={onClose}
    >
      <p className="second">{transferBatchText.addBody(draftIds.length)}</p>
      <div className="line">
        <Button onClick={() => picker.current?.click()}>{transferBatchText.addFile}</Button>
        <span className="clip">{file && transferBatchText.chosen(file.name)}</span>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={transferBatchText.addFile}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </div>
      <SelectField
        label={transferBatchText.addType}
        placeholder={transferBatchText.addTypeNone}
        value={type}
        options={INPUT_DOCUMENT_TYPES.map((one) => ({ value: one, label: documentLabel(one) }))}
        onChange={setType}
      />
      {busy && (
        <p className="actions" role="status">
          <progress aria-label={transferBatchText.addTitle} value={done} max={draftIds.length} />
          <span className="figures">{transferBatchText.adding(done, draftIds.length)}</span>
        </p>
      )}
      {failed && (
        <Notice role="alert" tone="stop" icon={<Sign kind="stop" />}>
          <NoticeWords
            title={`${transferBatchText.addFailed(failed.count)}.`}
            body={`${errorTexts[failed.error.code].title} ${errorTexts[failed.error.code].advice}`}
          />
        </Notice>
      )}
    </FormDialog>
  )
}
