import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { removeTemporaryDirectories, waitUntil } from '#tests/fakes/core-fixture.ts'
import { PDF } from '#tests/fakes/procedure-fixture.ts'
import { startProcedureService, type ProcedureService } from '#tests/fakes/procedure-service.ts'
import { startServiceDocumentFixture, unzipped, type ServiceDocumentFixture } from './desk.ts'

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

const downloads = () => service.seen.filter((what) => what.includes('/download'))
const filesOf = (of: ServiceDocumentFixture) => readdir(join(of.dataDir, 'demo', 'papers')).catch(() => [])
const add = (text: string) => desk.value('changes.add', { text })
const generated = (all: readonly ServiceDocument[]) => all.filter(({ which }) => which === 'generated')
const untilKept = (id: string) =>
  waitUntil(
    () => desk.serviceDocuments(id),
    (all) => generated(all).length > 0 && generated(all).every(({ kept }) => kept),
    15_000,
  )

async function finished(vrm = '1234BCD'): Promise<string> {
  const { id } = await service.direct.create(vrm)
  await service.direct.force(id, 'DONE')
  await add(id)
  return id
}

test('what the operator generates for an open procedure is kept by itself, and read with no service after a cold start', async () => {
  const id = await finished()
  const kept = await untilKept(id)
  const [first] = generated(kept)
  expect(first).toMatchObject({ kept: true, mime: 'application/pdf' })
  expect(first?.sha256).toMatch(/^[0-9a-f]{64}$/)
  const bytes = await desk.open(id, first?.documentId ?? '')
  expect(bytes.slice(0, 5).toString()).toBe('%PDF-')
  const before = downloads().length

  await desk.stop()
  await service.close()
  desk = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir })
  expect(await desk.serviceDocuments(id)).toEqual(kept)
  for (const { documentId } of generated(kept))
    expect((await desk.open(id, documentId)).slice(0, 5).toString()).toBe('%PDF-')
  expect(await desk.open(id, first?.documentId ?? '')).toEqual(bytes)
  expect(await desk.value('changes.get', { kind: 'procedure', id })).toMatchObject({ status: 'DONE' })
  expect(downloads()).toHaveLength(before)
  service = await startProcedureService()
})

test('one that is added later is brought too, once each, and nothing of the links is written down', async () => {
  const { id } = await service.direct.create('1234BCD')
  await add(id)
  expect(await desk.serviceDocuments(id)).toEqual([])
  await service.direct.post(`/v1/test/procedures/${id}/documents`, { type: 'submission_proof' })
  await desk.value('changes.refresh', { kind: 'procedure', id })
  await untilKept(id)
  await service.direct.post(`/v1/test/procedures/${id}/documents`, { type: 'es_itp_doc' })
  await desk.value('changes.refresh', { kind: 'procedure', id })
  await waitUntil(
    () => desk.serviceDocuments(id),
    (all) => all.filter(({ kept }) => kept).length === 2,
    15_000,
  )
  expect(downloads()).toHaveLength(2)
  expect(desk.logged.join('\n')).not.toContain('token=')
  expect(JSON.stringify(desk.frames)).not.toContain('token=')
})

test('what the client gave is shown, and never kept', async () => {
  const { id } = await service.direct.create('1234BCD')
  await add(id)
  const form = new FormData()
  form.set('type', 'national_id')
  form.set('file', new Blob([PDF], { type: 'application/pdf' }), 'dni.pdf')
  await fetch(`${service.url}/v1/procedures/${id}/documents`, { method: 'POST', body: form })
  await desk.value('changes.refresh', { kind: 'procedure', id })
  const [dni] = await desk.serviceDocuments(id)
  expect(dni).toMatchObject({ which: 'client', type: 'national_id', kept: false })
  expect(await desk.open(id, dni?.documentId ?? '')).toEqual(PDF)
  await desk.value('service-documents.keep', { procedureId: id })
  expect((await desk.serviceDocuments(id))[0]).toMatchObject({ kept: false })
  expect(await filesOf(desk)).toEqual([])
  service.meddle(() => 'before')
  expect(await desk.open(id, dni?.documentId ?? '')).toBe('unreachable')
})

test('what has ended is kept at the word of somebody, and taken off at the word of somebody', async () => {
  const { id } = await service.direct.create('1234BCD')
  await service.direct.post(`/v1/test/procedures/${id}/documents`, { type: 'submission_proof' })
  await desk.value('office.update', { serviceDocuments: 'none' })
  await add(id)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(downloads()).toEqual([])
  await desk.value('service-documents.keep', { procedureId: id })
  await untilKept(id)
  expect(await filesOf(desk)).toHaveLength(1)
  expect(await desk.value('service-documents.usage', {})).toMatchObject({ count: 1, pending: 0 })
  const { serviceDocuments } = await desk.value('service-documents.drop', { procedureId: id })
  expect(serviceDocuments[0]).toMatchObject({ kept: false, coming: false })
  expect(await filesOf(desk)).toEqual([])
  // Dropped documents are not downloaded again automatically.
  await desk.value('office.update', { serviceDocuments: 'open' })
  await desk.value('changes.refresh', { kind: 'procedure', id })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await desk.serviceDocuments(id))[0]).toMatchObject({ kept: false })
  // They can be downloaded again.
  await desk.value('service-documents.keep', { procedureId: id })
  await untilKept(id)
})

test('offline it is queued, and brought when the connection is back', async () => {
  const { id } = await service.direct.create('1234BCD')
  await service.direct.post(`/v1/test/procedures/${id}/documents`, { type: 'submission_proof' })
  await desk.value('office.update', { serviceDocuments: 'none' })
  await add(id)
  service.meddle(() => 'before')
  expect((await desk.serviceDocuments(id))[0]).toMatchObject({ coming: false })
  const { serviceDocuments } = await desk.value('service-documents.keep', { procedureId: id })
  expect(serviceDocuments[0]).toMatchObject({ kept: false, coming: true })
  expect(await desk.open(id, serviceDocuments[0]?.documentId ?? '')).toBe('unreachable')
  expect(await desk.value('service-documents.usage', {})).toMatchObject({ pending: 1 })
  await desk.stop()
  service.meddle(() => 'pass')
  desk = await startServiceDocumentFixture(service.url, { dataDir: desk.dataDir })
  await untilKept(id)
  expect((await desk.serviceDocuments(id))[0]).toMatchObject({ coming: false })
})

test('an expired link is renewed, and nobody notices', async () => {
  await desk.value('office.update', { serviceDocuments: 'none' })
  const id = await finished()
  const [serviceDocument] = generated(await desk.serviceDocuments(id))
  let refused = 0
  service.meddle((what) => (what.includes('/download') && refused++ === 0 ? 403 : 'pass'))
  expect((await desk.open(id, serviceDocument?.documentId ?? '')).slice(0, 5).toString()).toBe('%PDF-')
  expect(refused).toBe(2)
  // Repeated refusals are reported.
  service.meddle((what) => (what.includes('/download') ? 403 : 'pass'))
  expect(await desk.open(id, serviceDocument?.documentId ?? '')).toBe('rejected')
})

test('a page instead of a document is never shown nor kept, and it is brought when it is one', async () => {
  service.meddle((what) => (what.includes('/download') ? 200 : 'pass'))
  const id = await finished()
  const [serviceDocument] = generated(
    await waitUntil(
      () => desk.serviceDocuments(id),
      (all) => all.some(({ error }) => error !== undefined),
      15_000,
    ),
  )
  expect(serviceDocument).toMatchObject({ kept: false, error: { code: 'not-a-paper' } })
  expect(await desk.open(id, serviceDocument?.documentId ?? '')).toBe('not-a-paper')
  expect(await filesOf(desk)).toEqual([])
  service.meddle(() => 'pass')
  expect((await desk.open(id, serviceDocument?.documentId ?? '')).slice(0, 5).toString()).toBe('%PDF-')
  // A document that was opened and is wanted is stored.
  expect(
    (await desk.serviceDocuments(id)).find(({ documentId }) => documentId === serviceDocument?.documentId)
      ?.kept,
  ).toBe(true)
})

test('a document that was cut off on its way is none', async () => {
  await desk.value('office.update', { serviceDocuments: 'none' })
  const id = await finished()
  const [serviceDocument] = generated(await desk.serviceDocuments(id))
  service.meddle((what) => (what.includes('/download') ? 'half' : 'pass'))
  expect(await desk.open(id, serviceDocument?.documentId ?? '')).toBe('unreachable')
})

test('what the service has no more, and what nobody knows', async () => {
  const id = await finished()
  expect(await desk.open(id, 'nobody')).toBe('paper-gone')
  expect(await desk.open('nobody', 'nobody')).toBe('not-found')
  expect(await desk.call('service-documents.list', { procedureId: 'nobody' })).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('a ZIP of one procedure and of several, with the names of the template', async () => {
  await desk.value('office.update', { serviceDocumentName: '{matricula} {documento}' })
  const [one, two, none] = [
    await finished('1234BCD'),
    await finished('5678FGH'),
    (await service.direct.create('9012JKL')).id,
  ]
  await add(none)
  const zipOne = await desk.zip({ selection: { ids: [one] }, which: 'generated' })
  if (typeof zipOne === 'string') throw new Error(zipOne)
  expect(zipOne.filename).toBe('1234BCD.zip')
  const files = await unzipped(zipOne.bytes)
  expect([...files.keys()]).toEqual(
    generated(await desk.serviceDocuments(one)).map(({ fileName }) => fileName),
  )
  for (const [name, bytes] of files) {
    expect(name).toMatch(/^1234BCD [a-z0-9-]+\.pdf$/)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const zipAll = await desk.zip({ selection: { filter: {} }, which: 'all' })
  if (typeof zipAll === 'string') throw new Error(zipAll)
  const folders = new Set([...(await unzipped(zipAll.bytes)).keys()].map((name) => name.split('/')[0]))
  expect(folders).toEqual(new Set(['1234BCD', '5678FGH']))
  expect(await desk.zip({ selection: { ids: [none] }, which: 'all' })).toBe('not-found')
  expect((await desk.serviceDocuments(two)).length).toBeGreaterThan(0)
})

test('one paper that cannot be brought does not keep the others, and is named in the ZIP', async () => {
  await desk.value('office.update', { serviceDocuments: 'none' })
  const id = await finished()
  const serviceDocuments = generated(await desk.serviceDocuments(id))
  const bad = serviceDocuments[1]
  service.meddle((what) => (what.includes(`/documents/${bad?.documentId}/`) ? 500 : 'pass'))
  const zip = await desk.zip({ selection: { ids: [id] }, which: 'generated' })
  if (typeof zip === 'string') throw new Error(zip)
  const files = await unzipped(zip.bytes)
  expect([...files.keys()]).toEqual([
    ...serviceDocuments.filter((serviceDocument) => serviceDocument !== bad).map(({ fileName }) => fileName),
    'LEEME.txt',
  ])
  expect(files.get('LEEME.txt')?.toString()).toContain(bad?.fileName ?? '?')
  // With none at all there is no ZIP, but an error.
  service.meddle(() => 'before')
  expect(await desk.zip({ selection: { ids: [id] }, which: 'generated' })).toBe('unreachable')
})

test('names are shown before they are used', async () => {
  expect(await desk.value('service-documents.name-preview', { template: '{matricula}_{documento}' })).toEqual(
    {
      name: '1234BCD_permiso-de-circulacion-provisional.pdf',
      unknown: [],
    },
  )
  expect(await desk.value('service-documents.name-preview', { template: '{plate}' })).toEqual({
    name: null,
    unknown: ['plate'],
  })
})

test('each reading is in the audit record, with what was read', async () => {
  const id = await finished()
  const [serviceDocument] = generated(await untilKept(id))
  await desk.open(id, serviceDocument?.documentId ?? '')
  const { rows } = await desk.value('audit.list', { what: 'paper.read', limit: 10 })
  expect(rows[0]).toMatchObject({
    kind: serviceDocument?.type,
    result: 'ok',
    sha256: serviceDocument?.sha256,
  })
})
