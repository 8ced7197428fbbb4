import type { ReactNode } from 'react'
import { shortcutText } from '#shared/text/shortcuts.ts'
import type { ScreenAction } from '../../design/actions.tsx'
import { keysInUse } from '../../app/key-hints.tsx'
import { openedPanel } from '../../app/panel-state.ts'
import { currentVisit } from '../../app/route.ts'
import { type Shortcut, type ShortcutId, SHORTCUTS } from '../../app/shortcut-table.ts'
import { NOT_MINE, type ShortcutHandlers } from '../../app/shortcuts.ts'

/** Action of the page behind the palette. */
export interface PageAction {
  id: string
  label: string
  /** Words that complete the label. */
  about: string
  /** Name of the object of the action. */
  of: string
  icon: ReactNode
  keys: readonly string[]
  run: () => boolean
}

/** Action of the page, not yet joined with the others. */
export interface FoundAction extends Pick<PageAction, 'of' | 'about' | 'icon' | 'run'> {
  /** Absent for a shortcut, which has a sentence of its own. */
  label?: string
  shortcut?: string | undefined
}

/**
 * Actions of the page when the palette was opened: those of its parts first, then its buttons, its menus and its
 * shortcuts, as on screen.
 */
export function findActions(): readonly FoundAction[] {
  const page = document.querySelector<HTMLElement>('[data-page-name]')?.dataset['pageName'] ?? ''
  const { actions, visit } = openedPanel()
  const found = actions
    .filter(({ element }) => !element || (element.checkVisibility() && !element.closest('[inert]')))
    .toSorted(comparePlaces)
    .flatMap(actionsOf)
    .map(({ run, ...action }) => ({ ...action, run: () => currentVisit() === visit && run() }))
  const ofPage = found.filter(({ of }) => of === '').map((action) => ({ ...action, of: page }))
  return [...found.filter(({ of }) => of !== ''), ...ofPage]
}

const kindOrder = ({ element, isInMenu }: ScreenAction): number =>
  element === undefined ? 2 : isInMenu ? 1 : 0

function comparePlaces(one: ScreenAction, other: ScreenAction): number {
  const order = kindOrder(one) - kindOrder(other)
  if (order !== 0 || one.element === other.element || !one.element || !other.element) return order
  return one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

function actionsOf(action: ScreenAction): FoundAction[] {
  const { of, about, element, shortcut, icon, handlers, run, isThere } = action
  if (element) {
    const label = action.label ?? nameOf(element)
    const press = () => {
      if (!isThere?.() || element.matches(':disabled')) return false
      run?.()
      return true
    }
    return [{ of, about, label, icon, shortcut, run: press }]
  }
  return (Object.entries(handlers ?? {}) as [ShortcutId, ShortcutHandlers[ShortcutId]][]).flatMap(
    ([id, act]) => {
      const row = SHORTCUTS[id]
      if (!act || !isOffered(row)) return []
      const press = () =>
        isThere?.() === true && act(new KeyboardEvent('keydown', { key: row.keys[0] ?? '' })) !== NOT_MINE
      return [{ of, about, icon, shortcut: id, run: press }]
    },
  )
}

/** Name of a button without its keys. */
function nameOf(button: HTMLElement): string {
  const copy = button.cloneNode(true) as HTMLElement
  for (const key of copy.querySelectorAll('kbd')) key.remove()
  return copy.ariaLabel ?? copy.textContent.trim()
}

/** Keys that remove, leave the page, or focus a field. */
const NEVER_OFFERED: ReadonlySet<string | undefined> = new Set(['Delete', 'Escape', '/'])

/** True for a shortcut that the palette offers. It must not move, type, leave the page, remove, or send. */
const isOffered = ({ scope, keys: [key], ...row }: Shortcut): boolean =>
  scope !== 'always' &&
  scope !== 'window' &&
  !NEVER_OFFERED.has(key) &&
  !(row.repeatable || row.types || row.drawn || row.confirms || row.inPalette === false)

/**
 * Actions of the page, in one group for each object. A shortcut and a button with the same action are one action,
 * with the words of the button and the keys of the shortcut.
 * @param letters false if the user turned single-letter shortcuts off
 */
export function pageActions(actions: readonly FoundAction[], letters: boolean): readonly PageAction[] {
  const buttons = new Set(actions.flatMap(({ label, shortcut }) => (label === undefined ? [] : [shortcut])))
  const once = actions.filter(({ label, shortcut }) => label !== undefined || !buttons.has(shortcut))
  const groups = Map.groupBy(once, ({ of }) => of)
  return [...groups.values()].flat().map(({ label, about, of, icon, shortcut, run }, at) => {
    const id = shortcut as ShortcutId | undefined
    return {
      id: `action-${at}`,
      label: label ?? (id === undefined ? '' : shortcutText[SHORTCUTS[id].label]),
      about,
      of,
      icon,
      keys: id === undefined ? [] : keysInUse(id, letters),
      run,
    }
  })
}
