import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLoopback, readBaseAddress } from '#shared/domain/service-address.ts'

describe('readBaseAddress', () => {
  test.each([
    ['https://api.operador.example', 'https://api.operador.example', []],
    ['  https://api.operador.example/ ', 'https://api.operador.example', ['spaces']],
    ['«https://api.operador.example/v1»', 'https://api.operador.example', ['spaces', 'version']],
    ['https://api.operador.example/v1/reports/reduced', 'https://api.operador.example', ['version']],
    ['https://api.operador.example/pasarela/', 'https://api.operador.example/pasarela', ['slash']],
    ['https://api.operador.example/pasarela/v1/', 'https://api.operador.example/pasarela', ['version']],
    ['api.operador.example', 'https://api.operador.example', ['scheme']],
    ['HTTPS://API.Operador.example:8443', 'https://api.operador.example:8443', []],
    ['http://localhost:4000', 'http://localhost:4000', []],
    ['http://127.0.0.1:4000/v1', 'http://127.0.0.1:4000', ['version']],
    ['http://[::1]:4000', 'http://[::1]:4000', []],
    ['https://x.example/v1/v1', 'https://x.example', ['version']],
    ["https://x.example/pasarela'/", 'https://x.example/pasarela', ['slash', 'spaces']],
    ["https://x.example/'/", 'https://x.example', ['slash', 'spaces']],
    ["https://x.example/'/v1", 'https://x.example', ['version', 'spaces']],
  ])('%s', (typed, url, hints) => {
    const reading = readBaseAddress(typed)
    expect(reading).toMatchObject({ ok: true, url })
    expect(reading.ok && reading.hints).toEqual(hints)
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['http://api.operador.example', 'not-secure'],
    ['http://localhost.example', 'not-secure'],
    ['http://127.0.0.1.example', 'not-secure'],
    ['https://ana:secreto@api.operador.example', 'credentials'],
    ['https://sk_live_123@api.operador.example', 'credentials'],
    ['https://api.operador.example?key=1', 'query'],
    ['https://api.operador.example/?', 'query'],
    ['https://api.operador.example#arriba', 'hash'],
    ['https://api.operador.example/v1?vrm=1', 'query'],
    ['ftp://api.operador.example', 'scheme'],
    ['javascript:alert(1)', 'not-an-address'],
    ['file:///etc/passwd', 'not-an-address'],
    ['la del operador', 'not-an-address'],
    ['https://', 'not-an-address'],
    ['&"/', 'not-an-address'],
    ['https://a&b.example', 'not-an-address'],
    [`https://x.example/${'a'.repeat(600)}`, 'too-long'],
  ])('%s is refused: %s', (typed, problem) => {
    expect(readBaseAddress(typed)).toEqual({ ok: false, problem })
  })

  test('whatever is typed, it never throws, and what it accepts is safe and settled', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ withQueryParameters: true })), (typed) => {
        const reading = readBaseAddress(typed)
        if (!reading.ok) return
        const url = new URL(reading.url)
        expect(url.protocol === 'https:' || isLoopback(url.hostname)).toBe(true)
        expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
        expect(reading.url.endsWith('/')).toBe(false)
        expect(reading.url).not.toMatch(/\/v1(\/|$)/i)
        expect(readBaseAddress(reading.url)).toEqual({
          ok: true,
          url: reading.url,
          host: url.host,
          hints: [],
        })
      }),
    )
  })

  test('a text of any length is read at once', () => {
    for (const text of [' ', '"', 'a.', '/v1', "'/"])
      expect(readBaseAddress(`x${text.repeat(300_000)}x`)).toEqual({ ok: false, problem: 'too-long' })
    expect(readBaseAddress(`${' '.repeat(500)}https://a.example${' '.repeat(500)}`)).toMatchObject({
      ok: true,
    })
  })

  test('the paths of the service go right after it', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('', '/', '/v1', '/v1/', '/v1/reports/x'), (host, path) => {
        const reading = readBaseAddress(`https://${host}${path}`)
        expect(reading.ok && new URL(`${reading.url}/v1/reports/reduced`).pathname).toBe(
          '/v1/reports/reduced',
        )
      }),
    )
  })
})
