import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createOfficeFile } from '#relay/store/office-file.ts'
import { alarmWire } from '#shared/api/relay-alarm.ts'
import { receiptsWire, keyringWire, officeWire } from '#shared/api/relay.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { openSealed } from '#shared/sealing/sealed-box.ts'
import { removeTemporaryDirectories, startCore, waitUntil } from '#tests/fakes/core-fixture.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'
import { admitPc, newPairing } from '#tests/fakes/relay-process.ts'
import { CALM } from '../relay-client/desk.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { examine } from './support/doctor.ts'
import {
  allEvents,
  askAs,
  call,
  eventOf,
  inboxOf,
  OFFICE,
  OTHER,
  pageOf,
  pairDevice,
  post,
  startRelay,
  temporaryDirectory,
} from './support/relay.ts'
import { devicesOf, deviceWithKey, newOfficeKey, opened, seal, sealingOf } from './support/sealing.ts'
import { type Site, startPc, startSite, upTo } from './support/site.ts'
import { keepInFiles } from './support/store.ts'
import { done, fill, newFile, openAgain, rowsOf, run, stoppedOffice, transferIn } from './support/transfer.ts'

vi.setConfig({ testTimeout: 300_000 })
afterAll(removeTemporaryDirectories)

const DAY = 86_400_000
const admin = OFFICE.adminToken
const read = async (url: string, path: string, token = admin) => (await call(url + path, 'GET', token)).json()

/** An office's own relay in files, and one of this run's driver, both of which were started once. */
async function startSites(): Promise<{ own: Site; shared: Site }> {
  return { own: await startSite(OFFICE, 'files'), shared: await startSite(null) }
}

test('an office goes to another relay and back by a file, and its PC goes on where it was', async () => {
  const { own, shared } = await startSites()
  const { url } = own
  await fill(url, 30)
  const early = JSON.stringify(eventOf('early'))
  for (const body of [early, 'not JSON']) expect((await post(url, body)).status).toBe(200)
  const pc = await pairDevice(url, 'PC 1')
  const { epoch } = await pageOf(url)
  const rotated = (await (await call(`${url}/v1/office/rotate`, 'POST', admin)).json()) as {
    header: { value: string }
  }
  const settings = { afterHours: 7, hours: 'all', mail: [], webhook: 'https://alarm.example.com/x' }
  expect((await call(`${url}/v1/office/alarm`, 'PUT', admin, settings)).status).toBe(200)
  const reader = startPc(url, pc.token, `${epoch}.0`)
  await expect.poll(() => reader.cursors.length).toBe(32)
  let known = 31

  async function isWhole(at: Site): Promise<void> {
    const events = await allEvents(at.url)
    expect(events.map(({ seq }) => seq)).toEqual(upTo(known))
    expect(new Set(events.map(({ event }) => event.data.id)).size).toBe(known)
    const office = officeWire.parse(await read(at.url, '/v1/office'))
    expect(office).toMatchObject({ epoch, quarantined: 1, name: OFFICE.name, head: known, floor: 1 })
    expect(office.inbox?.header.value).toBe(rotated.header.value)
    expect(inboxOf(at.url)).toBe(office.inbox?.url)
    expect(alarmWire.parse(await read(at.url, '/v1/office/alarm')).settings).toEqual(settings)
    const { receipts } = receiptsWire.parse(await read(at.url, '/v1/receipts?limit=20'))
    expect(receipts.map(({ confirmed }) => confirmed.length)).toEqual(upTo(20).map(() => 1))
    // Known from before, and still by the former header.
    const { duplicates } = office
    for (const body of [early, 'not JSON']) expect((await post(at.url, body)).status).toBe(200)
    expect(await read(at.url, '/v1/office')).toMatchObject({ head: known, duplicates: duplicates + 2 })
  }

  let [from, to] = [own, shared]
  for (const way of ['there', 'back']) {
    const file = await newFile()
    const acked = async () => (await devicesOf(from.url)).map((device) => device.acked)
    await expect.poll(acked).toEqual([known])
    for (const site of [from, to]) await site.stop()
    expect(await done('export', from.directory, file)).toMatchObject({
      exported: OFFICE.name,
      epoch,
      head: known,
    })
    expect(readdirSync(join(file, '..'))).toEqual(['office'])
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await done('import', to.directory, file)).toMatchObject({
      imported: OFFICE.name,
      epoch,
      head: known,
    })
    // The name of the office leads to the other relay, and what made the office is in no environment any more.
    to.office = null
    ;[from.port, to.port] = [to.port, from.port]
    for (const site of [to, from]) await site.start()
    await isWhole(to)
    await fill(to.url, 5, way)
    known += 5
    await expect.poll(() => reader.cursors.length).toBe(known + 1)
    await isWhole(to)
    // The relay that it left has nothing for it, whatever RELAY_OFFICE says.
    for (const answer of [
      await post(from.url, JSON.stringify(eventOf('late'))),
      await call(`${from.url}/v1/events`, 'GET', pc.token),
      await call(`${from.url}/v1/office`, 'GET', admin),
    ]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ code: 'left' })
    }
    expect((await examine(from.directory)).wrong).toEqual([])
    ;[from, to] = [to, from]
  }
  await reader.end()
  expect(reader.problems).toEqual([])
  expect(reader.cursors).toEqual([0, ...upTo(known)].map((seq) => `${epoch}.${seq}`))
})

test('an office whose events are sealed keeps its key, its keyrings, its receipts and what has left its list', async () => {
  const clock = createFakeClock(Date.now() - 200 * DAY)
  const [directory, back] = [await temporaryDirectory(), await temporaryDirectory()]
  keepInFiles(directory)
  const own = await startRelay({ clock, directory, offices: [OFFICE] })
  const device = await deviceWithKey(own.url, 'PC 1')
  const revoked = await deviceWithKey(own.url, 'PC 2')
  const key = newOfficeKey()
  expect(await seal(own.url, null, key, [device, revoked])).toBe('changed')
  await post(own.url, JSON.stringify(eventOf('old')))
  clock.advance(181 * DAY)
  await own.relay.store.writer.write('sweep', { now: clock.now() })
  await post(own.url, JSON.stringify(eventOf('first')))
  expect((await call(`${own.url}/v1/devices/${revoked.deviceId}`, 'DELETE', admin)).status).toBe(204)

  const stateAt = async (url: string) => ({
    sealing: await sealingOf(url),
    devices: (await devicesOf(url)).map((known) => ({ ...known, seenAt: null })),
    keyring: keyringWire.parse(await read(url, '/v1/devices/self/keyring', device.token)).keyring,
    receipts: receiptsWire
      .parse(await read(url, '/v1/receipts'))
      .receipts.map(({ brief }) => openSealed(key, 'brief', brief ?? '').toString()),
    floor: (await pageOf(url, '', device.token)).floor,
  })
  const before = await stateAt(own.url)
  expect(before.sealing).toMatchObject({ key: { id: key.id }, isStale: true })
  expect(before.receipts).toHaveLength(2)
  expect(before.floor).toBe(2)
  await own.stop()
  let from = directory
  for (const to of [back, directory]) {
    const file = await newFile()
    await (await transferIn(from)).exportOffice(file, OFFICE.name)
    await (await transferIn(to)).importOffice(file)
    from = to
    const there = await startRelay({ clock, directory: to, offices: [] })
    expect(await stateAt(there.url)).toEqual(before)
    expect((await call(`${there.url}/v1/events`, 'GET', revoked.token)).status).toBe(401)
    await there.stop()
  }
  const again = await startRelay({ clock, directory, offices: [] })
  await post(again.url, JSON.stringify(eventOf('second')))
  const ids = (await allEvents(again.url, device.token)).map((event) => opened(event, key).data)
  expect(ids).toMatchObject([{ id: 'first' }, { id: 'second' }])
})

test('a relay that runs is refused, whatever the command, and goes on', async () => {
  const { directory } = await stoppedOffice(5, 'files')
  const file = await newFile()
  await done('export', directory, file)
  const shared = await startRelay({ offices: [OTHER] })
  for (const [command, path] of [
    ['import', file],
    ['export', `${file}.2`],
  ] as const) {
    const { code, stderr } = await run(command, shared.directory, path)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/stop (the relay|every node) first/)])
  }
  expect(readdirSync(join(file, '..'))).toEqual(['office'])
  expect((await post(shared.url, '{}')).status).toBe(404)
  await fill(shared.url, 1, 'p', OTHER)
})

test('an office that is there, and an older file, are refused, and nothing is changed', async () => {
  const { directory, epoch } = await stoppedOffice(5)
  const first = await newFile()
  const { exportOffice, importOffice } = await transferIn(directory)
  await exportOffice(first, OFFICE.name)
  // Its name is taken by an office of its own.
  expect(() => createOfficeFile(first)).toThrow('is there already')
  // Said again, it is the same file; and the way back is an import.
  await exportOffice(`${first}.again`, OFFICE.name)
  expect(rowsOf(`${first}.again`)).toEqual(rowsOf(first))
  await importOffice(first)
  await expect(importOffice(first)).rejects.toThrow('this relay has an office with the name')
  const relay = await openAgain(directory, [OTHER])
  await fill(relay.url, 5, 'more')
  await relay.stop()
  const which = await run('export', directory, `${first}.which`)
  expect([which.code, which.stderr]).toEqual([2, expect.stringContaining('say which office with --office')])
  await exportOffice(`${first}.second`, OFFICE.name)
  await expect(importOffice(first)).rejects.toThrow('import the newest export')
  const left = await openAgain(directory)
  expect((await post(left.url, '{}')).status).toBe(503)
  await fill(left.url, 1, 'p', OTHER)
  await left.stop()
  await importOffice(`${first}.second`)
  const back = await openAgain(directory)
  expect(await pageOf(back.url)).toMatchObject({ epoch, head: 10 })
  expect((await allEvents(back.url)).map(({ seq: number }) => number)).toEqual(upTo(10))
})

test('an office that has left is given no numbers, and after 30 days nothing of it is there', async () => {
  const { directory } = await stoppedOffice(5)
  await (await transferIn(directory)).exportOffice(await newFile(), OFFICE.name)
  const clock = createFakeClock(Date.now())
  const relay = await startRelay({ directory, clock, offices: [OTHER] })
  const { reader, writer, secrets } = relay.relay.store
  const officeId = (await reader.listOffices()).find(({ name }) => name === OFFICE.name)?.id ?? 0
  const now = clock.now()
  const event = { officeId, receivedMs: now, hard: 'h', soft: null, near: null, body: '{}', extra: null }
  // Whatever the code does: the database refuses.
  await expect(writer.write('ingest', event)).rejects.toThrow('the office is at another relay')
  await expect(writer.write('replay', { officeId, seq: 1, now })).rejects.toThrow('the office is at another')
  // An environment that would make it, in a start of the same day.
  await relay.relay.offices.ensure(OFFICE)
  expect((await post(relay.url, '{}')).status).toBe(503)
  const events = () => reader.readEvents(officeId, 0, 99, { limit: 99, bytes: 1e9 })
  clock.advance(29 * DAY)
  await writer.write('sweep', { now: clock.now() })
  expect(await events()).toHaveLength(5)
  clock.advance(2 * DAY)
  expect((await writer.write('sweep', { now: clock.now() })).ended).toEqual([officeId])
  await writer.write('sweep', { now: clock.now() })
  expect(await events()).toEqual([])
  expect((await post(relay.url, '{}')).status).toBe(404)
  // Its secrets go with that, or with the next start.
  await relay.relay.offices.finishInterrupted()
  expect(await secrets.get(officeId)).toBeNull()
  expect((await post(relay.url, JSON.stringify(eventOf('of Soto')), OTHER)).status).toBe(200)
})

test('a PC of the office goes on with the relay that it was imported at, and so does the operator', async () => {
  const own = await startSite(OFFICE, 'files')
  const shared = await startSite(null)
  const { host, service: starting } = serviceHost()
  const core = await startCore('', { host, relayTimings: CALM })
  onTestFinished(() => core.stop())
  const service = await starting
  const slice = () => core.slice('relay')
  const arrives = async (vrm: string) => {
    const { received } = await slice()
    await service.create(vrm)
    await waitUntil(slice, (now) => now.received > received)
  }
  const ask = askAs(own.url)
  const pairing = await newPairing(ask)
  await core.value('relay.pair', { address: own.url, code: pairing.code, name: 'Mostrador' })
  await admitPc(ask, pairing, core)
  await waitUntil(slice, ({ subscription }) => subscription.state === 'created')
  await arrives('4821LMV')
  const subscriptions = () => service.get(serviceAssumptions.subscriptionsPath)
  const before = [await slice(), await subscriptions()] as const

  const file = await newFile()
  for (const site of [own, shared]) await site.stop()
  await done('export', own.directory, file)
  await done('import', shared.directory, file)
  ;[own.port, shared.port] = [shared.port, own.port]
  await shared.start()
  await arrives('3340LXN')
  const after = await slice()
  expect(after).toMatchObject({ state: 'live', gap: null, misordered: 0, deviceId: before[0].deviceId })
  expect(after.cursor).toBeGreaterThan(before[0].cursor ?? 0)
  expect(await subscriptions()).toEqual(before[1])
  const { epoch, head } = await pageOf(shared.url)
  expect([epoch, head]).toEqual([expect.any(String), after.cursor])
})
