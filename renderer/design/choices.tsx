import { type ReactNode, useId, useRef, useState } from 'react'
import './field.css'

/** Handler of a choice. Its promise resolves after the save, whether it succeeded or failed. */
export type Change<T> = (value: T) => void | Promise<unknown>

/**
 * Returns the value to show. From the press until the save ends it is the chosen value, because a control without an
 * immediate reaction seems to ignore the press. Afterwards it is the value in force.
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

/** Choice among a few visible options. Native radio buttons provide arrow keys, grouping and forced colours. */
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
  /** Id of the words that explain why the value cannot be changed. */
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
  /** Chosen value. `null` if nothing is chosen yet, because no default is safe. */
  value: T | null
  onChange: (value: T) => void
}

/** Choice among a few options, each with an explanation. Uses native radio buttons. */
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
  /** @param extend true to pick all rows from the last picked row to this row */
  onPick: (extend: boolean) => void
}

/** Cell that picks its row. Tab skips the cell, because the list has keys for picking. */
export function PickBox({ label, picked, onPick }: PickBoxProps) {
  return (
    <span role="gridcell" className="pick">
      <input
        type="checkbox"
        className="pick__box"
        tabIndex={-1}
        aria-label={label}
        checked={picked}
        // The press must not move the focus away from the row.
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
  /** Which rows are picked. */
  picked: 'all' | 'some' | 'none'
  onPickAll: () => void
}

/** Checkbox in the head of the column that picks all rows. */
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
