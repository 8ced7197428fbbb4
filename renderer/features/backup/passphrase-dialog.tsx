import { useRef, useState } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { isPassphraseLongEnough } from '#shared/domain/typed-secrets.ts'
import { copyText as text } from '#shared/text/backup.ts'
import type { TransferProgress } from '../../bridge.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { TransferBar } from '../../design/layout.tsx'
import { useClient } from '../../replica/client.ts'
import { useTransfer } from '../../app/transfers.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { RepeatedSecret } from '../../design/secret-field.tsx'

export interface PassphraseDialogProps {
  /**
   * `save`: passphrase of a backup that is saved now to the downloads. `keep`: passphrase of the scheduled backups.
   */
  purpose: 'save' | 'keep'
  onClose: () => void
}

type Problem = 'short' | 'different'

/** New passphrase, typed twice, for the given purpose. */
export function PassphraseDialog({ purpose, onClose }: PassphraseDialogProps) {
  const { bridge } = useClient()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [failed, setFailed] = useState<AppError | null>(null)
  const { progress, run, cancel } = useTransfer()
  const isSaving = purpose === 'save'
  const busy = progress !== null

  const submit = async () => {
    if (busy) return
    const passphrase = first.current?.value ?? ''
    const found = !isPassphraseLongEnough(passphrase)
      ? 'short'
      : passphrase === second.current?.value
        ? null
        : 'different'
    setProblem(found)
    setFailed(null)
    if (found) return (found === 'different' ? second : first).current?.focus()
    const answer = await run<unknown>((options) =>
      isSaving
        ? bridge.save('backup.save', { passphrase }, options)
        : bridge.call('backup.set-passphrase', { passphrase }),
    )
    if (answer === null) return
    if (!answer.ok) {
      if (answer.error.code === 'passphrase-short') return setProblem('short')
      return setFailed(answer.error)
    }
    showToast(isSaving ? text.saved : text.keptDone)
    onClose()
  }
  const edit = () => {
    setProblem(null)
    setFailed(null)
  }
  const title = isSaving ? text.saveTitle : text.keepTitle
  return (
    <FormDialog
      title={title}
      describedBy="copy-passphrase-body"
      cancel={text.cancel}
      cancelTone="default"
      submit={isSaving ? text.save : text.keep}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second" id="copy-passphrase-body">
        {isSaving ? text.saveBody : text.keepBody}
      </p>
      <RepeatedSecret
        first={{
          input: first,
          label: text.newPassphrase,
          help: text.short,
          error: problem === 'short' ? text.short : undefined,
          onInput: edit,
        }}
        second={{
          input: second,
          label: text.repeat,
          error: problem === 'different' ? text.different : undefined,
          onInput: edit,
        }}
      />
      {progress && <Busy saving={isSaving} progress={progress} onCancel={cancel} />}
      {failed && <FailedNotice error={failed} />}
    </FormDialog>
  )
}

function Busy({
  saving,
  progress,
  onCancel,
}: {
  saving: boolean
  progress: TransferProgress
  onCancel: () => void
}) {
  if (!saving) return <BusyLine words={text.keeping} />
  return <TransferBar label={text.saving} progress={progress} cancelLabel={text.cancel} onCancel={onCancel} />
}
