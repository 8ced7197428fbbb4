import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Batch } from '#shared/host-protocol/messages.ts'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { MAX_OPEN } from '#electron/core/features/batch-lookups/batch-lookups.rules.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { departuresTo } from '#tests/fakes/departures.ts'
import type { ExtensionClient } from '#tests/fakes/extension-client.ts'
import { json, reducedReports, startFaultService, type FaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { startWithBrowsers, type ExtensionFixture } from './extension-fixture.ts'

let service: FaultService
let core: ExtensionFixture

beforeEach(async () => {
  service = await startFaultService(reducedReports())
  core = await startWithBrowsers(service.url, { loadKeytar: createMemoryKeytar().load })
})
afterEach(async () => {
  await core.end()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const plates = (count: number, from = 1000) =>
  Array.from({ length: count }, (_, index) => `${String(from + index)}BCD`)
/** The demonstration with a service that takes many requests: what is tested is not the pace. */
const quicken = () =>
  core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })

/** Plates that a report was requested of, in order. */
const requested = () =>
  service.seen.flatMap(({ method, body }) =>
    method === 'POST' ? [(JSON.parse(body) as { vrm: string }).vrm] : [],
  )
/** Waits for a batch to end, or to have settled so many, as it is told. */
async function ended(browser: ExtensionClient, id: string, settled?: number): Promise<Batch> {
  const isThere = (batch?: Batch) =>
    batch !== undefined && (settled === undefined ? batch.state === 'done' : batch.settled >= settled)
  const from = browser.payloads('batch').length
  const now = await browser.value('batch.get', { id })
  if (isThere(now)) return now
  const last = () =>
    browser
      .payloads('batch')
      .slice(from)
      .findLast((batch) => batch.id === id)
  return (await waitUntil(last, isThere)) as Batch
}

test('a page is looked up in its order, with progress and verdicts, and each plate once', async () => {
  await quicken()
  const browser = await core.approved()
  const page = plates(12)
  const begun = await browser.value('batch.start', { id: 'page', vrms: [...page, '1000 bcd', 'NO PLATE'] })
  expect(begun).toEqual({ id: 'page', state: 'running', total: 13, settled: 1 })
  // Held keys: the same page again is the same batch.
  expect(await browser.value('batch.start', { id: 'page', vrms: page })).toMatchObject({ total: 13 })
  await ended(browser, 'page')
  await waitUntil(
    () => browser.payloads('batch').at(-1)?.state,
    (state) => state === 'done',
  )
  expect(requested().toSorted()).toEqual(page)
  expect(requested().slice(0, 3).toSorted()).toEqual(page.slice(0, 3))
  const settled = browser.payloads('batch').map((batch) => batch.settled)
  expect(settled).toEqual(settled.toSorted((a, b) => a - b))
  const told = () =>
    browser
      .payloads('verdicts')
      .flatMap(({ rows }) => rows.flatMap(({ vrm, outcome }) => (outcome ? [vrm] : [])))
  await expect.poll(() => [...new Set(told())].toSorted()).toEqual(page)
  // Nobody waits for them in Novedades.
  expect((await core.slice('inboxCounts')).unread).toBe(0)

  // Another page of the same day asks only about what is new in it.
  await browser.value('batch.start', { id: 'next page', vrms: plates(14) })
  await ended(browser, 'next page')
  expect(requested()).toHaveLength(14)
})

test('verdicts come ten times a second at most, however often they change', async () => {
  await quicken()
  const browser = await core.approved()
  const page = plates(20)
  await browser.value('lookup.get', { vrms: page })
  const began = performance.now()
  // Each of them changes a few times.
  await Promise.all(page.map((vrm) => core.value('lookup.start', { vrm })))
  const told = () => browser.payloads('verdicts').flatMap(({ rows }) => rows)
  await waitUntil(
    () => new Map(told().map(({ vrm, outcome }) => [vrm, outcome])),
    (all) => page.every((vrm) => all.get(vrm)),
  )
  const seconds = (performance.now() - began) / 1_000
  expect(browser.payloads('verdicts').length).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1)
})

test('a page alone takes no more requests than the share of those that nobody waits for', async () => {
  const browser = await core.approved()
  // The first request of an account reads its key, and so is sent later than the limiter allowed it.
  await core.value('lookup.start', { vrm: '0999BCD' })
  await core.until('0999BCD', ({ latest }) => latest !== null)
  const times = departuresTo(service.url)
  await browser.value('batch.start', { id: 'page', vrms: plates(5) })
  await ended(browser, 'page')
  expect(times.length).toBeGreaterThanOrEqual(10)
  for (const from of times)
    expect(times.filter((at) => at >= from && at < from + 900).length).toBeLessThanOrEqual(3)
})

test('a plate that the service refuses ends with its reason, and the others go on', async () => {
  const reports = reducedReports()
  service.answer((request, response) =>
    request.body.includes('1001BCD')
      ? json(response, 422, { statusCode: 422, message: 'no such plate' })
      : reports(request, response),
  )
  const browser = await core.approved()
  await browser.value('batch.start', { id: 'page', vrms: plates(4) })
  expect(await ended(browser, 'page')).toMatchObject({ settled: 4 })
  const { rows } = await browser.value('lookup.get', { vrms: plates(4) })
  expect(rows.map(({ outcome, failed }) => outcome ?? failed)).toEqual([
    'transferable',
    'El servicio no ha aceptado la consulta.',
    'transferable',
    'transferable',
  ])
})

test('plates that fail alone, or are slow, do not keep the others waiting', async () => {
  await quicken()
  const reports = reducedReports()
  service.answer((request, response) =>
    /100[0-2]BCD/.test(request.body)
      ? json(response, 500, { statusCode: 500, message: 'failed' })
      : reports(request, response),
  )
  const browser = await core.approved()
  await browser.value('batch.start', { id: 'page', vrms: plates(8) })
  await ended(browser, 'page', 5)
  const { rows } = await browser.value('lookup.get', { vrms: plates(8) })
  expect(rows.map(({ pending }) => pending)).toEqual(['queued', 'queued', 'queued', ...Array(5).fill(null)])
  service.answer(reports)
  await ended(browser, 'page')
})

test('without a connection a page waits: no plate fails, and none is sent while it is away', async () => {
  await quicken()
  const browser = await core.approved()
  await service.down()
  await browser.value('batch.start', { id: 'page', vrms: plates(30) })
  await waitUntil(
    () => browser.payloads('state').at(-1)?.online,
    (online) => online === false,
  )
  expect(await browser.value('batch.get', { id: 'page' })).toMatchObject({ state: 'running', settled: 0 })
  const { rows } = await browser.value('lookup.get', { vrms: plates(30) })
  // Few have begun, and wait in the queue of lookups.
  expect(rows.filter(({ pending }) => pending !== null).length).toBeLessThanOrEqual(MAX_OPEN)
  expect(rows.every(({ failed }) => failed === null)).toBe(true)
  await service.up()
  await core.value('connection.retry', {})
  await ended(browser, 'page')
  expect(new Set(requested())).toEqual(new Set(plates(30)))
  expect((await core.slice('inboxCounts')).unread).toBe(0)
})

test('the user goes first: their lookup does not wait for a page, also of one of its plates', async () => {
  // Each request takes its time, so that the page always has some under way.
  const browser = await core.approved()
  await browser.value('batch.start', { id: 'page', vrms: plates(60) })
  await waitUntil(requested, (all) => all.length >= 3)
  const before = requested().length
  await core.value('lookup.start', { vrm: '9999FGH' })
  await core.value('lookup.start', { vrm: '1050BCD' })
  for (const vrm of ['9999FGH', '1050BCD'])
    await core.until(vrm, ({ latest, pending }) => latest !== null && pending === null)
  const position = (vrm: string) => requested().indexOf(vrm) - before
  expect(position('9999FGH')).toBeLessThan(6)
  expect(position('1050BCD')).toBeLessThan(7)
  expect(await browser.value('batch.stop', { id: 'page' })).toMatchObject({ state: 'stopped' })
})

test('stopped, it asks about nothing more; begun again, it goes on where it was', async () => {
  await quicken()
  const browser = await core.approved()
  await browser.value('batch.start', { id: 'page', vrms: plates(20) })
  await ended(browser, 'page', 2)
  const stopped = await browser.value('batch.stop', { id: 'page' })
  expect(stopped.state).toBe('stopped')
  await waitUntil(
    () => core.value('lookup.queue', {}),
    ({ rows }) => rows.length === 0,
  )
  const count = requested().length
  expect(count).toBeLessThan(20)
  // Another page is not kept by it, and what it asks about shows that the first one is still.
  await browser.value('batch.start', { id: 'other', vrms: ['9999FGH'] })
  await ended(browser, 'other')
  expect(requested().length).toBe(count + 1)
  expect(await browser.value('batch.start', { id: 'page', vrms: plates(20) })).toMatchObject({
    state: 'running',
    total: 20,
  })
  await ended(browser, 'page')
  expect(requested()).toHaveLength(21)
})

test('what does not exist is not found, and too many pages at once are refused', async () => {
  const browser = await core.approved()
  for (const command of ['batch.get', 'batch.stop'] as const)
    expect(await browser.ask(command, { id: 'none' })).toMatchObject({ error: { code: 'not-found' } })
  await service.down()
  for (let index = 0; index < 8; index++)
    await browser.value('batch.start', { id: `p${index}`, vrms: plates(2, 2000 + 10 * index) })
  expect(await browser.ask('batch.start', { id: 'p9', vrms: plates(1) })).toMatchObject({
    error: { code: 'rate-limited', retryAfterMs: expect.any(Number) },
  })
  await service.up()
})

test('a page belongs to its account: with another one on screen it waits, and is found by nobody', async () => {
  await quicken()
  const account = {
    environment: 'development',
    name: 'one',
    baseUrl: service.url,
    key: 'key-of-one',
  } as const
  const { id } = await core.value('accounts.add', account)
  const secret = newSecret()
  const browser = await core.approved(secret)
  await browser.value('batch.start', { id: 'page', vrms: plates(40) })
  await ended(browser, 'page', 2)
  const known = (await browser.value('lookup.get', { vrms: plates(40) })).rows.filter(
    ({ outcome }) => outcome,
  )
  expect(known.length).toBeGreaterThan(1)
  const states = browser.payloads('state').length
  const from = browser.payloads('verdicts').length
  await core.value('accounts.activate', { id })

  await waitUntil(
    () => browser.payloads('state').slice(states),
    (all) => all.some(({ demo }) => !demo),
  )
  // What it shows of the other account is taken back.
  const shown = await waitUntil(
    () =>
      new Map(
        browser
          .payloads('verdicts')
          .slice(from)
          .flatMap(({ rows }) => rows.map((row) => [row.vrm, row])),
      ),
    (all) => known.every(({ vrm }) => all.get(vrm)?.outcome === null),
  )
  expect(shown.size).toBe(40)
  expect(await browser.ask('batch.get', { id: 'page' })).toMatchObject({ error: { code: 'not-found' } })
  expect((await browser.value('lookup.recent', { limit: 10 })).rows).toEqual([])
  const count = requested().length
  // An account of its own, with its own page of the same name.
  await browser.value('batch.start', { id: 'page', vrms: ['9999FGH'] })
  expect(await ended(browser, 'page')).toMatchObject({ total: 1 })
  expect(requested().slice(count)).toEqual(['9999FGH'])

  await core.value('accounts.activate', { id: 'demo' })
  expect(await ended(browser, 'page')).toMatchObject({ total: 40 })
  // A lookup that was under way is continued by its report.
  expect(new Set(requested())).toEqual(new Set([...plates(40), '9999FGH']))
})
