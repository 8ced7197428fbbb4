import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { createReport, get, KEY, OTHER_KEY, readReport, startService } from './support/service.ts'

/** The specification gives exactly this, byte for byte. */
const EXACT_401 = '{"statusCode":401,"message":"Unauthorized"}'

const BAD_HEADERS: readonly [string, Record<string, string>][] = [
  ['missing', {}],
  ['empty', { authorization: '' }],
  ['a key that was never issued', { authorization: 'Bearer key-of-nobody' }],
  ['another scheme', { authorization: `Basic ${btoa(`${KEY}:`)}` }],
  ['the key without a scheme', { authorization: KEY }],
  ['a scheme without a key', { authorization: 'Bearer' }],
  ['a key and something else', { authorization: `Bearer ${KEY} ${KEY}` }],
  ['the beginning of a key', { authorization: `Bearer ${KEY.slice(0, -1)}` }],
  ['a key in another case', { authorization: `Bearer ${KEY.toUpperCase()}` }],
  ['characters that no key has', { authorization: 'Bearer clave-ñ' }],
]

describe('"When the key is missing or invalid, the response is HTTP 401"', () => {
  it.each(BAD_HEADERS)('with the exact body: %s', async (_, headers) => {
    const { url } = await startService()
    for (const [method, path] of [
      ['GET', '/v1/reports/some-id'],
      ['POST', '/v1/reports/reduced'],
      ['GET', '/no/such/route'],
      ['DELETE', '/v1/reports/reduced'],
      ['GET', '/v1/reports/%zz'],
    ] as const) {
      const answer = await request(`${url}${path}`, { method, headers })
      expect(await answer.body.text()).toBe(EXACT_401)
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['content-type']).toContain('application/json')
    }
  })

  it('before the body is looked at', async () => {
    const { url } = await startService()
    const response = await fetch(`${url}/v1/reports/reduced`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{broken',
    })
    expect(await response.text()).toBe(EXACT_401)
  })

  it('"header Authorization: Bearer <API_KEY>": a key elsewhere is no key', async () => {
    const { url } = await startService()
    const response = await fetch(`${url}/v1/reports/x?authorization=${KEY}&token=${KEY}`)
    expect(response.status).toBe(401)
  })

  it('a valid key passes, and an unknown route is then 404', async () => {
    const { url } = await startService()
    expect((await get(`${url}/no/such/route`)).status).toBe(404)
  })
})

describe('"Each key belongs to exactly one client account"', () => {
  it('another account’s id answers exactly like one that does not exist', async () => {
    const { url } = await startService()
    const { id } = await createReport(url, '1234BCD')
    const [theirs, nobodys] = await Promise.all([
      get(`${url}/v1/reports/${id}`, OTHER_KEY),
      get(`${url}/v1/reports/00000000-0000-4000-8000-000000000000`, OTHER_KEY),
    ])
    const seen = async (response: Response) => {
      const headers = [...response.headers].filter(([name]) => name !== 'date')
      return { status: response.status, headers, body: await response.text() }
    }
    expect(theirs.status).toBe(404)
    expect(await seen(theirs)).toEqual(await seen(nobodys))
    expect((await readReport(url, id)).id).toBe(id)
  })

  it('two keys of one account see the same reports', async () => {
    const { url } = await startService({
      apiKeys: [
        { key: KEY, account: 'B12345674' },
        { key: 'rotated', account: 'B12345674' },
      ],
    })
    const { id } = await createReport(url, '1234BCD')
    expect((await readReport(url, id, 'rotated')).id).toBe(id)
  })
})
