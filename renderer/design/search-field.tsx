import { Search } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import './search-field.css'

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** Selector of the table that the down arrow enters. */
  into?: string
  /** The key that goes to it. */
  shortcut?: ReactNode
}

/** The search of a page. */
export function SearchField({ into, shortcut, onKeyDown, ...input }: SearchFieldProps) {
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (into === undefined || event.key !== 'ArrowDown') return
    event.preventDefault()
    document.querySelector<HTMLElement>(`${into} [role="row"][tabindex="0"]`)?.focus()
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
    </div>
  )
}
