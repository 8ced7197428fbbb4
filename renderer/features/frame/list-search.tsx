import { useEffect, useRef } from 'react'
import { isFocusNowhere } from '../../design/focus-keeper.ts'
import { SearchField } from '../../design/search-field.tsx'
import type { ShortcutId } from '../../shortcuts/table.ts'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'

export interface ListSearchProps {
  /** Goes to it from anywhere on the page. */
  shortcut: ShortcutId
  words: { search: string; placeholder: string }
  value: string
  onType: (value: string) => void
  /** The table, by a selector, that the down arrow goes into. */
  into: string
  /** Whoever lands on the page with the focus nowhere begins here. */
  landing?: boolean
}

/** The search of a list, with its key. */
export function ListSearch({ shortcut, words, value, onType, into, landing = false }: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({
    [shortcut]: () => {
      field.current?.focus()
      field.current?.select()
    },
  })
  useEffect(() => {
    if (landing && isFocusNowhere()) field.current?.focus()
  }, [landing])
  return (
    <SearchField
      ref={field}
      aria-label={words.search}
      placeholder={words.placeholder}
      value={value}
      onChange={(event) => onType(event.target.value)}
      into={into}
    />
  )
}
