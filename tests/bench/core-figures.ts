import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import MiniSearch from 'minisearch'
import type { CaseColumn } from '#shared/bridge/cases.ts'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { builtInViews } from '#shared/domain/procedures/views.ts'
import { PAGE } from '#renderer/replica/range-query.ts'
import { startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { plateAt, procedureAt, querySet, searchableAt } from './invented-procedures.ts'
import { timed, timedEach, timedTimes } from './machine.ts'
import { findStore } from './seed-store.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

const STARTS = 9
const LOOKUPS = 200
/** Answers of each list figure, each after a change. */
const AFTER_CHANGES = 20
const SAVES = 40
/** Pages read in each order, spread over the whole list. */
const PAGES_PER_ORDER = 10
/** Rows of *Expedientes* at 1280×800. */
const ROWS_IN_SIGHT = 12
const ORDERS = ['recent', 'changed', 'waiting', 'vrm', 'client', 'status', 'deadline'] as const
const EXPORTED_COLUMNS = [
  'plate',
  'type',
  'status',
  'waiting',
  'client',
  'parties',
  'invoice',
  'labels',
  'deadline',
  'created',
  'id',
] as const satisfies readonly CaseColumn[]
const RECENT = { by: 'recent', descending: true } as const

/** CommonJS: a thread evaluates its text as a script. */
const BARE_OPEN = `
  const { workerData: { path, key } } = require('node:worker_threads')
  const Database = require('better-sqlite3-multiple-ciphers')
  const db = new Database(path, { readonly: true })
  db.pragma("cipher = 'sqlcipher'")
  db.pragma(\`key = "x'\${Buffer.from(key).toString('hex')}'"\`)
  db.prepare('SELECT * FROM resource ORDER BY seq DESC LIMIT 50').all()
  db.close()
`

/** Starts of a core until it answers one command. */
async function timedStarts(
  url: string,
  dataDir: string,
  ask: (core: CoreFixture) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < STARTS; round++) {
    const started = performance.now()
    const core = await startCore(url, { dataDir })
    await ask(core)
    times.push(performance.now() - started)
    await core.stop()
  }
  return times
}

/** Start of the core, and its answers from a cache of `reports` verdicts. */
export async function lookupFigures(dataDir: string, reports: number): Promise<Figure[]> {
  const service = await startFaultService()
  const starts = await timedStarts(service.url, dataDir, (core) =>
    core.value('lookup.get', { vrm: plateAt(reports - 1) }),
  )
  const core = await startCore(service.url, { dataDir })
  const plate = (index: number) => plateAt((index * 9_973) % reports)
  const figures = [
    figure('core: start → first query answered', 'ms', starts, { target: 300 }),
    figure(
      'core: cached verdict of a plate',
      'ms',
      await timedTimes(LOOKUPS, (index) => core.value('lookup.get', { vrm: plate(index) })),
    ),
    figure(
      'core: suggestions while typing',
      'ms',
      await timedTimes(LOOKUPS, (index) =>
        core.value('lookup.suggest', { query: plate(index).slice(0, 3), limit: 8 }),
      ),
      { target: 15 },
    ),
    figure(
      'core: a page of history',
      'ms',
      await timedTimes(LOOKUPS, (index) =>
        core.value('lookup.history', { query: '', limit: 50, before: reports - index }),
      ),
    ),
    figure(
      'core: search in the history',
      'ms',
      await timedTimes(LOOKUPS, (index) =>
        core.value('lookup.history', {
          query: ['clio', plate(index).slice(1, 6), 'citroen berl', '00417'][index % 4] ?? '',
          limit: 50,
        }),
      ),
      { target: 15 },
    ),
  ]
  await core.stop()
  await service.close()
  return figures
}

/** The core's part of *Expedientes* with `count` procedures. */
export async function caseFigures(dataDir: string, count: number, now: number): Promise<Figure[]> {
  const floor = figure('', 'ms', await bareOpens(dataDir))
  const service = await startFaultService()
  const starts = await timedStarts(service.url, dataDir, (core) => listCases(core))
  const core = await startCore(service.url, { dataDir })
  await listCases(core)
  const figures = [
    figure(`desk: start → first page of ${count} procedures`, 'ms', starts, {
      target: 300,
      floor: floorOf(floor, 'SQLite opened in a thread and 50 rows read'),
      times: 2,
    }),
    ...(await searchFigures(core, count, now)),
    ...(await orderFigures(core, count, now)),
    ...(await summaryFigures(core, now)),
    figure(
      'desk: a field of one saved',
      'ms',
      await timedTimes(SAVES, async (at) => {
        const { id } = procedureAt((at * 11) % count, now)
        const { version } = await core.value('annotations.get', { id })
        await core.value('annotations.save', { id, version, fields: { buyerName: `nombre ${at}` } })
      }),
    ),
    figure('desk: all of it as CSV', 'ms', [await timed(() => exportCases(core, 'cases.csv'))]),
    figure('desk: all of it as XLSX', 'ms', [await timed(() => exportCases(core, 'cases.xlsx'))]),
  ]
  await core.stop()
  await service.close()
  return figures
}

const listCases = (core: CoreFixture, args: Partial<CommandArgs<'cases.list'>> = {}) =>
  core.value('cases.list', { filter: {}, sort: RECENT, offset: 0, limit: PAGE, ...args })

/** Changes one procedure, which invalidates the cached answers. */
const markCase = (core: CoreFixture, now: number, marked: boolean) =>
  core.value('cases.mark', { selection: { ids: [procedureAt(7, now).id] }, marked })

/** The least work of a start: a thread opens the same file with its key, and reads the rows of a page. */
async function bareOpens(dataDir: string): Promise<number[]> {
  const workerData = await findStore(dataDir)
  return timedTimes(STARTS, () => once(new Worker(BARE_OPEN, { eval: true, workerData }), 'exit'))
}

async function searchFigures(core: CoreFixture, count: number, now: number): Promise<Figure[]> {
  const queries = querySet(count, now).flat()
  const listed = await timedEach(queries, (text) =>
    listCases(core, { filter: { text }, limit: ROWS_IN_SIGHT }),
  )
  const inPalette = await timedEach(queries, (text) => core.value('cases.find', { text, limit: 8 }))
  const people = await timedEach(queries, (text) => core.value('cases.people', { text, limit: 4 }))
  return [
    figure('desk: search by the whole query set, its page and total', 'ms', listed, { target: 15 }),
    figure('desk: the same queries in the palette', 'ms', inPalette, { target: 15 }),
    figure('desk: the same queries among people', 'ms', people, { target: 15 }),
  ]
}

async function orderFigures(core: CoreFixture, count: number, now: number): Promise<Figure[]> {
  const first: number[] = []
  const deep: number[] = []
  for (const by of ORDERS)
    for (const descending of [true, false]) {
      const sort = { by, descending }
      await markCase(core, now, descending)
      first.push(await timed(() => listCases(core, { sort })))
      deep.push(
        ...(await timedTimes(PAGES_PER_ORDER, (at) =>
          listCases(core, { sort, offset: Math.floor((at * count) / PAGES_PER_ORDER) }),
        )),
      )
    }
  return [
    figure('desk: first page in each order, after a change', 'ms', first, { target: 60 }),
    figure('desk: pages anywhere in each order', 'ms', deep, { target: 60 }),
  ]
}

async function summaryFigures(core: CoreFixture, now: number): Promise<Figure[]> {
  const filters = builtInViews.map(({ filter }) => filter)
  const asked: [name: string, ask: (at: number) => Promise<unknown>][] = [
    ['desk: counts of every view', () => core.value('cases.counts', { filters })],
    ['desk: facets of everything', () => core.value('cases.facets', { filter: {} })],
    [
      'desk: facets of a search',
      (at) => core.value('cases.facets', { filter: { text: ['ga', 'maria', 'auto'][at % 3] ?? '' } }),
    ],
  ]
  const figures: Figure[] = []
  for (const [name, ask] of asked) {
    const times: number[] = []
    for (let at = 0; at < AFTER_CHANGES; at++) {
      await markCase(core, now, at % 2 === 0)
      times.push(await timed(() => ask(at)))
    }
    figures.push(figure(name, 'ms', times))
  }
  return figures
}

/** Reads an export to its end. */
async function exportCases(core: CoreFixture, name: 'cases.csv' | 'cases.xlsx'): Promise<void> {
  const sent = await core.core.router.send(
    name,
    { selection: { filter: {} }, sort: RECENT, columns: EXPORTED_COLUMNS },
    new AbortController().signal,
  )
  if (!sent.ok) throw new Error(sent.error.code)
  for await (const _ of sent.value.bytes);
}

/** MiniSearch over the same texts in memory: prefixes, in this thread, without encryption or other work. */
export async function searchPeerFigure(count: number, now: number): Promise<Figure> {
  const documents = Array.from({ length: count }, (_, index) => searchableAt(index, now))
  const peer = new MiniSearch({
    fields: Object.keys(documents[0] ?? {}).filter((name) => name !== 'id'),
    processTerm: (term) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    searchOptions: { prefix: true, combineWith: 'AND' },
  })
  const buildMs = await timed(() => peer.addAll(documents))
  const times = await timedEach(querySet(count, now).flat(), (text) => peer.search(text).slice(0, PAGE))
  return figure('peer: MiniSearch, the same queries', 'ms', times, {
    note: `after ${Math.round(buildMs)} ms to build; finds beginnings of words only`,
  })
}
