import { Field } from '../../design/field.tsx'
import { type Change, useChosen } from '../../design/use-chosen.ts'
import { useTyped } from './use-typed.ts'

export interface TypedValueProps<T> {
  label: string
  value: T
  /** How it is written. */
  write: (value: T) => string
  /** What was typed, or what is wrong with it. */
  read: (typed: string) => { value: T } | { problem: string }
  /** Of the line that says the problem, while there is one. */
  problemId: string | undefined
  onProblem: (problem: string | null) => void
  onChange: Change<T>
  inputMode?: 'decimal' | 'numeric' | 'text'
  /** Characters that it takes: a number's, unless it is said. */
  length?: number
}

/** A value that is kept on leaving its field or with Enter; Esc and a refusal bring back the one that holds. */
export function TypedValue<T>(props: TypedValueProps<T>) {
  const {
    label,
    value,
    write,
    read,
    problemId,
    onProblem,
    onChange,
    inputMode = 'numeric',
    length = 12,
  } = props
  const [chosen, choose] = useChosen(value, onChange)
  /** Or on its way to be. */
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
      aria-invalid={problemId !== undefined}
      aria-errormessage={problemId}
      onChange={(event) => type(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        else if (event.key === 'Escape') {
          reset()
          onProblem(null)
        }
      }}
    />
  )
}
