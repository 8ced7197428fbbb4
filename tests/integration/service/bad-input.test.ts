import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPreviewer } from '#service/documents/preview.ts'
import { isPrivateAddress } from '#shared/server/private-addresses.ts'
import { REGISTRATION, TRANSFER } from './support/bodies.ts'
import { startReceiver } from './support/receiver.ts'
import { bearer, get, KEY, OTHER_KEY, post, type RunningService, startService } from './support/service.ts'

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')

async function startWithFiles(options: object = {}): Promise<RunningService & { files: () => string[] }> {
  const service = await startService()
  await service.close()
  const filesDirectory = join(service.directory, 'files')
  const again = await startService({ directory: service.directory, filesDirectory, ...options })
  const files = () =>
    readdirSync(filesDirectory, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => name)
  return { ...again, files }
}
const create = async (url: string, body: object = REGISTRATION) => {
  const kind = 'vin' in body ? 'registration' : 'transfer'
  return (await (await post(`${url}/v1/procedures/${kind}`, body)).json()).id as string
}

function upload(
  url: string,
  id: string,
  file: Buffer | null,
  { type = 'application/pdf', field = 'file', key = KEY, documentType = '' } = {},
) {
  const form = new FormData()
  if (documentType !== '') form.set('type', documentType)
  if (file !== null) form.set(field, new Blob([new Uint8Array(file)], { type }), 'dni.pdf')
  return fetch(`${url}/v1/procedures/${id}/documents`, { method: 'POST', headers: bearer(key), body: form })
}

async function refusal(response: Response) {
  const body = await response.json()
  expect(Object.keys(body).toSorted()).toEqual(['details', 'error', 'message', 'statusCode'])
  expect(body.statusCode).toBe(response.status)
  expect(JSON.stringify(body)).not.toMatch(/FST_|SQLITE|node_modules|\.ts\b/)
  return { status: response.status, fields: body.details.map(({ field }: { field: string }) => field) }
}

describe('characters that only look like plain ones', () => {
  it.each(['𝟙𝟚𝟛𝟜BBB', '１２３４ＢＢＢ', '1234\u00a0BBB', '1234–BBB'])(
    'are refused in a plate, as the pattern says: %s',
    async (vrm) => {
      const { url } = await startService()
      const answer = await post(`${url}/v1/reports/reduced`, { vrm })
      expect(await refusal(answer)).toEqual({ status: 400, fields: ['vrm'] })
    },
  )

  it('are refused in a VIN and in a tax number', async () => {
    const { url } = await startService()
    const body = { ...REGISTRATION, vin: REGISTRATION.vin.replace('V', 'Ｖ') }
    expect(await refusal(await post(`${url}/v1/procedures/registration`, body))).toMatchObject({
      status: 400,
      fields: ['vin'],
    })
    const signer = {
      type: 'person',
      idNumber: '００００００００T',
      fullname: 'Ana',
      email: 'ana@example.com',
    }
    expect(await refusal(await post(`${url}/v1/signatures/mandate-generic`, { signer }))).toMatchObject({
      status: 400,
      fields: ['signer.idNumber'],
    })
  })
})

describe('creation of a procedure', () => {
  it.each([
    [{}, ['vin', 'userEmail', 'documents']],
    [{ ...REGISTRATION, vin: 7 }, ['vin']],
    [{ ...REGISTRATION, vin: 'VSSZZZ5FZHR0004121' }, ['vin']],
    [{ ...REGISTRATION, vin: 'VSSZZZ5FZHRI00412' }, ['vin']],
    [{ ...REGISTRATION, userEmail: 'nobody' }, ['userEmail']],
    [{ ...REGISTRATION, documents: 'none' }, ['documents']],
    [{ ...REGISTRATION, documents: [{ type: 'invoice' }] }, ['documents.0.url']],
    [{ ...REGISTRATION, documents: [{ type: 'invoice', url: 'file:///etc/passwd' }] }, ['documents.0.url']],
    [{ ...REGISTRATION, documents: [{ type: 'invoice', url: 'javascript:alert(1)' }] }, ['documents.0.url']],
    [{ ...REGISTRATION, confirmed: 'yes' }, ['confirmed']],
    [
      {
        ...REGISTRATION,
        documents: Array.from({ length: 1_000 }, () => ({ type: 'a', url: 'https://x.example.com' })),
      },
      ['documents'],
    ],
  ])('registration %j: 400 naming %j', async (body, fields) => {
    const { url, db } = await startService()
    expect(await refusal(await post(`${url}/v1/procedures/registration`, body))).toEqual({
      status: 400,
      fields,
    })
    expect(db.prepare('SELECT count(*) AS n FROM procedure').get()).toEqual({ n: 0 })
  })

  it.each([
    [{}, ['vrm', 'taxableBase', 'invoiceNumber', 'userEmail', 'documents']],
    [{ ...TRANSFER, vrm: 'HOLA' }, ['vrm']],
    [{ ...TRANSFER, taxableBase: '100' }, ['taxableBase']],
    [{ ...TRANSFER, taxableBase: -1 }, ['taxableBase']],
    [{ ...TRANSFER, taxableBase: null }, ['taxableBase']],
    [{ ...TRANSFER, invoiceNumber: '' }, ['invoiceNumber']],
  ])('transfer %j: 400 naming %j', async (body, fields) => {
    const { url } = await startService()
    expect(await refusal(await post(`${url}/v1/procedures/transfer`, body))).toEqual({ status: 400, fields })
  })

  it('unknown fields are ignored, at any depth, and a Warning says so', async () => {
    const { url } = await startService()
    const documents = [{ type: 'a', url: 'https://x.example.com', color: 'rojo' }]
    const response = await post(`${url}/v1/procedures/registration`, {
      ...REGISTRATION,
      documents,
      extra: 1,
      'ñ"\\\r\n': 2,
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('warning')).toBe('299 - "Ignored fields: documents.0.color, extra, ?????"')
    expect((await post(`${url}/v1/procedures/registration`, REGISTRATION)).headers.get('warning')).toBeNull()
  })

  it('which fields are required is an assumption that can be changed', async () => {
    const requiredFields = { registration: ['vin'], transfer: ['vrm'], notification: [] }
    const { url } = await startService({ assumptions: { requiredFields } })
    expect((await post(`${url}/v1/procedures/registration`, { vin: REGISTRATION.vin })).status).toBe(201)
    expect((await post(`${url}/v1/procedures/transfer`, {})).status).toBe(400)
  })

  it('413 for a body too large', async () => {
    const { url } = await startService()
    const response = await post(`${url}/v1/procedures/registration`, {
      ...REGISTRATION,
      more: 'x'.repeat(300_000),
    })
    expect(await refusal(response)).toEqual({ status: 413, fields: [] })
  })
})

describe('another account', () => {
  it('neither reads nor changes a procedure: 404, as for one that does not exist', async () => {
    const { url } = await startService()
    const id = await create(url)
    const calls: [string, string, object?][] = [
      ['GET', `/v1/procedures/${id}`],
      ['PATCH', `/v1/procedures/registration/${id}`, { vin: 'VF1RFB00066000123' }],
      ['POST', `/v1/procedures/${id}/confirm`],
      ['POST', `/v1/procedures/${id}/documents`, { url: 'https://x.example.com/a.pdf' }],
      ['POST', `/v1/procedures/${id}/incidents/x/solve`, {}],
      ['PUT', `/v1/test/procedures/${id}/status`, { status: 'DONE' }],
      ['POST', `/v1/test/procedures/${id}/documents`, { type: 'es_576_doc' }],
      ['POST', `/v1/test/procedures/${id}/incidents`, { type: 'seizure' }],
    ]
    for (const [method, path, body] of calls) {
      const response = await fetch(url + path, {
        method,
        headers: { ...bearer(OTHER_KEY), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect({ path, ...(await refusal(response)) }).toEqual({ path, status: 404, fields: [] })
    }
    expect((await upload(url, id, PDF, { key: OTHER_KEY })).status).toBe(404)
    expect(await (await get(`${url}/v1/procedures/${id}`)).json()).toMatchObject({
      status: 'PENDING',
      documents: [],
    })
  })

  it('a transfer is not patched as a registration', async () => {
    const { url } = await startService()
    const id = await create(url, { ...TRANSFER, confirmed: false })
    const response = await fetch(`${url}/v1/procedures/registration/${id}`, {
      method: 'PATCH',
      headers: { ...bearer(KEY), 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(404)
  })
})

describe('the same call twice at once', () => {
  it('a draft is confirmed once', async () => {
    const { url } = await startService()
    const id = await create(url, { ...REGISTRATION, confirmed: false })
    const receiver = await startReceiver()
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    const answers = await Promise.all([1, 2, 3].map(() => post(`${url}/v1/procedures/${id}/confirm`, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    await expect.poll(receiver.count).toBe(1)
  })
})

describe('uploads', () => {
  it('a real file arrives whole, with its type and its name, and its link expires', async () => {
    const { url, files } = await startWithFiles()
    const id = await create(url)
    const bytes = Buffer.concat([PDF, randomBytes(1_000_000)])
    const document = await (await upload(url, id, bytes, { documentType: 'national_id' })).json()
    expect(document).toMatchObject({
      type: 'national_id',
      mimeType: 'application/pdf',
      metadata: { fileName: 'dni.pdf', size: bytes.length },
    })
    expect(Buffer.from(await (await fetch(document.downloadUrl)).arrayBuffer()).equals(bytes)).toBe(true)
    expect((await fetch(document.downloadUrl.split('?')[0])).status).toBe(403)
    expect(files()).toHaveLength(1)
  })

  it.each([
    ['nothing in it', Buffer.alloc(0), {}, 400],
    ['a program that says it is a PDF', Buffer.from('MZ\x90\0'.padEnd(64, 'x')), {}, 415],
    [
      'a page that says it is a picture',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      { type: 'image/png' },
      415,
    ],
    ['a PDF that says it is a picture', PDF, { type: 'image/png' }, 415],
    ['a part of another name', PDF, { field: 'document' }, 400],
    ['no part', null, {}, 400],
    ['more than is allowed', Buffer.concat([PDF, Buffer.alloc(200_000)]), {}, 413],
    ['a type without end', PDF, { documentType: 'x'.repeat(200) }, 400],
  ])('%s: refused, and nothing is left', async (_, file, options, status) => {
    const { url, files } = await startWithFiles({ assumptions: { maxUploadBytes: 100_000 } })
    const id = await create(url)
    expect((await refusal(await upload(url, id, file, options))).status).toBe(status)
    expect(files()).toEqual([])
    expect(await (await get(`${url}/v1/procedures/${id}`)).json()).toMatchObject({ documents: [] })
  })

  it('two files at once are one too many', async () => {
    const { url, files } = await startWithFiles()
    const id = await create(url)
    const form = new FormData()
    form.append('file', new Blob([PDF], { type: 'application/pdf' }), 'a.pdf')
    form.append('file', new Blob([PDF], { type: 'application/pdf' }), 'b.pdf')
    const response = await fetch(`${url}/v1/procedures/${id}/documents`, {
      method: 'POST',
      headers: bearer(KEY),
      body: form,
    })
    expect((await refusal(response)).status).toBe(400)
    expect(files()).toEqual([])
  })

  it.each(['', '--x\r\n', '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'])(
    'a form that is none: 400 %j',
    async (body) => {
      const { url, files } = await startWithFiles()
      const id = await create(url)
      const headers = { ...bearer(KEY), 'content-type': 'multipart/form-data; boundary=x' }
      const response = await fetch(`${url}/v1/procedures/${id}/documents`, { method: 'POST', headers, body })
      expect((await refusal(response)).status).toBe(400)
      expect(files()).toEqual([])
    },
  )

  it('a connection that breaks off in the middle leaves nothing', async () => {
    const { url, files } = await startWithFiles()
    const id = await create(url)
    const abort = new AbortController()
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(
          Buffer.from(
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n',
          ),
        )
        setTimeout(() => abort.abort(), 50)
        await new Promise(() => {})
      },
    })
    const headers = { ...bearer(KEY), 'content-type': 'multipart/form-data; boundary=x' }
    await expect(
      fetch(`${url}/v1/procedures/${id}/documents`, {
        method: 'POST',
        headers,
        body,
        signal: abort.signal,
        duplex: 'half',
      } as RequestInit),
    ).rejects.toThrow(/abort/)
    await expect.poll(files).toEqual([])
    expect(await (await get(`${url}/v1/procedures/${id}`)).json()).toMatchObject({ documents: [] })
  })

  it('a procedure has so many documents at most', async () => {
    const { url } = await startService({ assumptions: { maxDocuments: 2 } })
    const id = await create(url)
    const add = () => post(`${url}/v1/procedures/${id}/documents`, { url: 'https://x.example.com/a.pdf' })
    expect([(await add()).status, (await add()).status, (await add()).status]).toEqual([201, 201, 400])
  })

  it('a finished procedure takes no more: 409, and the file is gone', async () => {
    const { url, files } = await startWithFiles()
    const id = await create(url)
    await fetch(`${url}/v1/test/procedures/${id}/status`, {
      method: 'PUT',
      headers: { ...bearer(KEY), 'content-type': 'application/json' },
      body: '{"status":"DONE"}',
    })
    expect((await refusal(await upload(url, id, PDF))).status).toBe(409)
    expect(files()).toEqual([])
  })

  it('multipart elsewhere is 415, and so is another type here', async () => {
    const { url } = await startService()
    const id = await create(url)
    const form = new FormData()
    form.set('vrm', '1234BCD')
    expect(
      (await fetch(`${url}/v1/reports/reduced`, { method: 'POST', headers: bearer(KEY), body: form })).status,
    ).toBe(415)
    const headers = { ...bearer(KEY), 'content-type': 'application/pdf' }
    expect(
      (await fetch(`${url}/v1/procedures/${id}/documents`, { method: 'POST', headers, body: PDF })).status,
    ).toBe(415)
  })
})

describe('a document given as a link', () => {
  it('is never fetched from a private address', async () => {
    const { url } = await startService()
    const receiver = await startReceiver()
    const { port } = new URL(receiver.url)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0.0.0.0',
      '169.254.169.254',
      '2130706433',
      '[::ffff:127.0.0.1]',
    ]) {
      const id = await create(url, {
        ...REGISTRATION,
        documents: [{ type: 'a', url: `http://${host}:${port}/a.pdf` }],
      })
      const { documents } = await (await get(`${url}/v1/procedures/${id}`)).json()
      const response = await fetch(documents[0].downloadUrl)
      expect((await refusal(response)).status).toBe(502)
    }
    expect(receiver.count()).toBe(0)
  })

  it.each([
    ['127.8.8.8', true],
    ['10.1.2.3', true],
    ['172.31.0.1', true],
    ['192.168.0.1', true],
    ['100.64.0.1', true],
    ['169.254.169.254', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['::1', true],
    ['::', true],
    ['fe80::1', true],
    ['fd00::1', true],
    ['::ffff:10.0.0.1', true],
    ['2001:db8::1', true],
    ['2002:7f00:1::', true],
    ['not an address', true],
    ['93.184.216.34', false],
    ['2606:2800:220:1::1', false],
  ])('%s is private: %s', (address, expected) => {
    expect(isPrivateAddress(address)).toBe(expected)
  })

  it('is shown when it is a document, and only then; a redirect is not followed', async () => {
    const previewer = createPreviewer({ maxBytes: 1_000, isAllowed: () => true })
    const serve = async (answer: Parameters<typeof startReceiver>[0]) => startAny(answer)
    const good = await serve((response) => response.end(PDF))
    expect(await previewer.fetch(good)).toEqual({ mime: 'application/pdf', bytes: PDF })
    for (const answer of [
      (response: never) => (response as { end: (text: string) => void }).end('<html></html>'),
      (response: never) =>
        (response as { writeHead: (s: number, h: object) => { end: () => void } })
          .writeHead(302, { location: good })
          .end(),
      (response: never) =>
        (response as { end: (b: Buffer) => void }).end(Buffer.concat([PDF, Buffer.alloc(2_000)])),
    ]) {
      await expect(previewer.fetch(await serve(answer as never))).rejects.toMatchObject({ statusCode: 502 })
    }
    await previewer.close()
  })
})

async function startAny(answer: Parameters<typeof startReceiver>[0]): Promise<string> {
  const { createServer } = await import('node:http')
  const server = createServer((_, response) => void answer?.(response, {} as never, 0)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}/a.pdf`
}

describe('path tricks', () => {
  it.each([
    '/v1/procedures/..%2f..%2fetc%2fpasswd',
    '/v1/procedures/%00',
    '/v1/procedures/x/../../_dev/clock/../x',
    '/v1//procedures/x',
    '/v1/procedures/x/documents/..%2f..%2fservice.db/download?token=x',
    '/web/procedures/..%2f..%2fservice.db?token=x',
  ])('%s is nothing', async (path) => {
    const { url } = await startService()
    const response = await get(url + path)
    expect([403, 404]).toContain(response.status)
    await refusal(response)
  })
})
