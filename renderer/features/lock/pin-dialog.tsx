import { useRef, type RefObject, useState } from 'react'
import { pinText as text } from '#shared/text/settings.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { FormDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'
import { SecretField, RepeatedSecret } from '../../design/secret-field.tsx'

export type PinPurpose = 'set' | 'change' | 'remove'

/** Sets, changes or removes the PIN. Changing and removing require the present PIN. */
export function PinDialog({ purpose, onClose }: { purpose: PinPurpose; onClose: () => void }) {
  const { bridge } = useClient()
  const before = useRef<HTMLInputElement>(null)
  const newPin = useNewPin()
  const { task, run, forget } = useOnce<'set'>()
  const asksNew = purpose !== 'remove'
  const failed = task.state === 'failed' ? task.error : null
  const wrong = failed?.code === 'wrong-pin'

  const submit = async () => {
    if (task.state === 'busy') return
    const pin = asksNew ? newPin.read() : null
    if (asksNew && pin === null) return
    const done = await run('set', () =>
      bridge.call('lock.set-pin', {
        pin,
        ...(purpose !== 'set' && { before: before.current?.value ?? '' }),
      }),
    )
    if (!done) return before.current?.select()
    showToast(text.done[purpose])
    onClose()
  }
  const edit = () => {
    newPin.edited()
    forget()
  }
  const title = text.titles[purpose]
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
          input={before}
          length={MAX_PIN}
          numeric
          onInput={edit}
          label={text.before}
          error={wrong ? errorTexts['wrong-pin'].title : undefined}
        />
      )}
      {asksNew && <NewPinFields pin={newPin} onInput={edit} />}
      {task.state === 'busy' && <BusyLine words={text.saving} />}
      {failed && !wrong && <FailedNotice error={failed} />}
    </FormDialog>
  )
}

interface NewPin {
  first: RefObject<HTMLInputElement | null>
  second: RefObject<HTMLInputElement | null>
  problem: 'short' | 'different' | null
  /** Returns the PIN. If it is not valid, shows the problem, focuses its field and returns `null`. */
  read: () => string | null
  /** Clears the problem, because the user typed. */
  edited: () => void
}

/** State of a new PIN, which is typed twice. */
export function useNewPin(): NewPin {
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<NewPin['problem']>(null)
  const read = () => {
    const pin = first.current?.value ?? ''
    const found = pin.length < MIN_PIN ? 'short' : pin === second.current?.value ? null : 'different'
    setProblem(found)
    if (found === null) return pin
    ;(found === 'short' ? first : second).current?.focus()
    return null
  }
  return { first, second, problem, read, edited: () => setProblem(null) }
}

export function NewPinFields({
  pin: { first, second, problem },
  onInput,
}: {
  pin: NewPin
  onInput: () => void
}) {
  const secret = { length: MAX_PIN, numeric: true, onInput }
  return (
    <RepeatedSecret
      first={{
        ...secret,
        input: first,
        label: text.pin,
        help: text.pinHelp,
        error: problem === 'short' ? text.short : undefined,
      }}
      second={{
        ...secret,
        input: second,
        label: text.repeat,
        error: problem === 'different' ? text.different : undefined,
      }}
    />
  )
}

/** Minimum and maximum length of a PIN in characters, as the core checks it. */
const MIN_PIN = 4
const MAX_PIN = 64
