import { useState } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import { addAccountText, renameText as text } from '#shared/text/app-accounts.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { Field } from '../../design/field.tsx'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'

/** Changes the account's name, which stays on this PC. */
export function RenameDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { bridge } = useClient()
  const [name, setName] = useState(account.name)
  const { task, run } = useOnce<'rename'>()
  const empty = name.trim() === ''

  const submit = async () => {
    if (empty) return
    const done = await run('rename', () =>
      bridge.call('accounts.change', { id: account.id, name: name.trim() }),
    )
    if (!done) return
    showToast(text.done)
    onClose()
  }
  return (
    <FormDialog
      title={text.title}
      cancel={addAccountText.cancel}
      submit={text.submit}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={addAccountText.name}
        value={name}
        maxLength={80}
        help={addAccountText.nameHelp}
        error={empty ? addAccountText.nameMissing : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      {task.state === 'failed' && <FailedNotice error={task.error} />}
    </FormDialog>
  )
}
