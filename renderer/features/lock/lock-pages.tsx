import type { Lock } from '#shared/bridge/desktop.ts'
import { type FormEvent, useEffect, type ReactNode, useMemo, useRef } from 'react'
import { pinText } from '#shared/text/settings.ts'
import { firstPinText } from '#shared/text/managed.ts'
import { useOnce } from '../../replica/use-once.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { NewPinFields, useNewPin } from './pin-dialog.tsx'
import { closedText, frameText } from '#shared/text/app.ts'
import { lockPageText as text } from '#shared/text/lock.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { LockKeyhole } from 'lucide-react'
import { attentionText } from '#shared/text/frame.ts'
import { Icon, Logo } from '../../design/icon.tsx'
import { useLink, useFastNow } from '../../replica/use-replica.ts'
import { useBareTitle } from './opening-page.tsx'
import { errorTexts } from '#shared/text/errors.ts'
import { Field } from '../../design/fields.tsx'
import '../../app/frame.css'

/** Content of a locked window. */
export const LockPages = ({ lock, elsewhere }: { lock: Lock; elsewhere: boolean }) =>
  lock.needsPin ? <FirstPin elsewhere={elsewhere} /> : <LockPage lock={lock} />

/** Shows the lock page and a title without data. */
function LockPage({ lock }: { lock: Lock }) {
  const { bridge } = useClient()
  useBareTitle()
  return (
    <LockCard title={text.title} body={text.body}>
      <UnlockForm waitUntil={lock.waitUntil} />
      <details className="small lock__forgotten">
        <summary>{text.forgotten}</summary>
        <p className="second">{text.forgottenBody}</p>
        <Button size="low" onClick={() => void bridge.call('app.quit', {})}>
          {text.quit}
        </Button>
      </details>
    </LockCard>
  )
}

/**
 * Page that asks for the first PIN when an administrator requires one. Nothing else is shown before the PIN is set.
 * @param elsewhere true in a window with few rights, which cannot set the PIN
 */
function FirstPin({ elsewhere }: { elsewhere: boolean }) {
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
        {busy && <BusyLine words={pinText.saving} />}
        <Button type="submit" tone="primary" disabled={busy}>
          {pinText.submit.set}
        </Button>
      </form>
      <p className="small muted">{pinText.body.set}</p>
    </>
  )
}

interface LockCardProps {
  title: string
  body: string
  /** Actions. They are hidden once the application has closed. */
  children?: ReactNode
}

/** Card that is alone in a window: it shows nothing of the office. */
function LockCard({ title, body, children }: LockCardProps) {
  const { link } = useLink()
  return (
    <main className="lock">
      <div className="lock__card">
        <p className="lock__product">
          <Logo /> {frameText.product}
        </p>
        <h1>
          <Icon of={LockKeyhole} /> {title}
        </h1>
        <p className="second">{body}</p>
        {link === 'lost' && (
          <p className="small second" role="alert">
            {attentionText.lost}
          </p>
        )}
        {link === 'closed' ? (
          <p role="alert">
            {closedText.title} {closedText.advice}
          </p>
        ) : (
          children
        )}
      </div>
    </main>
  )
}

/** PIN field. The PIN stays in its input. A wrong PIN empties the input. */
function UnlockForm({ waitUntil }: { waitUntil: number | undefined }) {
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
    // Text typed during the check belongs to the next attempt.
    if (done || pin.current?.value !== typed) return
    pin.current.value = ''
    pin.current.focus()
  }
  const failed = task.state === 'failed' ? task.error : null
  // After too many wrong PINs the field shows the wait first, then that a new attempt is possible.
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
        {/* The wait is announced when it begins and when it ends, not every second. */}
        <span className={waiting ? 'visually-hidden' : undefined} role="status">
          {waiting ? text.wait(wholeWait) : waitUntil !== undefined && !busy && text.again}
        </span>
      </div>
      {failed && !wrong && <FailedNotice error={failed} />}
      <Button type="submit" tone="primary" disabled={busy || waiting}>
        {text.open}
      </Button>
    </form>
  )
}
