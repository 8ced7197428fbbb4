import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { lockText as text } from '#shared/text/app-lock.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useFastNow } from '../../replica/use-replica.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'

/** PIN field. The PIN stays in its input, which every wrong one empties. */
export function UnlockForm({ waitUntil }: { waitUntil: number | undefined }) {
  const { bridge, now: clock } = useClient()
  const pin = useRef<HTMLInputElement>(null)
  const { task, run, forget } = useOnce<'open'>()
  const now = useFastNow(500)
  const waitMs = waitUntil === undefined ? 0 : waitUntil - now
  const waiting = waitMs > 0
  const busy = task.state === 'busy'
  const wholeWait = useMemo(() => Math.ceil(((waitUntil ?? 0) - clock()) / 1000), [waitUntil, clock])
  useEffect(() => pin.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = pin.current?.value ?? ''
    if (typed === '' || waiting || busy) return pin.current?.focus()
    const done = await run('open', () => bridge.call('lock.open', { pin: typed }))
    // Text typed during the check is another attempt.
    if (done || pin.current?.value !== typed) return
    pin.current.value = ''
    pin.current.focus()
  }
  const failed = task.state === 'failed' ? task.error : null
  // Shows the wait first; afterwards, that a new attempt is possible.
  const wrong = failed?.code === 'wrong-pin' || failed?.code === 'too-many-pins'
  return (
    <form className="lock__form" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={pin}
        label={text.pin}
        type="password"
        inputMode="numeric"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={64}
        help=""
        error={
          failed?.code === 'wrong-pin' && !waiting
            ? `${errorTexts['wrong-pin'].title} ${errorTexts['wrong-pin'].advice}`
            : undefined
        }
        onInput={forget}
      />
      <div className="small lock__wait">
        {busy && !waiting && <BusyLine words={text.opening} />}
        {waiting && <span aria-hidden="true">{text.wait(Math.ceil(waitMs / 1000))}</span>}
        {/* Announced when it begins and ends, not every second. */}
        <span className={waiting ? 'visually-hidden' : undefined} role="status">
          {waiting ? text.wait(wholeWait) : waitUntil !== undefined && text.again}
        </span>
      </div>
      {failed && !wrong && <FailedNotice error={failed} />}
      <Button type="submit" tone="primary" disabled={busy || waiting}>
        {text.open}
      </Button>
    </form>
  )
}
