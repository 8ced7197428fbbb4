import {
  Fragment,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react'
import './controls.css'

export interface ComboboxProps<O> {
  /** Options in display order. */
  options: readonly O[]
  idOf: (option: O) => string
  /**
   * Option that Enter picks before the user moves to one. `none`: no option, because any text is allowed. `meant`:
   * the first option at that time. `seen`: the first option, which stays active when other options are inserted
   * before it.
   */
  first: 'none' | 'meant' | 'seen'
  /** True if the list is open. By default, it is open while it has options. */
  open?: boolean
  onPick: (option: O) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Behaviour of a field with a list (ARIA combobox with a listbox). The focus stays in the field. One option is
 * active, by id and never by index. Arrows and pointer activate another option, and Enter picks the active option.
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
  // The id is encoded, because a space would make two ids of it.
  const elementId = (option: string) => `${id}-${encodeURIComponent(option)}`
  const activeElement = activeId === null ? undefined : elementId(activeId)

  useEffect(() => {
    if (first === 'seen') setMarked(activeId)
  }, [first, activeId])
  const shown = marked === null ? undefined : activeElement
  useEffect(() => {
    if (shown !== undefined) document.getElementById(shown)?.scrollIntoView({ block: 'nearest' })
  }, [shown])

  return {
    active,
    /** Clears the active option. Call it when the text changes. */
    unmark: () => setMarked(null),
    /** @returns true if the list handled the key */
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
        id: elementId(idOf(option)),
        role: 'option',
        onPointerMove: option === active ? undefined : () => setMarked(idOf(option)),
        onClick: () => onPick(option),
      }) as const,
  }
}

export interface OptionGroupsProps<O> {
  label: string
  groups: readonly { title: string; options: readonly O[] }[]
  /** Attributes of the list: the `list` of `useCombobox`. */
  as: HTMLAttributes<HTMLElement>
  idOf: (option: O) => string
  children: (option: O) => ReactNode
}

/** Options of a combobox, in groups. A title of '' stands for no group. The focus stays in the field. */
export function OptionGroups<O>({ label, groups, as, idOf, children }: OptionGroupsProps<O>) {
  return (
    <div className="options" {...as} aria-label={label}>
      {groups.map(({ title, options }) => {
        const rows = options.map((option) => <Fragment key={idOf(option)}>{children(option)}</Fragment>)
        if (title === '') return rows
        return (
          <div key={title} role="group" aria-label={title}>
            <div className="options__group" aria-hidden="true">
              {title}
            </div>
            {rows}
          </div>
        )
      })}
    </div>
  )
}
