import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#electron/core/runtime/log.ts'
import { createDocumentCache, type DocumentCache } from '#electron/core/store/document-cache.ts'
import { createVault, type VaultFile } from '#electron/core/store/vault.ts'
import {
  detectKind,
  type ServiceDocumentKind,
} from '#electron/core/features/service-documents/service-documents.rules.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

/** Sealed files and the rows that use them, over a real disk. */
let directory: string
let cache: DocumentCache<ServiceDocumentKind>
let used: number

beforeEach(async () => {
  directory = await temporaryDirectory()
  used = 0
  cache = createDocumentCache({
    vault: createVault(directory, detectKind),
    usedBytes: async () => used,
    maxBytes: () => 10_000,
    log: createLog(() => undefined),
  })
})
afterAll(removeTemporaryDirectories)

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size - 9, 'x')])
const files = () => readdir(directory)
const path = ({ file }: { file: string }) => join(directory, `${file}.sealed`)

async function kept(bytes: Uint8Array) {
  let row: (VaultFile<ServiceDocumentKind> & { file: string }) | undefined
  expect(
    await cache.add(bytes, async (file) => {
      // Complete on the disk by then.
      expect(await files()).toEqual([`${file.file}.sealed`])
      row = file
      return true
    }),
  ).toEqual({ ok: true, value: 'kept' })
  if (!row) throw new Error('no row was written')
  return row
}

test('a document is kept sealed and read again', async () => {
  const bytes = pdf(9_000)
  const row = await kept(bytes)
  expect(row).toMatchObject({ kind: 'pdf', size: 9_000 })
  expect(Buffer.from((await cache.read(row, async () => {})) ?? [])).toEqual(bytes)
  await cache.removeFiles([row.file, 'never-there'])
  expect(await files()).toEqual([])
})

test('what does not fit beside everything that is kept is refused, and leaves nothing', async () => {
  used = 2_000
  expect(await cache.add(pdf(9_000), async () => true)).toMatchObject({
    ok: false,
    error: { code: 'no-room-for-papers' },
  })
  expect(await files()).toEqual([])
})

test('without a row there is no file', async () => {
  expect(await cache.add(pdf(100), async () => false)).toEqual({ ok: true, value: 'kept' })
  expect(await files()).toEqual([])
  await expect(cache.add(pdf(100), () => Promise.reject(new Error('the store is closed')))).rejects.toThrow(
    'the store is closed',
  )
  expect(await files()).toEqual([])
})

test('one that is not there any more is forgotten; one that the disk cannot read now is not', async () => {
  const row = await kept(pdf(100))
  let forgotten = 0
  const forget = async () => void forgotten++
  await rename(path(row), `${path(row)}.aside`)
  await mkdir(path(row))
  expect(await cache.read(row, forget)).toBeNull()
  expect(forgotten).toBe(0)
  await rmdir(path(row))
  await rename(`${path(row)}.aside`, path(row))
  expect(await cache.read(row, forget)).not.toBeNull()
  await rm(path(row))
  expect(await cache.read(row, forget)).toBeNull()
  expect(forgotten).toBe(1)
})
