import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkHost, resourcePath, resourceText } from '#shared/domain/resource-text.ts'

test.each([
  ['abc-123', { kinds: ['procedure', 'signature'], id: 'abc-123' }],
  [' /v1/signatures/s.1 ', { kinds: ['signature'], id: 's.1' }],
  ['https://app.example/web/procedures/p%2D1?sig=9#top', { kinds: ['procedure'], id: 'p-1' }],
  ['<https://app.example/v1/procedures/registration/p1>', { kinds: ['procedure'], id: 'p1' }],
  ['«p1»', { kinds: ['procedure', 'signature'], id: 'p1' }],
  ['procedures/p1', { kinds: ['procedure'], id: 'p1' }],
  ['https://app.example/', null],
  ['https://app.example/v1/reports/r1', null],
  ['procedures/%E0%A4%A', null],
  ['two words', null],
  ['', null],
  ['../../etc/passwd', null],
])('%j names %j', (text, named) => {
  expect(resourceText(text)).toEqual(named)
})

test('the path of what was understood is understood as the same', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.:~-]{0,199}$/)
  fc.assert(
    fc.property(fc.constantFrom('procedure' as const, 'signature' as const), id, (kind, one) => {
      expect(resourceText(resourcePath(kind, one))).toEqual({ kinds: [kind], id: one })
    }),
  )
})

test('no text throws, and no id has what could lead elsewhere', () => {
  const text = fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true, withFragments: true }))
  fc.assert(
    fc.property(text, (any) => {
      expect(resourceText(any)?.id ?? 'none').not.toMatch(/[/?#\s]/)
      void linkHost(any)
    }),
  )
})

test.each([
  ['https://API.Operador.example/v1/procedures/p1', 'api.operador.example'],
  ['http://ana:secreto@127.0.0.1:4010/web/procedures/p1?token=x', '127.0.0.1:4010'],
  ['/v1/procedures/p1', null],
  ['procedures/p1', null],
  ['ftp://host/procedures/p1', null],
])('%s is of the host %s', (text, host) => {
  expect(linkHost(text)).toBe(host)
})
