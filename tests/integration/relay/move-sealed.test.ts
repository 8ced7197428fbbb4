import { expect, test } from 'vitest'
import { receiptsWire } from '#shared/api/relay-receipts.ts'
import { keyringWire } from '#shared/api/relay-sealing.ts'
import { openSealed } from '#shared/sealing/sealed-box.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { moveNow } from './support/move-in-process.ts'
import { allEvents, call, eventOf, OFFICE, post, startRelay, temporaryDirectory } from './support/relay.ts'
import { devicesOf, deviceWithKey, newOfficeKey, opened, seal, sealingOf } from './support/sealing.ts'
import { keepInFiles } from './support/store.ts'

const DAY = 86_400_000

test('an office whose events are sealed moves with its key, its keyrings and its receipts, and back', async () => {
  const clock = createFakeClock()
  const directory = await temporaryDirectory()
  keepInFiles(directory)
  const own = await startRelay({ clock, directory })
  const shared = await startRelay({ clock, offices: [] })
  const device = await deviceWithKey(own.url, 'PC 1')
  const revoked = await deviceWithKey(own.url, 'PC 2')
  const key = newOfficeKey()
  expect(await seal(own.url, null, key, [device, revoked])).toBe('changed')
  await post(own.url, JSON.stringify(eventOf('old')))
  clock.advance(181 * DAY)
  await own.relay.store.writer.write('sweep', { now: clock.now() })
  await post(own.url, JSON.stringify(eventOf('first')))
  expect((await call(`${own.url}/v1/devices/${revoked.deviceId}`, 'DELETE', OFFICE.adminToken)).status).toBe(
    204,
  )

  const ask = async (url: string, path: string, token: string) =>
    (await call(url + path, 'GET', token)).json()
  const stateAt = async (url: string) => ({
    sealing: await sealingOf(url),
    devices: (await devicesOf(url)).map((known) => ({ ...known, seenAt: null })),
    keyring: keyringWire.parse(await ask(url, '/v1/devices/self/keyring', device.token)).keyring,
    receipts: receiptsWire
      .parse(await ask(url, '/v1/receipts', OFFICE.adminToken))
      .receipts.map(({ brief }) => openSealed(key, 'brief', brief ?? '').toString()),
  })
  const before = await stateAt(own.url)
  expect(before.sealing).toMatchObject({ key: { id: key.id }, isStale: true })
  expect(before.keyring).not.toBeNull()
  expect(before.receipts).toHaveLength(2)

  await moveNow(own, shared)
  expect(await stateAt(shared.url)).toEqual(before)
  await moveNow(shared, own)
  expect(await stateAt(own.url)).toEqual(before)
  await post(own.url, JSON.stringify(eventOf('second')))
  const ids = (await allEvents(own.url, device.token)).map((event) => opened(event, key).data)
  expect(ids).toMatchObject([{ id: 'first' }, { id: 'second' }])
})
