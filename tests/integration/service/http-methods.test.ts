import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { TRANSFER } from './support/bodies.ts'
import { bearer, get, KEY, post, startService } from './support/service.ts'

const FILE = Buffer.from(`%PDF-1.7\n${'0123456789'.repeat(20)}\n%%EOF\n`)

async function setup() {
  const { url } = await startService()
  const { id } = await (await post(`${url}/v1/procedures/transfer`, TRANSFER)).json()
  const form = new FormData()
  form.set('file', new Blob([FILE], { type: 'application/pdf' }), 'a.pdf')
  const headers = bearer(KEY)
  const path = `${url}/v1/procedures/${id}/documents`
  const uploaded = await (await fetch(path, { method: 'POST', headers, body: form })).json()
  const status = '{"status":"DONE"}'
  const json = { ...headers, 'content-type': 'application/json' }
  await fetch(`${url}/v1/test/procedures/${id}/status`, { method: 'PUT', headers: json, body: status })
  const { generatedDocuments } = await (await get(`${url}/v1/procedures/${id}`)).json()
  return { url, id, uploaded: uploaded.downloadUrl, generated: generatedDocuments[0].downloadUrl }
}

describe('HEAD', () => {
  it('of every GET is the answer without its body', async () => {
    const { url, id } = await setup()
    for (const path of [`/v1/procedures/${id}`, '/v1/webhooks', '/docs', '/openapi.json', '/_dev/faults']) {
      const whole = await get(url + path)
      const size = (await whole.arrayBuffer()).byteLength
      const head = await fetch(url + path, { method: 'HEAD', headers: bearer(KEY) })
      expect([path, head.status, head.headers.get('content-length')]).toEqual([path, 200, String(size)])
      expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    }
    expect((await fetch(`${url}/v1/procedures/${id}`, { method: 'HEAD' })).status).toBe(401)
    expect((await fetch(`${url}/v1/procedures/x`, { method: 'HEAD', headers: bearer(KEY) })).status).toBe(404)
  })

  it('of a downloadUrl needs no key, like its GET', async () => {
    const { uploaded, generated } = await setup()
    for (const link of [uploaded, generated]) {
      const head = await fetch(link, { method: 'HEAD' })
      const size = (await (await fetch(link)).arrayBuffer()).byteLength
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
      expect(head.headers.get('content-type')).toBe('application/pdf')
    }
    expect((await fetch(uploaded.split('?')[0], { method: 'HEAD' })).status).toBe(403)
  })
})

describe('405 with the methods that the address takes', () => {
  it.each([
    ['DELETE', '/v1/reports/reduced', 'GET, HEAD, POST'],
    ['PATCH', '/v1/reports/x', 'GET, HEAD'],
    ['PUT', '/v1/reports/reduced?x=/', 'GET, HEAD, POST'],
    ['PROPFIND', '/v1/reports/x', 'GET, HEAD'],
    ['GET', '/v1/procedures/x/confirm', 'POST'],
    ['GET', '/v1/test/procedures/x/status', 'PUT'],
    ['POST', '/v1/webhooks/x', 'DELETE'],
    ['OPTIONS', '/v1/procedures/registration/x', 'PATCH'],
  ])('%s %s', async (method, path, allow) => {
    const { url } = await startService()
    const response = await fetch(url + path, { method, headers: bearer(KEY) })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect(await response.json()).toMatchObject({ statusCode: 405, error: 'Method Not Allowed', details: [] })
    expect((await fetch(url + path, { method })).status).toBe(401)
  })

  it('an address that is nowhere is 404, and in production so are those of the tests', async () => {
    const { url } = await startService({ mode: 'production' })
    for (const path of ['/v1/nothing', '/v1/test/procedures/x/status', '/v1xreports/x'])
      expect((await fetch(url + path, { method: 'PUT', headers: bearer(KEY) })).status).toBe(404)
  })
})

describe('Range of a download', () => {
  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=10-', 10, FILE.length],
    ['bytes=-6', FILE.length - 6, FILE.length],
    ['bytes=5-99999', 5, FILE.length],
  ])('%s', async (range, from, to) => {
    const { uploaded } = await setup()
    const response = await fetch(uploaded, { headers: { range } })
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes ${from}-${to - 1}/${FILE.length}`,
    ])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(FILE.subarray(from, to))
  })

  it('of a paper of ours too; what is no single range is answered whole', async () => {
    const { uploaded, generated } = await setup()
    const part = await fetch(generated, { headers: { range: 'bytes=0-4' } })
    expect([part.status, await part.text()]).toEqual([206, '%PDF-'])
    for (const headers of [
      { range: 'bytes=0-1,4-5' },
      { range: 'lines=1-2' },
      { range: 'bytes=9-3' },
      { range: 'bytes=0-1', 'if-range': '"x"' },
    ]) {
      const whole = await fetch(uploaded, { headers })
      expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, FILE.length])
      expect(whole.headers.get('accept-ranges')).toBe('bytes')
    }
  })

  it('beyond the end: 416 with the size', async () => {
    const { uploaded } = await setup()
    for (const range of ['bytes=99999-', 'bytes=-0']) {
      const response = await fetch(uploaded, { headers: { range } })
      expect([response.status, response.headers.get('content-range')]).toEqual([
        416,
        `bytes */${FILE.length}`,
      ])
    }
  })
})

describe('the address that the caller used', () => {
  it('a request without Host: 400 with the body of every error', async () => {
    const { url } = await startService()
    const { hostname, port } = new URL(url)
    const answer = await new Promise<string>((resolve, reject) => {
      const head = `GET /v1/reports/x HTTP/1.1\r\nAuthorization: Bearer ${KEY}\r\nConnection: close\r\n\r\n`
      const socket = connect(Number(port), hostname, () => socket.write(head))
      let text = ''
      socket.on('data', (chunk) => (text += chunk))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"statusCode":400,"message":"The Host header is missing."/)
  })

  it.each([
    ['https', 'https:'],
    ['https, http', 'https:'],
    ['HTTPS', 'https:'],
    ['http', 'http:'],
    ['javascript', 'http:'],
  ])('X-Forwarded-Proto: %s', async (proto, expected) => {
    const { url } = await startService()
    const response = await fetch(`${url}/v1/procedures/transfer`, {
      method: 'POST',
      headers: { ...bearer(KEY), 'content-type': 'application/json', 'x-forwarded-proto': proto },
      body: JSON.stringify(TRANSFER),
    })
    expect(new URL((await response.json()).webUrl).protocol).toBe(expected)
  })
})
