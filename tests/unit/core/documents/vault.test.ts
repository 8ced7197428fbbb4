import { existsSync } from 'node:fs'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createVault } from '#electron/core/documents/vault.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-desk.ts'

afterAll(removeTemporaryDirectories)

const still = new AbortController().signal
async function* once(bytes: Uint8Array) {
  yield bytes
}

test.skipIf(!existsSync('/dev/full'))('a full disk: it says so, and nothing of the file stays', async () => {
  const directory = await temporaryDirectory()
  const vault = createVault(directory)
  // A real device that is always full, in the place where the file would be written.
  await symlink('/dev/full', join(directory, 'a.incoming'))
  const bytes = pdf('a', 300_000)
  const expected = { size: bytes.length, maxBytes: 1_000_000 }
  expect(await vault.receive('a', once(bytes), expected, still)).toMatchObject({
    error: { code: 'disk-full' },
  })
  expect(await readdir(directory)).toEqual([])
  expect((await vault.receive('b', once(bytes), expected, still)).ok).toBe(true)
})

test('a sweep leaves what is in use and what is just arriving', async () => {
  const directory = await temporaryDirectory()
  const vault = createVault(directory)
  const bytes = pdf('a', 100_000)
  const expected = { size: bytes.length, maxBytes: 1_000_000 }
  for (const id of ['kept', 'old']) await vault.receive(id, once(bytes), expected, still)
  async function* slow() {
    yield bytes.subarray(0, 70_000)
    await vault.sweep(new Set(['kept']))
    yield bytes.subarray(70_000)
  }
  expect((await vault.receive('arriving', slow(), expected, still)).ok).toBe(true)
  expect((await readdir(directory)).toSorted()).toEqual(['arriving.sealed', 'kept.sealed'])
})

test('of 600 MB that are no document, no more than the beginning is read', async () => {
  const vault = createVault(await temporaryDirectory())
  let read = 0
  async function* endless() {
    for (;;) {
      read += 65_536
      yield Buffer.alloc(65_536, 0x4d)
    }
  }
  const expected = { size: 600 * 1024 * 1024, maxBytes: 1024 * 1024 * 1024 }
  expect(await vault.receive('a', endless(), expected, still)).toMatchObject({
    error: { code: 'document-not-accepted' },
  })
  expect(read).toBeLessThan(1_000_000)
})
