import { useRef, useState, type ClipboardEvent, type RefObject } from 'react'
import type { Account } from '#shared/bridge/accounts.ts'
import {
  accountErrors,
  addAccountText,
  replaceKeyText,
  hintSentence,
  keyHints,
  keyProblems,
} from '#shared/text/accounts.ts'
import { readApiKey } from '#shared/domain/typed-secrets.ts'
import { Choice } from '../../design/choices.tsx'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { addAccount } from '../../app/settings-state.ts'
import { showToast } from '../../app/toasts.ts'
import { useOnce } from '../../replica/use-once.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'

const ANSWERS = [
  { value: 'same', label: replaceKeyText.same, help: replaceKeyText.sameHelp },
  { value: 'other', label: replaceKeyText.other, help: replaceKeyText.otherHelp },
] as const

/**
 * Replaces a renewed key of the same account. A key of another account needs a new account here, with its own data.
 */
export function ReplaceKeyDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { bridge } = useClient()
  const key = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState<'same' | 'other' | null>(null)
  const [strict, setStrict] = useState(false)
  const { task, run, forget } = useOnce<'replace'>()
  const title = replaceKeyText.title(account.name)
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
    showToast(replaceKeyText.done)
    onClose()
  }

  return (
    <FormDialog
      title={title}
      cancel={addAccountText.cancel}
      submit={answer === 'other' ? replaceKeyText.submitOther : replaceKeyText.submit}
      disabled={busy || answer === null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="small second">{replaceKeyText.why}</p>
      <Choice label={replaceKeyText.question} options={ANSWERS} value={answer} onChange={setAnswer} />
      {answer === 'same' && <KeyField input={key} strict={strict} onChange={forget} />}
      {busy && <BusyLine words={replaceKeyText.replacing} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={accountErrors} />}
    </FormDialog>
  )
}

interface KeyFieldProps {
  /** The input is the only place of the key: in a store or in React's state, the key would outlive the dialog. */
  input: RefObject<HTMLInputElement | null>
  /** True after a first attempt to submit: from then on the value is validated. */
  strict: boolean
  disabled?: boolean
  onChange: () => void
}

/** Field to paste a key in. Hides the key until the user asks to show it. Cleans pasted text. */
export function KeyField({ input, strict, disabled = false, onChange }: KeyFieldProps) {
  const [shown, setShown] = useState(false)
  const [line, setLine] = useState({ hint: '', problem: keyProblems.empty })

  const look = (typed: string, pasted = '') => {
    const reading = readApiKey(typed)
    setLine({
      problem: reading.ok ? '' : keyProblems[reading.problem],
      hint: pasted || (reading.ok ? hintSentence(reading.hints.map((hint) => keyHints[hint])) : ''),
    })
    onChange()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const reading = readApiKey(event.clipboardData.getData('text/plain'))
    if (!reading.ok || reading.hints.length === 0) return
    // Remove the surrounding text of a valid key. A broken key is pasted unchanged, so that the user sees it.
    event.preventDefault()
    event.currentTarget.value = reading.key
    look(reading.key, hintSentence(reading.hints.map((hint) => keyHints[hint])))
  }

  return (
    <Field
      ref={input}
      label={addAccountText.key}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      disabled={disabled}
      help={line.hint || addAccountText.keyHelp}
      error={strict && line.problem ? line.problem : undefined}
      onPaste={paste}
      onInput={(event) => look(event.currentTarget.value)}
      end={
        <Button
          size="low"
          aria-label={addAccountText.showKey}
          aria-pressed={shown}
          disabled={disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? addAccountText.hide : addAccountText.show}
        </Button>
      }
    />
  )
}

/** Cleaned key of the field, or `null` if it cannot be one. */
export function keyIn(input: HTMLInputElement | null): string | null {
  const reading = readApiKey(input?.value ?? '')
  return reading.ok ? reading.key : null
}
