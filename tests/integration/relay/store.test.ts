import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '#relay/store/store.ts'
import { KEYS_KEPT_MS, NEAR_MS, type Written } from '#relay/store/writes.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { newPc, temporaryDirectory } from './support/relay.ts'
import { openTestStore } from './support/store.ts'

/** What any driver of the store promises, without a relay over it. */
const NOW = Date.parse('2026-11-20T13:05:00Z')
const size = { limit: 500, bytes: 1_000_000 }

async function open(directory?: string) {
  const clock = createFakeClock(NOW)
  const log = { info: () => {}, error: () => {} }
  const { store, release } = await openTestStore({
    directory: directory ?? (await temporaryDirectory()),
    clock,
    log,
  })
  const told: Written[] = []
  store.setListener({
    onWritten: (written) => told.push(written),
    onMoved: () => {},
    onRevoked: () => {},
    onCanary: () => {},
    onPresence: () => {},
    onCommitted: () => {},
  })
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await store.close()
    release()
  }
  onTestFinished(close)
  return { store, clock, told, close }
}

let made = 0
const officeOf = (name: string) => {
  const hash = (what: string) => Buffer.from(`${what}-${name}-${made++}`)
  const hashes = { adminHash: hash('a'), inboxHash: hash('i'), headerHash: hash('h') }
  return { name, headerName: 'X-Secret', mode: 'enforce' as const, now: NOW, ...hashes }
}
const eventOf = (
  officeId: number,
  hard: string,
  more: { soft?: string; near?: string; at?: number } = {},
) => ({
  officeId,
  receivedMs: more.at ?? NOW,
  hard,
  soft: more.soft ?? null,
  near: more.near ?? null,
  body: JSON.stringify({ event: 'e', data: { id: hard } }),
  extra: null,
})
const addOffice = async (store: Store, name = 'Ribera') =>
  (await store.writer.write('addOffice', officeOf(name))).id
const deviceOf = (officeId: number, id: string) => ({
  id,
  officeId,
  name: id,
  tokenHash: Buffer.from(`token-${id}`),
  isAdmin: false,
  now: NOW,
})

test('numbers of each office have no hole, and a write about no office fails alone', async () => {
  const { store } = await open()
  const [one, other] = [await addOffice(store), await addOffice(store, 'Soto')]
  const all = [one, other, 99, one, other, one].map((officeId, index) =>
    store.writer.write('ingest', eventOf(officeId, `e${index}`)),
  )
  const outcomes = await Promise.allSettled(all)
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed')),
  ).toMatchObject([
    { kind: 'stored', seq: 1 },
    { kind: 'stored', seq: 1 },
    'failed',
    { kind: 'stored', seq: 2 },
    { kind: 'stored', seq: 2 },
    { kind: 'stored', seq: 3 },
  ])
  expect((await store.reader.readEvents(one, 0, 10, size)).map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(await store.reader.listPlaces([one, other, 99])).toMatchObject([
    { officeId: one, floor: 1, head: 3 },
    { officeId: other, floor: 1, head: 2 },
  ])
})

/** The rules of repeated events, one by one, in memory. */
function createModel() {
  const keys: {
    hard: string
    soft?: string | undefined
    near?: string | undefined
    at: number
    seq: number
  }[] = []
  let head = 0
  return ({ hard, soft, near, at }: { hard: string; soft?: string; near?: string; at: number }) => {
    const known = keys.find((key) => key.hard === hard)
    const isTimeless = soft !== undefined && near === undefined
    const last = soft === undefined ? undefined : keys.findLast((key) => key.soft === soft)
    const isFollowed = known !== undefined && isTimeless && (last?.seq ?? 0) > known.seq
    if (known !== undefined && at - known.at < KEYS_KEPT_MS && !isFollowed) return { kind: 'duplicate' }
    if (known !== undefined) keys.splice(keys.indexOf(known), 1)
    const revised = soft === undefined || isTimeless ? undefined : keys.findLast((key) => key.soft === soft)
    const isProbableRetry =
      near !== undefined && keys.some((key) => key.near === near && key.at >= at - NEAR_MS)
    keys.push({ hard, soft, near, at, seq: (head += 1) })
    return { kind: 'stored', seq: head, revises: revised?.seq ?? null, isProbableRetry, replayOf: null }
  }
}

test('repeated events are what the rules say, in one batch and over several', async () => {
  const { store } = await open()
  const key = (prefix: string) => fc.integer({ min: 0, max: 3 }).map((n) => `${prefix}${n}`)
  const bare = fc.record({ hard: key('h') }, { noNullPrototype: true })
  const timed = fc.record({ hard: key('h'), soft: key('s'), near: key('n') }, { noNullPrototype: true })
  // The body says which resource it is about.
  const timeless = fc
    .record({ soft: key('t'), body: key('b') })
    .map(({ soft, body }) => ({ hard: soft + body, soft }))
  const given: fc.Arbitrary<{ hard: string; soft?: string; near?: string }> = fc.oneof(bare, timed, timeless)
  // Between batches: nothing, more than a retry takes, more than keys are kept.
  const batch = fc.record({
    events: fc.array(given, { minLength: 1, maxLength: 8 }),
    passes: fc.constantFrom(0, NEAR_MS + 1, KEYS_KEPT_MS),
  })
  let office = 0
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
      const officeId = await addOffice(store, `office ${office++}`)
      const model = createModel()
      let at = NOW
      for (const { events, passes } of batches) {
        at += passes
        const outcomes = events.map((event) =>
          store.writer.write('ingest', eventOf(officeId, event.hard, { ...event, at })),
        )
        expect(await Promise.all(outcomes)).toEqual(events.map((event) => model({ ...event, at })))
      }
    }),
    { numRuns: process.env['FULL'] === '1' ? 300 : 40 },
  )
})

test('what was written is told once, in the order of the numbers, and is there when it is opened again', async () => {
  const directory = await temporaryDirectory()
  const first = await open(directory)
  const officeId = await addOffice(first.store)
  const { epoch } = first.store
  await Promise.all(
    Array.from({ length: 200 }, (_, i) => first.store.writer.write('ingest', eventOf(officeId, `e${i}`))),
  )
  const seqs = first.told.flatMap(({ name, value }) =>
    name === 'ingest' && value.kind === 'stored' ? [value.seq] : [],
  )
  expect(seqs).toEqual(Array.from({ length: 200 }, (_, i) => i + 1))
  await first.close()
  const again = await open(directory)
  expect(again.store.epoch).toBe(epoch)
  expect(await again.store.reader.listPlaces([officeId])).toMatchObject([{ officeId, floor: 1, head: 200 }])
})

test('a read of events is bounded by their number and their bytes, and has one of any size', async () => {
  const { store } = await open()
  const officeId = await addOffice(store)
  for (const id of ['a', 'b', 'c'])
    await store.writer.write('ingest', {
      ...eventOf(officeId, id),
      extra: JSON.stringify({ note: 'x'.repeat(50_000) }),
    })
  const read = async (limit: number, bytes: number) =>
    (await store.reader.readEvents(officeId, 0, 3, { limit, bytes })).map(({ seq }) => seq)
  expect(await read(2, 1_000_000)).toEqual([1, 2])
  expect(await read(500, 110_000)).toEqual([1, 2])
  expect(await read(500, 10)).toEqual([1])
})

test('lists that are read at the same time have their own events, each within its own bounds', async () => {
  const { store } = await open()
  // More than are read in one statement.
  const offices: number[] = []
  for (let index = 0; index < 20; index++) offices.push(await addOffice(store, `office ${index}`))
  for (const officeId of offices)
    for (const id of ['a', 'b', 'c'])
      await store.writer.write('ingest', eventOf(officeId, `${officeId}-${id}`))
  const read = await Promise.all(
    offices.map((officeId, index) =>
      store.reader.readEvents(officeId, index % 3, 3, { limit: (index % 2) + 1, bytes: 1_000_000 }),
    ),
  )
  for (const [index, events] of read.entries()) {
    const seqs = [1, 2, 3].slice(index % 3).slice(0, (index % 2) + 1)
    expect(events.map(({ seq }) => seq)).toEqual(seqs)
    const ids = seqs.map((seq) => `${offices[index]}-${'abc'[seq - 1]}`)
    expect(events.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)).toEqual(ids)
  }
})

test('a header that is changed twice to the same value keeps its former one', async () => {
  const { store } = await open()
  const officeId = await addOffice(store)
  const former = (await store.reader.findOffice(officeId))?.headerHash
  for (let time = 0; time < 2; time++)
    await store.writer.write('changeHeader', { officeId, hash: Buffer.from('new'), untilMs: NOW + 1 })
  const office = await store.reader.findOffice(officeId)
  expect(Buffer.from(office?.headerHash ?? []).toString()).toBe('new')
  expect(Buffer.from(office?.formerHash ?? [])).toEqual(Buffer.from(former ?? []))
})

test('secrets are kept, changed whole, and not made for an office without any', async () => {
  const directory = await temporaryDirectory()
  const { store, close } = await open(directory)
  const own = {
    name: 'Ribera',
    adminToken: 'token-of-ribera',
    inboxKey: 'key',
    header: { name: 'X', value: 'v' },
  }
  await store.secrets.set(7, own)
  await store.secrets.change(7, (known) => ({ ...known, header: { name: 'X', value: 'w' } }))
  await store.secrets.change(8, (known) => known)
  await close()
  const again = await open(directory)
  expect(again.store.secrets.key).toEqual(store.secrets.key)
  expect(await again.store.secrets.offices()).toEqual([7])
  expect(await again.store.secrets.get(7)).toEqual({ ...own, header: { name: 'X', value: 'w' } })
})

test('a revoked PC has no token, is told of, and leaves the others', async () => {
  const { store } = await open()
  const officeId = await addOffice(store)
  expect(await store.writer.write('addDevice', deviceOf(officeId, 'pc1'))).toEqual({
    isAdmin: true,
    acked: 0,
  })
  expect(await store.writer.write('addDevice', deviceOf(officeId, 'pc2'))).toEqual({
    isAdmin: false,
    acked: 0,
  })
  const revoke = () => store.writer.write('revokeDevice', { id: 'pc2', officeId, now: NOW })
  expect(await revoke()).toEqual({ isRevoked: true })
  expect(await revoke()).toEqual({ isRevoked: false })
  expect(await store.reader.findDeviceOfToken(Buffer.from('token-pc2'))).toBeNull()
  expect(await store.reader.listRevoked(['pc1', 'pc2', 'pc3'])).toEqual(['pc2'])
  expect((await store.reader.listDevices(officeId)).map(({ id }) => id)).toEqual(['pc1'])
})

test('a code is claimed once and its token taken once, whoever asks at the same time', async () => {
  const { store } = await open()
  const officeId = await addOffice(store)
  const created = await store.pairings.create(officeId, false)
  if (created === null) throw new Error('no code')
  const given = newPc(created.code, 'PC 1').body
  const claims = (await Promise.all([1, 2, 3].map(() => store.pairings.claim(given)))).filter(
    (claim) => claim !== null,
  )
  expect(claims).toHaveLength(1)
  const claim = claims[0]?.claim ?? ''
  expect(await store.pairings.takeToken(claim)).toBeNull()
  const { id } = created.pairing
  // Only the first nonce of the administrator counts, and no PC is confirmed before it revealed its own.
  await store.pairings.storeNonce(claim, 'P'.repeat(22))
  expect(await store.pairings.storeAdminNonce(officeId, id, 'A'.repeat(22))).toBe(true)
  expect(await store.pairings.storeAdminNonce(officeId, id, 'A'.repeat(22))).toBe(true)
  expect(await store.pairings.storeAdminNonce(officeId, id, 'B'.repeat(22))).toBe(false)
  expect(await store.pairings.decide(officeId, id, true)).toBe(false)
  await store.pairings.storeNonce(claim, 'P'.repeat(22))
  await store.pairings.storeNonce(claim, 'Q'.repeat(22))
  const { publicKey, commitment } = given
  expect(await store.pairings.get(officeId, id)).toMatchObject({
    state: 'claimed',
    adminNonce: 'A'.repeat(22),
    key: { publicKey, commitment, nonce: 'P'.repeat(22) },
  })
  expect(await store.pairings.decide(officeId, id, true)).toBe(true)
  expect(await store.pairings.decide(officeId, id, false)).toBe(false)
  const taken = (await Promise.all([1, 2, 3].map(() => store.pairings.takeToken(claim)))).filter(
    (token) => token !== null,
  )
  expect(taken).toHaveLength(1)
  await store.pairings.returnToken(id)
  expect(await store.pairings.takeToken(claim)).not.toBeNull()
})
