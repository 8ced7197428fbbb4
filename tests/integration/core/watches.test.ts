import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Notification } from '#shared/bridge/inbox.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { addDays, startOfDay } from '#shared/domain/calendar.ts'
import {
  hostPointingAt,
  removeTemporaryDirectories,
  startCore,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createShiftedClock, type ShiftedClock } from '#tests/fakes/shifted-clock.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Thursday, at nine. */
const START = new Date(2026, 10, 26, 9).getTime()

let service: FaultService
let core: CoreFixture
let clock: ShiftedClock
let raised: Notification[]
/** What the registry says of each plate. */
let outcomes: Record<string, string>

const answering = () =>
  reducedReports((vrm, id) => ({
    id,
    vrm,
    type: 'reduced',
    status: 'completed',
    transferabilityStatus: outcomes[vrm] ?? 'transferable',
  }))

beforeEach(async () => {
  outcomes = {}
  raised = []
  clock = createShiftedClock(START)
  service = await startFaultService(answering())
  await start()
})
afterEach(async () => {
  await core.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

async function start(dataDir?: string): Promise<void> {
  core = await startCore(service.url, {
    clock,
    deriveKey: quickDerive,
    ...(dataDir !== undefined && { dataDir }),
    host: {
      ...hostPointingAt(() => service.url),
      async notify(notification) {
        raised.push(notification)
        return 'shown'
      },
    },
  })
}

const VRM = '1234BCD'
const requests = (vrm = VRM) =>
  service.seen.filter(({ method, body }) => method === 'POST' && body.includes(vrm)).length
const news = async () => (await core.value('inbox.list', { filter: 'all', limit: 50 })).rows
const rows = async (filter: 'active' | 'changed' | 'ended' = 'active') =>
  (await core.value('watches.rows', { filter, offset: 0, limit: 50 })).rows

const lookedUp = (count: number) =>
  waitUntil(
    async () => ({ asked: requests(), view: await core.value('lookup.get', { vrm: VRM }) }),
    ({ asked, view }) => asked === count && view.pending === null && view.latest !== null,
  )
/** The PC wakes up at noon of a day, when its lookups are due. */
function wakesOn(day: string, hour = 12): void {
  clock.set(startOfDay(day) + hour * HOUR)
  core.core.handlePower('awake')
}

async function watch(more: Partial<CommandArgs<'watches.set'>> = {}): Promise<void> {
  await core.value('watches.set', {
    vrms: [VRM],
    days: { every: 'working-day' },
    until: '2026-12-26',
    note: '',
    ...more,
  })
}

async function lookedUpFirst(): Promise<void> {
  await core.value('lookup.start', { vrm: VRM })
  await lookedUp(1)
}

test('what changes between days is one row of Novedades and one notification, and what does not is none', async () => {
  await lookedUpFirst()
  await watch()
  expect(await core.value('lookup.get', { vrm: VRM })).toMatchObject({ watchedUntil: '2026-12-26' })
  expect((await core.value('lookup.recent', { limit: 5 })).rows).toMatchObject([
    { vrm: VRM, watchedUntil: '2026-12-26' },
  ])
  // It has an answer of the day: the next lookup is tomorrow's.
  await waitUntil(
    () => core.value('watches.of', { vrms: [VRM] }),
    ({ watches }) => watches[0]?.nextDay === '2026-11-27',
  )
  expect(requests()).toBe(1)
  wakesOn('2026-11-27')
  await lookedUp(2)
  expect(await news()).toEqual([])
  outcomes[VRM] = 'not_transferable'
  wakesOn('2026-11-30')
  await lookedUp(3)
  await waitUntil(
    () => raised,
    (all) => all.length === 1,
  )
  expect(raised).toMatchObject([
    {
      title: expect.stringMatching(/^1234 BCD/),
      body: expect.stringContaining('Ahora no transferible'),
      route: { view: 'lookup', vrm: VRM },
    },
  ])
  expect(await news()).toMatchObject([{ event: 'report.changed', actionable: true, subject: { vrm: VRM } }])
  expect(await rows('changed')).toMatchObject([{ vrm: VRM, outcome: 'not_transferable' }])
  wakesOn('2026-12-01')
  await lookedUp(4)
  expect(await news()).toHaveLength(1)
  expect(raised).toHaveLength(1)
})

test('a notification leaves the plate out where the office wants it', async () => {
  await core.value('notification-settings.update', { private: true })
  await lookedUpFirst()
  await watch({ note: 'de Lucía Ribera' })
  outcomes[VRM] = 'not_transferable'
  wakesOn('2026-11-27')
  await waitUntil(
    () => raised,
    (all) => all.length === 1,
  )
  expect(JSON.stringify([raised[0]?.title, raised[0]?.body])).not.toMatch(/1234|Lucía/)
})

test('a PC that sleeps for days asks once when it is back, at once', async () => {
  await lookedUpFirst()
  await watch()
  await core.core.stop()
  clock.set(START + 12 * DAY)
  await start(core.dataDir)
  await lookedUp(2)
  expect(await rows()).toMatchObject([{ nextDay: '2026-12-09' }])
})

test('a PC that wakes up asks at once, without a timer', async () => {
  await lookedUpFirst()
  await watch()
  core.core.handlePower('asleep')
  wakesOn('2026-11-30')
  await lookedUp(2)
})

test('limited and offline it waits, and asks nothing twice', async () => {
  await lookedUpFirst()
  await watch()
  let refusals = 0
  const reports = answering()
  service.answer((request, response) =>
    request.method === 'POST' && refusals++ < 2
      ? json(response, 429, { statusCode: 429, message: 'slow down' }, { 'retry-after': '1' })
      : reports(request, response),
  )
  wakesOn('2026-11-27')
  await lookedUp(4)
  await service.down()
  for (const day of ['2026-11-30', '2026-12-01', '2026-12-02']) {
    wakesOn(day)
    await waitUntil(rows, ([row]) => row?.nextDay === addDays(day, 1))
  }
  expect(requests()).toBe(4)
  await service.up()
  await lookedUp(5)
  expect(await news()).toEqual([])
})

test('a person who looks up a watched plate that day leaves nothing to ask', async () => {
  await watch()
  await lookedUp(1)
  wakesOn('2026-11-27', 5)
  await core.value('lookup.start', { vrm: VRM })
  await lookedUp(2)
  wakesOn('2026-11-27')
  await waitUntil(rows, ([row]) => row?.nextDay === '2026-11-30')
  expect(requests()).toBe(2)
})

test('what is not answered for days is told of once', async () => {
  await watch()
  outcomes[VRM] = ''
  service.answer(reducedReports((vrm, id) => ({ id, vrm, type: 'reduced', status: 'error' })))
  await lookedUp(1)
  const days = ['2026-11-27', '2026-11-30', '2026-12-01', '2026-12-02']
  for (const [at, day] of days.entries()) {
    wakesOn(day)
    await lookedUp(at + 2)
  }
  await waitUntil(news, (all) => all.length > 0)
  expect(await news()).toMatchObject([{ event: 'report.unanswered', actionable: true }])
})

test('several are set and ended at once, seen, found, and written as a file', async () => {
  const vrms = ['1234 BCD', '5678 FGH', '9012 JKL']
  expect(await core.value('watches.of', { vrms })).toEqual({ watches: [], price: 0, room: 500 })
  await watch({ vrms, days: { every: 'week', on: [1, 4] }, note: '=Autos Vega' })
  expect(await core.value('watches.counts', {})).toEqual({ active: 3, changed: 0, ended: 0 })
  await core.value('watches.end', { vrms: ['5678FGH'] })
  expect((await rows('ended')).map(({ vrm }) => vrm)).toEqual(['5678FGH'])
  const found = await core.value('watches.rows', { query: '12 34', offset: 0, limit: 5 })
  expect(found).toMatchObject({ total: 1, rows: [{ vrm: VRM, note: '=Autos Vega' }] })
  expect((await core.value('watches.rows', { query: 'vega', offset: 0, limit: 5 })).total).toBe(2)
  const sent = await core.core.router.send('watches.csv', {}, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  let csv = ''
  for await (const chunk of sent.value.bytes) csv += Buffer.from(chunk).toString()
  // A cell that a spreadsheet would run is text.
  expect(csv).toContain(`;'=Autos Vega;Sí`)
  expect(csv).toContain('cada semana, los lunes y jueves')
  expect(csv).not.toContain('5678')
})

test('an end in the past or beyond a year, and what is no plate, are refused', async () => {
  const set = (more: Partial<CommandArgs<'watches.set'>>) =>
    core.call('watches.set', {
      vrms: [VRM],
      days: { every: 'working-day' },
      until: '2026-12-26',
      note: '',
      ...more,
    })
  expect(await set({ until: '2026-11-25' })).toMatchObject({ ok: false, error: { detail: 'until' } })
  expect(await set({ until: '2027-11-27' })).toMatchObject({ ok: false, error: { detail: 'until' } })
  expect(await set({ vrms: [VRM, 'HOLA'] })).toMatchObject({ ok: false, error: { code: 'invalid-plate' } })
  expect(await set({ days: { every: 'week', on: [] } })).toMatchObject({
    ok: false,
    error: { code: 'invalid-request' },
  })
  expect(await rows()).toEqual([])
})

test('where the operator charges, the price of each is known before', async () => {
  await core.value('accounts.change', { id: 'demo', assumptions: { reducedReportCents: 50 } })
  expect(await core.value('watches.of', { vrms: [VRM] })).toMatchObject({ price: 50 })
})

test('at its last day it ends, and stays for a while among those that ended', async () => {
  await lookedUpFirst()
  await watch({ until: '2026-11-27' })
  wakesOn('2026-11-27')
  await lookedUp(2)
  wakesOn('2026-11-30')
  expect(await rows()).toEqual([])
  expect(await rows('ended')).toMatchObject([{ vrm: VRM, state: 'ended', nextDay: null }])
  expect(requests()).toBe(2)
})
