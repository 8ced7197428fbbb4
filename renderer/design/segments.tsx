import { useId } from 'react'
import { type Change, useChosen } from './use-chosen.ts'
import './field.css'

export interface SegmentsProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: Change<T>
}

/** Choice among a few options, all visible: native radio buttons bring arrows, groups and forced colours. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  const name = useId()
  const [chosen, choose] = useChosen(value, onChange)
  return (
    <fieldset className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === chosen}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

export interface SwitchProps {
  id: string
  on: boolean
  /** Id of the words that say why it cannot be changed. */
  fixedBy?: string | undefined
  onChange: Change<boolean>
}

/** Switch that takes effect at once. */
export function Switch({ id, on, fixedBy, onChange }: SwitchProps) {
  const [chosen, choose] = useChosen(on, onChange)
  return (
    <input
      id={id}
      className="switch"
      type="checkbox"
      role="switch"
      aria-checked={chosen}
      checked={chosen}
      disabled={fixedBy !== undefined}
      aria-describedby={fixedBy}
      onChange={(event) => choose(event.target.checked)}
    />
  )
}
