import { afterAll, expect, onTestFinished, test } from 'vitest'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import { removeTemporaryDirectories, startCore, waitUntil } from '#tests/fakes/core-fixture.ts'
import { admitPc, newPairing } from '#tests/fakes/relay-process.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'
import { askAs, call, OFFICE, startRelay } from '../relay/support/relay.ts'
import { createFakeClock } from '../service/support/fake-clock.ts'
import { CALM } from './desk.ts'

const DAY_MS = 86_400_000

afterAll(removeTemporaryDirectories)

test('after the secret was rotated, the next check writes it, and events arrive once the former has expired', async () => {
  const clock = createFakeClock(Date.now())
  const relay = await startRelay({ clock })
  const asAdmin = async <T>(method: string, path: string) =>
    (await (await call(relay.url + path, method, OFFICE.adminToken)).json()) as T
  const { host, service: starting } = serviceHost()
  const core = await startCore('', { host, relayTimings: CALM })
  onTestFinished(() => core.stop())
  const service = await starting
  const slice = () => core.slice('relay')
  const subscriptions = async () =>
    (await service.get(serviceAssumptions.subscriptionsPath)) as unknown as { id: string }[]
  const arrives = async (vrm: string) => {
    const { received } = await slice()
    await service.create(vrm)
    await waitUntil(slice, (now) => now.received > received)
  }

  const ask = askAs(relay.url)
  const pairing = await newPairing(ask)
  await core.value('relay.pair', { address: relay.url, code: pairing.code, name: 'Mostrador' })
  await admitPc(ask, pairing, core)
  await waitUntil(slice, ({ subscription }) => subscription.state === 'created')
  await arrives('4821LMV')
  const before = await subscriptions()
  expect(before).toHaveLength(1)

  const { header } = await asAdmin<{ header: { value: string } }>('POST', '/v1/office/rotate')
  expect(header.value).not.toBe(OFFICE.header.value)
  // The former secret is still good: nothing is lost until the check.
  await arrives('3340LXN')
  await core.value('relay.subscribe', {})
  const after = await subscriptions()
  expect(after).toHaveLength(1)
  expect(after[0]?.id).not.toBe(before[0]?.id)

  clock.advance(8 * DAY_MS)
  await arrives('7756MBC')
  const shown = JSON.stringify([core.frames, core.logged, after])
  for (const secret of [OFFICE.header.value, header.value]) expect(shown).not.toContain(secret)
  // What has the present header is left alone.
  await core.value('relay.subscribe', {})
  expect(await subscriptions()).toEqual(after)
})
