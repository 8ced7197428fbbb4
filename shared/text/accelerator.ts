import { type Accelerator, type Modifier, parseAccelerator, type Refusal } from '../domain/accelerator.ts'
import { keyNames } from './app.ts'

/** System whose keyboard the keys are drawn for. */
export type Desktop = 'mac' | 'windows' | 'linux'

const MODIFIERS: Record<Desktop, Record<Modifier, string>> = {
  mac: { CommandOrControl: '⌘', Control: '⌃', Super: '⌘', Alt: '⌥', Shift: '⇧' },
  windows: {
    CommandOrControl: 'Ctrl',
    Control: 'Ctrl',
    Super: 'Windows',
    Alt: 'Alt',
    Shift: keyNames.shift,
  },
  linux: {
    CommandOrControl: 'Ctrl',
    Control: 'Ctrl',
    Super: 'Super',
    Alt: 'Alt',
    Shift: keyNames.shift,
  },
}

const KEYS: Readonly<Record<string, string>> = {
  Space: keyNames.space,
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Home: 'Inicio',
  End: 'Fin',
  PageUp: keyNames.pageUp,
  PageDown: keyNames.pageDown,
  Insert: 'Insert',
}

/** Keys of a combination, one by one: «Ctrl», «Mayús», «Espacio». */
export const keysOf = ({ modifiers, key }: Accelerator, desktop: Desktop): readonly string[] => [
  ...modifiersOf(modifiers, desktop),
  KEYS[key] ?? key,
]

const modifiersOf = (modifiers: readonly Modifier[], desktop: Desktop): readonly string[] =>
  modifiers.map((modifier) => MODIFIERS[desktop][modifier])

const joined = (keys: readonly string[], desktop: Desktop): string =>
  keys.join(desktop === 'mac' ? '' : ' + ')

/** «Ctrl + Mayús + Espacio», «⌘⇧Espacio»; the text itself where it is no combination. */
export function acceleratorWords(text: string, desktop: Desktop): string {
  const accelerator = parseAccelerator(text)
  return accelerator ? joined(keysOf(accelerator, desktop), desktop) : text
}

const SPOKEN_ON_MAC: Record<Modifier, string> = {
  CommandOrControl: 'Comando',
  Control: 'Control',
  Super: 'Comando',
  Alt: 'Opción',
  Shift: keyNames.shift,
}

/** The same for a screen reader, which does not read the Mac's signs. */
export function acceleratorSpoken(text: string, desktop: Desktop): string {
  const accelerator = parseAccelerator(text)
  if (!accelerator || desktop !== 'mac') return acceleratorWords(text, desktop)
  const { modifiers, key } = accelerator
  return [...modifiers.map((modifier) => SPOKEN_ON_MAC[modifier]), KEYS[key] ?? key].join(' + ')
}

/** The modifiers held so far: «Ctrl + Mayús + …». */
export const heldWords = (modifiers: readonly Modifier[], desktop: Desktop): string =>
  modifiers.length === 0 ? '' : joined([...modifiersOf(modifiers, desktop), '…'], desktop)

/** Why a combination is not allowed, and what to press instead. */
export const refusalText: Record<Refusal, (desktop: Desktop) => string> = {
  'alt-gr': () => 'Ctrl + Alt es AltGr, con la que se escriben @, # y €. Usa Ctrl + Mayús con otra tecla.',
  'unknown-key': () =>
    'Esa tecla no sirve en todos los teclados. Usa una letra, una cifra, una flecha, Espacio o una tecla de función.',
  'no-modifier': (desktop) =>
    desktop === 'mac'
      ? 'Falta ⌘ o ⌃: sin ellas no podrías escribir con esa tecla.'
      : 'Falta Ctrl: sin ella no podrías escribir con esa tecla.',
  'every-program': (desktop) =>
    `Casi todos los programas la usan para otra cosa. Añade ${MODIFIERS[desktop].Shift} o elige otra tecla.`,
  system: () => 'Esa combinación es del sistema. Elige otra.',
}
