import { type FormEvent, useState } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import { addAccountText, renameText as text } from '#shared/text/app-accounts.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/field.tsx'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'

/** What the account is called here: it is nobody's business but this PC's. */
export function RenameDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { bridge } = useClient()
  const [name, setName] = useState(account.name)
  const { task, run } = useOnce<'rename'>()
  const empty = name.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (empty) return
    const done = await run('rename', () =>
      bridge.call('accounts.change', { id: account.id, name: name.trim() }),
    )
    if (!done) return
    showToast(text.done)
    onClose()
  }
  return (
    <Dialog label={text.title} dismissable={false} onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body">
          <h2>{text.title}</h2>
          <Field
            label={addAccountText.name}
            value={name}
            maxLength={80}
            autoComplete="off"
            help={addAccountText.nameHelp}
            error={empty ? addAccountText.nameMissing : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {task.state === 'failed' && <FailedNotice error={task.error} />}
        </div>
        <div className="dialog__actions">
          <Button tone="plain" onClick={onClose}>
            {addAccountText.cancel}
          </Button>
          <Button type="submit" tone="primary" disabled={task.state === 'busy'}>
            {text.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
