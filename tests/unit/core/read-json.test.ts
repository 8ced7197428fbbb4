import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from '#electron/core/api/transport.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

describe('readJson', () => {
  test('reads what JSON.parse reads, whatever is in the strings', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        expect(readJson(text, 64)).toEqual({ kind: 'value', value: JSON.parse(text) })
      }),
    )
  })

  test('brackets inside strings are not nesting', () => {
    expect(readJson(JSON.stringify({ a: '[[[[\\"[[[' }), 1)).toMatchObject({ kind: 'value' })
  })

  test.each([1, 10, 64])('a limit of %d lets exactly that much through', (limit) => {
    expect(readJson(nested(limit), limit).kind).toBe('value')
    expect(readJson(nested(limit + 1), limit).kind).toBe('too-deep')
  })

  test.each(['', '<html>', '{"a":', 'undefined', '{"a":1}}'])('%j is not JSON', (text) => {
    expect(readJson(text, 64)).toEqual({ kind: 'not-json' })
  })
})
