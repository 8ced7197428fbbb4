import { type FormEvent, useRef, useState } from 'react'
import { pinText as text } from '#shared/text/app-lock.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { SecretField } from './secret-field.tsx'

export type PinPurpose = 'set' | 'change' | 'remove'

const LEAST = 4
const MOST = 64

/** The PIN is set, changed or taken away: whoever does it knows the one there is. */
export function PinDialog({ purpose, onClose }: { purpose: PinPurpose; onClose: () => void }) {
  const { bridge } = useClient()
  const before = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<'short' | 'different' | null>(null)
  const { task, run, forget } = useOnce<'set'>()
  const asksNew = purpose !== 'remove'
  const failed = task.state === 'failed' ? task.error : null
  const wrong = failed?.code === 'wrong-pin'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (task.state === 'busy') return
    const pin = first.current?.value ?? ''
    const found = !asksNew
      ? null
      : pin.length < LEAST
        ? 'short'
        : pin === second.current?.value
          ? null
          : 'different'
    setProblem(found)
    if (found) return (found === 'short' ? first : second).current?.focus()
    const done = await run('set', () =>
      bridge.call('lock.set-pin', {
        pin: asksNew ? pin : null,
        ...(purpose !== 'set' && { before: before.current?.value ?? '' }),
      }),
    )
    if (!done) return before.current?.select()
    showToast(text.done[purpose])
    onClose()
  }
  const edit = () => {
    setProblem(null)
    forget()
  }
  const title = text.titles[purpose]
  const secret = { length: MOST, numeric: true, onInput: edit }
  return (
    <Dialog label={title} describedBy="pin-body" dismissable={false} onClose={onClose}>
      <form className="dialog__form" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body">
          <h2>{title}</h2>
          <p className="second" id="pin-body">
            {text.body[purpose]}
          </p>
          {purpose !== 'set' && (
            <SecretField
              {...secret}
              input={before}
              label={text.before}
              error={wrong ? errorTexts['wrong-pin'].title : undefined}
            />
          )}
          {asksNew && (
            <>
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
            </>
          )}
          {task.state === 'busy' && <BusyLine words={text.saving} />}
          {failed && !wrong && <FailedNotice error={failed} />}
        </div>
        <div className="dialog__actions">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" tone="primary" disabled={task.state === 'busy'}>
            {text.submit[purpose]}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
