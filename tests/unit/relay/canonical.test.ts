import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalizeJson } from '#relay/inbox/read-event.ts'

test('fields in any order, spaces and escapes are the same text', () => {
  const one = canonicalizeJson('{"b":[1, 2],"a":"\\u00e9 \\/"}')
  expect(one).toEqual(canonicalizeJson(' {"a" : "é /",\n"b":[1,2] }'))
  expect(one?.whole).toBe('{"a":"é /","b":[1,2]}')
})

test.each([
  ['the order of a list', '[1,2]', '[2,1]'],
  ['how a number is written', '{"a":1.0}', '{"a":1}'],
  ['digits that a double would lose', '{"a":12345678901234567890}', '{"a":12345678901234567891}'],
  ['a field given twice', '{"a":1,"a":2}', '{"a":2}'],
  ['null and missing', '{"a":null}', '{}'],
  ['text and number', '{"a":"1"}', '{"a":1}'],
  ['a field of that name', '{"__proto__":1}', '{}'],
  ['text with brackets', '{"a":"}{"}', '{"a":"{}"}'],
])('%s makes another text', (_, a, b) => {
  expect(canonicalizeJson(a)?.whole).not.toBe(canonicalizeJson(b)?.whole)
})

test('only the timestamp of the outermost data is left out', () => {
  const body = (time: string, inner: string) =>
    canonicalizeJson(`{"data":{"timestamp":"${time}","x":{"timestamp":"${inner}"}},"event":"e"}`)
  expect(body('1', 'a')?.withoutTime).toBe(body('2', 'a')?.withoutTime)
  expect(body('1', 'a')?.withoutTime).not.toBe(body('1', 'b')?.withoutTime)
  expect(body('1', 'a')?.whole).not.toBe(body('2', 'a')?.whole)
  // Whatever comes after it counts.
  expect(canonicalizeJson('{"data":{"timestamp":"1"},"z":1}')?.withoutTime).not.toBe(
    canonicalizeJson('{"data":{"timestamp":"1"},"z":2}')?.withoutTime,
  )
})

test('deep nesting ends without a stack', () => {
  expect(canonicalizeJson('['.repeat(10_000) + ']'.repeat(10_000))).toBeNull()
})

test('means the same as what was parsed, however it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 0, max: 4 }), (value, spaces) => {
      const written = canonicalizeJson(JSON.stringify(value, null, spaces))
      expect(written?.whole).toBe(canonicalizeJson(JSON.stringify(value))?.whole)
      expect(JSON.parse(written?.whole ?? '')).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
