import { type Shortcut, SHORTCUT_IDS, SHORTCUTS } from './table.ts'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>

/** Where a key is pressed. */
export interface KeyPlace {
  mac: boolean
  /** The focus is in something that takes text, where letters and arrows are its own. */
  typing: boolean
}

/** With Option a Mac writes another character: the letter on the key is what counts. */
function keyOf({ key, altKey, code = '' }: KeyPress, { mac }: KeyPlace): string {
  return mac && altKey && /^Key[A-Z]$/.test(code) ? code.slice(-1).toLowerCase() : key
}

/**
 * Whether a press is the one of a row, in that place.
 * @param singleKeys letters alone can be turned off (WCAG 2.1.4)
 */
export function isPress(row: Shortcut, press: KeyPress, place: KeyPlace, singleKeys: boolean): boolean {
  const key = keyOf(press, place)
  const isOne = key.length === 1
  // Of a row with named keys and letters, each by its own rules.
  const wanted = isOne ? key.toLowerCase() : key
  if (!row.keys.includes(wanted)) return false
  const [mod, other] = place.mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  if (mod !== (row.mod ?? false) || other || press.altKey !== (row.alt ?? false)) return false
  if (!isOne && press.shiftKey !== (row.shift ?? false)) return false
  // On a Mac Option and an arrow go over words.
  if (row.alt) return !(place.mac && place.typing)
  if (row.mod || !isOne) return true
  return !place.typing && (key === ' ' || singleKeys)
}

/** Keys that move or scroll wherever they are not a shortcut. */
const MOVES = new Set('ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Home End Tab'.split(' '))
/** Named keys that do something. */
const ACTS = new Set(['Enter', 'Escape', 'Delete', 'Backspace'])

export interface HeldPlace extends KeyPlace {
  /** The press began on something else: the focus has moved since. */
  moved: boolean
  /** Enter is a new line in it. */
  multiline: boolean
  /** Moving over the options of a group of radio buttons chooses each of them. */
  radio: boolean
}

/**
 * Whether a key that is held down may go on acting. What moves, scrolls and types does; nothing else, be it a shortcut,
 * a button under the focus or a form that Enter sends.
 */
export function mayRepeat(press: KeyPress, place: HeldPlace): boolean {
  const { key } = press
  const rows = SHORTCUT_IDS.map((id) => SHORTCUTS[id]).filter(
    (row) => !row.types && isPress(row, press, place, true),
  )
  const areMoves = rows.every((row) => row.repeatable)
  // What is no shortcut of ours is the browser's.
  if (press.ctrlKey || press.metaKey || press.altKey) return areMoves
  if (place.typing && MOVES.has(key)) return true
  if (place.typing) return !place.moved && (key === 'Enter' ? place.multiline : key !== 'Escape')
  if (MOVES.has(key)) return areMoves && !place.radio
  if (rows.length > 0) return areMoves
  return key.length > 1 && !ACTS.has(key)
}
