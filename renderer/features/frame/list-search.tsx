import { type ReactNode, useEffect, useRef } from 'react'
import { isFocusNowhere } from '../../design/focus-restorer.ts'
import { SearchField } from '../../design/fields.tsx'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import type { ShortcutId } from '../../shortcuts/table.ts'
import { useShortcuts } from '../../shortcuts/handlers.ts'

export interface ListSearchProps {
  /** Focuses it from anywhere on the page. */
  shortcut: ShortcutId
  words: { search: string; placeholder: string }
  value: string
  onType: (value: string) => void
  /** Selector of the table that the down arrow enters. */
  into: string
  onEnter?: () => void
  /** Opens the help of what can be searched. */
  onHelp?: () => void
  /** Button of that help, and its text while it is open. */
  help?: ReactNode
  describedBy?: string | undefined
  /** Takes the focus on landing if nothing has it. */
  landing?: boolean
}

/** Search box of a list, with its key. */
export function ListSearch({
  shortcut,
  words,
  value,
  onType,
  into,
  onEnter,
  onHelp,
  help,
  describedBy,
  landing = false,
}: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const hint = useKeyHint()
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
      onEnter={onEnter}
      onHelp={onHelp}
      help={help}
      aria-describedby={describedBy}
      {...hint(shortcut)}
    />
  )
}
