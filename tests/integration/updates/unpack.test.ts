import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpackVersion } from '#electron/core/features/updates/unpack.ts'
import { UpdateError } from '#electron/core/features/updates/update-engine.ts'
import { gzipTar, tarOf, zstdTar, type TarEntry } from '#tests/fakes/tar-entries.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ventanilla-unpack-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const VERSION = '1.2.0'
const inVersion = (path: string) => `ventanilla/versions/${VERSION}/${path}`
const signal = new AbortController().signal
let attempts = 0

/** Unpacks in a directory of its own, which has a neighbour that nothing may touch. */
async function unpack(archive: Buffer, limits: { maxBytes?: number; maxEntries?: number } = {}) {
  const place = join(root, String(++attempts))
  const target = join(place, 'target')
  await mkdir(target, { recursive: true })
  const path = join(place, 'archive')
  await writeFile(path, archive)
  const done = await unpackVersion({
    archive: path,
    version: VERSION,
    target,
    maxBytes: 1 << 20,
    signal,
    ...limits,
  }).catch((error: unknown) => error)
  expect(await readdir(place)).toEqual(['archive', 'target'])
  return { done, target, files: await filesIn(target) }
}

async function filesIn(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  expect(found.every((one) => one.isFile() || one.isDirectory())).toBe(true)
  return found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(directory.length + 1))
}

const refused = async (entries: readonly TarEntry[], limits = {}) => {
  const { done } = await unpack(zstdTar([{ path: inVersion('good'), content: 'good' }, ...entries]), limits)
  expect(done).toBeInstanceOf(UpdateError)
  return `${(done as UpdateError).code} ${(done as UpdateError).message}`
}

describe('an archive of an installation', () => {
  test.each([
    ['Zstandard', zstdTar],
    ['gzip', gzipTar],
  ])('by %s: only its version is taken, with the programs of it', async (_, pack) => {
    const big = Buffer.alloc(300_000, 'x')
    const { done, target, files } = await unpack(
      pack([
        { path: 'ventanilla/', type: '5' },
        { path: 'ventanilla/current', content: '1.2.0\n' },
        { path: 'ventanilla/ventanilla', content: '#!/bin/sh\n', mode: 0o755 },
        { path: inVersion(''), type: '5' },
        { path: inVersion('node'), content: big, mode: 0o755 },
        { path: inVersion('out/main/web.js'), content: 'main()' },
        { path: `ventanilla/versions/1.1.0/node`, content: 'old' },
      ]),
    )
    expect(done).toBeGreaterThan(300_000)
    expect(files.toSorted()).toEqual(['node', 'out/main/web.js'])
    expect((await stat(join(target, 'node'))).mode & 0o777).toBe(0o755)
    expect((await stat(join(target, 'out/main/web.js'))).mode & 0o777).toBe(0o644)
    expect(
      createHash('sha256')
        .update(await readFile(join(target, 'node')))
        .digest(),
    ).toEqual(createHash('sha256').update(big).digest())
  })

  test.each([
    ['parent', '../evil'],
    ['parent', inVersion('../../../evil')],
    ['parent', inVersion('a/../b')],
    ['absolute', '/tmp/evil'],
    ['absolute', 'C:/evil'],
    ['absolute', '\\\\server\\evil'],
    ['name', inVersion('a\\..\\evil')],
    ['name', inVersion('./a')],
    ['name', inVersion('a//b')],
    ['name', inVersion('con.txt')],
    ['name', inVersion('file:stream')],
    ['name', inVersion('dot.')],
    ['name', inVersion('space ')],
    ['name', inVersion('new\nline')],
    ['parent', 'somewhere/else/../../..'],
    ['long', inVersion(`${'d/'.repeat(110)}x`)],
  ])('%s: %s is refused', async (problem, path) => {
    expect(await refused([{ path, content: 'evil' }])).toContain(`archive-refused ${problem}`)
  })

  test.each([
    ['1', 'a hard link'],
    ['2', 'a symbolic link'],
    ['3', 'a device'],
    ['4', 'a device'],
    ['6', 'a pipe'],
    ['x', 'a header of pax'],
    ['g', 'a header of pax'],
    ['L', 'a long name of GNU'],
    ['S', 'a sparse file'],
    ['7', 'a reserved one'],
  ])('an entry of type %s, %s, is refused, in and out of the version', async (type) => {
    for (const path of [inVersion('link'), 'ventanilla/link'])
      expect(await refused([{ path, type, link: '/etc/passwd' }])).toContain(
        `archive-refused type: "${type}"`,
      )
  })

  test.each([
    [inVersion('A'), inVersion('a')],
    [inVersion('Out/a'), inVersion('out/b')],
    [inVersion('\u00e1'), inVersion('a\u0301')],
    [inVersion('a'), inVersion('a')],
    [inVersion('a'), inVersion('a/b')],
    [inVersion('a/b'), inVersion('a')],
  ])('%s and %s are one to some file system', async (one, other) => {
    expect(await refused([{ path: one }, { path: other }])).toContain('archive-refused clash')
  })

  test('with too much in it, or too many, is refused', async () => {
    const zeros = Buffer.alloc(4 << 20)
    expect(await refused([{ path: inVersion('zeros'), content: zeros }])).toContain(
      'archive-refused more than',
    )
    expect(await refused([{ path: 'ventanilla/zeros', content: zeros }])).toContain(
      'archive-refused more than',
    )
    const many = Array.from({ length: 20 }, (_, index) => ({ path: inVersion(`f${index}`) }))
    expect(await refused(many, { maxEntries: 20 })).toContain('archive-refused more than 20 entries')
  })

  test('cut off anywhere is never taken for whole', async () => {
    const entries = [
      { path: inVersion('a'), content: 'a'.repeat(2_000) },
      { path: inVersion('b'), content: 'b'.repeat(3_000) },
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(zstdTar(entries), gzipTar(entries)), fc.nat(), async (whole, at) => {
        const { done } = await unpack(whole.subarray(0, at % whole.length))
        expect(done).toBeInstanceOf(UpdateError)
      }),
      { numRuns: 60 },
    )
  })

  test('of any bytes, or any tar, leaves nothing outside', async () => {
    const name = fc.constantFrom(
      'a',
      'b',
      '..',
      '.',
      '',
      'A',
      '/',
      'C:',
      '\\',
      'nul',
      'x'.repeat(90),
      'versions',
      VERSION,
    )
    const entry = fc.record({
      path: fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/')),
      content: fc.string({ maxLength: 20 }),
      type: fc.constantFrom('0', '5', '2', '1', 'x', 'g', 'L', 'Z', '7'),
      size: fc.option(fc.nat(2_000), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(entry, { maxLength: 5 }).map((entries) => zstdTar(entries as TarEntry[])),
          fc
            .uint8Array({ maxLength: 700 })
            .map((bytes) => gzipTar([{ path: 'x', content: Buffer.from(bytes) }])),
          fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
        ),
        async (archive) => {
          // `unpack` looks around the target.
          const { done } = await unpack(archive)
          expect(typeof done === 'number' || done instanceof UpdateError).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })

  test('that is not compressed by what we use is refused', async () => {
    const { done } = await unpack(tarOf([{ path: inVersion('a') }]))
    expect(done).toMatchObject({ code: 'archive-refused' })
  })

  test('is left when it is cancelled', async () => {
    const place = join(root, 'cancelled')
    await mkdir(join(place, 'target'), { recursive: true })
    await writeFile(join(place, 'archive'), zstdTar([{ path: inVersion('a') }]))
    const cancelled = AbortSignal.abort()
    await expect(
      unpackVersion({
        archive: join(place, 'archive'),
        version: VERSION,
        target: join(place, 'target'),
        maxBytes: 1e6,
        signal: cancelled,
      }),
    ).rejects.toBe(cancelled.reason)
  })
})
