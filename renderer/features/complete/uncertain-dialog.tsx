import { type FormEvent, useState } from 'react'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import type { CompleteRequest, CompleteView } from '#shared/bridge/complete-report.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { uncertainText as text } from '#shared/text/app-complete.ts'
import { Button } from '../../design/button.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
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

/** The last word on a request in doubt, with what it may cost. */
export function UncertainDialog({ way, onClose, ...opened }: UncertainDialogProps) {
  // As it was opened: the price that was read is the price that is accepted.
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

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (way === 'found' && reportId === '') return
    const { id } = request
    const resolution = way === 'found' ? ({ id, how: way, reportId } as const) : ({ id, how: way } as const)
    const done = await run('resolve', () => resolveComplete(client, resolution))
    if (!done) return
    if (way === 'discard') showToast(text.discarded)
    onClose()
  }
  return (
    <Dialog
      label={title}
      role={way === 'found' ? 'dialog' : 'alertdialog'}
      dismissable={false}
      onClose={onClose}
    >
      <form className="dialog__form" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body">
          <h2>{title}</h2>
          {way === 'found' ? (
            <Field
              label={text.foundId}
              value={found}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              help={text.foundHelp}
              error={strict && reportId === '' ? text.foundMissing : undefined}
              onChange={(event) => setFound(event.target.value)}
            />
          ) : (
            <p className="second">{way === 'resend' ? resendWords(price) : text.discardConfirm}</p>
          )}
          {task.state === 'failed' && <FailedNotice error={task.error} />}
        </div>
        <div className="dialog__actions">
          <Button {...(way === 'found' ? {} : { 'data-safe': true })} onClick={onClose}>
            {text.keep}
          </Button>
          <CommitButton
            meaning={way}
            type="submit"
            tone={way === 'found' ? 'primary' : 'default'}
            disabled={task.state === 'busy'}
          >
            {way === 'found'
              ? text.foundSubmit
              : way === 'resend'
                ? text.resendSubmit(price)
                : text.discardSubmit}
          </CommitButton>
        </div>
      </form>
    </Dialog>
  )
}
