import { type Shortcut, SHORTCUT_IDS, SHORTCUTS } from './shortcut-table.ts'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>

/** Context of a key press. */
export interface KeyPlace {
  mac: boolean
  /** The focus is in a text control, which takes letters and arrows. */
  typing: boolean
}

/** Key of a press. On a Mac, Option changes the typed character, so the letter of the physical key is used. */
function pressedKey({ key, altKey, code = '' }: KeyPress, { mac }: KeyPlace): string {
  return mac && altKey && /^Key[A-Z]$/.test(code) ? code.slice(-1).toLowerCase() : key
}

/**
 * True if a press matches a row, in that context.
 * @param singleKeys false if the user turned single letters off (WCAG 2.1.4)
 */
export function isPress(row: Shortcut, press: KeyPress, place: KeyPlace, singleKeys: boolean): boolean {
  const key = pressedKey(press, place)
  const isOne = key.length === 1
  // A row may mix named keys and letters. Each kind has its own rules.
  const wanted = isOne ? key.toLowerCase() : key
  if (!row.keys.includes(wanted)) return false
  const [mod, other] = place.mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (mod !== (row.mod ?? false) || other || press.altKey !== (row.alt ?? false)) return false
  if ((!isOne || key === ' ') && press.shiftKey !== (row.shift ?? false)) return false
  // On a Mac, Option with an arrow moves by words in a text.
  if (row.alt) return !(place.mac && place.typing)
  if (row.mod || !isOne) return true
  return !place.typing && (key === ' ' || singleKeys)
}

/** Keys that move or scroll, unless they are a shortcut. */
const MOVES = new Set('ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Home End Tab'.split(' '))
/** Named keys that act. */
const ACTS = new Set(['Enter', 'Escape', 'Delete', 'Backspace'])

export interface HeldPlace extends KeyPlace {
  /** The focus has moved since the press began. */
  moved: boolean
  /** Enter inserts a line break in the focused control. */
  multiline: boolean
  /** Moving over the options of a radio group chooses each of them. */
  radio: boolean
}

/**
 * True if a held key may repeat. Only keys that move, scroll or type may repeat. A shortcut, the focused button and a
 * form's Enter act once.
 */
export function mayRepeat(press: KeyPress, place: HeldPlace): boolean {
  const { key } = press
  const rows = SHORTCUT_IDS.map((id) => SHORTCUTS[id]).filter(
    (row) => !row.types && isPress(row, press, place, true),
  )
  const areMoves = rows.every((row) => row.repeatable)
  // Any other combination belongs to the browser.
  if (press.ctrlKey || press.metaKey || press.altKey) return areMoves
  if (place.typing && MOVES.has(key)) return true
  if (place.typing) return !place.moved && (key === 'Enter' ? place.multiline : key !== 'Escape')
  if (MOVES.has(key)) return areMoves && !place.radio
  if (rows.length > 0) return areMoves
  return key.length > 1 && !ACTS.has(key)
}
