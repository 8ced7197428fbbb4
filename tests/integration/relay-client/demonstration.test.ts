import { afterAll, afterEach, expect, test } from 'vitest'
import type { SidecarRequest } from '#electron/core/host.ts'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { serviceAssumptions } from '#shared/api/service-assumptions.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { serviceClient } from '#tests/fakes/real-service.ts'

/** The demonstration with its own service and its own relay, each a process as in the application. */
async function startDemonstration(dataDir: string) {
  const fork = createForkSidecars({
    entry: (name) => new URL(`../../../out/tests/${name}.js`, import.meta.url),
    onLine: () => undefined,
  })
  const requests: SidecarRequest[] = []
  const serviceUrl = Promise.withResolvers<string>()
  const core = await startCore('', {
    dataDir,
    host: {
      ...hostPointingAt(() => ''),
      startSidecar(request) {
        requests.push(request)
        const sidecar = fork(request)
        if (request.name === 'service')
          void sidecar.ready.then((ready) => serviceUrl.resolve((ready as { listening: string }).listening))
        return sidecar
      },
    },
  })
  const envOf = (name: SidecarRequest['name']) => requests.find((each) => each.name === name)?.env ?? {}
  const [key = ''] = (envOf('service')['SERVICE_API_KEYS'] ?? '').split('=')
  running.push(core)
  return {
    core,
    service: serviceClient(await serviceUrl.promise, key),
    office: () => JSON.parse(envOf('relay')['RELAY_OFFICE'] ?? '{}'),
    args: () => requests.flatMap(({ args }) => args),
    live: () => until(core, ({ state, subscription }) => state === 'live' && subscription.checkedAt !== null),
    async stop() {
      running.splice(running.indexOf(core), 1)
      await core.stop()
    },
  }
}

const running: CoreFixture[] = []
afterEach(() => Promise.all(running.splice(0).map((core) => core.stop())))
afterAll(removeTemporaryDirectories)

const until = (core: CoreFixture, condition: (slice: RelaySlice) => boolean) =>
  waitUntil(() => core.slice('relay'), condition)
const knows = (core: CoreFixture, id: string) =>
  waitUntil(
    () => core.call('changes.get', { kind: 'procedure', id }),
    ({ ok }) => ok,
  )
const subscriptions = async (service: ReturnType<typeof serviceClient>) =>
  (await service.get(serviceAssumptions.subscriptionsPath)) as unknown as { url: string }[]

test('hears of what this PC never saw, with nothing to configure, and goes on after a restart', async () => {
  const dataDir = await temporaryDirectory()
  const first = await startDemonstration(dataDir)
  const before = await first.live()
  expect(before).toMatchObject({ admin: true, gap: null, subscription: { state: 'created' } })
  const { id } = await first.service.create('4821LMV')
  await knows(first.core, id)
  const heard = await until(first.core, ({ received, missing }) => received > 0 && missing === 0)
  await first.stop()

  const second = await startDemonstration(dataDir)
  const after = await second.live()
  expect(after).toMatchObject({ gap: null, subscription: { state: 'created' } })
  expect(after.received).toBeGreaterThanOrEqual(heard.received)
  expect(after.cursor).toBeGreaterThanOrEqual(heard.cursor ?? 0)
  expect(after.address).not.toBe(heard.address)
  expect(await subscriptions(second.service)).toHaveLength(1)
  const other = await second.service.create('3340LXN')
  await knows(second.core, other.id)
})

test('begun anew it has another list, and nothing is said to be missing', async () => {
  const demonstration = await startDemonstration(await temporaryDirectory())
  await demonstration.live()
  await demonstration.service.create('4821LMV')
  await until(demonstration.core, ({ received }) => received > 0)
  await demonstration.core.value('accounts.renew-demo', { sample: false })
  const renewed = await until(demonstration.core, ({ state, received }) => state === 'live' && received === 0)
  expect(renewed).toMatchObject({ gap: null, cursor: 0 })
})

test('no secret of the relay is in what windows are told, in a log line or among its arguments', async () => {
  const { core, live, office, args } = await startDemonstration(await temporaryDirectory())
  await live()
  const { adminToken, inboxKey, header, device } = office()
  const shown = JSON.stringify([core.frames, core.logged, args()])
  for (const secret of [adminToken, inboxKey, header.value, device.token]) {
    expect(secret.length).toBeGreaterThan(30)
    expect(shown).not.toContain(secret)
  }
})
