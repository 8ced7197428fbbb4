import { useState } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import { removeAccountText as text } from '#shared/text/app-accounts.ts'
import { Button } from '../../design/button.tsx'
import { Choice } from '../../design/choice.tsx'
import { CommitButton } from '../../design/commit-button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'

const DATA = [
  { value: 'keep', label: text.keep, help: text.keepHelp },
  { value: 'erase', label: text.erase, help: text.eraseHelp },
] as const

export interface RemoveAccountDialogProps {
  account: Account
  active: boolean
  onClose: () => void
}

/** Takes an account out of this PC: what is lost, what stays, and what may still be paid for. */
export function RemoveAccountDialog({ account, active, onClose }: RemoveAccountDialogProps) {
  const { bridge } = useClient()
  const uncertain = useSlice('uncertain')
  const [data, setData] = useState<'keep' | 'erase'>('keep')
  const { task, run } = useOnce<'remove'>()
  const title = text.title(account.name)
  const erase = data === 'erase'

  const remove = async () => {
    const done = await run('remove', () =>
      bridge.call('accounts.remove', { id: account.id, eraseData: erase }),
    )
    if (!done) return
    showToast(erase ? text.doneErased : text.done)
    onClose()
  }
  // Only the account in use says what it has in doubt.
  const doubt = !active
    ? text.uncertainElsewhere
    : uncertain && uncertain.length > 0
      ? text.uncertain(uncertain.length)
      : null
  return (
    <Dialog label={title} role="alertdialog" describedBy="remove-account-key" onClose={onClose}>
      <div className="dialog__body">
        <h2>{title}</h2>
        <p className="second" id="remove-account-key">
          {text.keyGone} {active && text.becomesDemo}
        </p>
        <Choice label={text.data} options={DATA} value={data} onChange={setData} />
        {doubt &&
          (active ? (
            <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
              {doubt}
            </Notice>
          ) : (
            <p className="small muted">{doubt}</p>
          ))}
        {task.state === 'failed' && <FailedNotice error={task.error} />}
      </div>
      <div className="dialog__actions">
        {/* The safe button has the focus: Enter by reflex loses nothing. */}
        <Button data-safe onClick={onClose}>
          {text.cancel}
        </Button>
        <CommitButton meaning={data} disabled={task.state === 'busy'} onClick={() => void remove()}>
          {erase ? text.submitErase : text.submitKeep}
        </CommitButton>
      </div>
    </Dialog>
  )
}
