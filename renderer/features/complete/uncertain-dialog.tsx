import { useState } from 'react'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { uncertainText as text } from '#shared/text/verdict.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { ConfirmDialog, TitledDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { hasVanished } from './request-words.ts'
import { resolveComplete } from './use-complete.ts'

export type WayOut = CommandArgs<'complete.resolve'>['how']

export interface UncertainDialogProps {
  view: CompleteView
  request: CompleteRequest
  way: WayOut
  onClose: () => void
}

/** Last confirmation about an uncertain request, with its possible cost. */
export function UncertainDialog({ way, onClose, ...opened }: UncertainDialogProps) {
  // Snapshot at opening: the price that was read is the price that is accepted.
  const [{ view, request }] = useState(opened)
  const client = useClient()
  const [found, setFound] = useState('')
  const [strict, setStrict] = useState(false)
  const { task, run } = useOnce<'resolve'>()
  const price = formatEuros(view.price)
  const title = {
    found: text.foundTitle,
    resend: text.resendTitle(displayPlate(view.vrm)),
    discard: text.discardTitle,
  }[way]
  const resendWords = hasVanished(request) ? text.vanishedResendConfirm : text.resendConfirm
  const reportId = found.trim()

  const submit = async () => {
    setStrict(true)
    if (way === 'found' && reportId === '') return
    const { id } = request
    const resolution = way === 'found' ? ({ id, how: way, reportId } as const) : ({ id, how: way } as const)
    const done = await run('resolve', () => resolveComplete(client, resolution))
    if (!done) return
    if (way === 'discard') showToast(text.discarded)
    onClose()
  }
  const failed = task.state === 'failed' && (
    <FailedNotice
      error={task.error}
      texts={way === 'found' ? { 'not-found': () => text.foundNowhere } : {}}
    />
  )
  const busy = task.state === 'busy'
  if (way !== 'found') {
    return (
      <ConfirmDialog
        title={title}
        body={way === 'resend' ? resendWords(price) : text.discardConfirm}
        keep={text.keep}
        submit={way === 'resend' ? text.resendSubmit(price) : text.discardSubmit}
        busy={busy}
        onSubmit={submit}
        onClose={onClose}
      >
        {failed}
      </ConfirmDialog>
    )
  }
  return (
    <TitledDialog
      title={title}
      dismissable={false}
      onSubmit={submit}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.keep}</Button>
          <CommitButton meaning={way} type="submit" tone="primary" disabled={busy}>
            {text.foundSubmit}
          </CommitButton>
        </>
      }
    >
      <Field
        label={text.foundId}
        value={found}
        maxLength={200}
        spellCheck={false}
        help={text.foundHelp}
        error={strict && reportId === '' ? text.foundMissing : undefined}
        onChange={(event) => setFound(event.target.value)}
      />
      {failed}
    </TitledDialog>
  )
}
