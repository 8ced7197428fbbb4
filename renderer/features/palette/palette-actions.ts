import type { ReactNode } from 'react'
import { shortcutText } from '#shared/text/shortcuts.ts'
import type { ScreenAction } from '../../design/actions.tsx'
import { keysInUse } from '../../app/key-hints.tsx'
import { type ShortcutId, SHORTCUTS } from '../../app/shortcut-table.ts'

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

/**
 * Actions of the page, in one group for each object. A shortcut and a button with the same action are one action,
 * with the words of the button and the keys of the shortcut.
 * @param letters false if the user turned single-letter shortcuts off
 */
export function pageActions(actions: readonly ScreenAction[], letters: boolean): readonly PageAction[] {
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
