import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export interface ComboboxProps<O> {
  /** In display order. */
  options: readonly O[]
  idOf: (option: O) => string
  /**
   * Option that Enter takes before moving to any. `none`: none, any text is allowed. `meant`: the first one at that
   * moment. `seen`: the first one, still active when others come before it.
   */
  first: 'none' | 'meant' | 'seen'
  /** True if the list is open; by default, while it has options. */
  open?: boolean
  onPick: (option: O) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Common behaviour of a field with a list (ARIA combobox with a listbox): the focus stays in the field, one option is
 * active by id and never by index, arrows and pointer activate another, Enter takes it.
 */
export function useCombobox<O>({
  options,
  idOf,
  first,
  open = options.length > 0,
  onPick,
}: ComboboxProps<O>) {
  const id = useId()
  const [marked, setMarked] = useState<string | null>(null)
  const found = marked === null ? -1 : options.findIndex((option) => idOf(option) === marked)
  const isLost = marked === null || (found === -1 && first === 'seen')
  const at = isLost && first !== 'none' ? 0 : found
  const active = open ? options[at] : undefined
  const activeId = active === undefined ? null : idOf(active)
  // A space in an id would make it two.
  const elementOf = (option: string) => `${id}-${encodeURIComponent(option)}`
  const activeElement = activeId === null ? undefined : elementOf(activeId)

  useEffect(() => {
    if (first === 'seen') setMarked(activeId)
  }, [first, activeId])
  const shown = marked === null ? undefined : activeElement
  useEffect(() => {
    if (shown !== undefined) document.getElementById(shown)?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  return {
    active,
    /** Clears the active option: the text has changed. */
    unmark: () => setMarked(null),
    /** @returns true if the list took the key */
    keyDown: (event: KeyboardEvent): boolean => {
      if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return false
      const step = STEPS[event.key]
      if (step !== undefined) {
        const to = open ? (Math.max(at, step > 0 ? -1 : 0) + step + options.length) % options.length : 0
        const next = options[to]
        if (next !== undefined) setMarked(idOf(next))
      } else if (event.key === 'Enter' && active !== undefined) onPick(active)
      else return false
      event.preventDefault()
      return true
    },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? `${id}-list` : undefined,
      'aria-activedescendant': activeElement,
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    list: { id: `${id}-list`, role: 'listbox' } as const,
    option: (option: O) =>
      ({
        id: elementOf(idOf(option)),
        role: 'option',
        onPointerMove: option === active ? undefined : () => setMarked(idOf(option)),
        onClick: () => onPick(option),
      }) as const,
  }
}
