import { expect, inject, test } from 'vitest'
import { recordOutcomesWire } from '#shared/api/relay-records.ts'
import { devicesWire, selfTestWire } from '#shared/api/relay.ts'
import { comparePairing, newPairing } from '#tests/fakes/relay-process.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { alarmOf, MINUTE, pass, set } from '../relay/support/alarm.ts'
import { startWebhook } from '../relay/support/outside.ts'
import {
  allEvents,
  askAs,
  bearer,
  call,
  eventOf,
  givePc,
  newPc,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  rawRequest,
  inboxOf,
  type StartOptions,
  startRelay,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { admin, databaseOf } from '../relay/support/store.ts'
import { openStream } from '../relay/support/stream.ts'

const token = OFFICE.adminToken
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Two nodes of one database, in this process. */
async function startNodes(options: StartOptions = {}) {
  const directory = await temporaryDirectory()
  const one = await startRelay({ directory, ...options })
  const two = await startRelay({ directory, ...options })
  return { directory, one, two }
}

/** Ends connections of a database from outside, as a network or an administrator does. */
async function cutConnections(directory: string, which = 'true') {
  const { name } = await databaseOf(directory)
  await admin(
    inject('postgres').adminUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND ${which}`,
  )
}

test('a PC cannot tell which node it asks: one list, one epoch, every cursor at each', async () => {
  const { one, two } = await startNodes()
  for (const [index, { url }] of [one, two, two, one].entries()) await postMany(url, 5, `${index}-`)
  const { epoch } = await pageOf(one.url)
  expect(await pageOf(two.url)).toMatchObject({ epoch, head: 20 })
  const list = await allEvents(one.url)
  expect(list.map(({ seq }) => seq)).toEqual(upTo(20))
  expect(await allEvents(two.url)).toEqual(list)
  // A number that the other node has just given.
  await postMany(two.url, 1, 'last')
  expect((await pageOf(one.url, `?after=${epoch}.21`)).events).toEqual([])
})

test('streams and waits at one node hear what the other takes', async () => {
  const { one, two } = await startNodes()
  const streams = [openStream(one.url, token), openStream(two.url, token)]
  for (const stream of streams) await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  const { epoch } = await pageOf(one.url)
  const waiting = pageOf(one.url, `?after=${epoch}.0&wait=25`)
  await postMany(two.url, 1)
  expect((await waiting).events.map(({ seq }) => seq)).toEqual([1])
  await Promise.all([postMany(one.url, 100, 'a'), postMany(two.url, 100, 'b')])
  for (const stream of streams) await expect.poll(() => stream.seqs()).toEqual(upTo(201))
})

test('the same event at both nodes at once is numbered once, and each duplicate is counted', async () => {
  const { one, two } = await startNodes()
  const bodies = Array.from({ length: 60 }, (_, index) => JSON.stringify(eventOf(`p${index}`)))
  const answers = await Promise.all(
    bodies.flatMap((body) => [one.url, two.url, one.url].map((url) => post(url, body))),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const office = await (await call(`${two.url}/v1/office`, 'GET', token)).json()
  expect(office).toMatchObject({ head: 60, duplicates: 120 })
})

test('many that connect to any node while both take events have each number once and in order', async () => {
  const { one, two } = await startNodes()
  const posting = [postMany(one.url, 150, 'a'), postMany(two.url, 150, 'b')]
  const streams: ReturnType<typeof openStream>[] = []
  for (let index = 0; index < 40; index++) {
    streams.push(openStream((index % 2 === 0 ? one : two).url, token))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(posting)
  for (const stream of streams) await expect.poll(() => stream.seqs().length).toBe(300)
  for (const stream of streams) expect(stream.seqs()).toEqual(upTo(300))
})

test('a pairing goes on at any node, and its guesses count together', async () => {
  const { one, two } = await startNodes()
  const pairing = await newPairing(askAs(one.url))
  const { id } = pairing
  const words = comparePairing(askAs(one.url), pairing)
  const pc = await givePc(two.url, pairing, 'PC 1')
  const heard = await Promise.all([two, one].map(({ url }) => pc.words(url)))
  // One waits at each node: the token is given once.
  const claims = [two, one].map(({ url }) => pc.decided(url))
  const shown = await words
  expect(heard).toEqual([shown, shown])
  expect((await call(`${two.url}/v1/pairings/${id}/confirm`, 'POST', token)).status).toBe(200)
  expect((await Promise.all(claims)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 410,
  ])

  const guessed = await newPairing(askAs(one.url))
  const wrong = `${guessed.code.slice(0, -1)}${guessed.code.endsWith('0') ? '1' : '0'}`
  const guess = (url: string, text: string) => call(`${url}/v1/pair`, 'POST', 'none', newPc(text, 'x').body)
  await Promise.all([one, two, one, two, one].map(({ url }) => guess(url, wrong)))
  expect((await guess(two.url, guessed.code)).status).toBe(404)
})

test('a PC that is revoked at one node is cut at the other, also when nothing told of it', async () => {
  const { directory, one, two } = await startNodes()
  await pairDevice(one.url, 'PC 1')
  for (const isTold of [true, false]) {
    const { token: own, deviceId } = await pairDevice(one.url, `told ${isTold}`)
    const stream = openStream(two.url, own)
    await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
    if (isTold) expect((await call(`${one.url}/v1/devices/${deviceId}`, 'DELETE', token)).status).toBe(204)
    else {
      const { name } = await databaseOf(directory)
      const as = inject('postgres').adminUrl.replace(/postgres$/, name)
      await admin(as, `UPDATE device SET revoked_ms = 1 WHERE id = '${deviceId}'`)
    }
    await stream.ended
    expect(stream.frames.at(-1)).toMatchObject({ event: 'bye', data: { reason: 'revoked' } })
    expect((await call(`${two.url}/v1/events`, 'GET', own)).status).toBe(401)
  }
})

test('a PC with a stream at one node is connected for the other, until it has gone', async () => {
  const clock = createFakeClock()
  const { one, two } = await startNodes({ clock })
  const { token: own } = await pairDevice(one.url, 'PC 1')
  const streaming = async (url: string) => {
    clock.advance(5_000)
    return devicesWire.parse(await (await call(`${url}/v1/devices`, 'GET', token)).json()).devices[0]
      ?.streaming
  }
  const stream = openStream(two.url, own)
  await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  await expect.poll(() => streaming(one.url)).toBe(true)
  stream.close()
  await expect.poll(() => streaming(one.url)).toBe(false)
})

test('a new header, a closed office and a canary are known to every node', async () => {
  const clock = createFakeClock()
  const directory = await temporaryDirectory()
  const two = await startRelay({ directory, clock })
  // Its canaries come in at the other node, as a proxy may send them.
  const one = await startRelay({ directory, clock, publicUrl: two.url })
  const streams = [openStream(one.url, token), openStream(two.url, token)]
  for (const stream of streams) await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  const test1 = selfTestWire.parse(await (await call(`${one.url}/v1/selftest`, 'POST', token)).json())
  expect(test1.steps.at(-1)).toMatchObject({ step: 'stored', outcome: 'ok' })
  for (const stream of streams) await expect.poll(() => stream.of('canary').length).toBe(1)

  await postMany(one.url, 1)
  await postMany(two.url, 1, 'q')
  const answer = await call(`${one.url}/v1/office/rotate`, 'POST', token)
  const { header } = (await answer.json()) as { header: { name: string; value: string } }
  const send = (value: string) =>
    rawRequest(inboxOf(two.url), { [header.name]: value }, JSON.stringify(eventOf('p')))
  await expect.poll(() => send(header.value)).toBe(200)
  expect((await call(`${one.url}/v1/office`, 'DELETE', token)).status).toBe(204)
  await expect.poll(() => send(header.value)).toBe(410)
  expect((await post(two.url, JSON.stringify(eventOf('p')), OTHER)).status).toBe(200)
})

test('the alarm is raised by one node, and by another when that one is gone', async () => {
  const webhook = await startWebhook()
  const clock = createFakeClock()
  const { one, two } = await startNodes({ clock })
  await set(two.url, { webhook: webhook.url })
  await postMany(one.url, 1)
  const leaders = await Promise.all([one, two].map(({ relay }) => relay.store.isLeader()))
  expect(leaders.filter(Boolean)).toHaveLength(1)
  const [leader, other] = leaders[0] === true ? [one, two] : [two, one]
  await pass(clock, 4 * 60 * MINUTE, () => webhook.got.length === 1)
  await leader.stop()
  const device = await pairDevice(other.url, 'PC 1')
  await call(`${other.url}/v1/ack`, 'POST', device.token, { cursor: `${other.relay.store.epoch}.1` })
  await pass(clock, 0, () => webhook.got.length === 2)
  expect(webhook.got.map(({ kind }) => kind)).toEqual(['unattended', 'attended'])
  expect((await alarmOf(other.url)).raisedAt).toBeNull()
})

test('a message whose node dies while it sends is sent again by another, under the same id', async () => {
  const webhook = await startWebhook()
  const clock = createFakeClock()
  const { directory, one } = await startNodes({ clock })
  await set(one.url, { webhook: webhook.url })
  await postMany(one.url, 1)
  webhook.answers(null)
  await pass(clock, 4 * 60 * MINUTE, () => webhook.got.length === 1)
  // What is left of a node that was killed: nothing but its rows.
  webhook.answers(200)
  await cutConnections(directory)
  const next = createFakeClock(clock.now())
  const three = await startRelay({ directory, clock: next })
  await one.stop()
  await pass(next, 0, () => webhook.got.length > 1)
  expect(webhook.got[1]).toEqual(webhook.got[0])
  await expect.poll(async () => (await alarmOf(three.url)).lastMessage?.outcome).toBe('sent')
})

test('retention at one node is an exact gap at the other', async () => {
  const clock = createFakeClock()
  const { one, two } = await startNodes({ clock })
  await postMany(one.url, 10)
  const { epoch } = await pageOf(two.url)
  clock.advance(91 * 86_400_000)
  await postMany(two.url, 2, 'new')
  await one.relay.store.writer.write('sweep', { now: clock.now() })
  const stream = openStream(two.url, token, { after: `${epoch}.3` })
  await expect.poll(() => stream.seqs()).toEqual([11, 12])
  expect(stream.of('gap')).toMatchObject([{ data: { from: 4, to: 10 } }])
  const page = await fetch(`${two.url}/v1/events?after=${epoch}.3`, { headers: bearer(token) })
  expect(await page.json()).toMatchObject({ floor: 11, gap: { from: 4, to: 10 } })
})

test('a connection that hears nothing more is opened again, and what it missed is read', async () => {
  const { directory, one, two } = await startNodes()
  const stream = openStream(one.url, token)
  await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  // Its last query, before and after its first look each two seconds; connections for events have that one too.
  await cutConnections(directory, "query IN ('LISTEN ventanilla_relay', 'SELECT 1')")
  for (const index of upTo(20)) {
    const body = JSON.stringify(eventOf(`p${index}`))
    await expect.poll(async () => (await post(two.url, body)).status).toBe(200)
  }
  await expect.poll(() => stream.seqs()).toEqual(upTo(20))
  await expect.poll(() => one.logged.join('\n')).toContain('dropped')
})

test('a record written at one node is announced by the other, and both have one order', async () => {
  const { one, two } = await startNodes()
  const pc = await pairDevice(one.url, 'PC 1')
  const { epoch } = await pageOf(two.url)
  const stream = openStream(two.url, pc.token, { after: `${epoch}.0` })
  await expect.poll(() => stream.of('hb').length).toBe(1)
  const id = 'a'.repeat(22)
  const write = async (url: string, body: string, after: number) => {
    const answer = await call(`${url}/v1/records`, 'POST', pc.token, { records: [{ id, after, body }] })
    return recordOutcomesWire.parse(await answer.json()).outcomes[0]
  }
  expect(await write(one.url, 'a1', 0)).toMatchObject({ outcome: 'stored', seq: 1 })
  await expect.poll(() => stream.of('records').map(({ data }) => data)).toEqual([{ from: 0, head: 1 }])
  // Two nodes at once over the same version: one of them is refused with the other's body.
  const both = await Promise.all([write(one.url, 'a2', 1), write(two.url, 'a3', 1)])
  expect(new Set(both.map((outcome) => outcome?.outcome))).toEqual(new Set(['changed', 'stored']))
  const pages = await Promise.all(
    [one, two].map(async ({ url }) => (await call(`${url}/v1/records`, 'GET', pc.token)).json()),
  )
  expect(pages[0]).toEqual(pages[1])
  expect(pages[0]).toMatchObject({ head: 2, records: [{ id, seq: 2 }] })
  stream.close()
})

test('what a PC tells at one node reaches the PCs at the other, once and in order', async () => {
  const { one, two } = await startNodes()
  const [pc, other] = [await pairDevice(one.url, 'PC 1'), await pairDevice(one.url, 'PC 2')]
  const streams = [openStream(one.url, other.token), openStream(two.url, other.token)]
  const own = openStream(two.url, pc.token)
  for (const stream of [...streams, own]) await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  const bodies = upTo(8).map((index) => `key.${'x'.repeat(1_900)}${index}`)
  const tell = (body: string) => call(`${one.url}/v1/presence`, 'POST', pc.token, { body })
  const answers = await Promise.all(bodies.map(tell))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  const heard = (stream: (typeof streams)[number]) =>
    stream.of('presence').map(({ data }) => (data as { body: string }).body)
  for (const stream of streams) await expect.poll(() => heard(stream).length).toBe(8)
  const [here, there] = streams.map(heard)
  expect(there).toEqual(here)
  expect(new Set(here)).toEqual(new Set(bodies))
  // The PC's own stream, at another node than its message.
  await postMany(one.url, 1)
  await expect.poll(() => own.seqs()).toEqual([1])
  expect(own.of('presence')).toEqual([])
  for (const stream of streams) expect(heard(stream)).toHaveLength(8)
})
