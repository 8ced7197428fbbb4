import { describe, expect, it } from 'vitest'
import { REGISTRATION } from './support/bodies.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { startReceiver } from './support/receiver.ts'
import {
  createReport,
  get,
  KEY,
  OTHER_KEY,
  post,
  startService,
  type StartOptions,
} from './support/service.ts'

async function setup(options: StartOptions = {}) {
  const service = await startService(options)
  const { url } = service
  const create = async (more: object = {}) =>
    (await (await post(`${url}/v1/procedures/registration`, { ...REGISTRATION, ...more })).json())
      .id as string
  return { ...service, create }
}

describe('POST /_dev/events', () => {
  it('of each kind leads to its resource, with that resource’s own values', async () => {
    const { url, create } = await setup({ reportDelayMs: 3_600_000, signatureDelayMs: 3_600_000 })
    const receiver = await startReceiver()
    const procedure = await create()
    const report = await createReport(url, '1234BCD', KEY, 'complete')
    const signer = { type: 'person', idNumber: '12345678Z', fullname: 'Ana', email: 'a@example.com' }
    const signature = await (await post(`${url}/v1/signatures/sales-agreement`, { signer })).json()
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    const wanted = [
      ['procedure.finished', procedure, { procedureType: 'VEHICLE_REGISTRATION', status: 'PENDING' }],
      ['report.status_changed', report.id, { type: 'complete', status: 'processing' }],
      ['signature.status_changed', signature.id, { type: 'sales-agreement', status: 'submitted' }],
    ] as const
    for (const [event, id, fields] of wanted) {
      expect((await post(`${url}/_dev/events`, { event, data: { id } })).status).toBe(202)
      const sent = () => receiver.received.find((each) => each.event === event)?.data
      await expect.poll(sent).toMatchObject({ id, ...fields })
      expect((await get(url + sent().path)).status).toBe(200)
    }
  })

  it('without a resource the values are plausible ones, and those given hold', async () => {
    const { url } = await setup()
    const receiver = await startReceiver()
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    await post(`${url}/_dev/events`, { event: 'report.completed', data: { type: 'complete' } })
    await expect
      .poll(() => receiver.received[0]?.data)
      .toMatchObject({
        path: expect.stringMatching(/^\/v1\/reports\/./),
        type: 'complete',
        status: 'completed',
      })
  })

  it('of another account’s resource tells nothing of it', async () => {
    const { url } = await setup()
    const receiver = await startReceiver()
    const { id } = await createReport(url, '1234BCD', OTHER_KEY, 'complete')
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    await post(`${url}/_dev/events`, { event: 'report.status_changed', data: { id } })
    await expect.poll(() => receiver.received[0]?.data).toMatchObject({ type: 'reduced' })
  })
})

describe('POST /_dev/webhooks', () => {
  it('one address once, as from the client', async () => {
    const { url, create } = await setup()
    const receiver = await startReceiver()
    const register = async () => (await post(`${url}/_dev/webhooks`, { url: receiver.url })).status
    expect([await register(), await register()]).toEqual([201, 409])
    expect((await post(`${url}/v1/webhooks`, { url: receiver.url })).status).toBe(409)
    await create()
    await expect.poll(async () => (await (await get(`${url}/_dev/deliveries`)).json())[0]?.state).toBe('ok')
    expect(receiver.count()).toBe(1)
  })

  it('an account that has no key: 400', async () => {
    const { url } = await setup()
    const response = await post(`${url}/_dev/webhooks`, { url: 'http://127.0.0.1:9/', account: 'ZZZ' })
    expect([response.status, (await response.json()).details[0].field]).toEqual([400, 'account'])
  })
})

describe('one address has one subscription, however it is written', () => {
  it.each([
    ['http://127.0.0.1:9/a', 'HTTP://127.0.0.1:9/a'],
    ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/a#f'],
    ['http://127.0.0.1:9/a', 'http://127.1:9/a'],
    ['http://localhost', 'http://localhost:80/'],
  ])('%s and %s', async (first, second) => {
    const { url } = await setup()
    expect((await post(`${url}/v1/webhooks`, { url: first })).status).toBe(201)
    expect((await post(`${url}/v1/webhooks`, { url: second })).status).toBe(409)
    expect(await (await get(`${url}/v1/webhooks`)).json()).toMatchObject([{ url: first }])
  })

  it('different paths, queries and ports are different', async () => {
    const { url } = await setup()
    for (const to of [
      'http://127.0.0.1:9/a',
      'http://127.0.0.1:9/A',
      'http://127.0.0.1:9/a?x',
      'http://127.0.0.1:8/a',
    ])
      expect((await post(`${url}/v1/webhooks`, { url: to })).status).toBe(201)
  })
})

describe('POST /_dev/deliveries/redeliver', () => {
  it('takes what is held too, and counts what this service accepts', async () => {
    const { url, create } = await setup({ retryProfile: 'github', assumptions: { deliverySuccess: '2xx' } })
    let answers = [500, 410]
    const receiver = await startReceiver((response) => response.writeHead(answers.shift() ?? 202).end())
    await post(`${url}/v1/webhooks`, { url: receiver.url })
    const states = async () => {
      const deliveries: { state: string }[] = await (await get(`${url}/_dev/deliveries`)).json()
      return deliveries.map(({ state }) => state).toSorted()
    }
    await create()
    await expect.poll(states).toEqual(['dead'])
    await create()
    await expect.poll(states).toEqual(['dead', 'held'])
    answers = []
    expect(await (await post(`${url}/_dev/deliveries/redeliver`, {})).json()).toEqual({
      tried: 2,
      accepted: 2,
    })
    await expect.poll(states).toEqual(['ok', 'ok'])
  })
})

describe('POST /_dev/procedures/{id}/play', () => {
  it('a draft, and one that is over, say that nothing goes on by itself: 409', async () => {
    const { url, create } = await setup({ clock: createFakeClock() })
    const draft = await create({ confirmed: false })
    const response = await post(`${url}/_dev/procedures/${draft}/play`, {})
    expect([response.status, (await response.json()).details]).toEqual([
      409,
      [{ field: 'status', message: 'DRAFT' }],
    ])
    const { ids } = await (
      await post(`${url}/_dev/seed`, { procedures: 2, states: ['CANCELLED', 'DELIVERED_TO_CLIENT'] })
    ).json()
    for (const id of ids) expect((await post(`${url}/_dev/procedures/${id}/play`, {})).status).toBe(409)
    await post(`${url}/v1/procedures/${draft}/confirm`, {})
    expect((await post(`${url}/_dev/procedures/${draft}/play`, {})).status).toBe(200)
  })
})

describe('the truncate fault', () => {
  it('cuts the answer, says its real length, and is no failure of the service', async () => {
    const { url, logged } = await setup()
    await post(`${url}/_dev/faults`, { kind: 'truncate', times: 1 })
    const response = await post(`${url}/v1/reports/reduced`, { vrm: '1234BCD' })
    expect([response.status, Number(response.headers.get('content-length'))]).toEqual([
      201,
      expect.any(Number),
    ])
    await expect(response.text()).rejects.toThrow('terminated')
    expect((await post(`${url}/v1/reports/reduced`, { vrm: '1234BCD' })).status).toBe(201)
    expect(logged).toEqual([])
  })
})
