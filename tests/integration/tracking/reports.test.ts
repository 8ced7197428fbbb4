import { afterAll, afterEach, expect, test } from 'vitest'
import type { Notification } from '#shared/bridge/inbox.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'
import { reducedReports, startFaultService } from '#tests/fakes/fault-service.ts'
import { hostPointingAt } from '#tests/fakes/core-fixture.ts'
import { until } from './until.ts'

let fixture: CoreFixture | undefined
afterEach(() => fixture?.stop())
afterAll(removeTemporaryDirectories)

const recorder = (raised: Notification[]) => async (notification: Notification) => {
  raised.push(notification)
  return 'shown' as const
}

test('a complete report that finishes is news, unless its plate is in front of somebody', async () => {
  const { host } = serviceHost()
  const raised: Notification[] = []
  fixture = await startCore('', {
    host: { ...host, notify: recorder(raised) },
  })
  const { value } = fixture
  await value('complete.request', { vrm: '1234BCD', confirmed: true })
  await until(() => raised.length === 1)
  expect(raised[0]).toMatchObject({
    title: expect.stringMatching(/^1234 BCD/),
    body: 'Informe disponible · Transferible',
    route: { view: 'lookup', vrm: '1234BCD' },
  })
  const route = { view: 'lookup', vrm: '8888BBB' } as const
  await value('notifications.window', { windowId: 'w', permission: 'granted', visible: true, route })
  await value('complete.request', { vrm: '8888BBB', confirmed: true })
  await until(async () => (await value('inbox.list', { filter: 'unread', limit: 9 })).rows.length === 2)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(raised).toHaveLength(1)
})

test('a lookup that was answered at once is no news; one that had to wait for the connection is', async () => {
  const service = await startFaultService(reducedReports())
  const raised: Notification[] = []
  fixture = await startCore(service.url, {
    host: { ...hostPointingAt(() => service.url), notify: recorder(raised) },
  })
  const { value, until: untilView } = fixture
  await value('lookup.start', { vrm: '1234BCD' })
  await untilView('1234BCD', ({ latest }) => latest !== null)
  expect((await value('inbox.list', { filter: 'all', limit: 9 })).rows).toEqual([])
  await service.down()
  await value('lookup.start', { vrm: '5678FGH' })
  await untilView('5678FGH', ({ pending }) => pending?.state === 'queued')
  service.answer(
    reducedReports((vrm) => ({
      id: 'later',
      vrm,
      status: 'completed',
      transferabilityStatus: 'with_alerts',
    })),
  )
  await service.up()
  await value('connection.retry', {})
  await until(() => raised.length === 1)
  expect(raised[0]).toMatchObject({
    title: expect.stringMatching(/^5678 FGH/),
    body: 'Informe disponible · Transferible con avisos',
  })
  await service.close()
})
