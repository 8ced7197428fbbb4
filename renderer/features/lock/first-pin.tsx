import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { frameText } from '#shared/text/app.ts'
import { pinText as text } from '#shared/text/app-lock.ts'
import { firstPinText } from '#shared/text/app-managed.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Logo } from '../../design/logo.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { MAX_PIN, MIN_PIN } from './pin-length.ts'
import { SecretField } from './secret-field.tsx'
import './lock-page.css'

/**
 * The first PIN, where an administrator requires one: nothing else is shown before it is set.
 * @param elsewhere in a window with few rights, which cannot set it
 */
export function FirstPin({ elsewhere }: { elsewhere: boolean }) {
  const { bridge } = useClient()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<'short' | 'different' | null>(null)
  const { task, run, forget } = useOnce<'set'>()
  const busy = task.state === 'busy'
  useEffect(() => {
    document.title = frameText.product
    first.current?.focus()
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const pin = first.current?.value ?? ''
    const found = pin.length < MIN_PIN ? 'short' : pin === second.current?.value ? null : 'different'
    setProblem(found)
    if (found) return (found === 'short' ? first : second).current?.focus()
    await run('set', () => bridge.call('lock.set-pin', { pin }))
  }
  const edit = () => {
    setProblem(null)
    forget()
  }
  const secret = { length: MAX_PIN, numeric: true, onInput: edit }
  const form = (
    <>
      <form className="lock__form" noValidate onSubmit={(event) => void submit(event)}>
        <SecretField
          {...secret}
          input={first}
          label={text.pin}
          help={text.pinHelp}
          error={problem === 'short' ? text.short : undefined}
        />
        <SecretField
          {...secret}
          input={second}
          label={text.repeat}
          error={problem === 'different' ? text.different : undefined}
        />
        {task.state === 'failed' && <FailedNotice error={task.error} />}
        {busy && <BusyLine words={text.saving} />}
        <Button type="submit" tone="primary" disabled={busy}>
          {text.submit.set}
        </Button>
      </form>
      <p className="small muted">{text.body.set}</p>
    </>
  )
  return (
    <main className="lock">
      <div className="lock__card">
        <p className="lock__product">
          <Logo /> {frameText.product}
        </p>
        <h1>
          <Icon of={LockKeyhole} /> {firstPinText.title}
        </h1>
        <p className="second">{elsewhere ? firstPinText.elsewhere : firstPinText.body}</p>
        {!elsewhere && form}
      </div>
    </main>
  )
}
