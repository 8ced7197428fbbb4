import { describe, expect, test } from 'vitest'
import type { RecentLookup } from '#shared/bridge/lookup.ts'
import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import { understandPlateInput } from '#shared/domain/plates/understand.ts'
import { quickGroups } from '#renderer/features/quick-lookup/quick-options.ts'

const row = (vrm: string): RecentLookup => ({ vrm, at: 0, outcome: null, disagrees: false, pending: null })
const groups = (typed: string, clipboard: ClipboardPlates, known: string[] = []) =>
  quickGroups({ typed, understood: understandPlateInput(typed), clipboard, known: known.map(row) }).map(
    ({ title, options }) => [title, options.map(({ id }) => id)],
  )

describe('what the panel offers', () => {
  test('with an empty field, the copied plate before the recent ones, each once', () => {
    expect(groups('', { vrms: ['1234BCD'], excerpt: '' }, ['5678FGH', '1234BCD'])).toEqual([
      ['En el portapapeles', ['plate-1234BCD']],
      ['Recientes', ['known-5678FGH']],
    ])
    expect(groups('', null, ['5678FGH'])).toEqual([['Recientes', ['known-5678FGH']]])
    expect(groups('', null)).toEqual([])
  })
  test('several copied or pasted plates are opened in the application, together', () => {
    expect(groups('', { vrms: ['1234BCD', '5678FGH'], excerpt: '' })).toEqual([
      ['En el portapapeles', ['batch']],
    ])
    const [pasted] = quickGroups({
      typed: '1234BCD; 5678FGH',
      understood: understandPlateInput('1234BCD; 5678FGH'),
      clipboard: null,
      known: [],
    })
    expect(pasted?.options).toEqual([{ kind: 'batch', id: 'batch', text: '1234BCD; 5678FGH', plates: 2 }])
  })
  test('the clipboard is of no interest once something is typed', () => {
    expect(groups('5678', { vrms: ['1234BCD'], excerpt: '' }, ['5678FGH'])).toEqual([
      ['Parecidas en este equipo', ['known-5678FGH']],
    ])
  })
  test('a typed plate first; a mistyped one is repaired once it is whole', () => {
    expect(groups('1234BCD', null, ['1234BCD', '1234BCF'])).toEqual([
      ['Matrícula', ['plate-1234BCD']],
      ['Parecidas en este equipo', ['known-1234BCF']],
    ])
    expect(groups('12348CD', null)).toEqual([['Hay un número donde va una letra.', ['plate-1234BCD']]])
    expect(groups('2018 BMW 320d 1234 BCD', null)).toEqual([['Matrícula', ['plate-1234BCD']]])
    expect(groups('1234B', null)).toEqual([])
    expect(groups('buenos días', null)).toEqual([])
  })
})
