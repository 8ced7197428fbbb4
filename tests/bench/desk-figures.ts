import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'
import type { CommandArgs } from '#shared/bridge/contract.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { findStoreKey } from '#electron/core/store/store-key.ts'
import { builtInViews } from '#shared/domain/procedures/views.ts'
import { PAGE } from '#renderer/replica/range-query.ts'
import { startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { procedureAt, querySet } from './desk-data.ts'
import { searchableAt } from './searchable.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

const STARTS = 9
const PAGES = 60
/** Of *Expedientes* at 1280×800: its rows have two lines. */
const ROWS_IN_SIGHT = 12

/** As CommonJS: what a thread evaluates is no module. */
const BARE_OPEN = `
  const { workerData: { path, key } } = require('node:worker_threads')
  const Database = require('better-sqlite3-multiple-ciphers')
  const db = new Database(path, { readonly: true })
  db.pragma("cipher = 'sqlcipher'")
  db.pragma(\`key = "x'\${Buffer.from(key).toString('hex')}'"\`)
  db.prepare('SELECT * FROM resource ORDER BY seq DESC LIMIT 50').all()
  db.close()
`

async function timed(run: () => unknown): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/**
 * *Expedientes* with `count` procedures: the core's part, and the same searches by peers that hold everything in
 * memory.
 */
export async function caseFigures(
  dataDir: string,
  count: number,
  now: number,
  { hasPeers = true } = {},
): Promise<Figure[]> {
  const opened = await bareOpens(dataDir)
  const service = await startFaultService()
  const starts: number[] = []
  for (let round = 0; round < STARTS; round++) {
    let fixture: CoreFixture | undefined
    starts.push(
      await timed(async () => {
        fixture = await startCore(service.url, { dataDir })
        await fixture.value('cases.list', {
          filter: {},
          sort: { by: 'recent', descending: true },
          offset: 0,
          limit: PAGE,
        })
      }),
    )
    await fixture?.stop()
  }

  const fixture = await startCore(service.url, { dataDir })
  const list = (args: Partial<CommandArgs<'cases.list'>>) =>
    fixture.value('cases.list', {
      filter: {},
      sort: { by: 'recent', descending: true },
      offset: 0,
      limit: PAGE,
      ...args,
    })
  await list({})
  const figures = [
    figure(`desk: start → first page of ${count} procedures`, 'ms', starts, {
      target: 300,
      floor: floorOf(opened, 'SQLite opened in a thread and 50 rows read'),
      times: 2,
    }),
    ...(await searchFigures(fixture, count, now)),
  ]
  const sorts = ['recent', 'changed', 'waiting', 'vrm', 'client', 'status', 'deadline'] as const
  const first: number[] = []
  const deep: number[] = []
  for (const by of sorts)
    for (const descending of [true, false]) {
      // A change in between invalidates the cached answers.
      await fixture.value('cases.mark', { selection: { ids: [procedureAt(7, now).id] }, marked: descending })
      first.push(await timed(() => list({ sort: { by, descending } })))
      for (let at = 0; at < PAGES / 6; at++)
        deep.push(
          await timed(() =>
            list({ sort: { by, descending }, offset: Math.floor((at * count) / (PAGES / 6)) }),
          ),
        )
    }
  figures.push(figure('desk: first page in each order, after a change', 'ms', first, { target: 60 }))
  figures.push(figure('desk: pages anywhere in each order', 'ms', deep, { target: 60 }))

  /** Makes a change before each run, which invalidates the cached answers. */
  async function afterChanges(times: number, run: (at: number) => Promise<unknown>): Promise<number[]> {
    const taken: number[] = []
    for (let at = 0; at < times; at++) {
      await fixture.value('cases.mark', {
        selection: { ids: [procedureAt(7, now).id] },
        marked: at % 2 === 0,
      })
      taken.push(await timed(() => run(at)))
    }
    return taken
  }
  const filters = builtInViews.map(({ filter }) => filter)
  figures.push(
    figure(
      'desk: counts of every view',
      'ms',
      await afterChanges(20, () => fixture.value('cases.counts', { filters })),
    ),
  )
  figures.push(
    figure(
      'desk: facets of everything',
      'ms',
      await afterChanges(20, () => fixture.value('cases.facets', { filter: {} })),
    ),
  )
  figures.push(
    figure(
      'desk: facets of a search',
      'ms',
      await afterChanges(20, (at) =>
        fixture.value('cases.facets', { filter: { text: ['ga', 'maria', 'auto'][at % 3] ?? '' } }),
      ),
    ),
  )
  figures.push(
    figure(
      'desk: a field of one saved',
      'ms',
      await each([...Array(40).keys()], async (at) => {
        const { id } = procedureAt(at * 11, now)
        const { version } = await fixture.value('annotations.get', { id })
        await fixture.value('annotations.save', { id, version, fields: { notes: `nota ${at}` } })
      }),
    ),
  )
  figures.push(figure('desk: all of it as CSV', 'ms', [await timed(() => bytesOf(fixture, 'cases.csv'))]))
  figures.push(figure('desk: all of it as XLSX', 'ms', [await timed(() => bytesOf(fixture, 'cases.xlsx'))]))
  await fixture.stop()
  await service.close()
  return [...figures, ...(hasPeers ? await peers(count, now) : [])]
}

/** A page of a search, of as many rows as the window asks for at 1280×800. */
const pageOf = (fixture: CoreFixture, text: string) =>
  fixture.value('cases.list', {
    filter: { text },
    sort: { by: 'recent', descending: true },
    offset: 0,
    limit: ROWS_IN_SIGHT,
  })

/**
 * What the start of the core cannot do without: a thread that opens the same file with its key, and reads as many rows
 * as a page has.
 */
async function bareOpens(dataDir: string): Promise<Figure> {
  const directory = join(dataDir, 'demo')
  const path = join(directory, 'ventanilla.db')
  const found = await findStoreKey(createFileSecrets(directory), path)
  if (found.state === 'locked') throw new Error('the store cannot be opened')
  const times: number[] = []
  for (let round = 0; round < STARTS; round++)
    times.push(
      await timed(async () => {
        const thread = new Worker(BARE_OPEN, { eval: true, workerData: { path, key: found.key } })
        await once(thread, 'exit')
      }),
    )
  return figure('floor: a thread of plain Node that opens the store and reads 50 rows', 'ms', times)
}

/** The query set, in the list and in the palette. */
async function searchFigures(fixture: CoreFixture, count: number, now: number): Promise<Figure[]> {
  const queries = querySet(count, now).flatMap((set) => set.queries)
  const listed = await each(queries, (text) => pageOf(fixture, text))
  const inPalette = await each(queries, (text) => fixture.value('cases.find', { text, limit: 8 }))
  const people = await each(queries, (text) => fixture.value('cases.people', { text, limit: 4 }))
  return [
    figure('desk: search by the whole query set, its page and total', 'ms', listed, { target: 15 }),
    figure('desk: the same queries in the palette', 'ms', inPalette, { target: 15 }),
    figure('desk: the same queries among people', 'ms', people, { target: 15 }),
  ]
}

async function each<T>(values: readonly T[], run: (value: T) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const value of values) times.push(await timed(() => run(value)))
  return times
}

async function bytesOf(fixture: CoreFixture, name: 'cases.csv' | 'cases.xlsx'): Promise<number> {
  const sent = await fixture.core.router.send(
    name,
    {
      selection: { filter: {} },
      sort: { by: 'recent', descending: true },
      columns: [
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
      ],
    },
    new AbortController().signal,
  )
  if (!sent.ok) throw new Error(sent.error.code)
  let bytes = 0
  for await (const chunk of sent.value.bytes) bytes += chunk.byteLength
  return bytes
}

/**
 * Their usual settings for a search box: prefixes and a little fuzziness, over the same fields. Same thread, with no
 * other work.
 */
async function peers(count: number, now: number): Promise<Figure[]> {
  const documents = Array.from({ length: count }, (_, index) => searchableAt(index, now))
  const fields = Object.keys(documents[0] ?? {}).filter((name) => name !== 'id')
  const fold = (term: string) => term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const mini = new MiniSearch({
    fields,
    processTerm: fold,
    searchOptions: { prefix: true, combineWith: 'AND' },
  })
  const miniBuild = await timed(() => mini.addAll(documents))
  let fuse: Fuse<(typeof documents)[number]> | undefined
  const fuseBuild = await timed(() => {
    fuse = new Fuse(documents, { keys: fields, ignoreDiacritics: true, threshold: 0.2, ignoreLocation: true })
  })
  const queries = querySet(count, now)
  const all = queries.flatMap(({ queries: some }) => some)
  const some = queries.map(({ queries: [first] }) => first ?? '')
  return [
    figure(
      'peer: MiniSearch, the same queries',
      'ms',
      await each(all, async (text) => mini.search(text).slice(0, PAGE)),
      {
        note: `after ${Math.round(miniBuild)} ms to build; finds beginnings of words only`,
      },
    ),
    figure(
      'peer: Fuse.js, the first query of each set',
      'ms',
      await each(some, async (text) => fuse?.search(text, { limit: PAGE })),
      {
        note: `after ${Math.round(fuseBuild)} ms to build`,
      },
    ),
  ]
}
