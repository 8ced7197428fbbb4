import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { bearer, createReport, get, KEY, post, startService } from './support/service.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

interface Refusal {
  status: number
  type: string | null
  body: unknown
}

async function refusalOf(response: Response): Promise<Refusal> {
  const type = response.headers.get('content-type')
  return { status: response.status, type, body: await response.json() }
}

/** Format of "error responses other than 401" (assumptions.ts, `errorBody`), without internals. */
function refusal(statusCode: number, error: string, details: unknown = []) {
  const message: unknown = expect.not.stringMatching(/FST_|SQLITE|node_modules|\.ts|^$/)
  const type: unknown = expect.stringContaining('application/json')
  return { status: statusCode, type, body: { statusCode, error, message, details } }
}

/** Sends raw bytes and reads until the service hangs up. */
function raw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('every error but the 401 has one format', () => {
  const bodies: readonly [string, unknown][] = [
    ['no vrm', {}],
    ['a vrm that is not text', { vrm: 1234 }],
    ['a null vrm', { vrm: null }],
    ['an empty vrm', { vrm: '' }],
    ['a plate of no known series', { vrm: 'HOLA' }],
    ['a plate with a vowel', { vrm: '1234ABC' }],
    ['a plate and more', { vrm: '1234BCD 1234BCD' }],
    ['a text without end', { vrm: 'B'.repeat(10_000) }],
  ]
  it.each(bodies)('400 names the field: %s', async (_, body) => {
    const { url } = await startService()
    const details = [{ field: 'vrm', message: expect.any(String) }]
    expect(await refusalOf(await post(`${url}/v1/reports/reduced`, body))).toEqual(
      refusal(400, 'Bad Request', details),
    )
  })

  it.each([
    ['an array', []],
    ['a text', 'vrm'],
    ['null', null],
    ['a number', 7],
  ])('400: the body is %s', async (_, body) => {
    const { url } = await startService()
    expect(await refusalOf(await post(`${url}/v1/reports/reduced`, body))).toEqual(
      refusal(400, 'Bad Request'),
    )
  })

  it.each(['{"vrm": "1234BCD"', '{vrm}', '', '\u0000'])('400: malformed JSON %j', async (body) => {
    const { url } = await startService()
    const headers = { ...bearer(KEY), ...JSON_TYPE }
    const response = await fetch(`${url}/v1/reports/reduced`, { method: 'POST', headers, body })
    expect(await refusalOf(response)).toEqual(refusal(400, 'Bad Request'))
  })

  it('400: no body at all', async () => {
    const { url } = await startService()
    const response = await fetch(`${url}/v1/reports/reduced`, { method: 'POST', headers: bearer(KEY) })
    expect(await refusalOf(response)).toEqual(refusal(400, 'Bad Request'))
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('415: %s', async (type) => {
    const { url } = await startService()
    const response = await fetch(`${url}/v1/reports/reduced`, {
      method: 'POST',
      headers: { ...bearer(KEY), 'content-type': type },
      body: '{"vrm":"1234BCD"}',
    })
    expect(await refusalOf(response)).toEqual(refusal(415, 'Unsupported Media Type'))
  })

  it('a content type without a body says nothing: a DELETE is answered by its address', async () => {
    const { url } = await startService()
    const response = await fetch(`${url}/v1/webhooks/none`, {
      method: 'DELETE',
      headers: { ...bearer(KEY), 'content-type': 'text/xml' },
    })
    expect(await refusalOf(response)).toEqual(refusal(404, 'Not Found'))
  })

  it.each(['announced', 'streamed'])('413: a body too large, %s', async (how) => {
    const { url } = await startService({ limits: { bodyBytes: 1_000 } })
    const text = JSON.stringify({ vrm: '1234BCD', more: 'x'.repeat(2_000) })
    const answer = await request(`${url}/v1/reports/reduced`, {
      method: 'POST',
      headers: { ...bearer(KEY), ...JSON_TYPE },
      body: how === 'announced' ? text : Readable.from([Buffer.from(text)]),
    })
    expect(answer.statusCode).toBe(413)
    expect(await answer.body.json()).toMatchObject({
      statusCode: 413,
      error: 'Payload Too Large',
      details: [],
    })
  })

  it.each([
    ['GET', '/'],
    ['GET', '/v1/reports'],
    ['GET', '/v2/reports/x'],
    ['GET', `/v1/reports/${'x'.repeat(3_000)}`],
    ['GET', "/v1/reports/x'%20OR%201=1"],
  ])('404: %s %s', async (method, path) => {
    const { url } = await startService()
    expect(await refusalOf(await fetch(`${url}${path}`, { method, headers: bearer(KEY) }))).toEqual(
      refusal(404, 'Not Found'),
    )
  })

  it('400: an address that cannot be decoded', async () => {
    const { url } = await startService()
    expect(await refusalOf(await get(`${url}/v1/reports/%zz`))).toEqual(refusal(400, 'Bad Request'))
  })

  it('500 tells nothing of the inside and is logged', async () => {
    const service = await startService({ reportDelayMs: 60_000 })
    const { id } = await createReport(service.url, '1234BCD')
    service.db.exec('ALTER TABLE report RENAME TO elsewhere')
    for (const response of [
      await get(`${service.url}/v1/reports/${id}`),
      await post(`${service.url}/v1/reports/reduced`, { vrm: '1234BCD' }),
    ]) {
      expect(await refusalOf(response)).toEqual(refusal(500, 'Internal Server Error'))
    }
    expect(service.logged.filter((line) => line.includes('no such table'))).toHaveLength(2)
  })

  it('400: what is not HTTP', async () => {
    const { url } = await startService()
    const answer = await raw(url, 'HOLA\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"statusCode":400,"message":"Bad Request","error":"Bad Request","details":[]}')
  })

  it('431: headers too large', async () => {
    const { url } = await startService()
    const answer = await raw(url, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*"statusCode":431/)
  })

  it('408: a body that never ends is cut, and soon', async () => {
    const { url } = await startService({
      limits: { bodyIdleMs: 150, headersTimeoutMs: 100, connectionsCheckingIntervalMs: 30 },
    })
    const started = Date.now()
    const head = `POST /v1/reports/reduced HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\n`
    const answer = await raw(url, `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"statusCode":408/)
    expect(Date.now() - started).toBeLessThan(1_000)
  })

  it('unknown body fields are ignored', async () => {
    const { url } = await startService()
    const headers = { ...bearer(KEY), ...JSON_TYPE }
    const body = '{"vrm":"1234BCD","color":"rojo","__proto__":{"a":1},"constructor":{"prototype":{}}}'
    const response = await fetch(`${url}/v1/reports/reduced`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
  })
})
