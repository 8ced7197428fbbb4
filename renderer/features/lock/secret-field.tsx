import { type RefObject, useState } from 'react'
import { copyText as text } from '#shared/text/app-office.ts'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'

export interface SecretFieldProps {
  /** The secret stays in the input: neither in a store nor in React's state. */
  input: RefObject<HTMLInputElement | null>
  label: string
  help?: string
  error?: string | undefined
  length?: number
  numeric?: boolean
  onInput: () => void
}

/** Field for a passphrase or PIN, hidden unless shown on request. */
export function SecretField({
  input,
  label,
  help = '',
  error,
  length = 1024,
  numeric = false,
  onInput,
}: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      ref={input}
      label={label}
      type={shown ? 'text' : 'password'}
      {...(numeric && { inputMode: 'numeric' as const })}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={length}
      help={help}
      error={error}
      onInput={onInput}
      end={
        <Button
          size="low"
          aria-label={`${shown ? text.hide : text.show}: ${label}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? text.hide : text.show}
        </Button>
      }
    />
  )
}
