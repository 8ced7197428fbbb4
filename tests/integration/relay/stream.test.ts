import { expect, test } from 'vitest'
import {
  call,
  eventOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  startRelay,
} from './support/relay.ts'
import { openStream } from './support/stream.ts'

const token = OFFICE.adminToken
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('backlog first, then what comes, each with its cursor; the other office hears nothing', async () => {
  const { url } = await startRelay()
  await postMany(url, 300)
  const { epoch } = await pageOf(url)
  const all = openStream(url, token)
  const rest = openStream(url, token, { after: `${epoch}.10`, lastEventId: `${epoch}.290` })
  const other = openStream(url, OTHER.adminToken)
  await expect.poll(() => all.seqs().length).toBe(300)
  await postMany(url, 20, 'q')
  await expect.poll(() => all.seqs()).toEqual(upTo(320))
  await expect.poll(() => rest.seqs()).toEqual(upTo(320).slice(290))
  expect(all.of('change').map(({ id }) => id)).toEqual(upTo(320).map((seq) => `${epoch}.${seq}`))
  expect(all.frames[0]).toMatchObject({ event: 'hb', id: null, data: { epoch, floor: 1, head: 300 } })
  await expect.poll(() => [...new Set(other.frames.map(({ event }) => event))]).toEqual(['hb'])
})

test('heartbeats go on and say where the list stands', async () => {
  const { url } = await startRelay({ streamTimes: { heartbeat: 30 } })
  const stream = openStream(url, token)
  await expect.poll(() => stream.of('hb').length).toBeGreaterThan(3)
  await postMany(url, 2)
  await expect.poll(() => stream.of('hb').at(-1)?.data).toMatchObject({ head: 2 })
  expect(stream.of('hb').every(({ id }) => id === null)).toBe(true)
})

test('what a proxy must not do to it is in its headers, and it begins with more than 2 KB', async () => {
  const { url } = await startRelay()
  const answer = await fetch(`${url}/v1/stream`, { headers: { authorization: `Bearer ${token}` } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(answer.headers.has('content-encoding')).toBe(false)
  const reader = answer.body?.getReader()
  let text = ''
  while (!text.includes('event: hb')) text += Buffer.from((await reader?.read())?.value ?? []).toString()
  expect(text.indexOf('event: hb')).toBeGreaterThan(2_048)
  await reader?.cancel()
})

test('many that connect while events come have each number once and in order', async () => {
  const { url } = await startRelay()
  const streams: ReturnType<typeof openStream>[] = []
  const posting = postMany(url, 400)
  for (let index = 0; index < 60; index++) {
    streams.push(openStream(url, token))
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
  await posting
  for (const stream of streams) await expect.poll(() => stream.seqs().length).toBe(400)
  for (const stream of streams) expect(stream.seqs()).toEqual(upTo(400))
})

test('a reader that takes nothing is cut without holding up the others, and goes on where it was', async () => {
  const { url, ops } = await startRelay({ streamTimes: { drain: 2_000 } })
  const { epoch } = await pageOf(url)
  const slow = openStream(url, token)
  const quick = openStream(url, token)
  expect(await slow.status).toBe(200)
  slow.pause()
  const note = 'x'.repeat(200_000)
  const count = 80
  let mostBuffered = 0
  for (let index = 0; index < count; index++) {
    await post(url, JSON.stringify({ event: 'something.new', data: { id: `${index}`, note } }))
    const figures = await (await fetch(`${ops}/metrics`)).text()
    const buffered = Number(/^relay_stream_buffered_bytes (\d+)$/m.exec(figures)?.[1])
    mostBuffered = Math.max(mostBuffered, buffered)
  }
  await expect.poll(() => quick.seqs()).toEqual(upTo(count))
  expect(mostBuffered).toBeGreaterThan(0)
  expect(mostBuffered).toBeLessThan(1024 * 1024)
  await expect
    .poll(async () => (await fetch(`${ops}/metrics`)).text())
    .toContain('relay_slow_streams_total 1')
  slow.resume()
  await slow.ended
  const reached = slow.seqs()
  // Part of what there is: the relay did not keep the rest for it.
  expect(reached.length).toBeLessThan(count)
  expect(reached).toEqual(upTo(reached.length))
  const again = openStream(url, token, { lastEventId: `${epoch}.${reached.length}` })
  await expect.poll(() => again.seqs().at(-1)).toBe(count)
  expect([...reached, ...again.seqs()]).toEqual(upTo(count))
})

test('a reader that takes nothing of a long backlog holds one page of it in memory', async () => {
  const { url, ops } = await startRelay()
  const note = 'x'.repeat(200_000)
  for (let index = 0; index < 80; index++)
    expect(
      (await post(url, JSON.stringify({ event: 'something.new', data: { id: `${index}`, note } }))).status,
    ).toBe(200)
  const slow = openStream(url, token)
  expect(await slow.status).toBe(200)
  slow.pause()
  // The system's own buffers are filled first.
  const buffered = async () => {
    const figures = await (await fetch(`${ops}/metrics`)).text()
    return Number(/^relay_stream_buffered_bytes (\d+)$/m.exec(figures)?.[1])
  }
  await expect.poll(buffered).toBeGreaterThan(0)
  expect(await buffered()).toBeLessThan(1024 * 1024)
})

test('a client that leaves while the store looks up who it is leaves no stream behind', async () => {
  const { url, ops, relay } = await startRelay()
  const { token: pc } = await pairDevice(url, 'PC 1')
  const { reader } = relay.store
  const { listPlaces } = reader
  let isAsked = false
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  reader.listPlaces = async (ids) => {
    isAsked = true
    await gate
    return listPlaces(ids)
  }
  const connections = () =>
    new Promise<number>((resolve) => relay.app.server.getConnections((_, count) => resolve(count)))
  const before = await connections()
  const stream = openStream(url, pc)
  await expect.poll(() => isAsked).toBe(true)
  stream.close()
  await expect.poll(connections).toBeLessThanOrEqual(before)
  goOn()
  // Another stream goes the same way, after it.
  reader.listPlaces = listPlaces
  const other = openStream(url, pc)
  expect(await other.status).toBe(200)
  await expect.poll(async () => (await fetch(`${ops}/metrics`)).text()).toContain('relay_streams 1\n')
  other.close()
  await expect.poll(async () => (await fetch(`${ops}/metrics`)).text()).toContain('relay_streams 0\n')
})

test('a PC that is revoked is cut at once, and its token opens nothing more', async () => {
  const { url } = await startRelay()
  const one = await pairDevice(url, 'PC 1')
  const two = await pairDevice(url, 'PC 2')
  const stream = openStream(url, two.token)
  const kept = openStream(url, one.token)
  expect(await stream.status).toBe(200)
  expect(await kept.status).toBe(200)
  const waiting = fetch(`${url}/v1/events?after=${two.cursor}&wait=25`, {
    headers: { authorization: `Bearer ${two.token}` },
  })
  await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
  expect((await call(`${url}/v1/devices/${two.deviceId}`, 'DELETE', one.token)).status).toBe(204)
  await stream.ended
  expect(stream.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'revoked' } })
  await post(url, JSON.stringify(eventOf('after')))
  expect((await waiting).status).toBe(401)
  expect((await call(`${url}/v1/events`, 'GET', two.token)).status).toBe(401)
  expect(await openStream(url, two.token).status).toBe(401)
  await expect.poll(() => kept.seqs()).toEqual([1])
  expect(kept.isEnded()).toBe(false)
})

test('a stream ends at its age, and the oldest when a PC opens too many', async () => {
  const { url } = await startRelay()
  const { token: own } = await pairDevice(url, 'PC 1')
  const streams: ReturnType<typeof openStream>[] = []
  for (let index = 0; index < 5; index++) {
    const stream = openStream(url, own)
    await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
    streams.push(stream)
  }
  await streams[0]?.ended
  expect(streams[0]?.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'age' } })
  expect(streams.slice(1).some((stream) => stream.isEnded())).toBe(false)

  const aging = await startRelay({ streamTimes: { age: 50 } })
  const old = openStream(aging.url, token)
  await old.ended
  expect(old.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'age' } })
})

test('a stop says goodbye to all with times that are spread, and takes what was under way', async () => {
  const { url, stop, directory } = await startRelay()
  await postMany(url, 3)
  const { epoch } = await pageOf(url)
  const streams = Array.from({ length: 40 }, () => openStream(url, token, { after: `${epoch}.3` }))
  for (const stream of streams) await expect.poll(() => stream.frames.length).toBeGreaterThan(0)
  const waiting = pageOf(url, `?after=${epoch}.3&wait=25`)
  const statuses: number[] = []
  let isStopped = false
  const posting = Array.from({ length: 8 }, async (_, worker) => {
    for (let index = 0; !isStopped; index++)
      await post(url, JSON.stringify(eventOf(`w${worker}-${index}`))).then(
        ({ status }) => statuses.push(status),
        () => (isStopped = true),
      )
  })
  await expect.poll(() => statuses.length).toBeGreaterThan(10)
  await stop()
  isStopped = true
  await Promise.all(posting)
  expect((await waiting).events.length).toBeGreaterThanOrEqual(0)
  expect(new Set(statuses)).toEqual(new Set(statuses.includes(503) ? [200, 503] : [200]))
  for (const stream of streams) await stream.ended
  const byes = streams.map((stream) => stream.frames.at(-1))
  expect(new Set(byes.map((bye) => (bye?.data as { reason: string } | undefined)?.reason))).toEqual(
    new Set(['stopping']),
  )
  const times = byes.map((bye) => bye?.retry ?? -1)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...times)).toBeLessThan(10_000)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(5_000)

  const again = await startRelay({ directory })
  const taken = statuses.filter((status) => status === 200).length
  expect(await pageOf(again.url)).toMatchObject({ epoch, head: 3 + taken })
})
