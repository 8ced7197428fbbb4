import { type ReactNode, useId } from 'react'
import './field.css'

export interface ChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: string; help?: ReactNode; mark?: string }[]
  /** `null`: nothing chosen yet, because no default is safe. */
  value: T | null
  onChange: (value: T) => void
}

/** Choice among a few options, each with an explanation. Native radio buttons. */
export function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <fieldset className="choice">
      <legend>{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={option.mark ? `choice__option choice__option--${option.mark}` : 'choice__option'}
        >
          <input
            className="radio"
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className="choice__label">{option.label}</span>
            {option.help && <span className="choice__help">{option.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
