import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { SAMPLE_OFFICE_PATH, sampleOfficeSchema } from '#shared/api/development.ts'
import { PROCEDURE_STATES, SIGNATURE_STATES } from '#shared/domain/vocabulary.ts'
import {
  removeTemporaryDirectories,
  startCore,
  temporaryDirectory,
  waitUntil,
  type CoreFixture,
} from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { serviceHost, type RealService } from '#tests/fakes/real-service.ts'

let dataDir: string
const running: CoreFixture[] = []

beforeEach(async () => {
  dataDir = await temporaryDirectory()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()))
})
afterAll(removeTemporaryDirectories)

interface Started extends CoreFixture {
  notified: unknown[]
  service: Promise<RealService>
  cases(): Promise<{ id: string; status: string }[]>
}

async function start(overrides: Parameters<typeof startCore>[1] = {}): Promise<Started> {
  const notified: unknown[] = []
  const { host, service } = serviceHost('as-asked')
  const notify = async (notification: unknown) => {
    notified.push(notification)
    return 'shown' as const
  }
  const fixture = await startCore('', {
    dataDir,
    host: { ...host, notify },
    sampleOffice: true,
    ...overrides,
  })
  running.push(fixture)
  return Object.assign(fixture, {
    notified,
    service,
    cases: async () =>
      (
        await fixture.value('cases.list', {
          filter: {},
          sort: { by: 'recent', descending: true },
          offset: 0,
          limit: 200,
        })
      ).rows,
  })
}

async function stop(fixture: Started): Promise<void> {
  running.splice(running.indexOf(fixture), 1)
  await fixture.stop()
}

const filled = (fixture: Started) => waitUntil(fixture.cases, (rows) => rows.length > 0)
const settled = (fixture: Started) =>
  waitUntil(
    () => fixture.slice('inboxCounts'),
    ({ unread }) => unread > 0,
  )

describe('the first start of the demonstration', () => {
  test('finds an office at work: procedures and signatures in every state, with who they are for', async () => {
    const fixture = await start()
    const cases = await filled(fixture)
    expect(cases).toHaveLength(60)
    expect(new Set(cases.map(({ status }) => status))).toEqual(new Set(PROCEDURE_STATES))
    const { rows } = await fixture.value('cases.list', {
      filter: {},
      sort: { by: 'recent', descending: true },
      offset: 0,
      limit: 200,
    })
    expect(rows.every(({ client }) => client !== '')).toBe(true)
    const clients = new Set(rows.map(({ client }) => client).filter((name) => /, S\.[AL]\.$/.test(name)))
    expect(clients.size).toBe(3)
    expect(new Set(rows.map(({ type }) => type)).size).toBe(3)
    const signatures = await fixture.value('signatures.list', { filter: { view: 'all' }, limit: 50 })
    expect(new Set(signatures.rows.map(({ status }) => status))).toEqual(new Set(SIGNATURE_STATES))
    expect(signatures.rows.some(({ procedureId }) => procedureId !== undefined)).toBe(true)
  })

  test('has changes of the morning to read, work that is uncertain, drafts, and every verdict', async () => {
    const fixture = await start()
    await filled(fixture)
    const counts = await settled(fixture)
    expect(counts.actionable).toBeGreaterThan(3)
    const { rows } = await fixture.value('inbox.list', { filter: 'unread', limit: 100 })
    const times = rows.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(Math.min(...times)).toBeGreaterThan(Date.now() - 4 * 3_600_000)
    expect(await fixture.slice('uncertain')).toMatchObject([{ vrm: '3308KDR', state: 'uncertain' }])
    const requests = await fixture.value('signature-requests.list', {})
    expect(requests.rows).toMatchObject([{ state: 'uncertain', fullname: 'Nuria Ferrer Castell' }])
    expect(await fixture.slice('drafts')).toMatchObject({ drafts: 2 })
    const recent = await fixture.value('lookup.recent', { limit: 50 })
    const outcomes = new Set(recent.rows.map(({ outcome }) => outcome))
    expect(outcomes).toEqual(new Set(['transferable', 'with_alerts', 'not_transferable', 'error']))
  })

  test('raises no notification of what happened before, and one of what happens next', async () => {
    const fixture = await start()
    const cases = await filled(fixture)
    await settled(fixture)
    await fixture.value('simulator.set-pace', { paused: true })
    const pending = cases.find(({ status }) => status === 'PENDING')!
    await fixture.value('simulator.act', {
      procedureId: pending.id,
      simulation: { act: 'status', status: 'IN_PROGRESS' },
    })
    await waitUntil(
      () => fixture.notified,
      (all) => all.length > 0,
    )
    // One alone, and not a summary of the morning.
    expect(fixture.notified).toMatchObject([{ route: { view: 'procedure', id: pending.id } }])
  })

  test('once it is filled it is not filled again, and keeps what was done in it', async () => {
    const first = await start()
    const cases = await filled(first)
    await first.value('cases.mark', { selection: { ids: [cases[0]!.id] }, marked: true })
    await stop(first)
    const second = await start()
    const { rows } = await second.value('cases.list', {
      filter: {},
      sort: { by: 'recent', descending: true },
      offset: 0,
      limit: 200,
    })
    expect(rows).toHaveLength(60)
    expect(rows[0]).toMatchObject({ id: cases[0]!.id, marked: true })
    expect(second.logged.join('\n')).not.toContain('sample office')
  })

  test('a plate looked up before it is filled keeps its place and its answer', async () => {
    const fixture = await start()
    await fixture.value('lookup.start', { vrm: '1234BCD' })
    await filled(fixture)
    const view = await fixture.until('1234BCD', ({ pending, latest }) => pending === null && latest !== null)
    expect(view.latest?.checkedAt).toBeGreaterThan(Date.now() - 60_000)
    const { rows } = await fixture.value('lookup.recent', { limit: 3 })
    expect(rows[0]).toMatchObject({ vrm: '1234BCD' })
    expect(rows[0]!.at).toBeGreaterThan(Date.now() - 60_000)
  })

  test('is not filled where there is work already, or where nobody asked for it', async () => {
    const before = await start({ sampleOffice: false })
    await before.value('lookup.start', { vrm: '1234BCD' })
    await stop(before)
    const fixture = await start()
    await fixture.until('1234BCD', ({ latest }) => latest !== null)
    expect(await fixture.cases()).toEqual([])
  })
})

describe('bad luck', () => {
  test('the office was made and never read: the next start reads that same one', async () => {
    const first = await start({ sampleOffice: false })
    const made = sampleOfficeSchema.parse(await (await first.service).post(SAMPLE_OFFICE_PATH, {}))
    await stop(first)
    const cases = await filled(await start())
    expect(new Set(cases.map(({ id }) => id))).toEqual(new Set(made.cases.map(({ id }) => id)))
  })

  test('the service that does not answer leaves the demonstration empty, and the next start fills it', async () => {
    const silent = await startFaultService()
    silent.cut('asked')
    const first = await startCore(silent.url, { dataDir, sampleOffice: true })
    await waitUntil(
      () => first.logged,
      (lines) => lines.some((line) => line.includes('sample office')),
    )
    await first.stop()
    await silent.close()
    expect(await filled(await start())).toHaveLength(60)
  })
})

describe('begun anew', () => {
  test('empty: without data and without the office, also after a restart', async () => {
    const first = await start()
    await filled(first)
    await first.value('accounts.renew-demo', { sample: false })
    expect(await first.cases()).toEqual([])
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('demo.'))
    await stop(first)
    const second = await start()
    await second.value('lookup.start', { vrm: '1234BCD' })
    await second.until('1234BCD', ({ latest }) => latest !== null)
    expect(await second.cases()).toEqual([])
  })

  test('with the office: the same one again, without what was done in it', async () => {
    const fixture = await start()
    const before = await filled(fixture)
    await fixture.value('cases.mark', { selection: { ids: [before[0]!.id] }, marked: true })
    await fixture.value('accounts.renew-demo', { sample: true })
    const after = await filled(fixture)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[0]).toMatchObject({ marked: false })
  })

  test('a directory that cannot be put aside: it says so, and the demonstration goes on as it was', async () => {
    let now: number | null = null
    const fixture = await start({ clock: { ...systemClock, now: () => now ?? systemClock.now() } })
    await filled(fixture)
    now = systemClock.now()
    // Something else has the name that the old one would get.
    await mkdir(join(dataDir, `demo.old-${now}`, 'x'), { recursive: true })
    expect(await fixture.call('accounts.renew-demo', { sample: false })).toMatchObject({ ok: false })
    now = null
    expect(await fixture.cases()).toHaveLength(60)
    await fixture.value('lookup.start', { vrm: '1234BCD' })
    await fixture.until('1234BCD', ({ pending }) => pending === null)
  })

  test.each([
    ['before the old one was put aside', ['demo', 'demo.next']],
    ['after it was', ['demo.next', 'demo.old-1']],
    ['before the old one was removed', ['demo', 'demo.old-1']],
  ])('killed %s: it opens, and nothing is left over', async (_when, directories) => {
    for (const name of directories) await mkdir(join(dataDir, name), { recursive: true })
    const fixture = await start()
    await filled(fixture)
    const names = await readdir(dataDir)
    expect(names.filter((name) => name.startsWith('demo'))).toEqual(['demo'])
  })
})

describe('a real account', () => {
  test('is never filled nor begun anew, even where its service would make an office', async () => {
    const service = await startFaultService()
    const fixture = await start({ loadKeytar: createMemoryKeytar().load })
    await filled(fixture)
    const { id } = await fixture.value('accounts.add', {
      environment: 'development',
      name: 'Gestoría Ribera',
      baseUrl: service.url,
      key: 'clave-de-la-oficina-0123456789',
    })
    await fixture.value('accounts.activate', { id })
    expect(await fixture.call('accounts.renew-demo', { sample: true })).toMatchObject({ ok: false })
    expect(await fixture.cases()).toEqual([])
    await fixture.value('lookup.start', { vrm: '1234BCD' })
    await waitUntil(
      () => service.seen,
      (seen) => seen.length > 0,
    )
    expect(service.seen.filter(({ path }) => path.startsWith('/_dev'))).toEqual([])
    await fixture.value('accounts.activate', { id: 'demo' })
    expect(await fixture.cases()).toHaveLength(60)
    await service.close()
  })
})
