import { useEffect, useRef, useState } from 'react'
import { backupText as text } from '#shared/text/backup.ts'
import { Field, fieldKeys } from './fields.tsx'
import { type Change, useChosen } from './choices.tsx'

interface TypedValueProps<T> {
  label: string
  value: T
  /** Formats a value. */
  write: (value: T) => string
  /** Parses the typed text. */
  read: (typed: string) => { value: T } | { problem: string }
  /** Id of the line that shows the problem; `undefined` without a problem. */
  problemId: string | undefined
  onProblem: (problem: string | null) => void
  onChange: Change<T>
  /** Id of the words that explain why the value cannot be changed. */
  fixedBy?: string | undefined
  inputMode?: 'decimal' | 'numeric' | 'text'
  /** Maximum number of characters. The default is enough for a number. */
  length?: number
}

/** Field that saves on blur or Enter. Esc and a refused save restore the value in force. */
export function TypedValue<T>(props: TypedValueProps<T>) {
  const {
    label,
    value,
    write,
    read,
    problemId,
    onProblem,
    onChange,
    fixedBy,
    inputMode = 'numeric',
    length = 12,
  } = props
  const [chosen, choose] = useChosen(value, onChange)
  /** Text of the value that is saved, or being saved. */
  const kept = write(chosen)
  const { field, shown, type, reset } = useTyped(kept)

  const commit = () => {
    const found = shown === kept ? { value: chosen } : read(shown)
    if ('problem' in found) return onProblem(found.problem)
    onProblem(null)
    reset()
    if (write(found.value) !== kept) choose(found.value)
  }
  return (
    <Field
      ref={field}
      label={label}
      hideLabel
      {...(length <= 12 && { width: 'number' as const })}
      inputMode={inputMode}
      maxLength={length}
      value={shown}
      readOnly={fixedBy !== undefined}
      aria-describedby={fixedBy}
      aria-invalid={problemId !== undefined}
      aria-errormessage={problemId}
      onChange={(event) => type(event.target.value)}
      onBlur={commit}
      onKeyDown={fieldKeys({
        onEnter: commit,
        onEscape: () => {
          reset()
          onProblem(null)
        },
      })}
    />
  )
}

/**
 * Text of a field whose value is stored elsewhere. Shows the stored value until the user types. A change from another
 * window never replaces text that is being typed here.
 */
export function useTyped(kept: string) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(null)
  }, [kept])
  return { field, shown: typed ?? kept, type: setTyped, reset: () => setTyped(null) }
}

/** Parses an absolute path of Windows (also a network share) or POSIX. An empty text is valid too. */
export function readFolder(typed: string): { value: string } | { problem: string } {
  const path = typed.trim().replace(/^"(.*)"$/, '$1')
  const isWhole = path === '' || /^(?:[a-z]:[\\/]|\\\\[^\\]|\/)/i.test(path)
  return isWhole ? { value: path } : { problem: text.folderNotPath }
}
