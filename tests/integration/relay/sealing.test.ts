import { expect, test } from 'vitest'
import { receiptsWire, keyringWire } from '#shared/api/relay.ts'
import { newKeyPair, openSealed } from '#shared/sealing/sealed-box.ts'
import { comparePairing, newPairing } from '#tests/fakes/relay-process.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import {
  allEvents,
  askAs,
  call,
  eventOf,
  givePc,
  OFFICE,
  pairDevice,
  post,
  startRelay,
} from './support/relay.ts'
import { deviceWithKey, devicesOf, newOfficeKey, opened, seal, sealingOf } from './support/sealing.ts'
import { storedText } from './support/store.ts'
import { openStream } from './support/stream.ts'

const DAY = 86_400_000
const admin = OFFICE.adminToken

/** Everything in an event that must not be kept as it came. */
const SECRETS = [
  'proc-4821',
  '/v1/procedures/',
  '1234BCD',
  'IN_PROGRESS',
  'status_changed',
  'moon.rising',
  'Ana Lucena',
]

const keyringOf = async (url: string, token: string) =>
  keyringWire.parse(await (await call(`${url}/v1/devices/self/keyring`, 'GET', token)).json()).keyring

test('once it is on, nothing of an event is kept but sealed, and only its key opens it', async () => {
  const { url, directory, relay, stop } = await startRelay()
  const device = await deviceWithKey(url, 'PC 1')
  const key = newOfficeKey()
  expect(await seal(url, null, key, [device])).toBe('changed')
  const stream = openStream(url, device.token)
  expect(await stream.status).toBe(200)
  const event = eventOf('proc-4821', { plate: '1234BCD' })
  const unknown = {
    event: 'moon.rising',
    data: { id: 'proc-4821', plate: '1234BCD', who: { name: 'Ana Lucena' } },
  }
  for (const body of [JSON.stringify(event), JSON.stringify(unknown), '{"plate":"1234BCD proc-4821'])
    expect((await post(url, body)).status).toBe(200)
  // The same again is known by its HMAC.
  expect((await post(url, JSON.stringify(event))).status).toBe(200)

  const { plate: _, ...thin } = event.data as Record<string, string>
  const events = await allEvents(url, device.token)
  expect(events.map((each) => opened(each, key))).toEqual([{ event: event.event, data: thin }, unknown])
  expect(() => opened(events[0] as (typeof events)[number], newOfficeKey())).toThrow(
    'unable to authenticate data',
  )
  await expect.poll(() => stream.frames.filter((frame) => frame.event === 'change').length).toBe(2)
  expect(JSON.stringify(stream.frames)).not.toContain('proc-4821')
  stream.close()
  await relay.store.writer.write('sweep', { now: Date.now() })
  await stop()

  const kept = await storedText(directory)
  expect(kept).toContain(key.id)
  for (const secret of SECRETS) {
    expect(kept).not.toContain(secret)
    // PostgreSQL writes bytes as hexadecimal, SQLite as they are.
    expect(kept).not.toContain(Buffer.from(secret).toString('hex'))
  }
})

test('events from before, with another key, and after it is off are read on', async () => {
  const { url } = await startRelay()
  const device = await deviceWithKey(url, 'PC 1')
  const [first, second] = [newOfficeKey(), newOfficeKey()]
  const say = async (id: string) => expect((await post(url, JSON.stringify(eventOf(id)))).status).toBe(200)
  await say('a')
  expect(await seal(url, null, first, [device])).toBe('changed')
  await say('b')
  expect(await seal(url, first.id, second, [device])).toBe('changed')
  await say('c')
  expect(await seal(url, second.id, null)).toBe('changed')
  expect(await sealingOf(url)).toEqual({ key: null, isStale: false })
  await say('d')
  const [a, b, c, d] = await allEvents(url)
  expect([a?.event.data.id, d?.event.data.id]).toEqual(['a', 'd'])
  expect(b && opened(b, first).data).toMatchObject({ id: 'b' })
  expect(c && opened(c, second).data).toMatchObject({ id: 'c' })
  expect(() => c && opened(c, first)).toThrow('unable to authenticate data')
})

test('a key is changed for all PCs or for none, and only from the one that was seen', async () => {
  const { url } = await startRelay()
  const one = await deviceWithKey(url, 'PC 1')
  const plain = await pairDevice(url, 'PC 2')
  const key = newOfficeKey()
  expect(await seal(url, null, key, [one])).toBe('devices_changed')
  await call(`${url}/v1/devices/${plain.deviceId}`, 'DELETE', admin)
  const two = await deviceWithKey(url, 'PC 2')
  expect(await seal(url, null, key, [one])).toBe('devices_changed')
  expect(await seal(url, null, key, [one, { ...two, keys: newKeyPair() }])).toBe('devices_changed')
  expect(await sealingOf(url)).toEqual({ key: null, isStale: false })
  expect(await keyringOf(url, one.token)).toBeNull()
  expect(await seal(url, null, key, [one, two])).toBe('changed')
  // Its answer was lost: the same change again.
  expect(await seal(url, null, key, [one, two])).toBe('changed')
  expect(await seal(url, null, newOfficeKey(), [one, two])).toBe('key_changed')
  expect(await seal(url, 'another-key', null)).toBe('key_changed')
  const pair = { id: 'keyring', ...two.keys }
  const ring = (await keyringOf(url, two.token)) ?? ''
  expect(JSON.parse(openSealed(pair, 'keyring', ring).toString())).toEqual(key)

  const zero = { id: 'key-of-zero', publicKey: Buffer.alloc(32).toString('base64url') }
  const body = { former: key.id, key: zero, keyrings: [] }
  expect((await call(`${url}/v1/office/sealing`, 'PUT', admin, body)).status).toBe(400)
  const given = { publicKey: zero.publicKey }
  expect((await call(`${url}/v1/devices/self/key`, 'PUT', one.token, given)).status).toBe(400)
  expect((await call(`${url}/v1/office/sealing`, 'PUT', two.token, body)).status).toBe(403)

  // Another key of a PC: what was sealed to the former one is of no use to it.
  const next = { publicKey: newKeyPair().publicKey }
  expect((await call(`${url}/v1/devices/self/key`, 'PUT', two.token, next)).status).toBe(204)
  expect(await keyringOf(url, two.token)).toBeNull()
  expect((await devicesOf(url)).map(({ hasKeyring }) => hasKeyring)).toEqual([true, false])
})

test('a PC that is revoked leaves a key that has to be changed', async () => {
  const { url } = await startRelay()
  const [one, two] = [await deviceWithKey(url, 'PC 1'), await deviceWithKey(url, 'PC 2')]
  const key = newOfficeKey()
  await seal(url, null, key, [one, two])
  expect(await sealingOf(url)).toMatchObject({
    key: { id: key.id, publicKey: key.publicKey },
    isStale: false,
  })
  await call(`${url}/v1/devices/${two.deviceId}`, 'DELETE', admin)
  expect(await sealingOf(url)).toMatchObject({ key: { id: key.id }, isStale: true })
  expect(await seal(url, key.id, newOfficeKey(), [one])).toBe('changed')
  expect(await sealingOf(url)).toMatchObject({ isStale: false })
})

test('what a process did not know of another key is not stored as it was', async () => {
  const { url, relay } = await startRelay()
  const device = await deviceWithKey(url, 'PC 1')
  const key = newOfficeKey()
  await seal(url, null, key, [device])
  const { writer, reader } = relay.store
  const officeId = (await reader.listOffices())[0]?.id ?? 0
  const event = { officeId, receivedMs: Date.now(), soft: null, near: null, body: '{}', extra: null }
  const hard = 'x'.repeat(32)
  for (const sealedTo of [{}, { sealedTo: null }, { sealedTo: 'a-former-key' }])
    expect(await writer.write('ingest', { ...event, hard, ...sealedTo })).toEqual({ kind: 'stale' })
  const beginning = { officeId, receivedMs: 0, hard, bytes: 1, reason: 'no', beginning: new Uint8Array([1]) }
  expect(await writer.write('quarantine', beginning)).toEqual({ kind: 'stale' })
  expect(await allEvents(url)).toEqual([])
  expect(await writer.write('ingest', { ...event, hard, sealedTo: key.id })).toMatchObject({ seq: 1 })
})

test('an event from outside cannot pass for one that the relay sealed', async () => {
  const { url } = await startRelay()
  const data = { id: 'office-key', thin: 'AAAA', brief: 'AAAA' }
  expect((await post(url, JSON.stringify({ event: 'relay.sealed', data }))).status).toBe(200)
  expect(await allEvents(url)).toEqual([])
})

test('receipts keep the name and id of an event sealed, also when it is deleted', async () => {
  const clock = createFakeClock()
  const { url, directory, relay } = await startRelay({ clock })
  const device = await deviceWithKey(url, 'PC 1')
  const key = newOfficeKey()
  await seal(url, null, key, [device])
  await post(url, JSON.stringify(eventOf('proc-4821')))
  const briefOf = async () => {
    const answer = await call(`${url}/v1/receipts`, 'GET', admin)
    const [receipt] = receiptsWire.parse(await answer.json()).receipts
    expect(receipt).toMatchObject({ seq: 1, event: 'relay.sealed', id: key.id })
    return JSON.parse(openSealed(key, 'brief', receipt?.brief ?? '').toString()) as object
  }
  expect(await briefOf()).toEqual({ event: 'procedure.status_changed', id: 'proc-4821' })
  clock.advance(181 * DAY)
  await relay.store.writer.write('sweep', { now: clock.now() })
  expect(await allEvents(url)).toEqual([])
  expect(await briefOf()).toEqual({ event: 'procedure.status_changed', id: 'proc-4821' })
  expect(await storedText(directory)).not.toContain('proc-4821')
})

test('a new PC gives its key with the code, and gets its keyring once it is confirmed', async () => {
  const { url } = await startRelay()
  const device = await deviceWithKey(url, 'PC 1')
  await seal(url, null, newOfficeKey(), [device])
  const { publicKey } = newKeyPair()
  const ask = askAs(url)
  const pairing = await newPairing(ask)
  const confirm = (body?: object) => call(`${url}/v1/pairings/${pairing.id}/confirm`, 'POST', admin, body)
  const end = (await givePc(url, pairing, 'PC 2', publicKey)).end()
  const words = await comparePairing(ask, pairing)
  // Without a keyring it would hear nothing, and not know it.
  expect((await confirm()).status).toBe(409)
  expect((await confirm({ keyring: 'sealed-for-PC-2' })).status).toBe(200)
  const { answer, words: shown } = await end
  expect(shown).toEqual(words)
  const { token } = (await answer.json()) as { token: string }
  expect(await keyringOf(url, token)).toBe('sealed-for-PC-2')
  expect((await devicesOf(url)).at(-1)).toMatchObject({ publicKey, hasKeyring: true })
})
