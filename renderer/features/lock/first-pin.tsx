import { type FormEvent, useEffect } from 'react'
import { pinText as text } from '#shared/text/app-lock-settings.ts'
import { firstPinText } from '#shared/text/app-managed.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { LockCard } from './lock-card.tsx'
import { NewPinFields, useNewPin } from './new-pin.tsx'
import { useBareTitle } from './opening-page.tsx'

/**
 * The first PIN, where an administrator requires one: nothing else is shown before it is set.
 * @param elsewhere in a window with few rights, which cannot set it
 */
export function FirstPin({ elsewhere }: { elsewhere: boolean }) {
  useBareTitle()
  return (
    <LockCard title={firstPinText.title} body={elsewhere ? firstPinText.elsewhere : firstPinText.body}>
      {!elsewhere && <FirstPinForm />}
    </LockCard>
  )
}

function FirstPinForm() {
  const { bridge } = useClient()
  const newPin = useNewPin()
  const { task, run, forget } = useOnce<'set'>()
  const busy = task.state === 'busy'
  const { first } = newPin
  useEffect(() => first.current?.focus(), [first])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const pin = busy ? null : newPin.read()
    if (pin !== null) await run('set', () => bridge.call('lock.set-pin', { pin }))
  }
  const edit = () => {
    newPin.edited()
    forget()
  }
  return (
    <>
      <form className="lock__form" noValidate onSubmit={(event) => void submit(event)}>
        <NewPinFields pin={newPin} onInput={edit} />
        {task.state === 'failed' && <FailedNotice error={task.error} />}
        {busy && <BusyLine words={text.saving} />}
        <Button type="submit" tone="primary" disabled={busy}>
          {text.submit.set}
        </Button>
      </form>
      <p className="small muted">{text.body.set}</p>
    </>
  )
}
