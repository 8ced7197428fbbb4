import { useRef, useState } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import { accountErrors, addAccountText, replaceKeyText as text } from '#shared/text/accounts.ts'
import { Choice } from '../../design/choices.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { addAccount } from '../../ui-state/settings-state.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { KeyField, keyIn } from './key-field.tsx'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'

const ANSWERS = [
  { value: 'same', label: text.same, help: text.sameHelp },
  { value: 'other', label: text.other, help: text.otherHelp },
] as const

/** Replaces a key. The operator renews keys; another account's key is another account, with its own data. */
export function ReplaceKeyDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { bridge } = useClient()
  const key = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState<'same' | 'other' | null>(null)
  const [strict, setStrict] = useState(false)
  const { task, run, forget } = useOnce<'replace'>()
  const title = text.title(account.name)
  const busy = task.state === 'busy'

  const submit = async () => {
    if (answer === 'other') {
      onClose()
      const { environment, baseUrl } = account
      addAccount({ baseUrl: baseUrl ?? '', ...(environment !== 'demo' && { environment }) })
      return
    }
    const secret = keyIn(key.current)
    setStrict(true)
    if (secret === null) return key.current?.focus()
    const done = await run('replace', () =>
      bridge.call('accounts.replace-key', { id: account.id, key: secret, sameAccount: true }),
    )
    if (!done) return
    if (key.current) key.current.value = ''
    showToast(text.done)
    onClose()
  }

  return (
    <FormDialog
      title={title}
      cancel={addAccountText.cancel}
      submit={answer === 'other' ? text.submitOther : text.submit}
      disabled={busy || answer === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="small second">{text.why}</p>
      <Choice label={text.question} options={ANSWERS} value={answer} onChange={setAnswer} />
      {answer === 'same' && <KeyField input={key} strict={strict} onChange={forget} />}
      {busy && <BusyLine words={text.replacing} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={accountErrors} />}
    </FormDialog>
  )
}
