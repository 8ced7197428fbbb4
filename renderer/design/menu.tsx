import { Check } from 'lucide-react'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useContext,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { ActionPlace, useScreenActions } from './actions.tsx'
import { Button, type ButtonProps } from './button.tsx'
import { Icon } from './icon.tsx'
import { useNewLayer } from './layers.ts'
import { destination } from './rows.tsx'
import './controls.css'

export interface MenuItem {
  id: string
  label: string
  /** A second, muted line. */
  detail?: string
  icon?: ReactNode
  /** Key of the same action outside the menu, as drawn. */
  kbd?: ReactNode
  /** Id of the shortcut with the same action. */
  shortcut?: string
  /** True for an item that erases at once. The palette does not offer it. */
  erases?: true
  /** True for a selected item of a group. */
  checked?: boolean
  /** True if several items of the group may be selected. */
  several?: boolean
  /** True to start a new group. */
  divided?: boolean
  run: () => void
}

export interface MenuProps {
  label: string
  items: readonly MenuItem[]
  /** Element under which the menu opens. */
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Distance to the window's edges, in pixels. */
const MARGIN = 8

/**
 * Menu in the top layer, so that no scroll area clips it. It opens on mount. Arrows and letters move, and Enter runs
 * an item. Esc and Tab close the menu and restore the focus.
 */
export function Menu({ label, items, anchor, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  useNewLayer()
  const close = useEffectEvent(onClose)

  useEffect(() => {
    const element = menu.current
    const from = anchor.current
    if (!element || !from) return
    element.showPopover()
    const place = () => placeUnder(from, element)
    place()
    addEventListener('resize', place)
    const first = element.querySelector<HTMLElement>('[aria-checked="true"], [role^="menuitem"]')
    first?.focus()
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close()
    }
    element.addEventListener('toggle', onToggle)
    return () => {
      removeEventListener('resize', place)
      element.removeEventListener('toggle', onToggle)
    }
  }, [anchor])

  const keyDown = (event: KeyboardEvent) => {
    const options = [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
    const here = options.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      anchor.current?.focus()
      onClose()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = destination(event.key, here, options.length, false) ?? itemByLetter(event.key, options, here)
    // While the menu is open, it handles every letter.
    if (to !== null || event.key.length === 1) event.preventDefault()
    if (to !== null) options[to]?.focus()
    if (event.key === ' ') options[here]?.click()
  }

  return (
    <div ref={menu} className="menu" popover="auto" role="menu" aria-label={label} onKeyDown={keyDown}>
      {items.map((item) => (
        <Fragment key={item.id}>
          {item.divided && <hr className="menu__line" />}
          <button
            type="button"
            className="menu__item"
            role={
              item.checked === undefined ? 'menuitem' : item.several ? 'menuitemcheckbox' : 'menuitemradio'
            }
            aria-checked={item.checked}
            aria-labelledby={`${id}-${item.id}`}
            aria-describedby={item.detail ? `${id}-${item.id}-more` : undefined}
            tabIndex={-1}
            onClick={() => {
              anchor.current?.focus()
              onClose()
              item.run()
            }}
          >
            {item.icon}
            <span className="words">
              <span className="clip" id={`${id}-${item.id}`}>
                {item.label}
              </span>
              {item.detail && (
                <span className="menu__detail clip" id={`${id}-${item.id}-more`}>
                  {item.detail}
                </span>
              )}
            </span>
            {(item.checked || item.kbd) && (
              <span className="menu__end">
                {item.checked && <Icon of={Check} />}
                {item.kbd}
              </span>
            )}
          </button>
        </Fragment>
      ))}
    </div>
  )
}

function itemByLetter(key: string, options: readonly HTMLElement[], here: number): number | null {
  if (key.length !== 1 || key === ' ') return null
  const letter = key.toLowerCase()
  const starts = (option: HTMLElement | undefined) =>
    option?.textContent?.trim().toLowerCase().startsWith(letter)
  for (let step = 1; step <= options.length; step += 1) {
    const at = (here + step) % options.length
    if (starts(options[at])) return at
  }
  return null
}

/**
 * Places a menu under its anchor, inside the window. A script does it, because the windows' CSP allows no inline
 * styles.
 */
function placeUnder(anchor: HTMLElement, element: HTMLElement) {
  const around = anchor.getBoundingClientRect()
  const own = element.getBoundingClientRect()
  const below = around.bottom + 4
  const top = below + own.height > innerHeight - MARGIN ? around.top - own.height - 4 : below
  const left = Math.min(
    around.left + own.width > innerWidth - MARGIN ? around.right - own.width : around.left,
    innerWidth - own.width - MARGIN,
  )
  element.style.top = `${Math.max(MARGIN, top)}px`
  element.style.left = `${Math.max(MARGIN, left)}px`
}

export interface MenuButtonProps extends Omit<
  ButtonProps,
  'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded'
> {
  /** Name of the menu, and of the button if it has only an icon. */
  label: string
  items: readonly MenuItem[]
}

/** Small plain button that opens a menu. Inside `Actions` the palette offers the items too. */
export function MenuButton({ label, items, ...button }: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const part = useContext(ActionPlace)
  const name = button.children === undefined && { 'aria-label': label, title: label }
  useScreenActions(() => {
    const own = anchor.current
    if (part === null || own === null || own.disabled) return []
    const about = typeof button.children === 'string' && button.icon ? button.children : part.about
    return items
      .filter(({ erases }) => !erases)
      .map((item) => ({ ...part, ...item, about, element: own, isInMenu: true }))
  })
  return (
    <>
      <ActionPlace value={null}>
        <Button
          tone="plain"
          size="low"
          {...name}
          {...button}
          ref={anchor}
          aria-haspopup="menu"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(true)}
        />
      </ActionPlace>
      {isOpen && <Menu label={label} items={items} anchor={anchor} onClose={() => setIsOpen(false)} />}
    </>
  )
}
