import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { temporaryDirectory } from '../relay/support/relay.ts'
import { databaseOf, openTestStore } from '../relay/support/store.ts'

const JANUARY = Date.parse('2026-01-15T10:00:00Z')
const FEBRUARY = Date.parse('2026-02-15T10:00:00Z')
const JULY = Date.parse('2026-07-20T10:00:00Z')

async function open() {
  const directory = await temporaryDirectory()
  const clock = createFakeClock(JANUARY)
  const log = { info: () => {}, error: () => {} }
  const { store } = await openTestStore({ directory, clock, log })
  onTestFinished(() => store.close())
  const { id: officeId } = await store.writer.write('addOffice', {
    name: 'Ribera',
    adminHash: Buffer.from('admin'),
    inboxHash: Buffer.from('inbox'),
    headerName: 'X-Secret',
    headerHash: Buffer.from('header'),
    mode: 'enforce',
    now: JANUARY,
  })
  const ingest = (hard: string, receivedMs: number) =>
    store.writer.write('ingest', {
      officeId,
      receivedMs,
      hard,
      soft: null,
      near: null,
      body: JSON.stringify({ event: 'e', data: { id: hard } }),
      extra: null,
    })
  const { name } = await databaseOf(directory)
  const connect = async () => {
    const client = new Client(inject('postgres').adminUrl.replace(/postgres$/, name))
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const admin = await connect()
  const months = async () =>
    (
      await admin.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'event'::regclass ORDER BY 1`,
      )
    ).rows.map((row) => row.name)
  return { store, officeId, ingest, admin, connect, months }
}

test('a month of which no list has anything leaves the disk, and the numbers go on', async () => {
  const { store, officeId, ingest, months } = await open()
  expect(await months()).toEqual(['event_2026_01', 'event_2026_02', 'event_2026_03', 'event_other'])
  await ingest('one', JANUARY)
  await ingest('two', FEBRUARY)
  expect(await store.writer.write('sweep', { now: JULY })).toEqual({
    floors: [{ officeId, floor: 3 }],
    ended: [],
    more: false,
  })
  expect(await months()).toEqual(['event_2026_07', 'event_2026_08', 'event_2026_09', 'event_other'])
  expect(await store.reader.listPlaces([officeId])).toMatchObject([{ officeId, floor: 3, head: 2 }])
  expect(await ingest('three', JULY)).toMatchObject({ kind: 'stored', seq: 3 })
})

test('a month that has an event of a list stays, also one that comes while it is looked at', async () => {
  const { store, officeId, ingest, admin, connect, months } = await open()
  await ingest('one', JANUARY)
  await admin.query('UPDATE office SET head = 2 WHERE id = $1', [officeId])
  // Of a node whose clock is months behind, not committed yet.
  const node = await connect()
  await node.query('BEGIN')
  await node.query(
    `INSERT INTO event (office_id, seq, received_ms, body)
     VALUES ($1, 2, $2, '{"event":"e","data":{"id":"late"}}')`,
    [officeId, FEBRUARY],
  )
  // It waits for so short a time that a machine may not see it: then it is swept again.
  const sweeps: Promise<unknown>[] = []
  let isSweeping = false
  const isWaiting = async () => {
    if (!isSweeping)
      sweeps.push(store.writer.write('sweep', { now: JULY }).finally(() => (isSweeping = false)))
    isSweeping = true
    const { rowCount } = await admin.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%event_2026_02%'`,
    )
    return rowCount === 1
  }
  await expect.poll(isWaiting, { interval: 5, timeout: 60_000 }).toBe(true)
  await node.query('COMMIT')
  await Promise.all(sweeps)
  expect(await months()).toContain('event_2026_02')
  const page = await store.reader.readEvents(officeId, 1, 2, { limit: 9, bytes: 1_000_000 })
  expect(page.map(({ seq }) => seq)).toEqual([2])
})
