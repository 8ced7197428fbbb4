import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { type Layer, LayerContext } from './layers.ts'

/** Part of the page that some actions apply to. */
export interface ActionPart {
  /** Name of the part, such as "3 elegidos"; '' for the whole page. */
  of: string
  /** Words that complete the labels of the actions, such as the title of their section. */
  about: string
}

/** Action that a button, a menu or a shortcut of the page performs. The palette offers it too. */
export interface ScreenAction extends ActionPart {
  /** Absent for a shortcut, which has a sentence of its own. */
  label?: string
  icon?: ReactNode
  /** Id of the shortcut with the same action. */
  shortcut?: string | undefined
  /** Element that performs the action, or opens its menu. */
  element?: HTMLElement
  isInMenu?: boolean
  /** @returns false if the action is no longer possible */
  run: () => boolean
}

/** Part whose buttons and menus are actions of the page; `null` where they are not. */
export const ActionPlace = createContext<ActionPart | null>(null)

/** Makes actions of the page of the buttons and menus inside it. */
export function Actions({ of = '', about = '', children }: Partial<ActionPart> & { children: ReactNode }) {
  const part = useMemo(() => ({ of, about }), [of, about])
  return <ActionPlace value={part}>{children}</ActionPlace>
}

interface Registration {
  layer: Layer
  read: () => readonly ScreenAction[]
}

const registered = new Set<Registration>()

/** Registers actions while the component is mounted. */
export function useScreenActions(read: () => readonly ScreenAction[]): void {
  const layer = useContext(LayerContext)
  const latest = useEffectEvent(read)
  useLayoutEffect(() => {
    const registration = { layer, read: () => latest() }
    registered.add(registration)
    return () => void registered.delete(registration)
  }, [layer])
}

/**
 * Actions of the page now: those of its parts first, then its buttons, its menus and its shortcuts, as on screen. Each
 * action keeps the objects of this moment, even if the page changes before the action runs.
 */
export function screenActions(): readonly ScreenAction[] {
  const page = document.querySelector<HTMLElement>('[data-page-name]')?.dataset['pageName'] ?? ''
  const actions = [...registered]
    .filter(({ layer }) => layer.depth === 0)
    .flatMap((registration) =>
      registration.read().map((action) => ({
        ...action,
        run: () => registered.has(registration) && action.run(),
      })),
    )
    .filter(
      ({ element }) => element === undefined || (element.checkVisibility() && !element.closest('[inert]')),
    )
    .toSorted(comparePlaces)
  const ofPage = actions.filter(({ of }) => of === '').map((action) => ({ ...action, of: page }))
  return [...actions.filter(({ of }) => of !== ''), ...ofPage]
}

const kindOrder = ({ element, isInMenu }: ScreenAction): number =>
  element === undefined ? 2 : isInMenu ? 1 : 0

function comparePlaces(one: ScreenAction, other: ScreenAction): number {
  const order = kindOrder(one) - kindOrder(other)
  if (order !== 0 || one.element === other.element || !one.element || !other.element) return order
  return one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
