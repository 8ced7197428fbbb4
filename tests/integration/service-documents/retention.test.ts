import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '#electron/core/runtime/clock.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture, withStore, type ServiceDocumentFixture } from './desk.ts'

const DAY = 86_400_000
const LATEST = { by: 'recent', descending: true } as const

let service: ProcedureService
let desk: ServiceDocumentFixture

beforeEach(async () => {
  service = await startProcedureService()
  desk = await startServiceDocumentFixture(service.url)
})
afterEach(async () => {
  await desk.stop()
  await service.close()
})
afterAll(removeTemporaryDirectories)

/** Restarts the same PC some days later. */
async function daysLater(days: number): Promise<void> {
  await desk.stop()
  const clock = { ...systemClock, now: () => Date.now() + days * DAY }
  desk = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir, clock })
}

async function known(vrm: string, status: string): Promise<string> {
  const { id } = await service.direct.create(vrm)
  if (status !== 'PENDING') await service.direct.force(id, status)
  await desk.value('changes.add', { text: id })
  return id
}

const listed = async () =>
  (await desk.value('cases.list', { filter: {}, sort: LATEST, offset: 0, limit: 50 })).rows.map(
    ({ id }) => id,
  )
const seen = async (id: string) => (await desk.call('changes.get', { kind: 'procedure', id })).ok
const files = () => readdir(join(desk.dataDir, 'demo', 'papers'))
const untilGone = (id: string) =>
  waitUntil(
    () => seen(id),
    (is) => !is,
  )

/** Rows of it in the store, visible or not. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  await desk.stop()
  return withStore(desk, (db) => {
    const count = (sql: string) => (db.prepare(sql).get(id) as { n: number }).n
    return {
      resource: count('SELECT count(*) AS n FROM resource WHERE id = ?'),
      change: count('SELECT count(*) AS n FROM change WHERE id = ?'),
      serviceDocument: count('SELECT count(*) AS n FROM service_document WHERE procedure_id = ?'),
      name: count('SELECT count(*) AS n FROM document_name WHERE procedure_id = ?'),
    }
  })
}

test('what ended long ago goes out of every list, search and page; what is open, recent or pinned stays', async () => {
  const old = await known('1234BCD', 'DELIVERED_TO_CLIENT')
  const pinned = await known('5678FGH', 'CANCELLED')
  const open = await known('9012JKL', 'PENDING')
  await desk.value('cases.pin', { id: pinned, pinned: true, why: 'pleito' })
  await desk.value('service-documents.keep', { procedureId: old })
  await waitUntil(
    () => desk.serviceDocuments(old),
    (all) => all.some(({ kept }) => kept),
  )
  await daysLater(89)
  expect(await listed()).toContain(old)

  await daysLater(92)
  await untilGone(old)
  expect((await listed()).toSorted()).toEqual([open, pinned].toSorted())
  expect((await desk.value('cases.find', { text: '1234', limit: 5 })).rows).toEqual([])
  expect(await desk.call('service-documents.list', { procedureId: old })).toMatchObject({
    error: { code: 'not-found' },
  })
  const { rows } = await desk.value('inbox.list', { filter: 'all', limit: 100 })
  expect(rows.filter(({ id }) => id === old)).toEqual([])
  // Still stored, sealed, for legal liability.
  expect((await files()).length).toBeGreaterThan(0)

  // Requested by id, it is visible again, with everything.
  await desk.value('changes.add', { text: old })
  expect(await listed()).toContain(old)
  expect((await desk.serviceDocuments(old)).some(({ kept }) => kept)).toBe(true)
})

test('a longer time brings it back, and so does a change at the service', async () => {
  const one = await known('1234BCD', 'DELIVERED_TO_CLIENT')
  const two = await known('5678FGH', 'DONE')
  await daysLater(92)
  await untilGone(one)
  await untilGone(two)
  await desk.value('office.update', { retentionDays: 200 })
  await waitUntil(
    () => seen(one),
    (is) => is,
  )
  await desk.value('office.update', { retentionDays: 90 })
  await untilGone(one)
  await untilGone(two)
  await service.direct.force(two, 'DELIVERED_TO_CLIENT')
  await daysLater(93)
  await waitUntil(
    () => seen(two),
    (is) => is,
  )
})

test('later it is erased with its papers and its timeline, on a second day and not before', async () => {
  const old = await known('1234BCD', 'PENDING')
  const given = await desk.give({ procedureId: old, name: 'dni.pdf', type: 'national_id' }, pdf('dni'))
  if (!given.ok) throw new Error(given.error.code)
  await desk.settled(old, given.value.id)
  await service.direct.force(old, 'DELIVERED_TO_CLIENT')
  await desk.value('changes.refresh', { kind: 'procedure', id: old })
  await desk.value('service-documents.keep', { procedureId: old })
  await waitUntil(
    () => desk.serviceDocuments(old),
    (all) => all.every(({ kept, which }) => kept || which === 'client'),
  )
  await daysLater(92)
  await untilGone(old)
  await daysLater(92 + 1_100)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await rowsOf(old)).toMatchObject({ resource: 1, name: 1 })
  await daysLater(92 + 1_101)
  await waitUntil(files, (left) => left.length === 0)
  expect(await rowsOf(old)).toEqual({ resource: 0, change: 0, serviceDocument: 0, name: 0 })
})
