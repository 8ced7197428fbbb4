import { type ReactNode, useId } from 'react'
import './field.css'

export interface SelectOption {
  value: string
  label: string
}

export interface SelectFieldProps {
  label: string
  /** Shown while nothing is chosen; without it, something always is. */
  placeholder?: string
  value: string
  options: readonly SelectOption[] | readonly { group: string; options: readonly SelectOption[] }[]
  disabled?: boolean
  onChange: (value: string) => void
  /** Action beside the field. */
  end?: ReactNode
}

/** Choice among many options, in the browser's own list: keys, letters and screen readers support it. */
export function SelectField(props: SelectFieldProps) {
  const { label, placeholder, value, options, disabled, onChange, end } = props
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="select-field__line">
        <select
          id={id}
          className="select-field"
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) =>
            'group' in option ? (
              <optgroup key={option.group} label={option.group}>
                {option.options.map(asOption)}
              </optgroup>
            ) : (
              asOption(option)
            ),
          )}
        </select>
        {end}
      </div>
    </div>
  )
}

const asOption = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
)
