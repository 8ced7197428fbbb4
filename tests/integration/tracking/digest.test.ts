import { expect, test } from 'vitest'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'
import type { TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()
const HOUR_MS = 3_600_000

/** Clock that the test sets ahead. */
function shifted(): { clock: Clock; ahead: (ms: number) => void } {
  let shift = 0
  return {
    clock: { ...systemClock, now: () => Date.now() + shift },
    ahead: (ms) => void (shift += ms),
  }
}
const due = async (of: TrackingFixture) => (await of.store.call('notifications', 'due', 0, 100)).length
/** The notifier has looked at everything, and left this many for later. */
const waits = (of: TrackingFixture, n: number) =>
  until(async () => {
    of.tracking.notifier.wake()
    return (await due(of)) === n
  })

test('what is good to know is one notification an hour; what asks for something is told at once', async () => {
  const { clock, ahead } = shifted()
  const of = await desk.start({ clock, settings: { digest: true } })
  for (const id of ['p', 'q', 'r']) await desk.change(of, id, 'IN_PROGRESS')
  await desk.change(of, 'p', 'ON_HOLD')
  await desk.change(of, 'asks', 'BLOCKED')
  await until(() => of.raised.length === 1)
  expect(of.raised[0]).toMatchObject({ route: { view: 'procedure', id: 'asks' } })
  await waits(of, 4)
  ahead(HOUR_MS)
  of.tracking.notifier.wake()
  await until(() => of.raised.length === 2)
  expect(of.raised[1]).toMatchObject({
    title: '4 cambios en 3 expedientes',
    route: { view: 'inbox' },
    silent: true,
  })
  await waits(of, 0)
  // The next one is an hour later again.
  await desk.change(of, 'q', 'ON_HOLD')
  await waits(of, 1)
  ahead(HOUR_MS - 60_000)
  await waits(of, 1)
  expect(of.raised).toHaveLength(2)
  ahead(60_000)
  of.tracking.notifier.wake()
  await until(() => of.raised.length === 3)
  // Of one file, it says which.
  expect(of.raised[2]).toMatchObject({
    title: '1234 BCD',
    body: expect.stringMatching(/^En espera/),
    route: { view: 'procedure', id: 'q' },
  })
  expect(new Set(of.raised.map(({ tag }) => tag)).size).toBe(3)
})

test('what was read meanwhile is not in it, and without any there is none', async () => {
  const { clock, ahead } = shifted()
  const of = await desk.start({ clock, settings: { digest: true } })
  await desk.change(of, 'p', 'IN_PROGRESS')
  await waits(of, 1)
  const { rows } = await of.store.call('inbox', 'unread', null, null, 10)
  await of.tracking.inbox.mark(
    rows.map(({ seq }) => seq),
    'read',
  )
  ahead(HOUR_MS)
  await waits(of, 0)
  expect(of.raised).toEqual([])
})

test('in a pause it waits, and then tells of all of it once', async () => {
  const { clock, ahead } = shifted()
  const of = await desk.start({
    clock,
    settings: { digest: true, pausedUntil: Date.now() + 3 * HOUR_MS },
  })
  await desk.change(of, 'p', 'IN_PROGRESS')
  await desk.change(of, 'q', 'IN_PROGRESS')
  ahead(2 * HOUR_MS)
  await waits(of, 2)
  expect(of.raised).toEqual([])
  ahead(HOUR_MS)
  of.tracking.notifier.wake()
  await until(() => of.raised.length === 1)
  expect(of.raised[0]?.title).toBe('2 cambios en 2 expedientes')
})

test('switched off, what was waiting is told as it would have been', async () => {
  const of = await desk.start({ settings: { digest: true } })
  await desk.change(of, 'p', 'IN_PROGRESS')
  await waits(of, 1)
  of.state.settings = defaultNotificationSettings
  of.tracking.settingsChanged()
  await until(() => of.raised.length === 1)
  expect(of.raised[0]).toMatchObject({ route: { view: 'procedure', id: 'p' } })
})
