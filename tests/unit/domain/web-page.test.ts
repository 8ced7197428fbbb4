import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeWebPage } from '#shared/domain/service-address.ts'

const BASE = 'https://api.operador.example/base'

describe('the web page of a procedure', () => {
  test('opens at the account’s own host and under it, over https', () => {
    const link = 'https://api.operador.example/web/procedures/1?token=x'
    expect(safeWebPage(link, BASE)).toBe(link)
    expect(safeWebPage('https://web.api.operador.example/1', BASE)).toBe('https://web.api.operador.example/1')
    expect(safeWebPage('https://API.operador.example:8443/1', BASE)).toBe(
      'https://api.operador.example:8443/1',
    )
  })

  test.each([
    ['another host', 'https://operador.example/1'],
    ['a host that ends the same', 'https://notapi.operador.example/1'],
    ['one that has ours inside', 'https://api.operador.example.evil.example/1'],
    ['ours as a user', 'https://api.operador.example@evil.example/1'],
    ['a password', 'https://ana:1234@api.operador.example/1'],
    ['a backslash that hides a host', 'https://evil.example\\@api.operador.example/1'],
    ['plain http', 'http://api.operador.example/1'],
    ['this same PC, of another service', 'http://127.0.0.1:4000/1'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a program', 'ms-msdt:/id'],
    ['nothing', ''],
    ['no address', '/web/procedures/1'],
  ])('does not open: %s', (_, link) => {
    expect(safeWebPage(link, BASE)).toBeNull()
  })

  test('the demonstration is at this same PC, and nowhere else in it', () => {
    const base = 'http://127.0.0.1:41001'
    expect(safeWebPage('http://127.0.0.1:41001/web/1', base)).toBe('http://127.0.0.1:41001/web/1')
    expect(safeWebPage('http://127.0.0.1:41002/web/1', base)).toBeNull()
    expect(safeWebPage('http://localhost:41001/web/1', base)).toBeNull()
    expect(safeWebPage('http://10.0.0.1/1', 'http://10.0.0.1')).toBeNull()
  })

  test('whatever the link, what opens is ours, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (link) => {
        const url = safeWebPage(link, BASE)
        if (url === null) return
        const { protocol, hostname } = new URL(url)
        expect(protocol).toBe('https:')
        expect(`.${hostname}`.endsWith('.api.operador.example')).toBe(true)
      }),
    )
  })
})
