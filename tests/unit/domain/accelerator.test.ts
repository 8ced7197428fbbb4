import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAccelerator,
  isStorableAccelerator,
  KEYS,
  MODIFIERS,
  parseAccelerator,
  type Pressed,
  pressedCombination,
  acceleratorRefusal,
  REFUSALS,
} from '#shared/domain/accelerator.ts'
import { defaultSettings, settingsSchema } from '#shared/bridge/settings.ts'
import { acceleratorSpoken, acceleratorWords, heldWords, refusalText } from '#shared/text/shortcuts.ts'

const anAccelerator = fc.record({ modifiers: fc.subarray([...MODIFIERS]), key: fc.constantFrom(...KEYS) })

const press = (key: string, held = '', code = ''): Pressed => ({
  key,
  code,
  ctrlKey: held.includes('c'),
  metaKey: held.includes('m'),
  altKey: held.includes('a'),
  shiftKey: held.includes('s'),
  altGraph: held.includes('g'),
})
/** What a press is, as one text. */
function pressed(one: Pressed, isMac = false): string {
  const found = pressedCombination(one, isMac)
  if (found.kind === 'unknown') return found.why
  if (found.kind === 'held') return `held ${found.modifiers.join('+')}`
  return formatAccelerator(found.accelerator)
}

describe('the text of a combination', () => {
  test('any combination reads back as it was written', () => {
    fc.assert(
      fc.property(anAccelerator, (accelerator) => {
        expect(parseAccelerator(formatAccelerator(accelerator))).toEqual(accelerator)
      }),
    )
  })

  test('any text is a combination or nothing, and a combination is written in one way', () => {
    const part = fc.oneof(fc.constantFrom(...MODIFIERS, ...KEYS, '', 'Ctrl', 'constructor'), fc.string())
    const text = fc.oneof(
      fc.string(),
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join('+')),
    )
    fc.assert(
      fc.property(text, (one) => {
        const accelerator = parseAccelerator(one)
        if (accelerator) expect(formatAccelerator(accelerator)).toBe(one)
      }),
    )
  })

  test.each([
    '',
    '+',
    'Shift',
    'Shift+CommandOrControl+K',
    'CommandOrControl+CommandOrControl+K',
    'k',
    'Ctrl+K',
  ])('«%s» is none', (text) => expect(parseAccelerator(text)).toBeNull())
})

describe('a press', () => {
  test.each<[string, Pressed, string]>([
    ['the default', press(' ', 'cs', 'Space'), 'CommandOrControl+Shift+Space'],
    ['a letter, however it is typed', press('K', 'cs', 'KeyK'), 'CommandOrControl+Shift+K'],
    ['the letter of the layout, not of the key', press('a', 'cs', 'KeyQ'), 'CommandOrControl+Shift+A'],
    ['a digit that Shift turns into a sign', press('"', 'cs', 'Digit2'), 'CommandOrControl+Shift+2'],
    ['the Windows key', press('k', 'ms', 'KeyK'), 'Super+Shift+K'],
    ['an arrow', press('ArrowUp', 'ca', 'ArrowUp'), 'CommandOrControl+Alt+Up'],
    ['a function key', press('F9', '', 'F9'), 'F9'],
    ['only modifiers so far', press('Shift', 'cs', 'ShiftLeft'), 'held CommandOrControl+Shift'],
    ['the last modifier let go', press('Control', '', 'ControlLeft'), 'held '],
    ['AltGr', press('@', 'cag', 'Digit2'), 'alt-gr'],
    ['a letter of Spanish keyboards alone', press('ñ', 'cs', 'Semicolon'), 'unknown-key'],
    ['a letter of another alphabet', press('к', 'cs', 'KeyR'), 'unknown-key'],
    ['a sign', press('-', 'cs', 'Slash'), 'unknown-key'],
    ['the number pad', press('1', 'cs', 'Numpad1'), 'unknown-key'],
    ['the number pad without Num Lock', press('Home', 'cs', 'Numpad7'), 'unknown-key'],
    ['Enter', press('Enter', 'cs', 'Enter'), 'unknown-key'],
    ['a dead key', press('Dead', 'cs', 'BracketLeft'), 'unknown-key'],
    ['a key that is no property of its own', press('toString', 'cs', ''), 'unknown-key'],
  ])('%s', (_what, one, expected) => expect(pressed(one)).toBe(expected))

  test.each<[string, Pressed, string]>([
    ['⌘⇧Space', press(' ', 'ms', 'Space'), 'CommandOrControl+Shift+Space'],
    ['its own Ctrl', press('k', 'cs', 'KeyK'), 'Control+Shift+K'],
    ['Option, which types another character', press('˚', 'ma', 'KeyK'), 'CommandOrControl+Alt+K'],
    ['Option with a dead key', press('Dead', 'ma', 'KeyN'), 'CommandOrControl+Alt+N'],
  ])('on a Mac: %s', (_what, one, expected) => expect(pressed(one, true)).toBe(expected))

  test('whatever is pressed is read without failing, and what is read is a combination', () => {
    const anyPress = fc.record({
      key: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom(...KEYS, 'Dead', 'Alt', '__proto__')),
      code: fc.oneof(fc.string(), fc.constantFrom('KeyA', 'Digit7', 'Numpad7', 'F5')),
      ctrlKey: fc.boolean(),
      metaKey: fc.boolean(),
      altKey: fc.boolean(),
      shiftKey: fc.boolean(),
      altGraph: fc.boolean(),
    })
    fc.assert(
      fc.property(anyPress, fc.boolean(), (one, isMac) => {
        const found = pressedCombination(one, isMac)
        if (found.kind !== 'pressed') return
        expect(parseAccelerator(formatAccelerator(found.accelerator))).toEqual(found.accelerator)
      }),
    )
  })
})

describe('what is allowed', () => {
  const why = (text: string, isMac = false) => {
    const accelerator = parseAccelerator(text)
    if (!accelerator) throw new Error(text)
    return acceleratorRefusal(accelerator, isMac)
  }

  test.each([
    'CommandOrControl+Shift+Space',
    'CommandOrControl+Shift+K',
    'CommandOrControl+Shift+7',
    'CommandOrControl+Super+K',
    'Super+Alt+K',
    'CommandOrControl+F9',
    'F9',
    'F13',
    'Shift+F9',
  ])('%s is', (text) => expect(why(text)).toBeNull())

  test.each([
    ['K', 'no-modifier'],
    ['Space', 'no-modifier'],
    ['Shift+K', 'no-modifier'],
    ['Alt+K', 'no-modifier'],
    ['Alt+Shift+Space', 'no-modifier'],
    ['CommandOrControl+Alt+K', 'alt-gr'],
    ['CommandOrControl+Alt+Shift+F9', 'alt-gr'],
    ['CommandOrControl+C', 'every-program'],
    ['CommandOrControl+V', 'every-program'],
    ['CommandOrControl+Space', 'every-program'],
    ['CommandOrControl+F4', 'every-program'],
    ['CommandOrControl+Shift+Z', 'every-program'],
    ['CommandOrControl+Shift+Left', 'every-program'],
    ['F1', 'every-program'],
    ['F5', 'every-program'],
    ['Shift+F10', 'every-program'],
    ['Alt+F4', 'system'],
    ['Super+L', 'system'],
    ['Super+Shift+S', 'system'],
  ])('%s is not: %s', (text, expected) => expect(why(text)).toBe(expected))

  test('on a Mac there is no AltGr, and it has keys of its own', () => {
    expect(why('CommandOrControl+Alt+K', true)).toBeNull()
    expect(why('Control+K', true)).toBe('every-program')
    expect(why('CommandOrControl+Shift+4', true)).toBe('system')
  })

  test('never AltGr, a key that types, or Ctrl with a single key', () => {
    fc.assert(
      fc.property(anAccelerator, (accelerator) => {
        if (acceleratorRefusal(accelerator, false) !== null) return
        const { modifiers, key } = accelerator
        const ctrl = modifiers.some((one) => one === 'CommandOrControl' || one === 'Control')
        expect(ctrl && modifiers.includes('Alt')).toBe(false)
        if (/^F\d/.test(key)) return
        expect(ctrl || modifiers.includes('Super')).toBe(true)
        expect(modifiers.length).toBeGreaterThan(1)
      }),
    )
  })

  test('the default is allowed everywhere, and can be stored; garbage cannot', () => {
    const { shortcut } = defaultSettings.quickLookup
    if (shortcut === null) throw new Error('off by default')
    expect([why(shortcut), why(shortcut, true)]).toEqual([null, null])
    const stored = settingsSchema.shape.quickLookup.shape.shortcut
    expect(stored.safeParse(shortcut).success).toBe(true)
    expect(stored.safeParse(null).success).toBe(true)
    const garbage = ['', 'CommandOrControl+C', 'K', 'Nothing', 7, undefined, {}, 'A+'.repeat(500)]
    expect(garbage.filter((one) => stored.safeParse(one).success)).toEqual([])
    expect(isStorableAccelerator('CommandOrControl+Alt+K')).toBe(true)
  })
})

describe('the words', () => {
  test.each([
    ['windows', 'CommandOrControl+Shift+Space', 'Ctrl + Mayús + Espacio'],
    ['windows', 'Super+Alt+PageDown', 'Windows + Alt + Av Pág'],
    ['linux', 'Super+Shift+K', 'Super + Mayús + K'],
    ['mac', 'CommandOrControl+Shift+Space', '⌘⇧Espacio'],
    ['mac', 'CommandOrControl+Control+Alt+Up', '⌘⌃⌥↑'],
  ] as const)('%s: %s is «%s»', (desktop, text, words) => {
    expect(acceleratorWords(text, desktop)).toBe(words)
  })

  test('a screen reader hears words also on a Mac', () => {
    expect(acceleratorSpoken('CommandOrControl+Shift+Space', 'mac')).toBe('Comando + Mayús + Espacio')
    expect(acceleratorSpoken('CommandOrControl+Shift+Space', 'linux')).toBe('Ctrl + Mayús + Espacio')
  })

  test('what is held so far is told, and nothing of nothing', () => {
    expect(heldWords(['CommandOrControl', 'Shift'], 'windows')).toBe('Ctrl + Mayús + …')
    expect(heldWords([], 'windows')).toBe('')
  })

  test('every refusal has its reason', () => {
    for (const one of REFUSALS)
      for (const desktop of ['mac', 'windows', 'linux'] as const)
        expect(refusalText[one](desktop)).toMatch(/^\p{Lu}.*\.$/u)
  })
})
