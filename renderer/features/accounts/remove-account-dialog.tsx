import { useState } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import { removeAccountText as text } from '#shared/text/app-accounts.ts'
import { Choice } from '../../design/choice.tsx'
import { ConfirmDialog } from '../../design/confirm-dialog.tsx'
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

/** Removes an account from this PC, after saying what is lost, what stays and what may still be charged. */
export function RemoveAccountDialog({ account, active, onClose }: RemoveAccountDialogProps) {
  const { bridge } = useClient()
  const uncertain = useSlice('uncertain')
  const hasDemo = useSlice('managed')?.demo ?? true
  const [data, setData] = useState<'keep' | 'erase'>('keep')
  const { task, run } = useOnce<'remove'>()
  const erase = data === 'erase'

  const remove = async () => {
    const done = await run('remove', () =>
      bridge.call('accounts.remove', { id: account.id, eraseData: erase }),
    )
    if (!done) return
    showToast(erase ? text.doneErased : text.done)
    onClose()
  }
  // Uncertain sends are known of the active account only.
  const doubt = !active
    ? text.uncertainElsewhere
    : uncertain && uncertain.length > 0
      ? text.uncertain(uncertain.length)
      : null
  return (
    <ConfirmDialog
      title={text.title(account.name)}
      body={
        <>
          {text.keyGone} {active && hasDemo && text.becomesDemo}
        </>
      }
      keep={text.cancel}
      submit={erase ? text.submitErase : text.submitKeep}
      meaning={data}
      busy={task.state === 'busy'}
      onSubmit={remove}
      onClose={onClose}
    >
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
    </ConfirmDialog>
  )
}
