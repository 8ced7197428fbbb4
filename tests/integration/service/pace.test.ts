import { describe, expect, it } from 'vitest'
import {
  PACE_PATH,
  PACE_STEP_PATH,
  paceSchema,
  SAMPLE_OFFICE_PATH,
  sampleOfficeSchema,
} from '#shared/api/development.ts'
import { createFakeClock } from './support/fake-clock.ts'
import { startReceiver } from './support/receiver.ts'
import { bearer, get, KEY, post, startService, temporaryDirectory } from './support/service.ts'

const put = (url: string, body: unknown) =>
  fetch(url, {
    method: 'PUT',
    headers: { ...bearer(KEY), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const paceOf = async (url: string) => paceSchema.parse(await (await get(url + PACE_PATH)).json())
const step = async (url: string) => paceSchema.parse(await (await post(url + PACE_STEP_PATH, {})).json())
const makeOffice = async (url: string) =>
  sampleOfficeSchema.parse(await (await post(url + SAMPLE_OFFICE_PATH, {})).json())
const advance = (url: string, time: string) => post(`${url}/_dev/clock`, { advance: time })

/** An office with a receiver of its events. */
async function office(options: Parameters<typeof startService>[0] = {}) {
  const clock = createFakeClock()
  const { url } = await startService({ clock, ...options })
  const receiver = await startReceiver()
  await post(`${url}/v1/webhooks`, { url: receiver.url })
  const made = await makeOffice(url)
  return { url, receiver, made, clock }
}

describe('the office goes on by itself', () => {
  it('at the pace of a morning: about two things a minute, of every kind', async () => {
    const { url, receiver } = await office()
    await advance(url, '20m')
    await expect.poll(receiver.count).toBeGreaterThan(20)
    const changes = receiver.received.filter(({ event }) => event.endsWith('status_changed'))
    expect(changes.length).toBeLessThan(60)
    expect(new Set(changes.map(({ event }) => event)).size).toBe(2)
  })

  it('a week later everything that does not wait for the office is over', async () => {
    const { url, made } = await office()
    await advance(url, '7d')
    const states = await Promise.all(
      made.cases.map(async ({ id }) => (await (await get(`${url}/v1/procedures/${id}`)).json()).status),
    )
    expect(new Set(states)).toEqual(new Set(['DRAFT', 'BLOCKED', 'CANCELLED', 'DELIVERED_TO_CLIENT']))
  })

  it('paused nothing moves; resumed it goes on from there, and does not catch up at once', async () => {
    const { url, receiver } = await office()
    expect(await (await put(url + PACE_PATH, { paused: true })).json()).toMatchObject({ paused: true })
    await advance(url, '2h')
    expect(receiver.count()).toBe(0)
    await put(url + PACE_PATH, { paused: false })
    await advance(url, '1s')
    expect(receiver.count()).toBe(0)
    await advance(url, '1h')
    await expect.poll(receiver.count).toBeGreaterThan(20)
  })

  it('hurried, the same happens sooner', async () => {
    const { url, receiver } = await office()
    await put(url + PACE_PATH, { speed: 100 })
    await advance(url, '30s')
    await expect.poll(receiver.count).toBeGreaterThan(30)
    expect(await paceOf(url)).toMatchObject({ speed: 100, paused: false })
  })

  it('a step moves one thing now, also while paused; with nothing left it says so', async () => {
    const { url } = await office()
    await put(url + PACE_PATH, { paused: true })
    const { moved } = await step(url)
    expect(moved).toEqual(expect.any(String))
    const empty = await startService()
    expect(await step(empty.url)).toMatchObject({ moved: null, playing: 0 })
  })

  it('opened the next day, a night of work does not happen at once; the pace is kept', async () => {
    const clock = createFakeClock()
    const directory = await temporaryDirectory()
    const first = await startService({ clock, directory })
    await makeOffice(first.url)
    await put(first.url + PACE_PATH, { speed: 2 })
    await first.close()
    clock.advance(14 * 3_600_000)
    const second = await startService({ clock, directory })
    const receiver = await startReceiver()
    await post(`${second.url}/v1/webhooks`, { url: receiver.url })
    await advance(second.url, '1s')
    expect(receiver.count()).toBe(0)
    expect(await paceOf(second.url)).toMatchObject({ speed: 2 })
    // Nor does it wait for a quarter of an hour.
    await advance(second.url, '4m')
    await expect.poll(receiver.count).toBeGreaterThan(3)
  })

  it.each([{ speed: 0 }, { speed: 5_000 }, { paused: 'yes' }])('%j is no pace', async (body) => {
    const { url } = await startService()
    expect((await put(url + PACE_PATH, body)).status).toBe(400)
  })
})
