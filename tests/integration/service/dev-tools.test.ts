import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { REGISTRATION } from './support/bodies.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { startReceiver } from './support/receiver.ts'
import {
  bearer,
  createReport,
  get,
  KEY,
  OTHER_KEY,
  post,
  readReport,
  startService,
} from './support/service.ts'

const create = async (url: string) =>
  (await (await post(`${url}/v1/procedures/registration`, REGISTRATION)).json()).id
const read = async (url: string, id: string) => (await get(`${url}/v1/procedures/${id}`)).json()

describe('/_dev/ is for whoever sits at this machine', () => {
  it('asks for the key, as a bearer token or as the password of a browser', async () => {
    const { url } = await startService()
    const bare = await fetch(`${url}/_dev/log`)
    expect(bare.status).toBe(401)
    expect(bare.headers.get('www-authenticate')).toContain('Basic')
    expect(
      (await fetch(`${url}/_dev/log`, { headers: { authorization: `Basic ${btoa(`x:${KEY}`)}` } })).status,
    ).toBe(200)
    expect(
      (await fetch(`${url}/_dev/log`, { headers: { authorization: `Basic ${btoa(`${KEY}:x`)}` } })).status,
    ).toBe(401)
    expect((await get(`${url}/_dev`)).status).toBe(200)
    // Only there: elsewhere a key is a bearer token.
    expect(
      (await fetch(`${url}/v1/reports/x`, { headers: { authorization: `Basic ${btoa(`x:${KEY}`)}` } }))
        .status,
    ).toBe(401)
  })

  it('under one of its own names: a name of another’s that leads here is refused', async () => {
    const { url } = await startService()
    for (const host of ['evil.example.com', '127.0.0.1.example.com', 'localhost.example.com:80']) {
      const { statusCode } = await request(`${url}/_dev/clock`, { headers: { ...bearer(KEY), host } })
      expect(statusCode).toBe(403)
    }
  })

  it('is not changed from a page of another', async () => {
    const { url } = await startService()
    for (const headers of [{ origin: 'http://evil.example.com' }, { 'sec-fetch-site': 'cross-site' }]) {
      const body = '{"kind":"latency"}'
      const type = { 'content-type': 'application/json' }
      const { statusCode } = await request(`${url}/_dev/faults`, {
        method: 'POST',
        headers: { ...bearer(KEY), ...type, ...headers },
        body,
      })
      expect(statusCode).toBe(403)
    }
    expect(await (await get(`${url}/_dev/faults`)).json()).toEqual([])
  })

  it('none of it is there in production mode', async () => {
    const { url } = await startService({ mode: 'production' })
    for (const path of ['/_dev', '/_dev/log', '/_dev/clock', '/_dev/deliveries'])
      expect((await get(`${url}${path}`)).status).toBe(404)
    expect((await post(`${url}/_dev/seed`, { procedures: 1 })).status).toBe(404)
  })
})

describe('POST /_dev/clock', () => {
  it('runs everything that falls due, and answers when it has come to rest', async () => {
    const { url } = await startService({ clock: createFakeClock(), reportDelayMs: 600_000 })
    const { id } = await createReport(url, '1234BCD')
    const answer = await post(`${url}/_dev/clock`, { advance: '14h' })
    expect(await answer.json()).toMatchObject({ now: '2026-11-21T03:05:00.000Z', aheadMs: 14 * 3_600_000 })
    expect(await readReport(url, id)).toMatchObject({ status: 'completed' })
  })

  it('69 hours of retries at once: each at its time, the receiver back in the middle of them', async () => {
    const { url } = await startService({ clock: createFakeClock(), retryProfile: 'default' })
    let left = 8
    const receiver = await startReceiver((response) => {
      response.statusCode = left-- > 0 ? 503 : 200
      response.end()
    })
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    await create(url)
    await expect.poll(receiver.count).toBe(1)
    await post(`${url}/_dev/clock`, { advance: '3d' })
    expect(receiver.count()).toBe(9)
    const [delivery] = await (await get(`${url}/_dev/deliveries`)).json()
    expect(delivery).toMatchObject({ state: 'ok', attempts: 9 })
  })

  it('stays where it was put across a restart', async () => {
    const clock = createFakeClock()
    const before = await startService({ clock })
    await post(`${before.url}/_dev/clock`, { advance: '2d' })
    await before.close()
    const { url } = await startService({ clock, directory: before.directory })
    expect(await (await get(`${url}/_dev/clock`)).json()).toMatchObject({ now: '2026-11-22T13:05:00.000Z' })
  })

  it.each(['', '14', 'h', '-1h', '1e9d', '14 hours', '401d'])('%j is not how far', async (advance) => {
    const { url } = await startService()
    expect((await post(`${url}/_dev/clock`, { advance })).status).toBe(400)
  })
})

describe('autoplay', () => {
  it('a procedure lives to its end by itself; what waits for the client waits', async () => {
    const { url } = await startService({ clock: createFakeClock(), autoplaySpeed: 1 })
    const ids = await Promise.all(Array.from({ length: 50 }, () => create(url)))
    const seen = new Set<string>()
    for (let round = 0; round < 40; round++) {
      await post(`${url}/_dev/clock`, { advance: '7s' })
      for (const id of ids) {
        const { status, incidents } = await read(url, id)
        seen.add(status)
        for (const incident of incidents)
          if (!incident.solved && incident.level !== 'hold')
            await post(`${url}/v1/procedures/${id}/incidents/${incident.id}/solve`, {})
      }
    }
    const ends = await Promise.all(ids.map(async (id) => (await read(url, id)).status))
    expect(new Set(ends)).toEqual(new Set(['DELIVERED_TO_CLIENT']))
    expect([...seen].toSorted()).toEqual([
      'BLOCKED',
      'DELIVERED_TO_CLIENT',
      'DONE',
      'IN_PROGRESS',
      'ON_HOLD',
      'PENDING',
    ])
  })

  it('one alone, at a chosen speed', async () => {
    const { url } = await startService({ clock: createFakeClock() })
    const [id, other] = [await create(url), await create(url)]
    await post(`${url}/_dev/procedures/${id}/play`, { speed: 1_000 })
    // At this speed a step takes 8 to 14 ms. Later steps can lead back to PENDING.
    await post(`${url}/_dev/clock`, { advance: '15ms' })
    expect((await read(url, id)).status).not.toBe('PENDING')
    expect((await read(url, other)).status).toBe('PENDING')
  })

  it('a draft does nothing until it is confirmed', async () => {
    const { url } = await startService({ clock: createFakeClock(), autoplaySpeed: 1 })
    const { id } = await (
      await post(`${url}/v1/procedures/registration`, { ...REGISTRATION, confirmed: false })
    ).json()
    await post(`${url}/_dev/clock`, { advance: '1h' })
    expect(await read(url, id)).toMatchObject({ status: 'DRAFT' })
  })
})

describe('POST /_dev/seed', () => {
  it('makes procedures in given states, without telling anybody', async () => {
    const { url } = await startService()
    const receiver = await startReceiver()
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    const states = ['DRAFT', 'BLOCKED', 'DONE']
    const { ids } = await (await post(`${url}/_dev/seed`, { procedures: 9, states })).json()
    const seeded = await Promise.all(ids.map((id: string) => read(url, id)))
    expect(seeded.map(({ status }) => status)).toEqual([...states, ...states, ...states])
    expect(seeded[1].incidents).toHaveLength(1)
    expect(seeded[2].generatedDocuments.length).toBeGreaterThan(0)
    expect(receiver.count()).toBe(0)
    expect((await get(`${url}/v1/procedures/${ids[0]}`, OTHER_KEY)).status).toBe(404)
  })
})

describe('POST /_dev/events', () => {
  it.each([
    'energy_saving_certificate.status_changed',
    'energy_saving_certificate.document.added',
    'procedure.incident.removed',
  ])('%s by hand', async (event) => {
    const { url } = await startService()
    const receiver = await startReceiver()
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    const data = { id: 'cae-1', path: '/v1/certificates/cae-1', status: 'VERIFIED' }
    expect((await post(`${url}/_dev/events`, { event, data })).status).toBe(202)
    await expect.poll(receiver.count).toBe(1)
    expect(receiver.received[0]).toMatchObject({ event, data: { ...data, timestamp: expect.any(String) } })
  })

  it('procedure.incident.removed comes with an incident that is taken away', async () => {
    const { url } = await startService()
    const receiver = await startReceiver()
    await post(`${url}/v1/webhooks`, { url: receiver.url, events: ['procedure.incident.removed'] })
    const id = await create(url)
    const incident = await (
      await post(`${url}/v1/test/procedures/${id}/incidents`, { type: 'seizure' })
    ).json()
    const path = `${url}/_dev/procedures/${id}/incidents/${incident.id}`
    expect((await fetch(path, { method: 'DELETE', headers: bearer(KEY) })).status).toBe(204)
    expect(await read(url, id)).toMatchObject({ status: 'PENDING', incidents: [] })
    await expect
      .poll(() => receiver.received[0]?.data)
      .toMatchObject({ id, incidentId: incident.id, incidentType: 'seizure' })
  })
})

describe('the operator by hand', () => {
  it('registers a subscription of an account', async () => {
    const { url } = await startService()
    const receiver = await startReceiver()
    const created = await post(`${url}/_dev/webhooks`, { url: receiver.url, account: 'A58818501' })
    expect(created.status).toBe(201)
    await create(url)
    await post(`${url}/v1/procedures/registration`, REGISTRATION, OTHER_KEY)
    await expect.poll(receiver.count).toBe(1)
    expect(await (await get(`${url}/v1/webhooks`)).json()).toEqual([])
    expect(await (await get(`${url}/v1/webhooks`, OTHER_KEY)).json()).toHaveLength(1)
  })

  it('signs for somebody with an ordinary number', async () => {
    const { url } = await startService({ signatureDelayMs: 10 })
    const signer = { type: 'person', idNumber: '12345678Z', fullname: 'Ana', email: 'a@example.com' }
    const { id } = await (await post(`${url}/v1/signatures/mandate-generic`, { signer })).json()
    expect((await post(`${url}/_dev/signatures/${id}/status`, { status: 'signed' })).status).toBe(200)
    const { documents } = await (await get(`${url}/v1/signatures/${id}`)).json()
    expect((await get(documents[0].signedDocumentUrl)).headers.get('content-type')).toBe('application/pdf')
    expect((await get(documents[0].signedDocumentUrl, OTHER_KEY)).status).toBe(404)
  })
})

describe('faults', () => {
  const order = (url: string, fault: object) => post(`${url}/_dev/faults`, fault)
  const report = (url: string) => post(`${url}/v1/reports/reduced`, { vrm: '1234BCD' })

  it('401, 429 with Retry-After and 5xx, for one address or for all, so many times', async () => {
    const { url } = await startService()
    await order(url, { kind: 'too-many-requests', path: '/v1/reports', retryAfter: 7, times: 1 })
    const refused = await report(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await report(url)).status).toBe(201)
    await order(url, { kind: 'error', status: 502, path: '/v1/signatures' })
    expect((await report(url)).status).toBe(201)
    expect((await get(`${url}/v1/signatures/x`)).status).toBe(502)
    await order(url, { kind: 'unauthorized', method: 'GET' })
    expect(await (await get(`${url}/v1/reports/x`)).json()).toEqual({
      statusCode: 401,
      message: 'Unauthorized',
    })
    await fetch(`${url}/_dev/faults`, { method: 'DELETE', headers: bearer(KEY) })
    expect((await get(`${url}/v1/reports/x`)).status).toBe(404)
  })

  it('latency', async () => {
    const { url } = await startService()
    await order(url, { kind: 'latency', ms: 150, times: 1 })
    const started = performance.now()
    await report(url)
    expect(performance.now() - started).toBeGreaterThan(140)
  })

  it('a connection dropped before the work does nothing; after it, everything', async () => {
    const { url, db } = await startService()
    const count = () => db.prepare('SELECT count(*) AS n FROM report').get()
    await order(url, { kind: 'drop-before', times: 1 })
    await expect(report(url)).rejects.toThrow('fetch failed')
    expect(count()).toEqual({ n: 0 })
    await order(url, { kind: 'drop-after', times: 1 })
    await expect(report(url)).rejects.toThrow('fetch failed')
    expect(count()).toEqual({ n: 1 })
  })

  it('a body that is cut short', async () => {
    const { url } = await startService()
    await order(url, { kind: 'truncate', times: 1 })
    const answer = await report(url)
      .then((response) => response.text())
      .catch(() => 'cut')
    expect(() => JSON.parse(answer)).toThrow(SyntaxError)
    expect((await report(url)).status).toBe(201)
  })

  it('never for /_dev/ itself, or nobody could take them away', async () => {
    const { url } = await startService()
    await order(url, { kind: 'drop-before' })
    expect(await (await get(`${url}/_dev/faults`)).json()).toHaveLength(1)
  })
})

describe('the pages', () => {
  it('escape what came from outside, and let nothing else in', async () => {
    const { url } = await startService()
    const documents = [{ type: '<img src=x onerror=alert(1)>', url: 'https://files.example.com/a' }]
    const { webUrl } = await (
      await post(`${url}/v1/procedures/registration`, { ...REGISTRATION, documents })
    ).json()
    const page = await fetch(webUrl)
    expect(await page.text()).not.toContain('<img')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await fetch(webUrl.replace(/token=.{8}/, 'token=aaaaaaaa'))).status).toBe(403)
    expect((await fetch(webUrl.split('?')[0])).status).toBe(403)
  })

  it('the delivery log shows what was delivered', async () => {
    const { url } = await startService()
    const receiver = await startReceiver()
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    const id = await create(url)
    await expect.poll(async () => (await get(`${url}/_dev/log`)).text()).toContain('Entregado')
    expect(await (await get(`${url}/_dev/log`)).text()).toContain(id)
  })
})
