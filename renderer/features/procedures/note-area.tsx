import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { foldText } from '#shared/domain/normalize-text.ts'
import { mentionAt } from '#shared/domain/mentions.ts'
import { FIELD_LENGTHS } from '#shared/domain/procedures/fields.ts'
import { notesText as text } from '#shared/text/procedure.ts'
import { useCombobox } from '../../design/combobox.tsx'
import { Kbd } from '../../design/kbd.tsx'
import './procedures.css'

export interface NoteAreaProps {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  hidesLabel?: boolean
  placeholder?: string
  value: string
  /** People offered after an `@`. */
  people: readonly string[]
  onType: (value: string) => void
  /** Ctrl+Enter. Enter is a line break, as in every text of several lines. */
  onSave: () => void
  onEscape: () => void
}

/** Text of a note. After an `@`, a list completes the name (textbox with a listbox). */
export function NoteArea({ ref, hidesLabel = false, ...props }: NoteAreaProps) {
  const { label, placeholder, value, people, onType, onSave, onEscape } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement)
  const [caret, setCaret] = useState<number | null>(null)
  /** Place of the mention whose list the user closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mention = caret === null ? null : mentionAt(value, caret)
  const options =
    mention === null || mention.start === closedAt
      ? []
      : people.filter((name) => isBegunBy(name, mention.typed)).slice(0, MAX_OPTIONS)
  const isOpen = options.length > 0
  const { active, unmark, ...combo } = useCombobox({
    options,
    idOf: (name: string) => name,
    first: 'meant',
    onPick: (name) => {
      if (mention === null || caret === null) return
      const before = `${value.slice(0, mention.start)}@${name} `
      flushSync(() => {
        onType(before + value.slice(caret).trimStart())
        setCaret(before.length)
      })
      area.current?.setSelectionRange(before.length, before.length)
    },
  })
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const isEscape = event.key === 'Escape'
    if (isSave) onSave()
    else if (isEscape && isOpen) setClosedAt(mention?.start ?? null)
    else if (isEscape) onEscape()
    else if (!isOpen || !combo.keyDown(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="field combo">
      <label className={hidesLabel ? 'visually-hidden' : 'field__label'} htmlFor={id}>
        {label}
      </label>
      <div className="field__box text-area">
        <textarea
          ref={area}
          id={id}
          className="field__input note-area"
          rows={2}
          value={value}
          maxLength={FIELD_LENGTHS.notes}
          placeholder={placeholder}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={combo.field['aria-controls']}
          aria-activedescendant={combo.field['aria-activedescendant']}
          onChange={(event) => {
            unmark()
            setCaret(event.target.selectionStart)
            onType(event.target.value)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={keyDown}
        />
        {isOpen && (
          // A press on the list must not move the focus out of the field.
          <div
            {...combo.list}
            className="combo__list"
            tabIndex={-1}
            aria-label={text.people}
            onPointerDown={(event) => event.preventDefault()}
          >
            {options.map((name) => (
              <div
                key={name}
                {...combo.option(name)}
                className="combo__option"
                aria-selected={name === active}
              >
                <span className="combo__words clip">{name}</span>
                {name === active && <Kbd>Enter</Kbd>}
              </div>
            ))}
          </div>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isOpen && text.peopleCount(options.length)}
      </p>
    </div>
  )
}

const MAX_OPTIONS = 8

/** True if the name, or one of its words, begins with the typed text. */
function isBegunBy(name: string, typed: string): boolean {
  const folded = foldText(typed)
  const whole = foldText(name)
  return whole.startsWith(folded) || whole.split(/\s+/).some((word) => word.startsWith(folded))
}
