/** Modifiers of an accelerator, in the order of Electron's notation. */
export const MODIFIERS = ['CommandOrControl', 'Control', 'Super', 'Alt', 'Shift'] as const
export type Modifier = (typeof MODIFIERS)[number]

/** Key combination. `CommandOrControl` is ⌘ on a Mac. A Mac's own Ctrl is `Control`. */
export interface Accelerator {
  modifiers: readonly Modifier[]
  key: string
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const DIGITS = [...'0123456789']
const FUNCTION_KEYS = Array.from({ length: 24 }, (_, index) => `F${index + 1}`)
const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}
/** Keys by the browser's name. Punctuation is left out, because its place differs between keyboards. */
const NAMED: Readonly<Record<string, string>> = {
  ...ARROWS,
  ' ': 'Space',
  Home: 'Home',
  End: 'End',
  PageUp: 'PageUp',
  PageDown: 'PageDown',
  Insert: 'Insert',
}
/** Keys of accelerators, by their name in Electron. */
export const KEYS: readonly string[] = [...LETTERS, ...DIGITS, ...FUNCTION_KEYS, ...Object.values(NAMED)]

const isKey = (name: string): boolean => KEYS.includes(name)
const isFunctionKey = (key: string): boolean => FUNCTION_KEYS.includes(key)

/** Writes an accelerator in Electron's notation. */
export const formatAccelerator = ({ modifiers, key }: Accelerator): string => [...modifiers, key].join('+')

/** Reads the output of `formatAccelerator`. `null` for any other text. */
export function parseAccelerator(text: string): Accelerator | null {
  const parts = text.split('+')
  const key = parts.pop() ?? ''
  const modifiers = MODIFIERS.filter((modifier) => parts.includes(modifier))
  const accelerator = { modifiers, key }
  return isKey(key) && formatAccelerator(accelerator) === text ? accelerator : null
}

/** Parts of a `KeyboardEvent` that identify the pressed combination. */
export interface Pressed {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  /** `getModifierState('AltGraph')` */
  altGraph: boolean
}

/** `held`: only modifiers so far. `unknown`: a key that accelerators cannot have. */
export type PressedCombination =
  | { kind: 'held'; modifiers: readonly Modifier[] }
  | { kind: 'unknown'; why: 'alt-gr' | 'unknown-key' }
  | { kind: 'pressed'; accelerator: Accelerator }

const MODIFIER_KEYS = new Set(['Control', 'Meta', 'OS', 'Super', 'Hyper', 'Alt', 'AltGraph', 'Shift'])
/** Keys that change state, or that the browser cannot identify. */
const SILENT_KEYS = new Set(['Fn', 'FnLock', 'CapsLock', 'NumLock', 'ScrollLock', 'Unidentified', 'Process'])

/** Accelerator that a person presses. */
export function pressedCombination(press: Pressed, isMac: boolean): PressedCombination {
  const [main, other] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey]
  const held: Readonly<Record<Modifier, boolean>> = {
    CommandOrControl: main,
    Control: isMac && other,
    Super: !isMac && other,
    Alt: press.altKey,
    Shift: press.shiftKey,
  }
  const modifiers = MODIFIERS.filter((modifier) => held[modifier])
  if (MODIFIER_KEYS.has(press.key) || SILENT_KEYS.has(press.key)) return { kind: 'held', modifiers }
  if (press.altGraph) return { kind: 'unknown', why: 'alt-gr' }
  const key = keyOf(press)
  return key === null
    ? { kind: 'unknown', why: 'unknown-key' }
    : { kind: 'pressed', accelerator: { modifiers, key } }
}

/**
 * Name of the key. A letter is that of the layout. A digit is the key in its row, because Shift turns it into a sign.
 */
function keyOf({ key, code }: Pressed): string | null {
  // The number pad types other characters with Shift or without Num Lock.
  if (code.startsWith('Numpad')) return null
  if (/^[a-z]$/i.test(key)) return key.toUpperCase()
  const [, digit] = /^Digit(\d)$/.exec(code) ?? []
  if (digit !== undefined) return digit
  const named = Object.hasOwn(NAMED, key) ? NAMED[key] : isFunctionKey(key) ? key : undefined
  if (named !== undefined) return named
  // On a Mac, Option turns a letter into another character.
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  return letter !== undefined && !/^\p{L}$/u.test(key) ? letter : null
}

/** Reasons to refuse a combination. */
export const REFUSALS = ['alt-gr', 'unknown-key', 'no-modifier', 'every-program', 'system'] as const
export type Refusal = (typeof REFUSALS)[number]

/** Function keys that every program uses. */
const COMMON_FUNCTION_KEYS = new Set(['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F10', 'F11', 'F12'])
/** Keys that select by words, lines and pages. */
const SELECTING = [...Object.values(ARROWS), 'Home', 'End', 'PageUp', 'PageDown']
const EVERY_PROGRAM = new Set([
  'Shift+F10',
  'CommandOrControl+F4',
  ...[...'CVZTNSW', ...SELECTING].map((key) => `CommandOrControl+Shift+${key}`),
])
/** Combinations of Windows and macOS, such as screenshots and logging out. */
const SYSTEM = new Set([
  ...['S', 'V', 'Up', 'Down', 'Left', 'Right'].map((key) => `Super+Shift+${key}`),
  ...['3', '4', '5', 'Q'].map((key) => `CommandOrControl+Shift+${key}`),
  ...['F', 'Q', 'Space'].map((key) => `CommandOrControl+Control+${key}`),
])

/** Reason that a combination cannot be a global shortcut, or `null`. */
export function acceleratorRefusal(accelerator: Accelerator, isMac: boolean): Refusal | null {
  const { modifiers, key } = accelerator
  const has = (modifier: Modifier) => modifiers.includes(modifier)
  const strong = modifiers.filter((modifier) => modifier !== 'Alt' && modifier !== 'Shift')
  // Windows takes both for AltGr, which types @, # and € on Spanish keyboards.
  if (!isMac && has('Alt') && (has('CommandOrControl') || has('Control'))) return 'alt-gr'
  const text = formatAccelerator(accelerator)
  if (SYSTEM.has(text)) return 'system'
  if (EVERY_PROGRAM.has(text)) return 'every-program'
  if (isFunctionKey(key) && strong.length === 0) {
    // Alt+F4 closes windows, and Linux desktops use Alt+F1 and its neighbours.
    if (has('Alt')) return 'system'
    return !has('Shift') && COMMON_FUNCTION_KEYS.has(key) ? 'every-program' : null
  }
  if (strong.length === 0) return 'no-modifier'
  if (modifiers.length > 1 || isFunctionKey(key)) return null
  return has('Super') ? 'system' : 'every-program'
}

/** True for a stored accelerator that at least one platform allows. */
export function isStorableAccelerator(text: string): boolean {
  const accelerator = parseAccelerator(text)
  return (
    accelerator !== null && [true, false].some((isMac) => acceleratorRefusal(accelerator, isMac) === null)
  )
}
