import { type ReactNode, type RefObject, useState } from 'react'
import { copyText as text } from '#shared/text/backup.ts'
import { Button } from './button.tsx'
import { Field } from './fields.tsx'

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
export function SecretField(props: SecretFieldProps) {
  const [shown, setShown] = useState(false)
  const { label } = props
  return (
    <SecretInput
      {...props}
      shown={shown}
      end={<ShowButton label={label} shown={shown} onShow={setShown} />}
    />
  )
}

/**
 * A new passphrase or PIN, and its repetition. Tab goes from one to the other: the button that shows both comes after
 * them, so that a space of the repetition is never pressed on it.
 */
export function RepeatedSecret({ first, second }: { first: SecretFieldProps; second: SecretFieldProps }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <SecretInput {...first} shown={shown} />
      <SecretInput
        {...second}
        shown={shown}
        end={<ShowButton label={first.label} shown={shown} onShow={setShown} />}
      />
    </>
  )
}

interface ShowButtonProps {
  label: string
  shown: boolean
  onShow: (shown: boolean) => void
}

function ShowButton({ label, shown, onShow }: ShowButtonProps) {
  const words = shown ? text.hide : text.show
  return (
    <Button size="low" aria-label={`${words}: ${label}`} aria-pressed={shown} onClick={() => onShow(!shown)}>
      {words}
    </Button>
  )
}

function SecretInput({
  input,
  label,
  help = '',
  error,
  length = 1024,
  numeric = false,
  onInput,
  shown,
  end,
}: SecretFieldProps & { shown: boolean; end?: ReactNode }) {
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
      end={end}
    />
  )
}
