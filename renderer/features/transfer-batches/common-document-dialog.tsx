import { useEffect, useRef, useState } from 'react'
import { INPUT_DOCUMENT_TYPES } from '#shared/domain/vocabulary.ts'
import { transferBatchText as text } from '#shared/text/transfer-batches.ts'
import { documentLabel } from '#shared/text/labels.ts'
import { errorTexts } from '#shared/text/errors.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { Button } from '../../design/button.tsx'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Notice, NoticeWords } from '../../design/notice.tsx'
import { SelectField } from '../../design/select-field.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { sendDocument } from '../documents/intake.ts'

/**
 * Adds one document to all drafts of a batch, one by one. A draft that has it already keeps it once, so that what was
 * stopped in the middle is done again whole.
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
    if (added > 0) showToast(text.added(added))
    const [error] = errors
    if (error) setFailed({ count: errors.length, error })
    else onClose()
  }
  const busy = done !== null
  return (
    <FormDialog
      title={text.addTitle}
      cancel={busy ? text.addCancel : text.cancel}
      submit={text.addTo(draftIds.length)}
      disabled={busy || !file || type === ''}
      onSubmit={add}
      onClose={onClose}
    >
      <p className="second">{text.addBody(draftIds.length)}</p>
      <div className="batch-file">
        <Button onClick={() => picker.current?.click()}>{text.addFile}</Button>
        <span className="clip">{file && text.chosen(file.name)}</span>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={text.addFile}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </div>
      <SelectField
        label={text.addType}
        placeholder={text.addTypeNone}
        value={type}
        options={INPUT_DOCUMENT_TYPES.map((one) => ({ value: one, label: documentLabel(one) }))}
        onChange={setType}
      />
      {busy && (
        <p className="batch-progress" role="status">
          <progress aria-label={text.addTitle} value={done} max={draftIds.length} />
          <span className="figures">{text.adding(done, draftIds.length)}</span>
        </p>
      )}
      {failed && (
        <Notice role="alert" tone="stop" icon={<Sign kind="stop" />}>
          <NoticeWords
            title={`${text.addFailed(failed.count)}.`}
            body={`${errorTexts[failed.error.code].title} ${errorTexts[failed.error.code].advice}`}
          />
        </Notice>
      )}
    </FormDialog>
  )
}
