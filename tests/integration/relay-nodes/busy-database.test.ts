import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../service/support/fake-clock.ts'
import {
  allEvents,
  call,
  eventOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  postMany,
  startRelay,
  temporaryDirectory,
} from '../relay/support/relay.ts'
import { startSender } from '../relay/support/site.ts'
import { spawnRelay } from '../relay/support/process.ts'
import { databaseOf } from '../relay/support/store.ts'
import { openStream } from '../relay/support/stream.ts'

const token = OFFICE.adminToken
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const body = (id: string) => JSON.stringify(eventOf(id))

/** Another session of the database, which begins something and does not end it. */
async function hold(directory: string, statement: string) {
  const { name } = await databaseOf(directory)
  const client = new Client(inject('postgres').adminUrl.replace(/postgres$/, name))
  await client.connect()
  await client.query('BEGIN')
  await client.query(statement)
  let isHeld = true
  async function release(): Promise<void> {
    if (!isHeld) return
    isHeld = false
    await client.query('ROLLBACK')
    await client.end()
  }
  onTestFinished(release)
  return release
}

test('an office whose row another session holds gets a 503, and the events of the others are taken', async () => {
  const directory = await temporaryDirectory()
  const { url } = await startRelay({ directory })
  await postMany(url, 3)
  const release = await hold(directory, `SELECT 1 FROM office WHERE name = '${OFFICE.name}' FOR UPDATE`)
  let isOver = false
  const held: Response[] = []
  const stuck = Array.from({ length: 4 }, async (_, sender) => {
    for (let index = 0; !isOver; index++) held.push(await post(url, body(`held${sender}-${index}`)))
  })
  // While it is held, without an end: those of another office.
  await expect.poll(() => held.length).toBeGreaterThan(4)
  for (let index = 0; index < 60; index++)
    expect((await post(url, body(`other${index}`), OTHER)).status).toBe(200)
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 503))
  expect(held[0]?.headers.get('retry-after')).toBe('2')
  await release()
  await expect.poll(async () => (await post(url, body('free'))).status).toBe(200)
  isOver = true
  await Promise.all(stuck)
  const events = await allEvents(url)
  expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
  expect((await allEvents(url, OTHER.adminToken)).map(({ seq }) => seq)).toEqual(upTo(60))
})

test('when every connection of the nodes is taken, what comes is a 503 that says when to come back, and figures say so', async () => {
  const directory = await temporaryDirectory()
  const nodes = [await spawnRelay(directory), await spawnRelay(directory)]
  const [url = '', other = ''] = nodes.map((node) => node.url)
  const sender = startSender(url)
  await expect.poll(() => sender.taken.length).toBeGreaterThan(10)
  const release = await hold(directory, 'LOCK TABLE office IN ACCESS EXCLUSIVE MODE')
  const asked = await Promise.all(upTo(20).map(() => call(`${other}/v1/events`, 'GET', token)))
  for (const { status, headers } of asked) expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  const given = await Promise.all(upTo(20).map((index) => post(other, body(`refused${index}`))))
  for (const { status, headers } of given) expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  await expect.poll(() => sender.refused()).toBeGreaterThan(0)
  for (const { ops } of nodes) {
    expect((await fetch(`${ops}/livez`)).status).toBe(200)
    const figures = await (await fetch(`${ops}/metrics`)).text()
    expect(figures).toMatch(/^relay_ingest_total\{result="unavailable"\} [1-9]/m)
  }
  await release()
  for (const node of nodes) {
    await expect.poll(async () => (await fetch(`${node.ops}/readyz`)).status).toBe(200)
    await expect.poll(async () => (await call(`${node.url}/v1/events`, 'GET', token)).status).toBe(200)
    await expect.poll(async () => (await post(node.url, body(node.url))).status).toBe(200)
  }
  const taken = await sender.end()
  const events = await allEvents(url)
  expect(events.map(({ seq }) => seq)).toEqual(upTo(events.length))
  expect(events.map(({ event }) => event.data.id).toSorted()).toEqual([...taken, url, other].toSorted())
})

test('streams that are open while the database does not answer go on where they were', async () => {
  const directory = await temporaryDirectory()
  const { url } = await startRelay({ directory, streamTimes: { heartbeat: 100 } })
  const other = await startRelay({ directory })
  const stream = openStream(url, token)
  await expect.poll(() => stream.of('hb').length).toBeGreaterThan(0)
  const release = await hold(directory, 'LOCK TABLE event IN ACCESS EXCLUSIVE MODE')
  const posting = post(other.url, body('held'))
  expect((await posting).status).toBe(503)
  await release()
  await postMany(other.url, 20)
  await expect.poll(() => stream.seqs()).toEqual(upTo(20))
  expect(stream.isEnded()).toBe(false)
})

test('a node whose clock is a minute off changes no number, loses nothing and doubles nothing', async () => {
  const directory = await temporaryDirectory()
  const clocks = [0, 60_000, -60_000].map((shift) =>
    createFakeClock(Date.parse('2026-11-20T13:05:00Z') + shift),
  )
  const nodes = []
  for (const clock of clocks) nodes.push(await startRelay({ directory, clock }))
  const urls = nodes.map(({ url }) => url)
  const bodies = upTo(30).map((index) => body(`p${index}`))
  for (const text of bodies) for (const url of urls) expect((await post(url, text)).status).toBe(200)
  const near = eventOf('near')
  for (const [index, url] of urls.entries()) {
    const timestamp = `2026-01-02T10:00:0${index}.000Z`
    await post(url, JSON.stringify({ ...near, data: { ...near.data, timestamp } }))
  }
  const events = await allEvents(urls[1] ?? '')
  expect(events.map(({ seq }) => seq)).toEqual(upTo(33))
  expect(events.map(({ probableRetry }) => probableRetry === true)).toEqual([
    ...bodies.map(() => false),
    false,
    true,
    true,
  ])
  const { token: own } = await pairDevice(urls[2] ?? '', 'PC 1')
  expect((await pageOf(urls[0] ?? '', '', own)).head).toBe(33)
})
