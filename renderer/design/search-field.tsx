import { Search } from 'lucide-react'
import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import './search-field.css'

export interface SearchFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'> {
  /** The table, by a selector, that the down arrow goes into. */
  into?: string
}

/** The search of a page, which `/` goes to. */
export function SearchField({ into, onKeyDown, ...input }: SearchFieldProps) {
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
      <Kbd>/</Kbd>
    </div>
  )
}
