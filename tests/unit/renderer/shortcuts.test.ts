import { describe, expect, test } from 'vitest'
import { shortcutText } from '#shared/text/shortcuts.ts'
import { type HeldPlace, isPress, type KeyPress, mayRepeat } from '#renderer/app/key-press.ts'
import {
  SCOPES,
  scopesOverlap,
  type Shortcut,
  SHORTCUT_IDS,
  SHORTCUTS,
} from '#renderer/app/shortcut-table.ts'
import { sheetGroups } from '#renderer/app/shortcut-sheet.tsx'

const ON_A_BUTTON: HeldPlace = {
  mac: false,
  typing: false,
  moved: false,
  multiline: false,
  radio: false,
}
const IN_A_FIELD: HeldPlace = { ...ON_A_BUTTON, typing: true }
const IN_NOTES: HeldPlace = { ...IN_A_FIELD, multiline: true }

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
/** Key presses of a row, on a PC. */
const pressesOf = ({ keys, mod, alt, shift }: Shortcut): KeyPress[] =>
  keys.map((key) => press(key, { ctrlKey: mod === true, altKey: alt === true, shiftKey: shift === true }))

describe('the table of shortcuts', () => {
  test('no two commands have one key in scopes that are open together', () => {
    const clashes = SHORTCUT_IDS.flatMap((id, at) =>
      SHORTCUT_IDS.slice(at + 1)
        .filter((other) => scopesOverlap(SHORTCUTS[id].scope, SHORTCUTS[other].scope))
        .filter((other) =>
          pressesOf(SHORTCUTS[other]).some((one) => isPress(SHORTCUTS[id], one, ON_A_BUTTON, true)),
        )
        .map((other) => `${id} and ${other}`),
    )
    expect(clashes).toEqual([])
  })

  test('scopes that are open together are known as such, both ways', () => {
    expect(scopesOverlap('cases', 'always')).toBe(true)
    expect(scopesOverlap('always', 'cases')).toBe(true)
    expect(scopesOverlap('verdict', 'plate-field')).toBe(false)
    expect(scopesOverlap('signature-request-form', 'signature-request-review')).toBe(false)
    const around = Object.values(SCOPES).flatMap(({ within }) => [...within])
    expect(around.filter((scope) => !(scope in SCOPES))).toEqual([])
  })

  test('only locking acts over a dialog', () => {
    expect(SHORTCUT_IDS.filter((id) => SHORTCUTS[id].scope === 'always')).toEqual(['lock'])
  })

  test('every command has its sentence, and its scope a place in the sheet', () => {
    const wordless = SHORTCUT_IDS.filter((id) => {
      const { label, scope } = SHORTCUTS[id]
      return !/\S/.test(shortcutText[label]) || !/\S/.test(shortcutText.groups[SCOPES[scope].group])
    })
    expect(wordless).toEqual([])
  })

  test('the sheet shows every command once', () => {
    const shown = sheetGroups().flatMap(({ rows }) => rows.flatMap(({ ids }) => ids))
    expect(shown.toSorted()).toEqual(SHORTCUT_IDS.toSorted())
    for (const { rows } of sheetGroups()) {
      const lines = rows.map(({ label, shortcut }) => `${label} ${JSON.stringify(pressesOf(shortcut))}`)
      expect(new Set(lines).size).toBe(lines.length)
    }
  })
})

describe('a press', () => {
  test('letters act outside text alone, and can be turned off', () => {
    const { 'cases.copy': copy } = SHORTCUTS
    expect(isPress(copy, press('C'), ON_A_BUTTON, true)).toBe(true)
    expect(isPress(copy, press('c'), IN_A_FIELD, true)).toBe(false)
    expect(isPress(copy, press('c'), ON_A_BUTTON, false)).toBe(false)
    expect(isPress(copy, press('c', { ctrlKey: true }), ON_A_BUTTON, true)).toBe(false)
    expect(isPress(copy, press('c', { altKey: true }), ON_A_BUTTON, true)).toBe(false)
  })

  test('⌘ is Ctrl on a Mac, where Option and an arrow go over the words of a field', () => {
    const { 'wizard.back': back, palette } = SHORTCUTS
    const option = press('ArrowLeft', { altKey: true })
    expect(isPress(back, option, { mac: true, typing: true }, true)).toBe(false)
    expect(isPress(back, option, { mac: true, typing: false }, true)).toBe(true)
    expect(isPress(back, option, { mac: false, typing: true }, true)).toBe(true)
    const withCommand = press('k', { metaKey: true })
    expect(isPress(palette, withCommand, { mac: true, typing: true }, true)).toBe(true)
    expect(isPress(palette, withCommand, { mac: false, typing: true }, true)).toBe(false)
  })
})

test('a letter with Alt acts also in a text, and with Option on a Mac by the key it is on', () => {
  const { 'verdict.copy': copy, 'verdict.next-plate': next } = SHORTCUTS
  expect(isPress(copy, press('c', { altKey: true }), IN_A_FIELD, false)).toBe(true)
  expect(isPress(copy, press('c'), ON_A_BUTTON, true)).toBe(false)
  const option = { ...press('ç', { altKey: true }), code: 'KeyC' }
  expect(isPress(copy, option, { mac: true, typing: false }, true)).toBe(true)
  expect(isPress(copy, option, { mac: true, typing: true }, true)).toBe(false)
  for (const key of ['C', 'c', '0', 'M', 'T', 'R'])
    expect(isPress(next, press(key), ON_A_BUTTON, true)).toBe(true)
  // No plate begins with these.
  for (const key of ['k', 'q', 'w', 'y', 'ñ', '-'])
    expect(isPress(next, press(key), ON_A_BUTTON, true)).toBe(false)
})

describe('a key that is held', () => {
  test('repeats only what moves or scrolls', () => {
    expect(SHORTCUT_IDS.filter((id) => SHORTCUTS[id].repeatable)).toEqual([
      'plate-list.extend',
      'list.move',
      'deadlines.day',
      'deadlines.week',
      'deadlines.move',
      'dealer.move',
      'dealer.month',
      'day-work.day',
      'ledger.month',
      'cases.extend',
      'inbox.move',
      'inbox.unfold',
      'pdf.page',
      'pdf.end',
      'pdf.nearer',
      'pdf.farther',
    ])
  })

  // A key that begins a text may move or act elsewhere: other rows cover that.
  test.each(SHORTCUT_IDS.filter((id) => !SHORTCUTS[id].types))('%s', (id) => {
    const repeats = pressesOf(SHORTCUTS[id]).map((one) => mayRepeat(one, ON_A_BUTTON))
    expect(repeats).toEqual(repeats.map(() => SHORTCUTS[id].repeatable === true))
  })

  test('presses no button, sends no form and closes nothing again, but writes and moves', () => {
    const may = (keys: readonly string[], place: HeldPlace) =>
      keys.filter((key) => mayRepeat(press(key), place))
    expect(may(['Enter', ' ', 'Escape', 'Delete', 'Backspace', 'q'], ON_A_BUTTON)).toEqual([])
    const moves = ['Tab', 'PageDown', 'End', 'ArrowLeft']
    expect(may(moves, ON_A_BUTTON)).toEqual(moves)
    const writes = ['a', ' ', 'Backspace', 'Delete', 'ArrowLeft']
    expect(may(writes, IN_A_FIELD)).toEqual(writes)
    expect(mayRepeat(press('Enter'), IN_A_FIELD)).toBe(false)
    expect(mayRepeat(press('Escape'), IN_A_FIELD)).toBe(false)
    expect(mayRepeat(press('Enter'), IN_NOTES)).toBe(true)
    expect(mayRepeat(press('Enter', { ctrlKey: true }), IN_NOTES)).toBe(false)
    expect(mayRepeat(press('v', { ctrlKey: true }), IN_A_FIELD)).toBe(true)
  })

  test('writes nothing in a field that the same press went to', () => {
    expect(mayRepeat(press('5'), { ...IN_A_FIELD, moved: true })).toBe(false)
    expect(mayRepeat(press('Backspace'), { ...IN_A_FIELD, moved: true })).toBe(false)
  })

  test('does not go through the options of a group, each of which it would choose', () => {
    expect(mayRepeat(press('ArrowDown'), { ...ON_A_BUTTON, radio: true })).toBe(false)
  })
})
