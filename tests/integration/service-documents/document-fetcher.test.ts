import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { appError, fail, ok } from '#shared/bridge/result.ts'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { createStore, type Store } from '#electron/core/store/store.ts'
import { createDocumentCache } from '#electron/core/store/document-cache.ts'
import { createVault, type Vault } from '#electron/core/store/vault.ts'
import { createFileSecrets } from '#electron/core/keychain/file-secrets.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import {
  SERVICE_DOCUMENTS_NOTED,
  detectKind,
  type ServiceDocumentKind,
} from '#electron/core/features/service-documents/service-documents.rules.ts'
import {
  createDocumentFetcher,
  type DocumentFetcher,
} from '#electron/core/features/service-documents/document-fetcher.ts'
import { toSeen } from '#electron/core/features/changes/resource.rules.ts'
import {
  dbWorker,
  removeTemporaryDirectories,
  temporaryDirectory,
  waitUntil,
} from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { quietSupervisor } from '#tests/fakes/quiet-supervisor.ts'

const MEGABYTE = 1024 * 1024

let directory: string
let store: Store
let vault: Vault<ServiceDocumentKind>
let office: { serviceDocuments: 'open' | 'none'; serviceDocumentsMegabytes: number }
let isFull: boolean
let asked: string[]
let fetcher: DocumentFetcher

beforeEach(async () => {
  directory = await temporaryDirectory()
  const log = createLog(() => undefined)
  const secrets = createFileSecrets(directory)
  store = createStore({
    directory,
    worker: dbWorker,
    secrets,
    clock: systemClock,
    log,
    supervisor: quietSupervisor,
    onState: () => undefined,
  })
  await store.open()
  const real = createVault(join(directory, 'papers'), detectKind)
  isFull = false
  // A test must not fill the PC's disk: vault.test.ts covers the answer of a full one.
  vault = {
    ...real,
    receive: (...all) => (isFull ? Promise.resolve(fail(appError('disk-full'))) : real.receive(...all)),
  }
  office = { serviceDocuments: 'open', serviceDocumentsMegabytes: 1 }
  asked = []
  fetcher = createDocumentFetcher({
    call: store.call,
    clock: systemClock,
    log,
    supervisor: quietSupervisor,
    cache: createDocumentCache({
      vault,
      usedBytes: async () => (await store.call('serviceDocumentUsage', false)).bytes,
      maxBytes: () => office.serviceDocumentsMegabytes * MEGABYTE,
      log,
    }),
    office: () => office,
    isDown: () => false,
    source: (id) => ({
      async download(documentId) {
        asked.push(`${id} ${documentId}`)
        const size = documentId.startsWith('large') ? 0.7 * MEGABYTE : 1_000
        return ok({ bytes: pdf(documentId, size), kind: 'pdf', sha256: documentId })
      },
    }),
    onChanged: () => undefined,
  })
})
afterEach(async () => {
  await fetcher.stop()
  await store.close()
})
afterAll(removeTemporaryDirectories)

async function procedure(id: string, documents: readonly string[], status = 'DONE'): Promise<void> {
  const generatedDocuments = documents.map((document) => ({ id: document, type: 'procedure_invoice' }))
  const seen = toSeen('procedure', { id, status, type: 'VEHICLE_TRANSFER', generatedDocuments })
  const now = Date.now()
  await store.call('resourceAnswered', {
    seen,
    now,
    officeHours: true,
    random: 0.5,
    cause: 'poll',
    insist: false,
  })
}

const keptOf = async (id: string) =>
  ((await store.call('serviceDocumentsOf', id))?.rows ?? [])
    .filter(({ state }) => state === 'kept')
    .map(({ documentId }) => documentId)
const errorsOf = async (id: string) =>
  ((await store.call('serviceDocumentsOf', id))?.rows ?? []).flatMap(({ error }) =>
    error ? [error.code] : [],
  )

test('signed documents take of the same room', async () => {
  const signature = toSeen('signature', { id: 's', status: 'signed', type: 'mandate-generic' })
  const looked = { now: Date.now(), officeHours: true, random: 0.5, cause: 'poll', insist: false } as const
  await store.call('resourceAnswered', { seen: signature, ...looked })
  const row = { signatureId: 's', documentId: '1', file: 'f', key: new Uint8Array(32), sha256: 'x' }
  expect(await store.call('keepSigned', { ...row, size: 0.5 * MEGABYTE })).toBe(true)
  await procedure('a', ['large-1', 'small'])
  fetcher.start()
  await waitUntil(
    () => errorsOf('a'),
    (errors) => errors.length === 1,
  )
  await waitUntil(
    () => keptOf('a'),
    (kept) => kept.length === 1,
  )
  expect(await keptOf('a')).toEqual(['small'])
  expect(await errorsOf('a')).toEqual(['no-room-for-papers'])
})

test('with no room left nothing is thrown out by itself: it stops, says so, and counts what waits', async () => {
  await procedure('a', ['large-1', 'large-2', 'small'])
  fetcher.start()
  await waitUntil(
    () => keptOf('a'),
    (kept) => kept.length === 2,
  )
  // A small one still fits where a large one does not.
  expect((await keptOf('a')).toSorted()).toEqual(['large-1', 'small'])
  expect(await errorsOf('a')).toEqual(['no-room-for-papers'])
  expect(await store.call('serviceDocumentUsage', false)).toMatchObject({
    count: 2,
    pending: 1,
    stuck: { code: 'no-room-for-papers' },
  })
  // With more space it is downloaded.
  office.serviceDocumentsMegabytes = 10
  await store.call('serviceDocumentsDueNow', Date.now())
  fetcher.wake()
  await waitUntil(
    () => keptOf('a'),
    (kept) => kept.length === 3,
  )
  expect(await errorsOf('a')).toEqual([])
  expect((await store.call('serviceDocumentUsage', false)).stuck).toBeNull()
})

test('with a full disk nothing is lost: it says so, asks no more for a while, and comes later', async () => {
  isFull = true
  await procedure('a', ['small-1', 'small-2'])
  fetcher.start()
  await waitUntil(
    async () => (await store.call('serviceDocumentUsage', false)).stuck?.code,
    (code) => code === 'disk-full',
  )
  expect(asked).toHaveLength(1)
  expect(await readdir(join(directory, 'papers')).catch(() => [])).toEqual([])
  isFull = false
  await store.call('serviceDocumentsDueNow', Date.now())
  fetcher.wake()
  await waitUntil(
    () => keptOf('a'),
    (kept) => kept.length === 2,
  )
  expect((await store.call('serviceDocumentUsage', false)).stuck).toBeNull()
})

test('what has ended is not wanted by itself, and what an office does not want is only kept when it is asked for', async () => {
  await procedure('open', ['one'])
  await procedure('old', ['two'], 'PENDING')
  office.serviceDocuments = 'none'
  fetcher.start()
  await store.call('askServiceDocuments', 'old', Date.now())
  fetcher.wake()
  await waitUntil(
    () => keptOf('old'),
    (kept) => kept.length === 1,
  )
  expect(await keptOf('open')).toEqual([])
  expect(await store.call('serviceDocumentUsage', true)).toMatchObject({ pending: 0 })
  office.serviceDocuments = 'open'
  fetcher.wake()
  await waitUntil(
    () => keptOf('open'),
    (kept) => kept.length === 1,
  )
})

test('of a shape that nobody knows, nothing is wanted and nothing breaks', async () => {
  const seen = toSeen('procedure', { id: 'odd', status: 'DONE' })
  const bodies = [
    { generatedDocuments: 7 },
    { generatedDocuments: [null, 'x', { id: 3 }, {}] },
    { generatedDocuments: { id: 'x' } },
  ]
  for (const [n, body] of bodies.entries()) {
    const odd = {
      ...seen,
      id: `odd-${n}`,
      revision: String(n),
      body: { ...body, id: `odd-${n}`, status: 'DONE' },
    }
    await store.call('resourceAnswered', {
      seen: odd,
      now: Date.now(),
      officeHours: true,
      random: 0,
      cause: 'poll',
      insist: false,
    })
    expect((await store.call('serviceDocumentsOf', `odd-${n}`))?.rows).toEqual([])
  }
})

test('what left sight and is in sight again has its papers wanted once more, after a restart', async () => {
  await procedure('a', ['small-1'])
  const isNoted = async () => (await store.call('meta', SERVICE_DOCUMENTS_NOTED)) !== null
  const catchUp = () => store.call('noteServiceDocumentsAfter', 0, 20, Date.now())
  const wanted = async () => (await store.call('serviceDocumentsOf', 'a'))?.rows.map(({ state }) => state)
  await catchUp()
  expect(await isNoted()).toBe(true)
  const now = Date.now() + 100 * 86_400_000
  const retain = (retentionDays: number) =>
    store.call('retain', { now, lastRun: null, retentionDays, blockedDays: 365 }, 0, 20)
  expect((await retain(90)).blocked).toHaveLength(1)
  expect((await retain(200)).shown).toHaveLength(1)
  expect(await wanted()).toEqual([])
  // Checked on starting.
  expect(await isNoted()).toBe(false)
  await catchUp()
  expect(await wanted()).toEqual(['wanted'])
})

test('a copy that is merged leaves its papers to be noted, also if nobody lives to do it', async () => {
  await store.call('noteServiceDocumentsAfter', 0, 20, Date.now())
  expect(await store.call('meta', SERVICE_DOCUMENTS_NOTED)).not.toBeNull()
  await store.call('restoreMerge', Date.now())
  expect(await store.call('meta', SERVICE_DOCUMENTS_NOTED)).toBeNull()
})
