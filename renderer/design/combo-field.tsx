import { type ReactNode, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { Kbd } from './kbd.tsx'
import { useCombobox } from './use-combobox.ts'
import './field.css'

export interface ComboOption {
  id: string
  label: string
  /** A second, muted line. */
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
  /** Number of options, announced to screen readers. */
  count: (n: number) => string
  /** Enter takes the first option without moving to it: it matches the typed text. */
  firstIsMeant?: boolean
  /** Options open on focus, before typing. */
  opensAtOnce?: boolean
  /** Inside the field's edge, at the right. */
  end?: ReactNode
  onType: (value: string) => void
  onPick: (option: O) => void
}

/**
 * Text field with completion (ARIA combobox with a listbox). Any text is allowed. Enter takes the active option;
 * without one, it submits the form.
 */
export function ComboField<O extends ComboOption>(props: ComboFieldProps<O>) {
  const { options, listLabel, count, firstIsMeant, opensAtOnce, onType, onPick, ...field } = props
  const [wanted, setWanted] = useState(false)
  const open = wanted && options.length > 0
  const close = () => {
    setWanted(false)
    unmark()
  }
  const combo = useCombobox({
    options,
    idOf: ({ id }: O) => id,
    first: firstIsMeant ? 'meant' : 'none',
    open,
    onPick: (option) => {
      close()
      onPick(option)
    },
  })
  const { active, unmark, keyDown } = combo

  return (
    <div className="combo">
      <Field
        {...combo.field}
        {...field}
        onChange={(event) => {
          setWanted(true)
          unmark()
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
        onKeyDown={(event) => {
          const closes = event.key === 'Escape' && open && !event.nativeEvent.isComposing
          if (closes) close()
          else if (!keyDown(event)) return
          else if (event.key !== 'Enter') setWanted(true)
          event.preventDefault()
          event.stopPropagation()
        }}
        end={
          <>
            {field.end}
            {open && (
              // Keeps the focus in the field.
              <div
                {...combo.list}
                className="combo__list"
                tabIndex={-1}
                aria-label={listLabel}
                onPointerDown={(event) => event.preventDefault()}
              >
                {options.map((option) => (
                  <div
                    key={option.id}
                    {...combo.option(option)}
                    className="combo__option"
                    aria-selected={option === active}
                  >
                    {option.lead}
                    <span className="combo__words">
                      <span className="clip">{option.label}</span>
                      {option.detail && <span className="combo__detail clip">{option.detail}</span>}
                    </span>
                    {option === active && <Kbd>Enter</Kbd>}
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
