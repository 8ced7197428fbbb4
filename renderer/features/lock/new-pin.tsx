import { type RefObject, useRef, useState } from 'react'
import { pinText as text } from '#shared/text/settings.ts'
import { MAX_PIN, MIN_PIN } from './pin-length.ts'
import { RepeatedSecret } from './secret-field.tsx'

export interface NewPin {
  first: RefObject<HTMLInputElement | null>
  second: RefObject<HTMLInputElement | null>
  problem: 'short' | 'different' | null
  /** The PIN, or `null` with what is wrong shown and its field focused. */
  read: () => string | null
  /** Something was typed: what was wrong is no longer said. */
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

/** Its two fields. */
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
