import { useRef, useState } from 'react'
import { pinText as text } from '#shared/text/app-lock.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { FormDialog } from '../../design/form-dialog.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { BusyLine, FailedNotice } from '../frame/task-notice.tsx'
import { MAX_PIN, MIN_PIN } from './pin-length.ts'
import { SecretField } from './secret-field.tsx'

export type PinPurpose = 'set' | 'change' | 'remove'

/** Sets, changes or removes the PIN; the last two require the present one. */
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

  const submit = async () => {
    if (task.state === 'busy') return
    const pin = first.current?.value ?? ''
    const found = !asksNew
      ? null
      : pin.length < MIN_PIN
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
  const secret = { length: MAX_PIN, numeric: true, onInput: edit }
  return (
    <FormDialog
      title={title}
      describedBy="pin-body"
      cancel={text.cancel}
      cancelTone="default"
      submit={text.submit[purpose]}
      disabled={task.state === 'busy'}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
