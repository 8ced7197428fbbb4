import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { NotificationOutcome } from '#shared/bridge/inbox.ts'
import type { WindowBeat } from '#electron/core/features/notifications/windows.ts'
import { removeTemporaryDirectories } from '#tests/fakes/core-fixture.ts'
import { startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { startTracking, type TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { createProcedures, type FakeProcedures } from '#tests/fakes/procedures.ts'
import { until } from './until.ts'

let service: FaultService
let procedures: FakeProcedures
let of: TrackingFixture

beforeEach(async () => {
  procedures = createProcedures()
  service = await startFaultService(procedures.respond)
  of = await startTracking(service.url, { present: false })
})
afterEach(async () => {
  await of.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function change(id: string, status = 'BLOCKED'): Promise<void> {
  if (!procedures.all.has(id)) {
    procedures.set(id, 'PENDING')
    await of.tracking.changes.add(id)
  }
  procedures.set(id, status)
  await of.tracking.changes.refresh('procedure', id)
}

function beat(windowId: string, permission: WindowBeat['permission'], rest: Partial<WindowBeat> = {}) {
  of.windows.recordBeat({ windowId, permission, visible: false, ...rest })
  of.tracking.notifier.wake()
}

const notices = (state: 'due' | 'raising') => of.store.call('notifications', state, 0, 100)
const asked = (windowId: string) => of.asked.filter((one) => one.windowId === windowId)

/** Answers the last request to a window. */
async function answer(windowId: string, outcome: NotificationOutcome, n = 1): Promise<string> {
  await until(() => asked(windowId).length === n)
  const { tag } = asked(windowId)[n - 1]?.notification ?? { tag: '' }
  of.windows.recordOutcome(windowId, tag, outcome)
  return tag
}

test.each(['default', 'denied', 'unsupported'] as const)(
  'a window with permission %s: what changed stays due, and is told when it is granted',
  async (permission) => {
    beat('w', permission)
    for (const id of ['p', 'q']) await change(id)
    beat('w', permission)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await notices('due')).toHaveLength(2)
    expect(of.asked).toEqual([])
    beat('w', 'granted')
    for (let n = 1; (await notices('due')).length + (await notices('raising')).length > 0; n++)
      await answer('w', 'shown', n)
    expect(of.asked.length).toBeGreaterThan(0)
  },
)

test('permission taken back while it was asked: it waits under its tag, and Novedades has it meanwhile', async () => {
  beat('w', 'granted')
  await change('p')
  const tag = await answer('w', 'denied')
  await change('q')
  await until(async () => (await notices('due')).length === 1)
  expect((await notices('raising')).map((row) => row.tag)).toEqual([tag])
  expect((await of.store.call('inbox', 'unread', null, null, 10)).rows).toHaveLength(2)
  beat('w', 'granted')
  expect(await answer('w', 'shown', 2)).toBe(tag)
  expect(await answer('w', 'shown', 3)).not.toBe(tag)
  await until(async () => (await notices('due')).length + (await notices('raising')).length === 0)
})

test('one that cannot be shown is written down as failed, and not tried for ever', async () => {
  beat('w', 'granted')
  await change('p')
  await answer('w', 'failed')
  await until(async () => (await notices('raising')).length === 0)
  beat('w', 'granted')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(of.asked).toHaveLength(1)
})

test('asleep nothing is asked of the service; awake again, what is due is', async () => {
  procedures.set('p', 'PENDING')
  await of.tracking.changes.add('p')
  of.tracking.sleep()
  await until(() => of.state.sweep?.state === 'paused')
  await of.store.call('reconcileResources', Date.now() + 1, Date.now())
  const before = procedures.looks.get('p')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(procedures.looks.get('p')).toBe(before)
  of.tracking.wake()
  await until(() => (procedures.looks.get('p') ?? 0) > (before ?? 0))
  await until(() => of.state.sweep?.state !== 'paused')
})
