import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { Batch } from '#shared/host-protocol/messages.ts'
import { MAX_BATCH } from '#shared/host-protocol/protocol.ts'
import { newSecret } from '#electron/core/instance/proofs.ts'
import { MAX_OPEN } from '#electron/core/features/batch-lookups/batch-lookups.rules.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { approvedExtension, readDoor, type ExtensionClient } from '#tests/fakes/extension-client.ts'
import {
  reducedReports,
  startFaultService,
  type FaultService,
  type SeenRequest,
} from '#tests/fakes/fault-service.ts'
import { startCoreChild, type CoreChild } from './core-child.ts'
import { ROUNDS } from './rounds.ts'

/** More for more rounds, so that some are left for the last one. */
const COUNT = Math.min(MAX_BATCH, 150 * ROUNDS)
const PLATES = Array.from({ length: COUNT }, (_, index) => `${String(1000 + index)}BCD`)
/** Maximum milliseconds without progress. */
const PATIENCE_MS = 60_000

let service: FaultService
let dataDir: string
let core: CoreChild
let onRequest: (request: SeenRequest) => Promise<void> | void

beforeEach(async () => {
  const reports = reducedReports()
  onRequest = () => undefined
  service = await startFaultService(async (request, response) => {
    await onRequest(request)
    await reports(request, response)
  })
  dataDir = await temporaryDirectory()
  core = await startCoreChild(dataDir, service.url)
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
})
afterEach(async () => {
  await core.kill()
  await service.close()
})
afterAll(removeTemporaryDirectories)

const secret = newSecret()

async function connect(): Promise<ExtensionClient> {
  return approvedExtension(
    // Of this run: that of the killed one may still be there.
    await waitUntil(
      () => readDoor(dataDir),
      ({ port }) => port !== killedPort,
    ),
    { call: core.call, waiting: async () => (await core.value('app.snapshot', {})).slices.extension.waiting },
    secret,
  )
}
let killedPort = 0

async function kill(): Promise<void> {
  killedPort = (await readDoor(dataDir)).port
  await core.kill()
}

const requestsOf = (vrm: string) =>
  service.seen.filter(({ method, body }) => method === 'POST' && body.includes(vrm)).length

/** Where the core is killed, while the plates are looked up. */
const POINTS: Record<string, (browser: ExtensionClient) => Promise<void>> = {
  async 'as the batch is answered'(browser) {
    await browser.ask('batch.start', { id: 'page', vrms: PLATES })
  },
  async 'before the batch is answered'(browser) {
    void browser.ask('batch.start', { id: 'page', vrms: PLATES })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
  },
  async 'as a request leaves'(browser) {
    await nextRequest('POST', begin(browser))
  },
  async 'as a report is polled'(browser) {
    await nextRequest('GET', begin(browser))
  },
  async 'after an answer, whenever'(browser) {
    await nextRequest('GET', begin(browser))
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
  },
}

/** Begins it, or goes on. Resolves once it has ended, if it does. */
async function begin(browser: ExtensionClient): Promise<void> {
  const begun = await browser.ask('batch.start', { id: 'page', vrms: PLATES })
  if (begun.ok && begun.value.state === 'done') return
  await new Promise<void>((resolve) => {
    browser.socket.on('data', () => browser.payloads('batch').at(-1)?.state === 'done' && resolve())
  })
}

/** Resolves when a request arrives, which is then not answered before the core is gone; or with the end of the batch. */
function nextRequest(method: string, end: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    void end.then(resolve)
    onRequest = async (request) => {
      if (request.method !== method) return
      onRequest = () => undefined
      resolve()
      await new Promise((answer) => setTimeout(answer, 50))
    }
  })
}
const never = new Promise<void>(() => undefined)

test(
  `killed in the middle of a batch, ${ROUNDS} times at each point: no plate is lost, and none requested in vain`,
  async () => {
    let kills = 0
    for (let round = 0; round < ROUNDS; round++)
      for (const point of Object.values(POINTS)) {
        await point(await connect())
        await kill()
        kills++
        core = await startCoreChild(dataDir, service.url)
      }
    const browser = await connect()
    // Nobody has to ask for it again: it goes on by itself.
    let last: Batch = await browser.value('batch.start', { id: 'page', vrms: PLATES })
    while (last.state !== 'done') {
      const { settled } = last
      last = await waitUntil(
        () => browser.payloads('batch').at(-1) ?? last,
        (batch) => batch.state === 'done' || batch.settled > settled,
        PATIENCE_MS,
      )
    }
    expect(last).toMatchObject({ total: PLATES.length, settled: PLATES.length })
    const { rows } = await browser.value('lookup.get', { vrms: PLATES })
    expect(rows.filter(({ outcome, pending }) => outcome !== 'transferable' || pending)).toEqual([])
    const requests = PLATES.map(requestsOf)
    expect(Math.min(...requests)).toBe(1)
    // Only a request whose answer died with the core is made again.
    const again = requests.reduce((sum, count) => sum + count - 1, 0)
    expect(again).toBeLessThanOrEqual(kills * MAX_OPEN)
    const { slices } = await core.value('app.snapshot', {})
    expect(slices.store.state).toBe('open')
    // Nothing of a batch is told in Novedades.
    expect(slices.inboxCounts.unread).toBe(0)
  },
  300_000 + ROUNDS * 60_000,
)

test('a batch that nobody asks about again goes on by itself after a kill', async () => {
  const browser = await connect()
  await browser.value('batch.start', { id: 'page', vrms: PLATES.slice(0, 12) })
  await nextRequest('GET', never)
  await kill()
  core = await startCoreChild(dataDir, service.url)
  for (const vrm of PLATES.slice(0, 12))
    await waitUntil(
      () => core.value('lookup.get', { vrm }),
      ({ latest, pending }) => latest !== null && pending === null,
    )
})

test(`a list killed as it is made, or begun twice, is one list, and each of its plates is requested once, ${ROUNDS} times`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const plates = PLATES.slice(0, 8).map(
      (vrm) => `${vrm.slice(0, 4)}${['F', 'G', 'H'][round % 3]}${vrm.slice(5)}`,
    )
    const id = `list-${round}`
    const make = () =>
      core.list(
        { id, name: 'Autos Vega' },
        {
          plates: plates.map((vrm, at) => ({ vrm, line: at + 1, written: vrm, repaired: false, note: '' })),
          unread: [],
          repeated: [],
          beyond: 0,
        },
      )
    void make()
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    await core.kill()
    core = await startCoreChild(dataDir, service.url)
    await make()
    const list = await waitUntil(
      () => core.value('plate-lists.get', { id }),
      ({ state }) => state === 'done',
      PATIENCE_MS,
    )
    expect(list).toMatchObject({ total: 8, open: 0, counts: { transferable: 8 } })
    const again = plates.reduce((sum, vrm) => sum + requestsOf(vrm) - 1, 0)
    // Only a request whose answer died with the core is made again.
    expect(again).toBeLessThanOrEqual(MAX_OPEN)
  }
})

test('a stopped batch stays stopped after a kill', async () => {
  const browser = await connect()
  await browser.value('batch.start', { id: 'page', vrms: PLATES })
  await nextRequest('GET', never)
  expect(await browser.value('batch.stop', { id: 'page' })).toMatchObject({ state: 'stopped' })
  await kill()
  core = await startCoreChild(dataDir, service.url)
  const next = await connect()
  expect(await next.value('batch.get', { id: 'page' })).toMatchObject({ state: 'stopped' })
  // Those that were under way end, and no other begins: shown by a lookup that comes after them.
  await core.value('lookup.start', { vrm: '9999FGH' })
  await waitUntil(
    () => core.value('lookup.queue', {}),
    ({ rows }) => rows.length === 0,
  )
  expect(PLATES.filter((vrm) => requestsOf(vrm) > 0).length).toBeLessThan(20)
})
