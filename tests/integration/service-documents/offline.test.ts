import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { serviceClient } from '#tests/fakes/real-service.ts'
import { startServiceDocumentFixture, unzipped, type ServiceDocumentFixture } from './desk.ts'

const KEY = 'a-key-of-twenty-characters'
const serviceMain = fileURLToPath(new URL('../../../service/main.ts', import.meta.url))

let child: ChildProcess | undefined
let desk: ServiceDocumentFixture | undefined
afterEach(async () => {
  await desk?.stop()
  child?.kill('SIGKILL')
})
afterAll(removeTemporaryDirectories)

/** The service as a process of its own, with nothing left of it after a kill. */
async function startService(): Promise<string> {
  const directory = await temporaryDirectory()
  child = spawn(process.execPath, [serviceMain, '--port=0', `--data-dir=${directory}`], {
    env: { ...process.env, SERVICE_API_KEYS: `${KEY}=B12345674` },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return (JSON.parse(line) as { listening: string }).listening
}

test('with the service killed and after a cold start, everything that was seen is read: page, timeline, incidents, papers, ZIP', async () => {
  const url = await startService()
  const direct = serviceClient(url, KEY)
  const keytar = createMemoryKeytar()
  desk = await startServiceDocumentFixture(url, { loadKeytar: keytar.load })
  const account = { environment: 'development', name: 'Gestoría', baseUrl: url, key: KEY } as const
  const { id: accountId } = await desk.value('accounts.add', account)
  await desk.value('accounts.activate', { id: accountId })

  const { id } = await direct.create('1234BCD', { invoiceNumber: 'F-2026/77' })
  await desk.value('changes.add', { text: id })
  await direct.post(`/v1/test/procedures/${id}/documents`, { type: 'submission_proof' })
  await direct.post(`/v1/test/procedures/${id}/incidents`, { type: 'seizure' })
  await desk.value('changes.refresh', { kind: 'procedure', id })
  const serviceDocuments = await waitUntil(
    () => desk!.serviceDocuments(id),
    (all) => all.length > 0 && all.every(({ kept }) => kept),
    15_000,
  )
  const { version } = await desk.value('annotations.get', { id })
  await desk.value('annotations.save', {
    id,
    version,
    fields: { client: 'Talleres Gómez' },
  })
  await desk.value('case-notes.add', { id, text: 'llamar el lunes' })
  const known = await desk.value('changes.get', { kind: 'procedure', id })

  await desk.stop()
  const gone = once(child!, 'exit')
  child!.kill('SIGKILL')
  await gone
  desk = await startServiceDocumentFixture(url, { loadKeytar: keytar.load, dataDir: desk.dataDir })
  const now = await desk.value('changes.get', { kind: 'procedure', id })
  expect(now).toMatchObject({ status: 'BLOCKED', body: known.body, timeline: known.timeline })
  // Its age has not changed.
  expect(now.checkedAt).toBe(known.checkedAt)
  expect((await desk.value('annotations.get', { id })).fields).toMatchObject({ notes: 'llamar el lunes' })
  for (const text of ['1234', 'gomez', '77'])
    expect((await desk.value('cases.find', { text, limit: 5 })).rows.map((row) => row.id)).toEqual([id])
  expect(await desk.serviceDocuments(id)).toMatchObject(
    serviceDocuments.map(({ documentId }) => ({ documentId, kept: true })),
  )
  expect((await desk.open(id, serviceDocuments[0]?.documentId ?? '')).slice(0, 5).toString()).toBe('%PDF-')
  const zip = await desk.zip({ selection: { ids: [id] }, which: 'generated' })
  if (typeof zip === 'string') throw new Error(zip)
  expect((await unzipped(zip.bytes)).size).toBe(1)
  // Actions that need the network fail, and an attachment waits.
  expect(await desk.call('changes.refresh', { kind: 'procedure', id })).toMatchObject({
    error: { code: 'unreachable' },
  })
  const [incident] = now.body['incidents'] as { id: string }[]
  const solving = await desk.value('attachments.solve', { procedureId: id, incidentId: incident?.id ?? '' })
  expect(await desk.settled(id, solving.id)).toMatchObject({
    state: 'queued',
    error: { code: 'unreachable' },
  })
})
