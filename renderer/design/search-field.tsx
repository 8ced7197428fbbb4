import { Search } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { Kbd } from './kbd.tsx'
import './search-field.css'

/** The search of a page, which `/` goes to. */
export function SearchField(input: Omit<ComponentPropsWithRef<'input'>, 'type' | 'className'>) {
  return (
    <div className="search-field">
      <Search className="icon" aria-hidden="true" />
      <input maxLength={200} autoComplete="off" spellCheck={false} {...input} type="search" />
      <Kbd>/</Kbd>
    </div>
  )
}
