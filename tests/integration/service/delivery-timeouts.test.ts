import { describe, expect, it } from 'vitest'
import { REGISTRATION } from './support/bodies.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { startReceiver } from './support/receiver.ts'
import { get, post, startService } from './support/service.ts'

const SUBSCRIPTIONS = 10
const PROCEDURES = 2

interface Logged {
  seq: number
  state: string
  lastStatus: number | null
  lastError: string | null
  nextAt: string | null
}

const create = async (url: string) =>
  (await (await post(`${url}/v1/procedures/registration`, REGISTRATION)).json()).id as string
const log = async (url: string): Promise<Logged[]> => (await get(`${url}/_dev/deliveries`)).json()

async function subscribe(url: string, to: string, count = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { status } = await post(`${url}/v1/webhooks`, { url: `${to}/${n}` })
    expect(status).toBe(201)
  }
}

describe('the limit of a delivery is the receiver’s own time', () => {
  it('ten subscriptions of one origin that answers in three fifths of the limit: none fails', async () => {
    const { url } = await startService({
      retryProfile: 'github',
      assumptions: { deliveryTimeoutMs: 10_000 },
    })
    const receiver = await startReceiver((response) => setTimeout(() => response.end(), 6_000))
    await subscribe(url, receiver.url, SUBSCRIPTIONS)
    await Promise.all(Array.from({ length: PROCEDURES }, () => create(url)))
    await expect
      .poll(
        async () => (await log(url)).filter(({ state }) => state !== 'due' && state !== 'leased').length,
        {
          timeout: 120_000,
        },
      )
      .toBe(SUBSCRIPTIONS * PROCEDURES)
    const deliveries = await log(url)
    expect(deliveries.map(({ lastError }) => lastError).filter((error) => error !== null)).toEqual([])
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['ok']))
    expect(receiver.count()).toBe(SUBSCRIPTIONS * PROCEDURES)
  })

  it('a subscription that never answers holds up no other of the same origin', async () => {
    const { url } = await startService({ assumptions: { deliveryTimeoutMs: 60_000 } })
    const receiver = await startReceiver((response, { path }) => path !== '/0' || response.end())
    await subscribe(url, receiver.url, SUBSCRIPTIONS)
    await Promise.all(Array.from({ length: PROCEDURES }, () => create(url)))
    await expect.poll(receiver.count).toBe(SUBSCRIPTIONS * PROCEDURES)
  })
})

describe('downloadUrl of procedure.document.added', () => {
  it('is good in each retry, however late; the rest of the body is the same', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock, retryProfile: 'default' })
    const statuses: number[] = []
    const receiver = await startReceiver(async (response, { data }) => {
      statuses.push((await fetch(data.downloadUrl)).status)
      response.writeHead(500).end()
    })
    const { status } = await post(`${url}/v1/webhooks`, {
      url: receiver.url,
      events: ['procedure.document.added'],
    })
    expect(status).toBe(201)
    const id = await create(url)
    await post(`${url}/v1/test/procedures/${id}/documents`, { type: 'es_576_doc' })
    const waiting = async () => (await log(url))[0]
    await expect.poll(async () => (await waiting())?.state).toBe('due')
    await expect.poll(async () => (await waiting())?.lastStatus).toBe(500)
    await post(`${url}/_dev/clock`, { advance: '3d' })
    expect(statuses).toEqual(Array(11).fill(200))
    expect(receiver.count()).toBe(11)
    const rest = receiver.received.map(({ data: { downloadUrl, ...others } }) => {
      expect(downloadUrl).toContain('?token=')
      return JSON.stringify(others)
    })
    expect(new Set(rest).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-dev-event'])).size).toBe(1)
  })

  it('what was written by hand is sent as it was written', async () => {
    const { url } = await startService()
    const receiver = await startReceiver()
    await subscribe(url, receiver.url)
    const data = { id: 'x', path: '/v1/x', downloadUrl: '/v1/procedures/a/documents/b/download' }
    await post(`${url}/_dev/events`, { event: 'energy_saving_certificate.document.added', data })
    await expect.poll(() => receiver.received[0]?.data).toMatchObject(data)
  })
})

describe('Retry-After', () => {
  it('as a date of HTTP is a wait too, counted from the receiver’s own clock', async () => {
    const clock = createFakeClock()
    const { url } = await startService({ clock, retryProfile: 'default' })
    const receiver = await startReceiver((response) =>
      response
        .writeHead(503, {
          date: 'Fri, 20 Nov 2026 10:00:00 GMT',
          'retry-after': 'Fri, 20 Nov 2026 10:00:09 GMT',
        })
        .end(),
    )
    await subscribe(url, receiver.url)
    await create(url)
    await expect
      .poll(async () => (await log(url))[0]?.nextAt)
      .toBe(new Date(clock.now() + 9_000).toISOString())
  })
})
