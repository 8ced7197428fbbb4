import { type ClipboardEvent, type RefObject, useState } from 'react'
import { readApiKey } from '#shared/domain/api-key.ts'
import { addAccountText as text, hintSentence, keyHints, keyProblems } from '#shared/text/accounts.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/fields.tsx'

export interface KeyFieldProps {
  /** The key lives in the input only: in a store or in React's state it would outlive the dialog. */
  input: RefObject<HTMLInputElement | null>
  /** Validates the current value: set after an attempt to submit it. */
  strict: boolean
  disabled?: boolean
  onChange: () => void
}

/** Field to paste a key in. Hidden unless shown on request, cleaned on paste. */
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
    // Surrounding text is removed before pasting; a broken key is pasted as it is for the user to see.
    event.preventDefault()
    event.currentTarget.value = reading.key
    look(reading.key, hintSentence(reading.hints.map((hint) => keyHints[hint])))
  }

  return (
    <Field
      ref={input}
      label={text.key}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      disabled={disabled}
      help={line.hint || text.keyHelp}
      error={strict && line.problem ? line.problem : undefined}
      onPaste={paste}
      onInput={(event) => look(event.currentTarget.value)}
      end={
        <Button
          size="low"
          aria-label={text.showKey}
          aria-pressed={shown}
          disabled={disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? text.hide : text.show}
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
