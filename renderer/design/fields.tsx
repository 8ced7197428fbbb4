import { CircleAlert, Search } from 'lucide-react'
import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useReducer,
  useState,
} from 'react'
import { useCombobox } from './combobox.tsx'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import './field.css'

export interface FieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'> {
  label: string
  /** Muted note beside the label. */
  aside?: string | undefined
  /** Line under the field. An error replaces it. */
  help?: ReactNode
  error?: string | undefined
  /** Content inside the field's edge, at the right. */
  end?: ReactNode
  /** True if only screen readers get the label, because the row already shows it. */
  hideLabel?: boolean
  width?: 'full' | 'number'
}

/** Text field with its label above and its help below. */
export function Field({ label, aside, help, error, end, hideLabel, width = 'full', ...input }: FieldProps) {
  const id = useId()
  const hasLine = help !== undefined || error !== undefined
  return (
    <div className={`field field--${width}`}>
      <label className={hideLabel ? 'visually-hidden' : 'field__label'} htmlFor={id}>
        {label}
        {aside !== undefined && <span className="field__aside"> {aside}</span>}
      </label>
      <div className="field__box">
        <input
          autoComplete="off"
          {...input}
          id={id}
          className="field__input"
          aria-invalid={error !== undefined || input['aria-invalid'] || undefined}
          aria-describedby={hasLine ? `${id}-help` : input['aria-describedby']}
        />
        {end}
      </div>
      {hasLine && <FieldLine id={`${id}-help`} error={error} help={help} />}
    </div>
  )
}

function FieldLine({ id, error, help }: { id: string; error: string | undefined; help: ReactNode }) {
  return error === undefined ? (
    <p className="field__help" id={id}>
      {help}
    </p>
  ) : (
    <p className="field__help field__help--error" id={id}>
      <Icon of={CircleAlert} />
      <span>{error}</span>
    </p>
  )
}

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {
  label: string
  /** Muted note beside the label. */
  aside?: string
}

/** Text of several lines, with its label above. */
export function TextArea({ label, aside, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {aside !== undefined && <span className="field__aside figures"> {aside}</span>}
      </label>
      <div className="field__box text-area">
        <textarea {...area} id={id} className="field__input" />
      </div>
    </div>
  )
}

export interface SelectOption {
  value: string
  label: string
}

export interface SelectFieldProps {
  label: string
  /** Text shown while nothing is chosen. Without a placeholder, an option is always chosen. */
  placeholder?: string
  value: string
  options: readonly SelectOption[] | readonly { group: string; options: readonly SelectOption[] }[]
  disabled?: boolean
  onChange: (value: string) => void
  /** Action beside the field. */
  end?: ReactNode
}

/** Choice among many options, in the browser's own list. It provides its keys and works with screen readers. */
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

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** Selector of the table that the down arrow enters. */
  into?: string
  /** Called on Enter, unless the key is held. */
  onEnter?: (() => void) | undefined
  /** Called on `?`, a character that no search needs. */
  onHelp?: (() => void) | undefined
  /** Shortcut that focuses the field, drawn at its end. */
  shortcut?: ReactNode
  /** Button at the end of the field. */
  help?: ReactNode
}

/** Focuses the row of a table that is its tab stop. */
export const enterTable = (table: string) =>
  document.querySelector<HTMLElement>(`${table} [role="row"][tabindex="0"]`)?.focus()

/** Search field of a page. */
export function SearchField({
  into,
  shortcut,
  help,
  onEnter,
  onHelp,
  onKeyDown,
  ...input
}: SearchFieldProps) {
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.key === 'Enter' && !event.repeat && !event.nativeEvent.isComposing) onEnter?.()
    if (event.key === '?' && onHelp !== undefined) {
      event.preventDefault()
      if (!event.repeat) onHelp()
    }
    if (into === undefined || event.key !== 'ArrowDown') return
    event.preventDefault()
    enterTable(into)
  }
  return (
    <div className="search-field">
      <Icon of={Search} />
      <input
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...input}
        type="search"
        onKeyDown={keyDown}
      />
      {shortcut}
      {help}
    </div>
  )
}

export interface FieldLinksProps<F extends string> {
  fields: readonly F[]
  labels: Readonly<Record<F, string>>
  onField: (field: F) => void
}

/** Links to the fields of a form that the user must correct. */
export function FieldLinks<F extends string>({ fields, labels, onField }: FieldLinksProps<F>) {
  if (fields.length === 0) return null
  return (
    <ul className="field-links">
      {fields.map((field) => (
        <li key={field}>
          <button type="button" className="text-link" onClick={() => onField(field)}>
            {labels[field]}
          </button>
        </li>
      ))}
    </ul>
  )
}

export interface FieldKeys {
  onEnter?: () => void
  onEscape: () => void
}

/**
 * Handles Enter and Esc in a field that saves or discards its text. Stops the propagation: Enter must not submit the
 * form around the field, and Esc must not leave the page.
 */
export const fieldKeys =
  ({ onEnter, onEscape }: FieldKeys) =>
  (event: KeyboardEvent): void => {
    const act = event.key === 'Enter' ? onEnter : event.key === 'Escape' ? onEscape : undefined
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

/**
 * Moves the focus to the first invalid field of a form, in the render that marks the field. One frame later the user
 * may already type in another field, on a slow PC.
 * @returns a function to call together with the change that marks the fields
 */
export function useFirstInvalid(form: RefObject<HTMLElement | null>): () => void {
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  useLayoutEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [asked, form])
  return ask
}

export interface ComboOption {
  id: string
  label: string
  /** A second, muted line. */
  detail?: string
  /** Content left of the label. */
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
  /** True if Enter picks the first option, because it matches the typed text. */
  firstIsMeant?: boolean
  /** True if the options open on focus, before typing. */
  opensAtOnce?: boolean
  /** Content inside the field's edge, at the right. */
  end?: ReactNode
  onType: (value: string) => void
  onPick: (option: O) => void
}

/**
 * Text field with completion (ARIA combobox with a listbox). Any text is allowed. Enter picks the active option.
 * Without an active option, Enter submits the form.
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
              // A press on the list must not move the focus out of the field.
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
