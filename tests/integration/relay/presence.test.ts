import { expect, test } from 'vitest'
import { hashSecret } from '#relay/office/secrets.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { call, OFFICE, OTHER, pairDevice, postMany, startRelay, temporaryDirectory } from './support/relay.ts'
import { storedText } from './support/store.ts'
import { openStream } from './support/stream.ts'

const tell = (url: string, token: string, body: unknown) =>
  call(`${url}/v1/presence`, 'POST', token, { body })

async function start(options: Parameters<typeof startRelay>[0] = {}) {
  const running = await startRelay(options)
  return {
    ...running,
    one: await pairDevice(running.url, 'PC 1'),
    two: await pairDevice(running.url, 'PC 2'),
  }
}

/** Opens a stream, and waits until it has begun. */
async function listen(url: string, token: string) {
  const stream = openStream(url, token)
  await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  return stream
}
/** Waits until an event that was posted last has come: all that was sent before is there. */
async function untilEvents(stream: ReturnType<typeof openStream>, count: number): Promise<void> {
  await expect.poll(() => stream.seqs().length).toBe(count)
}

test('goes to the other PCs of the office that are connected, and to nobody else', async () => {
  const { url, one, two } = await start()
  const stranger = await pairDevice(url, 'PC of Soto', OTHER)
  const [own, other, admin, soto] = await Promise.all(
    [one.token, two.token, OFFICE.adminToken, stranger.token].map((token) => listen(url, token)),
  )
  expect((await tell(url, one.token, 'key.sealed-text')).status).toBe(204)
  await postMany(url, 1)
  await postMany(url, 1, 'q', OTHER)
  for (const stream of [own, other, admin, soto]) await untilEvents(stream!, 1)
  const frame = { event: 'presence', id: null, data: { deviceId: one.deviceId, body: 'key.sealed-text' } }
  expect(other?.of('presence')).toMatchObject([frame])
  for (const stream of [own, admin, soto]) expect(stream?.of('presence')).toEqual([])
})

test('is stored nowhere, and a PC that connects later does not get it', async () => {
  const directory = await temporaryDirectory()
  const { url, one, two, logged, ops } = await start({ directory })
  const first = await listen(url, two.token)
  await tell(url, one.token, 'key.never-stored')
  await expect.poll(() => first.of('presence').length).toBe(1)
  const late = await listen(url, two.token)
  await postMany(url, 1)
  await untilEvents(late, 1)
  expect(late.of('presence')).toEqual([])
  expect(await storedText(directory)).not.toContain('never-stored')
  const metrics = await (await fetch(`${ops}/metrics`)).text()
  for (const text of [logged.join('\n'), metrics]) expect(text).not.toContain('never-stored')
})

test('is refused from anybody but a PC, and in any other form', async () => {
  const { url, one, two } = await start()
  const stream = await listen(url, two.token)
  expect((await tell(url, OFFICE.adminToken, 'x')).status).toBe(403)
  expect((await tell(url, 'rly_nobody', 'x')).status).toBe(401)
  for (const body of ['', 'x'.repeat(2_001), '{"person":"Ana"}', 7, null, undefined])
    expect((await tell(url, one.token, body)).status).toBe(400)
  expect((await call(`${url}/v1/presence`, 'POST', one.token, { body: 'x', more: 1 })).status).toBe(400)
  expect((await call(`${url}/v1/presence`, 'GET', one.token)).status).toBe(404)
  expect((await tell(url, one.token, 'x'.repeat(2_000))).status).toBe(204)
  await expect.poll(() => stream.of('presence').length).toBe(1)
})

test('is limited for each PC and for the office, and another office is not held up', async () => {
  const clock = createFakeClock()
  const { url, relay, one, two } = await start({ clock })
  const other = await pairDevice(url, 'PC of Soto', OTHER)
  const statuses = async (token: string, count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => tell(url, token, 'x')))
    return [204, 429].map((status) => answers.filter((answer) => answer.status === status).length)
  }
  expect(await statuses(one.token, 15)).toEqual([10, 5])
  expect(await statuses(two.token, 1)).toEqual([1, 0])
  expect((await tell(url, one.token, 'x')).headers.get('retry-after')).toBe('1')
  clock.advance(1_000)
  expect(await statuses(one.token, 2)).toEqual([1, 1])

  // Many PCs together: 200 at once, less the one of PC 1.
  const tokens = Array.from({ length: 25 }, (_, index) => `rly_of_pc_${index}`)
  for (const [index, token] of tokens.entries())
    await relay.store.writer.write('addDevice', {
      id: `pc-${index}`,
      officeId: 1,
      name: `PC ${index}`,
      tokenHash: hashSecret(token),
      isAdmin: false,
      now: clock.now(),
    })
  const all = await Promise.all(tokens.map((token) => statuses(token, 10)))
  expect(all.reduce((sum, [taken = 0]) => sum + taken, 0)).toBe(199)
  expect(await statuses(other.token, 1)).toEqual([1, 0])
})

test('ends with the PC: a removed one neither tells nor hears', async () => {
  const { url, one, two } = await start()
  const [removed, kept] = [await listen(url, one.token), await listen(url, two.token)]
  expect((await call(`${url}/v1/devices/${one.deviceId}`, 'DELETE', OFFICE.adminToken)).status).toBe(204)
  expect((await tell(url, one.token, 'x')).status).toBe(401)
  expect((await tell(url, two.token, 'x')).status).toBe(204)
  await removed.ended
  await postMany(url, 1)
  await untilEvents(kept, 1)
  expect([removed.of('presence'), kept.of('presence')]).toEqual([[], []])
})
