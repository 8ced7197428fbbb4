import {
  type ClipboardEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useRef,
} from 'react'
import type { PlateProblemCode } from '#shared/domain/plates/diagnose.ts'
import './plate.css'

/**
 * Maximum length in characters: longer texts are cut. No e-mail of an office is longer, and megabytes in an input
 * freeze the window.
 */
export const MAX_TEXT = 20_000

/**
 * Joins the lines of a text into one line with separators. An `<input>` would join the end of a line with the start
 * of the next.
 */
export const oneLine = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\t+/g, ' ').trim())
    .filter(Boolean)
    .join('; ')

/** Splits a text into lines that `oneLine` may have joined. */
export const severalLines = (text: string): string => text.replaceAll('; ', '\n')

/** Underlined range of the text, in UTF-16 units. */
export interface Span {
  start: number
  end: number
}

export interface PlateFieldProps {
  label: string
  value: string
  placeholder: string
  /** Interpretation of the text, at the right. */
  hint: string
  shortcut: ReactNode
  invalid: boolean
  marks: readonly Span[]
  describedBy?: string
  /**
   * Maximum length of a form's field, which holds one plate. The page handles a longer text or several lines. By
   * default, the field accepts any text.
   */
  maxLength?: number
  /** Name by which training points at the field. */
  point?: string
  /** Parts of a combobox: attributes of the field, and the key handler that runs first. */
  list?: { field: InputHTMLAttributes<HTMLInputElement>; keyDown: (event: KeyboardEvent) => boolean }
  ref?: Ref<HTMLInputElement>
  onChange: (text: string) => void
  /** @param shifted true if Shift is held */
  onEnter: (shifted: boolean) => void
  onEscape: () => void
  onFocusChange: (focused: boolean) => void
}

/** Text field drawn as a plate. It never changes the typed text. */
export function PlateField({ ref, ...props }: PlateFieldProps) {
  const marks = useRef<HTMLDivElement>(null)

  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (props.maxLength !== undefined || !/[\r\n\t]/.test(text)) return
    event.preventDefault()
    insert(event.currentTarget, oneLine(text))
  }

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || props.list?.keyDown(event)) return
    if (event.key === 'Enter') props.onEnter(event.shiftKey)
    else if (event.key === 'Escape') props.onEscape()
    else return
    event.preventDefault()
  }

  return (
    <div
      className={props.invalid ? 'plate-field plate-field--invalid' : 'plate-field'}
      data-point={props.point}
    >
      <span className="plate-field__band" aria-hidden="true" />
      <div className="plate-field__value">
        <div className="plate-field__marks" ref={marks} aria-hidden="true">
          {underlined(props.value, props.marks)}
        </div>
        <input
          {...props.list?.field}
          ref={ref}
          className="plate-field__input"
          type="text"
          aria-label={props.label}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={props.maxLength ?? MAX_TEXT}
          data-one-plate={props.maxLength === undefined ? undefined : ''}
          placeholder={props.placeholder}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
          onPaste={paste}
          onKeyDown={keyDown}
          onFocus={() => props.onFocusChange(true)}
          onBlur={() => props.onFocusChange(false)}
          onScroll={(event) => {
            if (marks.current) marks.current.scrollLeft = event.currentTarget.scrollLeft
          }}
        />
      </div>
      <div className="plate-field__end">
        <span>{props.hint}</span>
        {props.shortcut}
      </div>
    </div>
  )
}

function underlined(text: string, marks: readonly Span[]): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push(text.slice(at, start), <u key={start}>{text.slice(start, end)}</u>)
    at = end
  }
  return parts
}

/**
 * Selects the first doubtful characters, or else the whole text. In an unfinished plate it moves the cursor to the
 * end.
 */
export function selectProblem(
  input: HTMLInputElement | null,
  { problem, ranges }: { problem: PlateProblemCode; ranges: readonly Span[] },
): void {
  const [first] = ranges
  if (first) input?.setSelectionRange(first.start, first.end)
  else if (problem === 'too-short') input?.setSelectionRange(input.value.length, input.value.length)
  else input?.select()
}

function insert(input: HTMLInputElement, text: string) {
  // Only this command keeps Ctrl+Z. In browsers without the command, the text cannot be undone.
  if (document.execCommand('insertText', false, text)) return
  input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
