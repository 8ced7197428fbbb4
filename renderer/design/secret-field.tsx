import { type ReactNode, type RefObject, useState } from 'react'
import { copyText as text } from '#shared/text/backup.ts'
import { Button } from './button.tsx'
import { Field } from './fields.tsx'

export interface SecretFieldProps {
  /** Ref of the input. The secret stays in the input: neither a store nor React's state contains it. */
  input: RefObject<HTMLInputElement | null>
  label: string
  help?: string
  error?: string | undefined
  length?: number
  numeric?: boolean
  onInput: () => void
}

/** Field for a passphrase or PIN. The user can show the hidden text. */
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
 * Fields for a new passphrase or PIN, and its repetition. The button that shows both comes after both in the tab
 * order, so that a space typed after Tab never presses the button.
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
