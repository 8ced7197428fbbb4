import { afterAll, afterEach, expect, test } from 'vitest'
import {
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'

let fixture: CoreFixture | undefined
const notified: { route?: unknown }[] = []

async function start(): Promise<CoreFixture> {
  const { host } = serviceHost('as-asked')
  const notify = async (notification: object) => {
    notified.push(notification)
    return 'shown' as const
  }
  fixture = await startCore('', {
    host: { ...host, notify },
    sampleOffice: true,
    loadKeytar: createMemoryKeytar().load,
  })
  await waitUntil(
    () => fixture!.slice('inboxCounts'),
    ({ unread }) => unread > 0,
  )
  return fixture
}

afterEach(async () => {
  await fixture?.stop()
  notified.length = 0
})
afterAll(removeTemporaryDirectories)

test('the demonstration goes on by itself, and is paused and hurried', async () => {
  const { value } = await start()
  const pace = await value('simulator.pace', {})
  expect(pace).toMatchObject({ paused: false, speed: 1 })
  expect(pace.playing).toBeGreaterThan(25)
  expect(await value('simulator.set-pace', { paused: true })).toMatchObject({ paused: true, speed: 1 })
  expect(await value('simulator.set-pace', { speed: 5 })).toMatchObject({ paused: true, speed: 5 })
  expect(await value('simulator.pace', {})).toMatchObject({ paused: true, speed: 5 })
})

test('a step is heard at once, and is a notification like any other', async () => {
  const { value } = await start()
  await value('simulator.set-pace', { paused: true })
  const { moved } = await value('simulator.step', {})
  await waitUntil(
    () => notified,
    (all) => all.some(({ route }) => JSON.stringify(route).includes(String(moved))),
  )
})

test('hurried, the changes of a procedure on screen are heard by polling', async () => {
  const { value } = await start()
  await value('simulator.set-pace', { speed: 1_000 })
  const before = (await value('simulator.pace', {})).playing
  await waitUntil(
    async () => (await value('simulator.pace', {})).playing,
    (playing) => playing < before,
  )
  const { rows } = await value('cases.list', {
    filter: { statuses: ['IN_PROGRESS'] },
    sort: { by: 'recent', descending: true },
    offset: 0,
    limit: 1,
  })
  await value('changes.look', { kind: 'procedure', id: rows[0]!.id })
  await waitUntil(
    async () => (await value('changes.get', { kind: 'procedure', id: rows[0]!.id })).status,
    (status) => status !== 'IN_PROGRESS',
  )
})

test('no account has a pace, whatever its service offers', async () => {
  const { value, call } = await start()
  const service = await startFaultService()
  const { id } = await value('accounts.add', {
    environment: 'development',
    name: 'Gestoría Ribera',
    baseUrl: service.url,
    key: 'clave-de-la-oficina-0123456789',
  })
  await value('accounts.activate', { id })
  expect(await value('simulator.abilities', {})).toMatchObject({ available: true, pace: false })
  for (const name of ['simulator.pace', 'simulator.step'] as const)
    expect(await call(name, {})).toMatchObject({ ok: false, error: { code: 'no-simulator' } })
  expect(await call('simulator.set-pace', { paused: true })).toMatchObject({ ok: false })
  expect(service.seen.filter(({ path }) => path.startsWith('/_dev'))).toEqual([])
  await service.close()
})
