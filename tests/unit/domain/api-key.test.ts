import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readApiKey } from '#shared/domain/typed-secrets.ts'

const KEY = 'sk_live_0123456789abcdef'
const keys = fc
  .string({ unit: fc.constantFrom(...'abcXYZ0189_-.+/='), minLength: 8, maxLength: 200 })
  .filter((key) => !/^["'`]|["'`]$/.test(key))

describe('readApiKey', () => {
  test.each([
    [KEY, []],
    [`  ${KEY}\n`, ['spaces']],
    [`"${KEY}"`, ['quotes']],
    [`«${KEY}»`, ['quotes']],
    [`Bearer ${KEY}`, ['label']],
    [`Authorization: Bearer ${KEY}`, ['label']],
    [`authorization: "bearer ${KEY}"`, ['label', 'quotes']],
    [`${KEY.slice(0, 12)}\r\n${KEY.slice(12)}`, ['spaces']],
    [`\uFEFF${KEY}\u200B`, ['spaces']],
  ])('%j', (typed, hints) => {
    const reading = readApiKey(typed)
    expect(reading).toMatchObject({ ok: true, key: KEY })
    expect(reading.ok && [...reading.hints].toSorted()).toEqual([...hints].toSorted())
  })

  test.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['Bearer ', 'empty'],
    ['La clave es sk_live_0123', 'spaces-inside'],
    ['clave-de-oficina-ñ', 'characters'],
    ['sk_li', 'short'],
    ['a'.repeat(5000), 'too-long'],
  ])('%j is refused: %s', (typed, problem) => {
    expect(readApiKey(typed)).toEqual({ ok: false, problem })
  })

  test('never throws, and reading its own answer changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const reading = readApiKey(typed)
        if (!reading.ok) return
        expect(reading.key).toMatch(/^[\x21-\x7E]{8,4096}$/)
        expect(readApiKey(reading.key)).toEqual({ ok: true, key: reading.key, hints: [] })
      }),
    )
  })

  test('whatever is around it, the key inside is not touched', () => {
    const before = fc.constantFrom('', ' ', '\n', '"', 'Bearer ', 'Authorization: Bearer ', '«')
    const after = fc.constantFrom('', ' ', '\r\n', '"', '»', '\u200B')
    fc.assert(
      fc.property(before, keys, after, (head, key, tail) => {
        expect(readApiKey(head + key + tail)).toMatchObject({ ok: true, key })
      }),
    )
  })
})
