import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  RECORD_LIMITS,
  type RecordChange,
  recordOutcomesWire,
  type RecordPage,
  recordPageWire,
  type RelayRecord,
} from '#shared/api/relay-records.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { call, OFFICE, OTHER, pageOf, pairDevice, startRelay } from './support/relay.ts'
import { openStream } from './support/stream.ts'

const DAY = 86_400_000
/** A record id of 22 characters. */
const id = (name: string) => name.padEnd(22, '_')
const put = (name: string, body: string | null, after = 0): RecordChange => ({ id: id(name), after, body })

async function write(url: string, token: string, ...records: RecordChange[]) {
  const answer = await call(`${url}/v1/records`, 'POST', token, { records })
  expect(answer.status).toBe(200)
  return recordOutcomesWire.parse(await answer.json())
}
async function read(url: string, token: string, query = ''): Promise<RecordPage> {
  const answer = await call(`${url}/v1/records${query}`, 'GET', token)
  expect(answer.status).toBe(200)
  return recordPageWire.parse(await answer.json())
}

async function start(options: Parameters<typeof startRelay>[0] = {}) {
  const running = await startRelay(options)
  const [one, two] = [await pairDevice(running.url, 'PC 1'), await pairDevice(running.url, 'PC 2')]
  return { ...running, one: one.token, two: two.token }
}

test('keeps the last body of each record, in the order of the last writes', async () => {
  const { url, one, two } = await start()
  expect(await write(url, one, put('a', 'a1'), put('b', 'b1'))).toMatchObject({
    head: 2,
    outcomes: [
      { outcome: 'stored', seq: 1 },
      { outcome: 'stored', seq: 2 },
    ],
  })
  await write(url, two, put('a', 'a2', 1))
  const page = await read(url, two)
  expect(page).toMatchObject({ head: 3, floor: 0 })
  expect(page.records).toEqual([
    { id: id('b'), seq: 2, body: 'b1' },
    { id: id('a'), seq: 3, body: 'a2' },
  ])
  expect((await read(url, two, `?after=${page.epoch}.2`)).records).toEqual([
    { id: id('a'), seq: 3, body: 'a2' },
  ])
  expect((await read(url, two, '?limit=1')).records.map(({ seq }) => seq)).toEqual([2])
})

test('a write over another is refused with what is there, also when its own answer was lost', async () => {
  const { url, one, two } = await start()
  await write(url, one, put('a', 'a1'))
  const changed = { outcome: 'changed', id: id('a'), record: { id: id('a'), seq: 1, body: 'a1' } }
  expect((await write(url, two, put('a', 'other'), put('b', 'b1'))).outcomes).toMatchObject([
    changed,
    { outcome: 'stored', seq: 2 },
  ])
  // The same PC again, which did not get its answer.
  expect((await write(url, one, put('a', 'a1'))).outcomes).toEqual([changed])
  expect((await write(url, one, put('c', 'c1', 9))).outcomes).toEqual([
    { outcome: 'changed', id: id('c'), record: null },
  ])
})

test('a deleted record is said to every PC, and forgotten once each has confirmed it', async () => {
  const clock = createFakeClock()
  const { url, one, two, relay } = await start({ clock })
  const sweep = () => relay.store.writer.write('sweep', { now: clock.now() })
  await write(url, one, put('a', 'a1'), put('b', 'b1'))
  await write(url, one, put('a', null, 1))
  const { epoch, records } = await read(url, two)
  expect(records).toEqual([
    { id: id('b'), seq: 2, body: 'b1' },
    { id: id('a'), seq: 3, body: null },
  ])
  const confirm = (token: string, recordSeq: number) =>
    call(`${url}/v1/ack`, 'POST', token, { cursor: `${epoch}.0`, recordSeq })
  expect((await confirm(one, 3)).status).toBe(204)
  expect((await confirm(two, 2)).status).toBe(204)
  await sweep()
  expect((await read(url, one)).records).toHaveLength(2)
  expect((await confirm(two, 3)).status).toBe(204)
  await sweep()
  expect(await read(url, one)).toMatchObject({ head: 3, floor: 3, records: [{ id: id('b') }] })
  // A number that was never given is no confirmation.
  expect((await confirm(one, 4)).status).toBe(400)
  // The record begins again with a new number.
  expect((await write(url, one, put('a', 'a9'))).outcomes).toMatchObject([{ outcome: 'stored', seq: 4 }])
})

test('a PC that stays away keeps a deleted record for 180 days, a removed one does not', async () => {
  const clock = createFakeClock()
  const { url, one, relay } = await start({ clock })
  const sweep = () => relay.store.writer.write('sweep', { now: clock.now() })
  const { epoch } = await write(url, one, put('a', 'a1'))
  await write(url, one, put('a', null, 1))
  await call(`${url}/v1/ack`, 'POST', one, { cursor: `${epoch}.0`, recordSeq: 2 })
  const floorAfterSweep = async () => {
    await sweep()
    return (await read(url, one)).floor
  }
  clock.advance(179 * DAY)
  expect(await floorAfterSweep()).toBe(0)
  clock.advance(2 * DAY)
  expect(await floorAfterSweep()).toBe(2)

  await write(url, one, put('b', 'b1'))
  await write(url, one, put('b', null, 3))
  await call(`${url}/v1/ack`, 'POST', one, { cursor: `${epoch}.0`, recordSeq: 4 })
  expect(await floorAfterSweep()).toBe(2)
  const away = (await relay.store.reader.listDevices(1)).find(({ name }) => name === 'PC 2')
  await call(`${url}/v1/devices/${away?.id}`, 'DELETE', OFFICE.adminToken)
  expect(await floorAfterSweep()).toBe(4)
})

test('nobody but a PC of the office reads or writes its records', async () => {
  const { url, one } = await start()
  const other = await pairDevice(url, 'PC of Soto', OTHER)
  await write(url, one, put('a', 'a1'))
  expect((await read(url, other.token)).records).toEqual([])
  expect((await write(url, other.token, put('a', 'theirs'))).outcomes).toMatchObject([
    { outcome: 'stored', seq: 1 },
  ])
  const body = { records: [put('b', 'b1')] }
  for (const token of [OFFICE.adminToken, 'rly_nobody']) {
    const status = token === OFFICE.adminToken ? 403 : 401
    expect((await call(`${url}/v1/records`, 'GET', token)).status).toBe(status)
    expect((await call(`${url}/v1/records`, 'POST', token, body)).status).toBe(status)
  }
})

test('a cursor of another epoch or past the head is refused with the present position', async () => {
  const { url, one } = await start()
  const { epoch } = await write(url, one, put('a', 'a1'))
  for (const after of ['zzzz.0', `${epoch}.2`]) {
    const answer = await call(`${url}/v1/records?after=${after}`, 'GET', one)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ epoch, recordHead: 1 })
  }
})

const body = 'x'.repeat(RECORD_LIMITS.body)
const REFUSED: { what: string; records: object[]; status: number }[] = [
  { what: 'no record', records: [], status: 400 },
  { what: 'a record twice', records: [put('a', 'a1'), put('a', 'a2')], status: 400 },
  { what: 'an id that is a name', records: [{ id: 'María', after: 0, body: 'a1' }], status: 400 },
  { what: 'a body that is no sealed text', records: [put('a', '{"nif":"12345678Z"}')], status: 400 },
  { what: 'a body above the limit', records: [put('a', `${body}x`)], status: 400 },
  { what: 'too many', records: Array.from({ length: 101 }, (_, i) => put(`r${i}`, 'x')), status: 400 },
  { what: 'too many bytes', records: [put('a', body), put('b', body), put('c', body)], status: 413 },
]

test('what is no write of records is refused, and a body at the limit is stored', async () => {
  const { url, one } = await start()
  for (const { what, records, status } of REFUSED)
    expect([what, (await call(`${url}/v1/records`, 'POST', one, { records })).status]).toEqual([what, status])
  expect((await read(url, one)).records).toEqual([])
  await write(url, one, put('a', body))
  expect((await read(url, one)).records[0]?.body).toHaveLength(RECORD_LIMITS.body)
})

test('a stream announces each write, with the records while they are small', async () => {
  const { url, one, two } = await start()
  const { epoch } = await pageOf(url)
  const stream = openStream(url, two, { after: `${epoch}.0` })
  await expect.poll(() => stream.of('hb').length).toBe(1)
  expect(stream.of('hb')[0]?.data).toMatchObject({ recordHead: 0 })
  await write(url, one, put('a', 'a1'))
  await write(url, one, put('b', body))
  await write(url, one, put('a', null, 1))
  await expect.poll(() => stream.of('records').length).toBe(3)
  expect(stream.of('records').map(({ data }) => data)).toEqual([
    { from: 0, head: 1, records: [{ id: id('a'), seq: 1, body: 'a1' }] },
    { from: 1, head: 2 },
    { from: 2, head: 3, records: [{ id: id('a'), seq: 3, body: null }] },
  ])
  // These frames have no cursor: a stream that is opened again goes on in the list of events.
  expect(stream.of('records').every(({ id: cursor }) => cursor === null)).toBe(true)
  stream.close()
})

test('a PC that asks by pages is woken by a record', async () => {
  const { url, one, two } = await start()
  const { epoch } = await pageOf(url)
  const waiting = pageOf(url, `?after=${epoch}.0&wait=25&recordSeq=0`, two)
  await write(url, one, put('a', 'a1'))
  expect(await waiting).toMatchObject({ events: [], recordHead: 1 })
})

test('PCs that write at once never lose a write that was acknowledged', { timeout: 120_000 }, async () => {
  const { url, one, two } = await start()
  const names = fc.constantFrom('a', 'b', 'c')
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(names, fc.boolean()), { minLength: 1, maxLength: 12 }),
      async (steps) => {
        const before = await read(url, one)
        const present = new Map(before.records.map((record) => [record.id, record]))
        const writes = await Promise.all(
          steps.map(async ([name, isFirst], step) => {
            const text = `${before.head}-${step}`
            const after = present.get(id(name))?.seq ?? 0
            const { outcomes } = await write(url, isFirst ? one : two, put(name, text, after))
            return { name, text, outcome: outcomes[0] }
          }),
        )
        const stored = writes.filter(({ outcome }) => outcome?.outcome === 'stored')
        // Of the writes over one version exactly one is stored, and it is what every PC reads.
        expect(new Set(stored.map(({ name }) => name))).toEqual(new Set(steps.map(([name]) => name)))
        expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length)
        const after: Map<string, RelayRecord> = new Map(
          (await read(url, two)).records.map((record) => [record.id, record]),
        )
        for (const { name, text } of stored) expect(after.get(id(name))?.body).toBe(text)
      },
    ),
    { numRuns: 20 },
  )
})

test('records are there after a restart, with their numbers', async () => {
  const first = await start()
  const { epoch } = await write(first.url, first.one, put('a', 'a1'), put('b', 'b1'))
  await first.stop()
  const { url } = await startRelay({ directory: first.directory })
  expect(await read(url, first.two)).toMatchObject({ epoch, head: 2, records: [{ seq: 1 }, { seq: 2 }] })
  expect((await write(url, first.one, put('a', 'a2', 1))).outcomes).toMatchObject([{ seq: 3 }])
})
