import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { ClientPaper } from '#shared/bridge/clients.ts'
import type { TransferArgs } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import { MAX_PAPER_BYTES } from '#shared/domain/clients.ts'
import { quickDerive } from '#tests/integration/keychain/quick-derive.ts'
import { createMemoryKeytar } from '#tests/fakes/memory-keytar.ts'
import { removeTemporaryDirectories, startCore, type CoreFixture } from '#tests/fakes/core-fixture.ts'
import { serviceHost } from '#tests/fakes/real-service.ts'
import { copyOf, restore } from '../office/copies.ts'

const started: CoreFixture[] = []
const keytar = createMemoryKeytar()

async function start(): Promise<CoreFixture> {
  const { host, service } = serviceHost()
  const core = await startCore('', { host, deriveKey: quickDerive, loadKeytar: keytar.load })
  started.push(core)
  await service
  return core
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((core) => core.stop()))
})
afterAll(removeTemporaryDirectories)

const GIL = 'client:autos gil'
const TEXTS = { name: 'Autos Gil', taxId: 'B12345674', email: '', phone: '', notes: '' }
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)])

type Add = TransferArgs<'clients.add-paper'>
function add({ core }: CoreFixture, bytes: Uint8Array, fields: Partial<Add> = {}) {
  async function* pieces() {
    for (let at = 0; at < bytes.byteLength; at += 60_000) yield bytes.subarray(at, at + 60_000)
  }
  const args: Add = {
    id: randomUUID(),
    client: GIL,
    type: 'mandate',
    name: 'mandato',
    size: bytes.byteLength,
    signedDay: '2026-01-10',
    untilDay: null,
    ...fields,
  }
  const { signal } = new AbortController()
  return core.router.receive('clients.add-paper', args, pieces(), signal) as Promise<Result<ClientPaper>>
}

async function readPaper({ core }: CoreFixture, id: string): Promise<Buffer> {
  const sent = await core.router.send('clients.paper', { id }, new AbortController().signal)
  if (!sent.ok) throw new Error(sent.error.code)
  const chunks: Uint8Array[] = []
  for await (const chunk of sent.value.bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a paper comes back as it was given, and its bytes are nowhere in the clear', async () => {
  const core = await start()
  const bytes = pdf(900_000)
  const added = await add(core, bytes)
  if (!added.ok) throw new Error(added.error.code)
  const { id, name, sha256 } = added.value
  expect(name).toBe('mandato.pdf')
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(await readPaper(core, id)).toEqual(bytes)
  // The same upload again, as after a lost answer.
  expect(await add(core, bytes, { id })).toEqual(added)
  expect((await core.value('clients.get', { id: GIL })).papers).toHaveLength(1)
  const files = await readdir(core.dataDir, { recursive: true, withFileTypes: true })
  const part = bytes.subarray(500_000, 500_032)
  for (const file of files.filter((one) => one.isFile()))
    expect((await readFile(join(file.parentPath, file.name))).includes(part)).toBe(false)
  const { rows } = await core.value('audit.list', { limit: 50 })
  expect(rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['client.paper', 'paper.read']))
})

test('a file of another kind, size or client is refused, and leaves nothing', async () => {
  const core = await start()
  const code = async (answer: Promise<Result<unknown>>) => {
    const given = await answer
    return given.ok ? 'ok' : given.error.code
  }
  expect(await code(add(core, Buffer.from('PK\u0003\u0004 a workbook')))).toBe('document-not-accepted')
  expect(await code(add(core, pdf(10), { size: 500 }))).toBe('document-changed')
  expect(await code(add(core, pdf(10), { size: MAX_PAPER_BYTES + 1 }))).toBe('invalid-request')
  expect(await code(add(core, pdf(10), { client: 'label:renting' }))).toBe('not-found')
  expect((await core.value('clients.get', { id: GIL })).papers).toEqual([])
  expect(await code(core.core.router.call('clients.get', { id: 'label:renting' }))).toBe('not-found')
})

test('a backup restores clients, merges and papers with their content, and removes nothing', async () => {
  const core = await start()
  await core.value('clients.save', { id: GIL, version: 0, ...TEXTS })
  await core.value('clients.save', { id: 'client:gil motor', version: 0, ...TEXTS, name: 'Gil Motor' })
  await core.value('clients.merge', { from: 'client:gil motor', into: GIL })
  const bytes = pdf(1_300_000)
  const added = await add(core, bytes)
  if (!added.ok) throw new Error(added.error.code)
  const copy = await copyOf(core)

  const other = await start()
  const kept = await add(other, pdf(100), { type: 'power' })
  if (!kept.ok) throw new Error(kept.error.code)
  await restore(other, copy)
  await restore(other, copy)
  expect(await other.value('clients.get', { id: 'client:gil motor' })).toMatchObject({
    id: GIL,
    taxId: 'B12345674',
    merged: [{ id: 'client:gil motor' }],
  })
  expect(await readPaper(other, added.value.id)).toEqual(bytes)
})
