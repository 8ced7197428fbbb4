import { describe, expect, it } from 'vitest'
import { REGISTRATION } from './support/bodies.ts'
import { createFakeClock, type FakeClock } from './support/fake-clock.ts'
import { type Delivery, startReceiver } from './support/receiver.ts'
import { get, KEY, OTHER_KEY, post, startService, type StartOptions } from './support/service.ts'

async function setup(options: StartOptions = {}) {
  const service = await startService({ retryProfile: 'demo', ...options })
  const { url } = service
  return {
    ...service,
    subscribe: async (to: string, events?: string[]) =>
      (await (await post(`${url}/v1/webhooks`, { url: to, events })).json()).id as string,
    create: async () =>
      (await (await post(`${url}/v1/procedures/registration`, REGISTRATION)).json()).id as string,
    status: (id: string, status: string) =>
      fetch(`${url}/v1/test/procedures/${id}/status`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      }),
    log: async (query = '') => (await (await get(`${url}/_dev/deliveries${query}`)).json()) as Logged[],
  }
}
interface Logged {
  seq: number
  state: string
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAt: string | null
}
const fail = (status: number) => (response: { statusCode: number; end: () => void }) => {
  response.statusCode = status
  response.end()
}
const statuses = (received: readonly Delivery[]) => received.map(({ data }) => data.status)

/** Advances time only when nothing is in flight, so that each retry falls exactly when it is due. */
async function pass(clock: FakeClock, ms: number, until: () => Promise<boolean>) {
  await expect.poll(until).toBe(true)
  clock.advance(ms)
}

describe('"the receiver must answer HTTP 200 within 5 seconds; otherwise the service retries"', () => {
  it.each([201, 204, 301, 302, 400, 404, 500, 503])('%d is not 200', async (status) => {
    const { subscribe, create, log } = await setup()
    const receiver = await startReceiver(fail(status))
    await subscribe(receiver.url)
    await create()
    await expect
      .poll(async () => (await log())[0])
      .toMatchObject({ state: 'due', attempts: 1, lastStatus: status })
  })

  it('a redirect is not followed', async () => {
    const { subscribe, create, log } = await setup()
    const elsewhere = await startReceiver()
    const receiver = await startReceiver((response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]?.lastStatus).toBe(307)
    expect(elsewhere.count()).toBe(0)
  })

  it('an answer that comes too late is none', async () => {
    const { subscribe, create, log } = await setup({ assumptions: { deliveryTimeoutMs: 100 } })
    const receiver = await startReceiver((response) => setTimeout(() => response.end(), 400))
    await subscribe(receiver.url)
    await create()
    await expect
      .poll(async () => (await log())[0])
      .toMatchObject({ state: 'due', lastStatus: null, lastError: 'no answer in 100 ms' })
  })

  it.each([
    ['hangs up', (response: { socket: { destroy: () => void } | null }) => response.socket?.destroy()],
    [
      'answers what is not HTTP',
      (response: { socket: { end: (text: string) => void } | null }) => response.socket?.end('HOLA\r\n\r\n'),
    ],
  ])('one that %s is tried again', async (_, answer) => {
    const { subscribe, create, log } = await setup()
    const receiver = await startReceiver((response) => answer(response))
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]).toMatchObject({ state: 'due', lastStatus: null })
  })

  it('one that is not there is tried again, and said why', async () => {
    const { subscribe, create, log } = await setup()
    await subscribe('http://127.0.0.1:9')
    await create()
    await expect.poll(async () => (await log())[0]).toMatchObject({ state: 'due', lastError: 'ECONNREFUSED' })
  })

  it('10 MB of answer are not read, and 200 is 200', async () => {
    const { subscribe, create, url, log } = await setup()
    const receiver = await startReceiver((response) => response.end(Buffer.alloc(10_000_000, 'x')))
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]?.state).toBe('ok')
    const [{ seq }] = (await log()) as [Logged]
    const { attempts } = await (await get(`${url}/_dev/deliveries/${seq}`)).json()
    expect(attempts[0].response.length).toBe(20 * 1024)
  })

  it('each retry is at its time, with the same bytes, and the last failure is the end', async () => {
    const clock = createFakeClock()
    const { subscribe, create, log } = await setup({ clock })
    const receiver = await startReceiver(fail(500))
    await subscribe(receiver.url)
    await create()
    let waited = 0
    for (const delay of [1_000, 2_000, 4_000, 8_000]) {
      await expect
        .poll(async () => (await log())[0]?.nextAt)
        .toBe(new Date(clock.now() + delay).toISOString())
      const seen = receiver.count()
      clock.advance(delay - 1)
      expect(receiver.count()).toBe(seen)
      clock.advance(1)
      waited += delay
      await expect.poll(receiver.count).toBe(seen + 1)
    }
    await expect
      .poll(async () => (await log())[0])
      .toMatchObject({ state: 'dead', attempts: 5, nextAt: null })
    expect(waited).toBe(15_000)
    expect(new Set(receiver.received.map(({ bytes }) => bytes)).size).toBe(1)
    expect(receiver.received.map(({ headers }) => headers['x-dev-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ])
  })

  it('410 is kept for a person to decide', async () => {
    const { subscribe, create, log } = await setup()
    const receiver = await startReceiver(fail(410))
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]).toMatchObject({ state: 'held', attempts: 1 })
  })

  it('Retry-After is honoured, up to twice the delay', async () => {
    const clock = createFakeClock()
    const { subscribe, create, log } = await setup({ clock })
    const receiver = await startReceiver((response) => response.writeHead(429, { 'retry-after': '60' }).end())
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]?.nextAt).toBe(new Date(clock.now() + 2_000).toISOString())
  })
})

describe('order', () => {
  it('the events of one resource wait for each other', async () => {
    const clock = createFakeClock()
    const { subscribe, create, status, log } = await setup({ clock })
    const receiver = await startReceiver((response, _, index) => fail(index === 0 ? 500 : 200)(response))
    await subscribe(receiver.url, ['procedure.status_changed'])
    const id = await create()
    await expect.poll(receiver.count).toBe(1)
    await status(id, 'IN_PROGRESS')
    await status(id, 'ON_HOLD')
    await pass(clock, 1_000, async () => (await log('?state=due')).length === 3)
    await expect
      .poll(() => statuses(receiver.received))
      .toEqual(['PENDING', 'PENDING', 'IN_PROGRESS', 'ON_HOLD'])
  })

  it('those of others do not wait for it', async () => {
    const { subscribe, create } = await setup()
    let bad = ''
    const receiver = await startReceiver((response, { data }) => fail(data.id === bad ? 500 : 200)(response))
    await subscribe(receiver.url)
    bad = await create()
    const good = await create()
    await expect.poll(() => receiver.received.some(({ data }) => data.id === good)).toBe(true)
  })

  it('after three failures the first lets the others pass', async () => {
    const clock = createFakeClock()
    const { subscribe, create, status, log } = await setup({ clock })
    const receiver = await startReceiver((response, { data }) =>
      fail(data.status === 'PENDING' ? 500 : 200)(response),
    )
    await subscribe(receiver.url, ['procedure.status_changed'])
    const id = await create()
    await status(id, 'IN_PROGRESS')
    await pass(clock, 1_000, async () =>
      (await log()).some(({ attempts, state }) => attempts === 1 && state === 'due'),
    )
    await pass(clock, 2_000, async () =>
      (await log()).some(({ attempts, state }) => attempts === 2 && state === 'due'),
    )
    await expect
      .poll(() => statuses(receiver.received))
      .toEqual(['PENDING', 'PENDING', 'PENDING', 'IN_PROGRESS'])
  })

  it('a receiver that never answers does not delay another', async () => {
    // Long enough that the other receiver only gets them all if it has a queue of its own.
    const { subscribe, create } = await setup({ assumptions: { deliveryTimeoutMs: 60_000 } })
    const hung = await startReceiver(() => {})
    const quick = await startReceiver()
    await subscribe(hung.url)
    await subscribe(quick.url)
    await Promise.all(Array.from({ length: 60 }, create))
    await expect.poll(quick.count).toBe(60)
    // Limited to the concurrency of one receiver.
    expect(hung.count()).toBeLessThanOrEqual(4)
  })
})

describe('state and event are one transaction', () => {
  it('when the event cannot be written, nothing happened', async () => {
    const { db, url, create, status, subscribe, log } = await setup()
    const receiver = await startReceiver()
    await subscribe(receiver.url)
    const id = await create()
    await expect.poll(receiver.count).toBe(1)
    db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON delivery BEGIN SELECT RAISE(ABORT, 'disk trouble'); END`)
    expect((await status(id, 'DONE')).status).toBe(500)
    expect((await post(`${url}/v1/procedures/registration`, REGISTRATION)).status).toBe(500)
    db.exec('DROP TRIGGER refuse')
    expect(await (await get(`${url}/v1/procedures/${id}`)).json()).toMatchObject({
      status: 'PENDING',
      generatedDocuments: [],
    })
    expect(db.prepare('SELECT count(*) AS n FROM procedure').get()).toEqual({ n: 1 })
    expect(await log()).toHaveLength(1)
  })

  it('what was on its way when the service stopped is sent again at the next start', async () => {
    const hung = await startReceiver((response, _, index) => index === 0 || response.end())
    const before = await setup()
    await before.subscribe(hung.url)
    await before.create()
    await expect.poll(hung.count).toBe(1)
    await before.close()
    const after = await setup({ directory: before.directory })
    await expect.poll(hung.count).toBe(2)
    expect(hung.received[0]?.bytes).toBe(hung.received[1]?.bytes)
    await expect.poll(async () => (await after.log())[0]?.state).toBe('ok')
  })
})

describe('by hand', () => {
  it('a dead delivery is sent again, and its log tells everything', async () => {
    const { subscribe, create, log, url } = await setup({ retryProfile: 'github' })
    let status = 500
    const receiver = await startReceiver((response) => fail(status)(response))
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]?.state).toBe('dead')
    status = 200
    const [{ seq }] = (await log()) as [Logged]
    expect(await (await post(`${url}/_dev/deliveries/${seq}/redeliver`, {})).json()).toMatchObject({
      status: 200,
    })
    expect((await log())[0]).toMatchObject({ state: 'ok', attempts: 2 })
    const { attempts } = await (await get(`${url}/_dev/deliveries/${seq}`)).json()
    expect(attempts).toMatchObject([
      { n: 1, isManual: false, status: 500 },
      { n: 2, isManual: true, status: 200 },
    ])
  })

  it('a failed attempt by hand leaves the schedule as it was', async () => {
    const clock = createFakeClock()
    const { subscribe, create, log, url } = await setup({ clock })
    const receiver = await startReceiver(fail(500))
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]).toMatchObject({ state: 'due', lastStatus: 500 })
    const [before] = (await log()) as [Logged]
    await post(`${url}/_dev/deliveries/${before.seq}/redeliver`, {})
    expect((await log())[0]).toMatchObject({ state: 'due', nextAt: before.nextAt, attempts: 2 })
  })

  it('nobody redelivers nor reads what is another account’s', async () => {
    const { subscribe, create, log, url } = await setup()
    const receiver = await startReceiver()
    await subscribe(receiver.url)
    await create()
    await expect.poll(async () => (await log())[0]?.state).toBe('ok')
    const [{ seq }] = (await log()) as [Logged]
    expect((await post(`${url}/_dev/deliveries/${seq}/redeliver`, {}, OTHER_KEY)).status).toBe(404)
    expect((await get(`${url}/_dev/deliveries/${seq}`, OTHER_KEY)).status).toBe(404)
    expect(await (await get(`${url}/_dev/deliveries`, OTHER_KEY)).json()).toEqual([])
    expect(receiver.count()).toBe(1)
  })
})

describe('where events go', () => {
  it.each([
    'http://192.168.1.10/x',
    'http://169.254.169.254/latest',
    'https://example.com/hook',
    'http://0.0.0.0/x',
  ])('not to %s, unless the operator says so', async (to) => {
    const { url } = await setup()
    expect((await post(`${url}/v1/webhooks`, { url: to })).status).toBe(400)
    const { hostname } = new URL(to)
    const allowed = await setup({ webhookHosts: [hostname] })
    expect((await post(`${allowed.url}/v1/webhooks`, { url: to })).status).toBe(201)
  })
})
