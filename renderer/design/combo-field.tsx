import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Kbd } from './kbd.tsx'
import './combo-field.css'

export interface ComboOption {
  id: string
  label: string
  /** A second, quiet line. */
  detail?: string
  /** At its left. */
  lead?: ReactNode
}

export interface ComboFieldProps<O extends ComboOption> extends Omit<
  FieldProps,
  'onChange' | 'onKeyDown' | 'end' | 'value'
> {
  value: string
  options: readonly O[]
  listLabel: string
  /** How many there are, told to screen readers. */
  count: (n: number) => string
  /** Enter takes the first one without looking for it: it is what is being typed. */
  firstIsMeant?: boolean
  /** Options are shown on coming to it, before anything is typed. */
  opensAtOnce?: boolean
  /** Inside the field's edge, at the right. */
  end?: ReactNode
  onType: (value: string) => void
  onPick: (option: O) => void
}

/**
 * A text field that is completed as one types (ARIA combobox with a listbox). What is typed is always allowed. Enter
 * takes the option that is marked; with none, it is the form's.
 */
export function ComboField<O extends ComboOption>(props: ComboFieldProps<O>) {
  const { options, listLabel, count, firstIsMeant, opensAtOnce, onType, onPick, ...field } = props
  const id = useId()
  const [wanted, setWanted] = useState(false)
  /** The option that was moved to, by its id: others may come before it. */
  const [moved, setMoved] = useState<string | null>(null)
  const open = wanted && options.length > 0
  const active =
    moved === null ? (firstIsMeant ? 0 : -1) : options.findIndex(({ id: option }) => option === moved)
  const chosen = open ? options[active] : undefined

  const close = () => {
    setWanted(false)
    setMoved(null)
  }
  const pick = (option: O) => {
    close()
    onPick(option)
  }
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      setWanted(true)
      const to = open ? (Math.max(active, step > 0 ? -1 : 0) + step + options.length) % options.length : 0
      setMoved(options[to]?.id ?? null)
    } else if (event.key === 'Enter' && chosen) pick(chosen)
    else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="combo">
      <Field
        autoComplete="off"
        spellCheck={false}
        {...field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
        onChange={(event) => {
          setWanted(true)
          setMoved(null)
          onType(event.target.value)
        }}
        onFocus={(event) => {
          if (opensAtOnce) setWanted(true)
          field.onFocus?.(event)
        }}
        onBlur={(event) => {
          close()
          field.onBlur?.(event)
        }}
        onKeyDown={keyDown}
        end={
          <>
            {field.end}
            {open && (
              // The focus stays in the field.
              <div
                id={`${id}-list`}
                className="combo__list"
                role="listbox"
                tabIndex={-1}
                aria-label={listLabel}
                onPointerDown={(event) => event.preventDefault()}
              >
                {options.map((option, index) => (
                  <div
                    key={option.id}
                    id={`${id}-${option.id}`}
                    className="combo__option"
                    role="option"
                    aria-selected={option === chosen}
                    onPointerMove={index === active ? undefined : () => setMoved(option.id)}
                    onClick={() => pick(option)}
                  >
                    {option.lead}
                    <span className="combo__words">
                      <span className="clip">{option.label}</span>
                      {option.detail && <span className="combo__detail clip">{option.detail}</span>}
                    </span>
                    {option === chosen && <Kbd>Enter</Kbd>}
                  </div>
                ))}
              </div>
            )}
          </>
        }
      />
      <p className="visually-hidden" role="status">
        {open && count(options.length)}
      </p>
    </div>
  )
}
