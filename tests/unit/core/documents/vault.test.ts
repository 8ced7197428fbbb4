import { existsSync } from 'node:fs'
import { readdir, readlink, symlink } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createVault } from '#electron/core/store/vault.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'

afterAll(removeTemporaryDirectories)

const still = new AbortController().signal
async function* whole(bytes: Uint8Array) {
  yield bytes
}

test.skipIf(!existsSync('/dev/full'))('a full disk: it says so, and nothing of the file stays', async () => {
  const directory = await temporaryDirectory()
  const vault = createVault(directory)
  // A real device that is always full, in place of the file to write.
  await symlink('/dev/full', join(directory, 'a.incoming'))
  const bytes = pdf('a', 300_000)
  const expected = { size: bytes.length, maxBytes: 1_000_000 }
  expect(await vault.receive('a', whole(bytes), expected, still)).toMatchObject({
    error: { code: 'disk-full' },
  })
  expect(await readdir(directory)).toEqual([])
  expect((await vault.receive('b', whole(bytes), expected, still)).ok).toBe(true)
})

test('a sweep leaves what is in use and what is just arriving', async () => {
  const directory = await temporaryDirectory()
  const vault = createVault(directory)
  const bytes = pdf('a', 100_000)
  const expected = { size: bytes.length, maxBytes: 1_000_000 }
  const before = createVault(directory)
  for (const id of ['kept', 'old']) await before.receive(id, whole(bytes), expected, still)
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

test('a sweep between the arrival of a file and its row leaves the file', async () => {
  const directory = await temporaryDirectory()
  const bytes = pdf('a', 100_000)
  const expected = { size: bytes.length, maxBytes: 1_000_000 }
  const before = createVault(directory)
  await before.receive('left by another run', whole(bytes), expected, still)
  const vault = createVault(directory)
  await vault.receive('just received', whole(bytes), expected, still)
  await vault.sweep(new Set())
  expect(await readdir(directory)).toEqual(['just received.sealed'])
})

test('a file that cannot be opened fails its reader, and nothing else', async () => {
  const directory = await temporaryDirectory()
  const vault = createVault(directory)
  // A socket has a size and does not open, like a file locked by a scanner.
  const socket = createServer().listen(join(directory, 'a.sealed'))
  await once(socket, 'listening')
  try {
    expect((await vault.read('a', new Uint8Array(32))).ok).toBe(true)
    const read = await vault.read('a', new Uint8Array(32))
    const all = async () => {
      for await (const _ of read.ok ? read.value : []) continue
    }
    await expect(all()).rejects.toThrow('ENXIO')
  } finally {
    socket.close()
  }
})

test.skipIf(!existsSync('/proc/self/fd'))('files that nothing reads are not held open', async () => {
  const directory = await temporaryDirectory()
  const vault = createVault(directory)
  const bytes = pdf('a', 100_000)
  const kept = await vault.receive('a', whole(bytes), { size: bytes.length, maxBytes: 1_000_000 }, still)
  const key = kept.ok ? kept.value.key : new Uint8Array()
  for (let n = 0; n < 8; n++) await vault.read('a', key)
  const half = await vault.read('a', key)
  for await (const _ of half.ok ? half.value : []) break
  const isOurs = async (fd: string) =>
    (await readlink(join('/proc/self/fd', fd)).catch(() => '')).startsWith(directory)
  const open = async () => {
    const all = await Promise.all((await readdir('/proc/self/fd')).map(isOurs))
    return all.filter(Boolean).length
  }
  await expect.poll(open).toBe(0)
})
