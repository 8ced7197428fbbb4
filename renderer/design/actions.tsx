import { createContext, type ReactNode, useContext, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import { type Layer, LayerContext } from './layers.ts'

/** Part of the page that some actions apply to. */
export interface ActionPart {
  /** Name of the part, such as "3 elegidos"; '' for the whole page. */
  of: string
  /** Words that complete the labels of the actions, such as the title of their section. */
  about: string
}

/** Action that a button or a menu of the page performs, or the shortcuts of a part. The palette offers it too. */
export interface ScreenAction extends ActionPart {
  /** Label of an item of a menu. A button is named by its element. */
  label?: string
  icon?: ReactNode
  /** Id of the shortcut with the same action. */
  shortcut?: string | undefined
  /** Element that performs the action, or opens its menu. */
  element?: HTMLElement
  isInMenu?: boolean
  run?: () => void
  /** Handlers of shortcuts, by id. */
  handlers?: Readonly<Record<string, unknown>>
  /** True while the component of the action is mounted. */
  isThere?: () => boolean
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

/** Actions of the page now. Each keeps the objects of this moment, even if the page changes before it runs. */
export const screenActions = (): readonly ScreenAction[] =>
  [...registered]
    .filter(({ layer }) => layer.depth === 0)
    .flatMap((registration) =>
      registration.read().map((action) => ({ ...action, isThere: () => registered.has(registration) })),
    )
