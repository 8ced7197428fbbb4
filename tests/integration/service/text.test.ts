import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { REGISTRATION, TRANSFER } from './support/bodies.ts'
import { bearer, get, KEY, post, startService } from './support/service.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

async function sendBytes(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const { url } = await startService()
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...bearer(KEY), ...JSON_TYPE, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  const { statusCode, message, details } = await response.json()
  return { status: response.status, statusCode, message, details, headers: response.headers }
}

async function create(kind: 'registration' | 'transfer', body: object) {
  const { url } = await startService()
  const response = await post(`${url}/v1/procedures/${kind}`, body)
  return { response, body: await response.json(), url }
}

describe('identifiers are refused where they cannot be what they say', () => {
  it.each([
    'ÑVWZZZ1KZ6W000001',
    'VIN: 1234',
    'WVWZZZ€1KZ6W000001',
    'WVWZZZ1KZ6W0000010',
    'WVWZZZ1KZ6W\n000001',
    '<WVWZZZ1KZ6W000001>',
  ])('VIN %j: 400', async (vin) => {
    const { response, body } = await create('registration', { ...REGISTRATION, vin })
    expect(response.status).toBe(400)
    expect(body.details).toMatchObject([{ field: 'vin' }])
  })

  it.each(['1234😀BBC', '<1234>BBC', '1234\nBBC', '1234BBC.pdf', '1234BBÇ'])(
    'plate %j: 400, of a procedure and of a report',
    async (vrm) => {
      const { response, body, url } = await create('transfer', { ...TRANSFER, vrm })
      expect(response.status).toBe(400)
      expect(body.details).toMatchObject([{ field: 'vrm' }])
      for (const type of ['reduced', 'complete'])
        expect((await post(`${url}/v1/reports/${type}`, { vrm })).status).toBe(400)
    },
  )

  it.each([
    ['wvw zzz-1kz.6w000001', 'WVWZZZ1KZ6W000001'],
    ['  WVWZZZ1KZ6W000001 ', 'WVWZZZ1KZ6W000001'],
  ])('spaces, dots and hyphens are dropped: %j', async (vin, expected) => {
    const { response, body } = await create('registration', { ...REGISTRATION, vin })
    expect(body.vehicle.vin).toBe(expected)
    expect(response.headers.get('warning')).toBeNull()
  })

  it('a VIN with a character missing is taken as an old number, and a Warning says so', async () => {
    const vin = 'WVWZZZ1KZ6W00001'
    const { response, body, url } = await create('registration', {
      ...REGISTRATION,
      vin,
      confirmed: false,
      more: 1,
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('warning')).toBe(
      '299 - "Ignored fields: more", ' +
        '299 - "vin: 16 characters and not 17, taken as a number older than the VIN"',
    )
    const patched = await fetch(`${url}/v1/procedures/registration/${body.id}`, {
      method: 'PATCH',
      headers: { ...bearer(KEY), ...JSON_TYPE },
      body: JSON.stringify({ vin: 'ABC1234' }),
    })
    expect(patched.headers.get('warning')).toContain('vin: 7 characters')
  })
})

describe('the bytes of a body', () => {
  it.each([
    ['ff fe', Buffer.from([0xff, 0xfe])],
    ['half a character', Buffer.from([0xc3])],
    ['a surrogate', Buffer.from([0xed, 0xa0, 0x80])],
  ])('that are no UTF-8: 400 (%s)', async (_, bad) => {
    const text = JSON.stringify({ ...TRANSFER, invoiceNumber: 'F-@' })
    const [before = '', after = ''] = text.split('@')
    const body = Buffer.concat([Buffer.from(before), bad, Buffer.from(after)])
    expect(await sendBytes('/v1/procedures/transfer', body)).toMatchObject({ status: 400, statusCode: 400 })
  })

  it.each(['iso-8859-1', 'utf-16le', '"windows-1252"'])('charset=%s: 415', async (charset) => {
    const body = JSON.stringify(TRANSFER)
    const headers = { 'content-type': `application/json; charset=${charset}` }
    expect(await sendBytes('/v1/procedures/transfer', body, headers)).toMatchObject({ status: 415 })
  })

  it.each(['UTF-8', '"utf-8"', 'utf8'])(
    'charset=%s is what it is, with or without a mark',
    async (charset) => {
      const headers = { 'content-type': `application/json; charset=${charset}` }
      expect(await sendBytes('/v1/reports/reduced', '\uFEFF{"vrm":"1234BCD"}', headers)).toMatchObject({
        status: 201,
      })
    },
  )

  it('compressed: 415, of JSON and of a form', async () => {
    const body = gzipSync(JSON.stringify(TRANSFER))
    const headers = { 'content-encoding': 'gzip' }
    expect(await sendBytes('/v1/procedures/transfer', body, headers)).toMatchObject({
      status: 415,
      message: expect.stringContaining('compression'),
    })
    const form = { ...headers, 'content-type': 'multipart/form-data; boundary=x' }
    expect(await sendBytes('/v1/procedures/x/documents', body, form)).toMatchObject({ status: 415 })
  })

  it.each([
    ['{"vrm":"1234BCD","vrm":"9999ZZZ"}', 'vrm'],
    ['{"vrm":"1234BCD","\\u0076rm":"9999ZZZ"}', 'vrm'],
    ['{"vrm":"1234BCD","more":[{"a":{"b":1}},{"a":1, "a" : 2}]}', 'a'],
  ])('a name given twice: 400 (%s)', async (body, field) => {
    expect(await sendBytes('/v1/reports/reduced', body)).toMatchObject({ status: 400, details: [{ field }] })
  })

  it('the same name in two objects, or as a value, is no repetition', async () => {
    const body =
      '{"vrm":"1234BCD","x":"vrm","y":{"vrm":1},"z":[{"a":":"},{"a":"\\"}{"}],"__proto__":{"vrm":2}}'
    expect((await sendBytes('/v1/reports/reduced', body)).status).toBe(201)
  })
})

describe('texts', () => {
  it.each([
    ['half a character', '\ud83d'],
    ['NUL', 'F\u0000-1'],
    ['an escape', 'F\u001b[31m'],
    ['blank', ' \t '],
    ['blank, with a space that does not break', '\u00a0'],
  ])('%s as invoiceNumber: 400', async (_, invoiceNumber) => {
    const { response, body } = await create('transfer', { ...TRANSFER, invoiceNumber })
    expect(response.status).toBe(400)
    expect(body.details).toMatchObject([{ field: 'invoiceNumber' }])
  })

  it.each(['👍 F-1', 'Línea 1\nLínea 2', 'مرحبا'])('%j is kept as it was written', async (invoiceNumber) => {
    const { body, url } = await create('transfer', { ...TRANSFER, invoiceNumber })
    const read = await (await get(`${url}/v1/procedures/${body.id}`)).json()
    expect([body.invoiceNumber, read.invoiceNumber]).toEqual([invoiceNumber, invoiceNumber])
  })

  it('a blank reason, type of document or name of a signer: 400', async () => {
    const { body, url } = await create('transfer', TRANSFER)
    const status = await fetch(`${url}/v1/test/procedures/${body.id}/status`, {
      method: 'PUT',
      headers: { ...bearer(KEY), ...JSON_TYPE },
      body: JSON.stringify({ status: 'CANCELLED', reason: '  ' }),
    })
    expect(status.status).toBe(400)
    const link = { url: 'https://x.example.com/a.pdf', type: ' ' }
    expect((await post(`${url}/v1/procedures/${body.id}/documents`, link)).status).toBe(400)
    const signer = { type: 'person', idNumber: '12345678Z', fullname: ' ', email: 'a@example.com' }
    expect((await post(`${url}/v1/signatures/mandate-generic`, { signer })).status).toBe(400)
  })

  it.each([1200.555, 0.001, 1e-7])('taxableBase %d has more than cents: 400', async (taxableBase) => {
    const { body } = await create('transfer', { ...TRANSFER, taxableBase })
    expect(body).toMatchObject({ statusCode: 400, details: [{ field: 'taxableBase' }] })
  })

  it.each([0, 0.1, 8_450.5, 0.29, 1_000_000_000, 999_999_999.99])('taxableBase %d', async (taxableBase) => {
    const { body } = await create('transfer', { ...TRANSFER, taxableBase })
    expect(body.taxableBase).toBe(taxableBase)
  })

  it.each([
    'a&b@c.es',
    'josé@ejemplo.es',
    'a@ñandú.es',
    'o´brien@c.es',
    'a@xn--and-6ma2c.es',
    'A+b@C.museum',
  ])('userEmail %s is one', async (userEmail) => {
    expect((await create('registration', { ...REGISTRATION, userEmail })).response.status).toBe(201)
  })

  it.each([
    'a@b',
    'a b@c.es',
    '@c.es',
    'a@@c.es',
    '.a@c.es',
    'a.@c.es',
    'a..b@c.es',
    'a@c..es',
    'a@c.es, b@c.es',
  ])('userEmail %j is none: 400', async (userEmail) => {
    expect((await create('registration', { ...REGISTRATION, userEmail })).response.status).toBe(400)
  })
})

describe('calls that need no body', () => {
  it.each(['null', '[]', '7', '"x"'])('%s is none: 400, and nothing is done', async (body) => {
    const { body: draft, url } = await create('registration', { ...REGISTRATION, confirmed: false })
    const headers = { ...bearer(KEY), ...JSON_TYPE }
    const confirm = `${url}/v1/procedures/${draft.id}/confirm`
    expect((await fetch(confirm, { method: 'POST', headers, body })).status).toBe(400)
    expect(await (await get(`${url}/v1/procedures/${draft.id}`)).json()).toMatchObject({ status: 'DRAFT' })
    for (const path of ['/v1/procedures/x/incidents/y/solve', '/v1/test/procedures/x/incidents/y/solve'])
      expect((await fetch(url + path, { method: 'POST', headers, body })).status).toBe(400)
  })

  it('an object is taken, and a Warning says that nothing of it was read', async () => {
    const { body: draft, url } = await create('registration', { ...REGISTRATION, confirmed: false })
    const response = await post(`${url}/v1/procedures/${draft.id}/confirm`, { vin: 'x' })
    expect([response.status, response.headers.get('warning')]).toEqual([200, '299 - "Ignored fields: vin"'])
  })
})
