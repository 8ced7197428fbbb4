import { expect, test } from 'vitest'
import type { NotificationOutcome } from '#shared/bridge/inbox.ts'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import { systemClock, type Clock } from '#electron/core/runtime/clock.ts'
import { ANSWER_MS } from '#electron/core/features/notifications/windows.ts'
import { temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startTracking, type TrackingFixture, type TrackingOptions } from '#tests/fakes/tracking-fixture.ts'
import { procedureEvent } from '#tests/fakes/procedures.ts'
import { setUpTracking } from './tracked-procedures.ts'
import { until } from './until.ts'

const desk = setUpTracking()

/** Window that answers the requests to it. */
function openWindow(
  of: TrackingFixture,
  windowId: string,
  outcome: NotificationOutcome | 'silence' = 'shown',
) {
  let seen = 0
  const timer = setInterval(() => {
    for (; seen < of.asked.length; seen++) {
      const ask = of.asked[seen]
      if (ask?.windowId === windowId && outcome !== 'silence')
        of.windows.recordOutcome(windowId, ask.notification.tag, outcome)
    }
  }, 5)
  of.windows.recordBeat({ windowId, permission: 'granted', visible: false })
  of.tracking.notifier.wake()
  return () => clearInterval(timer)
}

const notices = (of: TrackingFixture, state: 'due' | 'raising') =>
  of.store.call('notifications', state, 0, 100)

test('with no window at all it waits, and is told as one to the window that comes', async () => {
  const of = await desk.start({ present: false })
  for (let index = 0; index < 7; index++) await desk.change(of, `p${index}`)
  expect(await notices(of, 'due')).toHaveLength(7)
  const close = openWindow(of, 'w')
  await until(async () => (await notices(of, 'due')).length + (await notices(of, 'raising')).length === 0)
  close()
  expect(new Set(of.asked.map(({ notification }) => notification.tag)).size).toBe(1)
  expect(of.asked[0]?.notification).toMatchObject({
    title: 'Mientras no estabas: 7 novedades',
    body: 'Con incidencia (7)',
    route: { view: 'inbox' },
  })
})

test('a window that closed while raising it: the next one is asked under the same tag', async () => {
  const of = await desk.start({ present: false })
  const closeFirst = openWindow(of, 'silent', 'silence')
  await desk.change(of, 'p')
  await until(() => of.asked.length === 1)
  const close = openWindow(of, 'other')
  await until(
    async () => of.asked.length === 2 && (await notices(of, 'raising')).length === 0,
    ANSWER_MS + 3_000,
  )
  close()
  closeFirst()
  expect(of.asked[1]?.notification.tag).toBe(of.asked[0]?.notification.tag)
  expect(of.asked[1]?.windowId).toBe('other')
})

test('ended while raising it, it is raised again under the same tag at the next start', async () => {
  const directory = await temporaryDirectory()
  const never: TrackingOptions['present'] = () => new Promise(() => undefined)
  const tags: string[] = []
  const first = await startTracking(desk.service.url, {
    directory,
    present: (notification) => {
      tags.push(notification.tag)
      return never(notification)
    },
  })
  await desk.change(first, 'p')
  await until(() => tags.length === 1)
  // Like a kill by the system: no orderly stop.
  await first.store.close()
  const second = await desk.start({ directory })
  await until(() => second.raised.length === 1)
  expect(second.raised[0]?.tag).toBe(tags[0])
  await until(async () => (await notices(second, 'raising')).length === 0)
  await desk.change(second, 'p', 'PENDING')
  await until(() => second.raised.length === 2)
  expect(second.raised[1]?.tag).not.toBe(tags[0])
})

test('what changes in a pause waits in Novedades, and what comes after it is told, each once', async () => {
  let now = Date.now()
  const clock: Clock = { ...systemClock, now: () => now }
  const settings = { ...defaultNotificationSettings, pausedUntil: now + 3_600_000 }
  const of = await desk.start({ clock, settings })
  await desk.change(of, 'p')
  await until(async () => (await notices(of, 'due')).length === 0)
  await until(() => of.state.inboxCounts?.unread === 1)
  expect(of.raised).toEqual([])
  now += 3_600_001
  await desk.change(of, 'q')
  await until(() => of.raised.length === 1 && of.state.inboxCounts?.unread === 2)
  // The end of the pause tells nothing again.
  expect(await of.tracking.notifier.openClicked(of.raised[0]?.tag ?? '')).toEqual({
    view: 'procedure',
    id: 'q',
  })
})

test('what this PC did is nobody’s news', async () => {
  const of = await desk.start()
  desk.procedures.set('p', 'DRAFT')
  await of.tracking.changes.storeOwnResource('procedure', desk.procedures.all.get('p') as never)
  desk.procedures.set('p', 'PENDING')
  await of.tracking.changes.storeOwnResource('procedure', desk.procedures.all.get('p') as never)
  await of.tracking.changes.refresh('procedure', 'p')
  const { rows } = await of.store.call('inbox', 'all', null, null, 10)
  expect(rows.map(({ source, state }) => `${source} ${state}`)).toEqual(['own done', 'own done'])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(of.raised).toEqual([])
})

test('an alert comes once for its period, and never for a muted file', async () => {
  let now = Date.now()
  const clock: Clock = { ...systemClock, now: () => now }
  const of = await desk.start({ clock })
  await desk.change(of, 'p')
  await desk.change(of, 'quiet')
  await of.tracking.changes.mute('procedure', 'quiet', true)
  now += 16 * 86_400_000
  of.tracking.settingsChanged()
  const alerts = async () =>
    (await of.store.call('inbox', 'all', null, null, 50)).rows.filter(({ source }) => source === 'alert')
  await until(async () => (await alerts()).length > 0)
  of.tracking.settingsChanged()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await alerts()).toMatchObject([
    { id: 'p', event: 'alert.inactive', actionable: true, detail: { days: 16 } },
  ])
  now += 14 * 86_400_000
  of.tracking.settingsChanged()
  await until(async () => (await alerts()).length === 2)
})

test('a month away: thousands of changes are one notification', async () => {
  const of = await desk.start({ present: false, start: false })
  for (let index = 0; index < 2_500; index++) {
    const event = { event: 'moon.phase', data: { id: `m${index}`, timestamp: new Date().toISOString() } }
    await of.tracking.changes.applyEvent(event, null)
  }
  of.tracking.start()
  const close = openWindow(of, 'w')
  await until(async () => (await notices(of, 'due')).length === 0 && of.asked.length > 0, 15_000)
  close()
  expect(new Set(of.asked.map(({ notification }) => notification.tag)).size).toBe(1)
  expect(of.asked.at(-1)?.notification.title).toBe('Mientras no estabas: 2.500 novedades')
  await until(() => of.state.inboxCounts?.unread === 2_500)
})

/** Clock twenty times as fast, for behaviour that takes minutes. */
const hasty = (): Clock => {
  const began = Date.now()
  return {
    now: () => began + (Date.now() - began) * 20,
    elapsed: () => systemClock.elapsed() * 20,
    sleep: (ms, signal) => systemClock.sleep(ms / 20, signal),
  }
}

test('what catching up finds is one notification, however long that takes', async () => {
  const of = await desk.start({ start: false, clock: hasty(), background: 40 })
  const ids = Array.from({ length: 400 }, (_, index) => `p${index}`)
  await desk.seed(of, ids)
  for (const id of ids) desk.procedures.set(id, 'DONE')
  // Makes all of them take minutes of that time.
  desk.service.answer(async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    await desk.procedures.respond(request, response)
  })
  of.tracking.start()
  await until(() => of.raised.at(-1)?.title === '400 novedades', 60_000)
  expect(new Set(of.raised.map(({ tag }) => tag)).size).toBe(1)
  // Twenty seconds, forty, eighty…: without backoff there would be twenty.
  expect(of.raised.length).toBeGreaterThan(1)
  expect(of.raised.length).toBeLessThanOrEqual(7)
})

test('what was found is told as soon as everything has been looked at', async () => {
  const of = await desk.start({ start: false })
  await desk.seed(of, ['a', 'b', 'c', 'slow'])
  for (const id of ['a', 'b', 'c']) desk.procedures.set(id, 'DONE')
  // The last one checked has no change, and is slow.
  desk.service.answer(async (request, response) => {
    if (request.path.endsWith('slow')) await new Promise((resolve) => setTimeout(resolve, 500))
    await desk.procedures.respond(request, response)
  })
  of.tracking.start()
  await until(() => of.raised.length === 3)
})

test('what a relay tells while everything is looked at once more is told at once', async () => {
  const of = await desk.start({ start: false, background: 2 })
  const ids = Array.from({ length: 40 }, (_, index) => `p${index}`)
  await desk.seed(of, ids)
  for (const id of ids) desk.procedures.set(id, 'DONE')
  of.tracking.start()
  await until(() => desk.procedures.looks.size > 1)
  desk.procedures.set('live', 'BLOCKED')
  await of.tracking.changes.applyEvent(procedureEvent('live', 'BLOCKED', Date.now() - 1_000), null)
  await until(() => of.raised.length > 0)
  expect(of.raised).toMatchObject([{ route: { view: 'procedure', id: 'live' } }])
})

test('a test can be seen, or says why not', async () => {
  const of = await desk.start({ present: false })
  expect(await of.tracking.notifier.test()).toBe('no-window')
  const close = openWindow(of, 'w')
  expect(await of.tracking.notifier.test()).toBe('shown')
  close()
  expect(await of.tracking.notifier.openClicked('test:test')).toEqual({ view: 'inbox' })
  expect(await of.tracking.notifier.openClicked('nothing')).toBeNull()
})

test.each([
  [false, { title: 'Elena Ortuño', body: 'Firma · firmada · Descarga el documento firmado' }],
  [true, { title: 'Firma · firmada', body: 'Descarga el documento firmado' }],
] as const)('a notification names its signer unless names are hidden: %s', async (hidesNames, told) => {
  const of = await desk.start({ hidesNames })
  const answered = (status: string) =>
    of.store.call('resourceAnswered', {
      seen: {
        kind: 'signature',
        id: 's',
        status,
        statusDescription: null,
        subject: { label: 'Elena Ortuño' },
        updatedAt: null,
        provisionalSince: null,
        revision: status,
        body: { id: 's', status },
      },
      now: Date.now(),
      officeHours: true,
      random: 0.5,
      cause: 'poll',
      insist: false,
    })
  await answered('pending')
  await answered('signed')
  of.tracking.notifier.wake()
  await until(() => of.raised.length === 1)
  expect(of.raised[0]).toMatchObject(told)
})
