import { expect, test } from 'vitest'
import { type NotificationSettings, defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { daysAfter, writeDay } from '#shared/domain/calendar.ts'
import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startTracking, type TrackingFixture } from '#tests/fakes/tracking-fixture.ts'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()

const today = Date.now()
/** The day some days ago, as the core stores it. */
const ago = (days: number) => writeDay(daysAfter(today, -days))
const clockAt = (days: number): Clock => ({ ...systemClock, now: () => daysAfter(today, days) })

/** Tracks a transfer with a contract of that day. */
async function follow(of: TrackingFixture, id: string, contractDate: string): Promise<void> {
  // Handed in, it would ask for nothing more.
  desk.procedures.set(id, 'DRAFT')
  await of.tracking.changes.add(id)
  await write(of, id, contractDate)
}

async function write(of: TrackingFixture, id: string, contractDate: string): Promise<void> {
  const version = (await of.store.call('annotations', id))?.version ?? 0
  expect(await of.store.call('saveAnnotations', id, version, { contractDate }, today)).toMatchObject({
    saved: true,
  })
}

const alerts = async (of: TrackingFixture) =>
  (await of.store.call('inbox', 'all', null, null, 50)).rows
    .filter(({ source }) => source === 'alert')
    .toReversed()
    .map(({ id, detail }) => `${id} ${detail['about']} ${detail['last']} ${detail['left']}`)

/**
 * Makes the core check the alerts. They are written in one transaction: once the alert of a new procedure, `marker`,
 * exists, so does every other one due.
 */
async function look(of: TrackingFixture, marker: string): Promise<string[]> {
  const day = new Date(of.clock.now())
  await follow(of, marker, writeDay(daysAfter(day.getTime(), -9)))
  of.tracking.settingsChanged()
  await until(async () => (await alerts(of)).some((alert) => alert.startsWith(`${marker} `)))
  return (await alerts(of)).filter((alert) => !alert.startsWith('marker'))
}

test('a term that nears is told once and its end once, also over restarts and kills', async () => {
  const directory = await temporaryDirectory()
  const first = await startTracking(desk.service.url, { directory, clock: clockAt(0) })
  await follow(first, 'p', ago(8))
  const nears = [`p seller ${ago(-2)} 2`]
  expect(await look(first, 'marker-1')).toEqual(nears)
  await until(() => first.raised.some(({ body }) => body.includes(`hasta el ${ago(-2)}`)))
  expect(await look(first, 'marker-2')).toEqual(nears)
  // Like a crash: no orderly stop.
  await first.store.close()

  const second = await startTracking(desk.service.url, { directory, clock: clockAt(1) })
  expect(await look(second, 'marker-3')).toEqual(nears)
  await second.stop()

  const third = await startTracking(desk.service.url, { directory, clock: clockAt(2) })
  const ends = [...nears, `p seller ${ago(-2)} 0`]
  expect(await look(third, 'marker-4')).toEqual(ends)
  await third.stop()

  const fourth = await desk.start({ directory, clock: clockAt(3) })
  expect(await look(fourth, 'marker-5')).toEqual(ends)
})

test('what ended, is silenced, is long past or has no date raises nothing', async () => {
  const of = await desk.start({ clock: clockAt(0) })
  for (const status of ['PENDING', 'IN_PROGRESS', 'ON_HOLD', 'DONE', 'CANCELLED', 'DELIVERED_TO_CLIENT']) {
    await follow(of, status, ago(9))
    await desk.change(of, status, status)
  }
  await follow(of, 'silenced', ago(9))
  await of.tracking.changes.mute('procedure', 'silenced', true)
  for (const days of [18, 26, 38, 400]) await follow(of, `of-${days}-days`, ago(days))
  await follow(of, 'undated', '')
  await follow(of, 'tomorrow', ago(-1))
  expect(await look(of, 'marker-1')).toEqual([])
  await of.tracking.changes.mute('procedure', 'silenced', false)
  expect(await look(of, 'marker-2')).toEqual([`silenced seller ${ago(-1)} 1`])
})

test('another contract date is another term, and the first one again is not', async () => {
  const of = await desk.start({ clock: clockAt(0) })
  await follow(of, 'p', ago(8))
  expect(await look(of, 'marker-1')).toEqual([`p seller ${ago(-2)} 2`])
  await write(of, 'p', ago(28))
  const both = [`p seller ${ago(-2)} 2`, `p buyer ${ago(-2)} 2`]
  expect(await look(of, 'marker-2')).toEqual(both)
  await write(of, 'p', ago(8))
  expect(await look(of, 'marker-3')).toEqual(both)
})

test('of a contract date that was corrected nothing waits for this desk', async () => {
  const of = await desk.start({ clock: clockAt(0) })
  const mine = async () =>
    (await of.store.call('inbox', 'actionable', { kind: 'procedure', id: 'p' }, null, 50)).rows.map(
      ({ detail }) => `${detail['about']} ${detail['last']}`,
    )
  await follow(of, 'p', ago(9))
  await look(of, 'marker-1')
  expect(await mine()).toEqual([`seller ${ago(-1)}`])
  // Saved again with another client, or in another format, it is the same date.
  expect(await of.store.call('saveAnnotations', 'p', 1, { client: 'x' }, today)).toMatchObject({
    saved: true,
  })
  expect(await mine()).toHaveLength(1)
  await write(of, 'p', ago(29))
  await look(of, 'marker-2')
  expect(await mine()).toEqual([`buyer ${ago(-1)}`])
  await write(of, 'p', '')
  expect(await mine()).toEqual([])
})

test('it waits for this desk until the next of the same term, or until the procedure is handed in', async () => {
  const directory = await temporaryDirectory()
  const mine = async (of: TrackingFixture) =>
    (await of.store.call('inbox', 'actionable', { kind: 'procedure', id: 'p' }, null, 50)).rows.map(
      ({ detail }) => detail['left'],
    )
  const first = await startTracking(desk.service.url, { directory, clock: clockAt(0) })
  await follow(first, 'p', ago(9))
  await look(first, 'marker-1')
  expect(await mine(first)).toEqual([1])
  await first.stop()
  const second = await desk.start({ directory, clock: clockAt(1) })
  await look(second, 'marker-2')
  expect(await mine(second)).toEqual([0])
  await desk.change(second, 'p', 'IN_PROGRESS')
  expect(await mine(second)).toEqual([])
  await look(second, 'marker-3')
  expect(await mine(second)).toEqual([])
})

const settings = (change: Partial<NotificationSettings>): NotificationSettings => ({
  ...defaultNotificationSettings,
  ...change,
})

test.each([
  ['switched off', settings({ events: { ...defaultNotificationSettings.events, deadline: false } })],
  ['within quiet hours', settings({ quiet: { enabled: true, from: '00:00', to: '23:59', weekends: true } })],
])('%s it is in Novedades and nowhere else', async (_, chosen) => {
  const of = await desk.start({ clock: clockAt(0), settings: chosen })
  await follow(of, 'p', ago(9))
  expect(await look(of, 'marker-1')).toEqual([`p seller ${ago(-1)} 1`])
  await until(async () => (await of.store.call('notifications', 'due', 0, 10)).length === 0)
  expect(of.raised).toEqual([])
})

test('many at once are told as one', async () => {
  const of = await desk.start({ clock: clockAt(0), start: false })
  for (let index = 0; index < 6; index++) await follow(of, `p${index}`, ago(9))
  of.tracking.start()
  await until(() => of.raised.length > 0)
  expect(of.raised).toMatchObject([{ title: '6 novedades', body: 'Plazo del transmitente (6)' }])
})
