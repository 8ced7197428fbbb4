import { Search } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './field.css'

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** Selector of the table that the down arrow enters. */
  into?: string
  /** Enter, pressed and not held. */
  onEnter?: (() => void) | undefined
  /** `?` typed in it: nothing is found by one. */
  onHelp?: (() => void) | undefined
  /** At its end: the key that goes to it, and help. */
  shortcut?: ReactNode
  help?: ReactNode
}

/** Focuses the row of a table that Tab would. */
export const enterTable = (table: string) =>
  document.querySelector<HTMLElement>(`${table} [role="row"][tabindex="0"]`)?.focus()

/** The search of a page. */
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
