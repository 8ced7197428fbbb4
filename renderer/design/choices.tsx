import { type ReactNode, useId, useRef, useState } from 'react'
import './field.css'

/** Handler of a choice. Its promise resolves once the choice has been saved or has failed. */
export type Change<T> = (value: T) => void | Promise<unknown>

/**
 * Returns the value to show: the chosen value from the press on, and the saved value after saving. A control that
 * waited for the answer would seem to ignore the press.
 */
export function useChosen<T>(value: T, onChange: Change<T>): [T, (next: T) => void] {
  const [pending, setPending] = useState<{ value: T } | null>(null)
  const turn = useRef(0)
  const choose = (next: T) => {
    const mine = ++turn.current
    const saved = onChange(next)
    if (!saved) return setPending(null)
    setPending({ value: next })
    void saved.finally(() => mine === turn.current && setPending(null))
  }
  return [pending ? pending.value : value, choose]
}

export interface SegmentsProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: Change<T>
}

/** Choice among a few options, all visible. Native radio buttons bring arrows, groups and forced colours. */
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
  /** Id of the words that say why the value cannot be changed. */
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

export interface PickBoxProps {
  label: string
  picked: boolean
  /** @param extend picks all rows from the last picked row to this row */
  onPick: (extend: boolean) => void
}

/** Cell that picks its row. Tab skips the cell: the keyboard picks rows by keys of the list. */
export function PickBox({ label, picked, onPick }: PickBoxProps) {
  return (
    <span role="gridcell" className="pick">
      <input
        type="checkbox"
        className="pick__box"
        tabIndex={-1}
        aria-label={label}
        checked={picked}
        // Keeps the focus on the row.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.stopPropagation()
          onPick(event.shiftKey)
        }}
        onChange={() => {}}
      />
    </span>
  )
}

export interface PickAllBoxProps {
  label: string
  /** Rows picked: all of them, some or none. */
  picked: 'all' | 'some' | 'none'
  onPickAll: () => void
}

/** Checkbox that picks all rows, in the head of the column. */
export function PickAllBox({ label, picked, onPickAll }: PickAllBoxProps) {
  return (
    <span className="pick">
      <input
        type="checkbox"
        className="pick__box"
        aria-label={label}
        checked={picked === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = picked === 'some'
        }}
        onChange={onPickAll}
      />
    </span>
  )
}
