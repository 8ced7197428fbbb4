import { type FormEvent, useRef, useState } from 'react'
import { isPassphraseLongEnough } from '#shared/domain/passphrase.ts'
import { keychainText as text } from '#shared/text/accounts.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'
import { useClient } from '../../replica/client.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'

/**
 * Passphrase: a new one, typed twice, or the one that unlocks the file. It stays in the inputs, never in React's state.
 */
export function PassphraseForm({ create, onCancel }: { create: boolean; onCancel?: () => void }) {
  const { bridge } = useClient()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [problem, setProblem] = useState<'short' | 'different' | null>(null)
  const { task, run, forget } = useOnce<'open'>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const passphrase = first.current?.value ?? ''
    const found =
      create && !isPassphraseLongEnough(passphrase)
        ? 'short'
        : create && passphrase !== second.current?.value
          ? 'different'
          : null
    setProblem(found)
    if (found) return (found === 'short' ? first : second).current?.focus()
    const done = await run('open', async () => {
      const answer = await bridge.call('keychain.unlock', { passphrase })
      // Announced from here: once unlocked, this form is unmounted.
      if (answer.ok && create) showToast(text.done)
      return answer
    })
    if (!done) first.current?.select()
  }
  const edit = () => {
    setProblem(null)
    forget()
  }
  const wrong = task.state === 'failed' && task.error.code === 'passphrase-wrong' ? task.error : null
  // After the last field: Tab goes from the passphrase to its repetition.
  const show = (
    <Button size="low" aria-pressed={shown} onClick={() => setShown(!shown)}>
      {shown ? text.hide : text.show}
    </Button>
  )
  const kind = shown ? 'text' : 'password'
  return (
    <form className="passphrase" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={first}
        label={create ? text.newPassphrase : text.passphrase}
        type={kind}
        spellCheck={false}
        maxLength={1024}
        help={create ? text.newPassphraseHelp : ''}
        error={
          problem === 'short'
            ? errorTexts['passphrase-short'].title
            : wrong
              ? `${errorTexts[wrong.code].title} ${errorTexts[wrong.code].advice}`
              : undefined
        }
        onInput={edit}
        end={!create && show}
      />
      {create && (
        <Field
          ref={second}
          label={text.repeat}
          type={kind}
          spellCheck={false}
          maxLength={1024}
          help=""
          error={problem === 'different' ? text.different : undefined}
          onInput={edit}
          end={show}
        />
      )}
      {task.state === 'failed' && !wrong && <FailedNotice error={task.error} />}
      <div className="passphrase__actions">
        <Button type="submit" tone="primary" disabled={task.state === 'busy'}>
          {create ? text.create : text.open}
        </Button>
        {onCancel && (
          <Button tone="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
        {/* Beside the buttons, which stay where they were pressed. */}
        {task.state === 'busy' && <BusyLine words={text.opening} />}
      </div>
    </form>
  )
}
