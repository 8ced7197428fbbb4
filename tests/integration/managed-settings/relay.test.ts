import { afterAll, afterEach, expect, test } from 'vitest'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { guarded } from '#tests/fakes/complete-service.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { managedBy, mandatory } from '#tests/fakes/managed.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { createProcedures } from '#tests/fakes/procedures.ts'
import { pairPc, startRelayStandIn, type RelayStandIn } from '#tests/fakes/relay-stand-in.ts'
import { CALM } from '#tests/integration/relay-client/desk.ts'

const KEY = 'office-key-0123456789-ABCD'

let core: CoreFixture
let service: FaultService
let relay: RelayStandIn
afterEach(async () => {
  await core.stop()
  await relay.close()
  await service.close()
})
afterAll(removeTemporaryDirectories)

test('a relay that was paired before and is not the fixed one is neither asked nor given its token', async () => {
  const dataDir = await temporaryDirectory()
  const keychain = createMemoryKeytar()
  service = await startFaultService(guarded([KEY], createProcedures().respond))
  relay = await startRelayStandIn()
  const start = async (address: string | null) => {
    core = await startCore(service.url, {
      dataDir,
      loadKeytar: keychain.load,
      relayTimings: CALM,
      ...(address !== null && { managed: await managedBy(dataDir, mandatory({ 'relay.address': address })) }),
    })
  }
  const until = (condition: (slice: RelaySlice) => boolean) => waitUntil(slice, condition)
  const slice = () => core.slice('relay')

  await start(null)
  const account = { environment: 'production', name: 'Ribera', baseUrl: service.url, key: KEY } as const
  const { id } = await core.value('accounts.add', account)
  await core.value('accounts.activate', { id })
  await pairPc(core, relay.url)
  await until(({ state }) => state === 'live')
  await core.stop()

  const asked = relay.seen.length
  await start('https://rele.oficina.example')
  const { error } = await until(({ state }) => state !== 'none' && state !== 'connecting')
  expect(error?.code).toBe('managed')
  expect(await core.call('relay.devices', {})).toMatchObject({ error: { code: 'managed' } })
  expect(relay.seen.length).toBe(asked)
  await core.stop()

  // The same one, fixed: it goes on where it was.
  await start(relay.url)
  await until(({ state }) => state === 'live')
})
