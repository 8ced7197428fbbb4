import type { ReactNode } from 'react'
import { keyNames as text } from '#shared/text/app.ts'
import { Keys } from '../design/kbd.tsx'
import { useSlice } from '../replica/use-replica.ts'
import { isMac, modKey } from './shortcuts.ts'
import { type Shortcut, SHORTCUTS, type ShortcutId } from './shortcut-table.ts'

const DRAWN: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  Delete: text.deleteKey,
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: text.pageDown,
  PageUp: text.pageUp,
  ' ': text.space,
}
const draw = (key: string) => DRAWN[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** Modifier keys of a shortcut. */
const modifierNames = ({ mod, alt, shift }: Shortcut): readonly string[] => [
  ...(mod ? [modKey] : []),
  ...(alt ? [isMac ? '⌥' : 'Alt'] : []),
  ...(shift ? [text.shift] : []),
]

/** All keys of a row, as drawn. */
export const drawnKeys = (row: Shortcut): readonly string[] => [
  ...modifierNames(row),
  ...(row.drawn === undefined ? row.keys.map(draw) : [row.drawn]),
]

/** Single letters of a row if they are enabled, or else its other keys. A row with a modifier keeps all its keys. */
function keysNow({ keys, mod, alt }: Shortcut, letters: boolean): readonly string[] {
  if (mod || alt) return keys
  const single = keys.filter((key) => key.length === 1 && key !== ' ')
  return letters && single.length > 0 ? single : keys.filter((key) => !single.includes(key))
}

/** Keys of a row for `aria-keyshortcuts`, each with its modifiers. */
function ariaKeys({ mod, alt, shift }: Shortcut, keys: readonly string[]): string {
  const held = [
    ...(mod ? [isMac ? 'Meta' : 'Control'] : []),
    ...(alt ? ['Alt'] : []),
    ...(shift ? ['Shift'] : []),
  ]
  const name = (key: string) => (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key)
  return keys.map((key) => [...held, name(key)].join('+')).join(' ')
}

/** True if single-letter shortcuts act. Ajustes can turn them off. */
export const useLetters = (): boolean => useSlice('settings')?.singleKeys !== false

export interface KeyHint {
  shortcut?: ReactNode
  'aria-keyshortcuts'?: string
  'data-shortcut'?: string
}

/** Hint for a button with a shortcut. The key is drawn on the button, and announced to screen readers. */
export function useKeyHint(): (id: ShortcutId) => KeyHint {
  const letters = useLetters()
  return (id) => {
    const row = SHORTCUTS[id]
    const keys = keysNow(row, letters)
    if (keys.length === 0) return { 'data-shortcut': id }
    return {
      shortcut: <Keys keys={drawnKeys({ ...row, keys })} />,
      'aria-keyshortcuts': ariaKeys(row, keys),
      'data-shortcut': id,
    }
  }
}

/**
 * Hint for two buttons that use the same shortcut by turns. A button that is not actionable hides its key, but keeps
 * the space, so that nothing moves.
 */
export function useTurnHint(): (id: ShortcutId, isActionable: boolean) => KeyHint {
  const hint = useKeyHint()
  return (id, isActionable) => {
    const mine = hint(id)
    return isActionable ? mine : { shortcut: <span className="button__no-key">{mine.shortcut}</span> }
  }
}

/** Hint for screen readers only. */
export function useAriaKeys(): (id: ShortcutId) => Omit<KeyHint, 'shortcut'> {
  const hint = useKeyHint()
  return (id) => {
    const { shortcut: _drawn, ...spoken } = hint(id)
    return spoken
  }
}

/** Keys of a shortcut that act now, as drawn. */
export const keysInUse = (id: ShortcutId, letters: boolean): readonly string[] => {
  const keys = keysNow(SHORTCUTS[id], letters)
  return keys.length === 0 ? [] : drawnKeys({ ...SHORTCUTS[id], keys })
}

/** Shortcuts of a list with the action of each, in display order. The keys that move come before them. */
export type FootKeys = readonly (readonly [id: ShortcutId, does: string])[]

/** Hints for the foot of a list. */
export function useFootKeys(): (rows: FootKeys) => { keys: readonly string[]; does: string }[] {
  const letters = useLetters()
  return (rows) =>
    [['list.move', text.move] as const, ...rows].flatMap(([id, does]) => {
      const keys = keysInUse(id, letters)
      return keys.length === 0 ? [] : [{ keys, does }]
    })
}
