import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLogFile } from '#electron/core/runtime/log.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

afterAll(removeTemporaryDirectories)

const directory = async () => join(await temporaryDirectory(), 'logs')

test('the file is made with its first line, for its owner alone, and goes on after a restart', async () => {
  const at = await directory()
  openLogFile(at).append('one')
  const again = openLogFile(at)
  again.append('two')
  expect(await readFile(again.path, 'utf8')).toBe('one\ntwo\n')
  expect((await stat(again.path)).mode & 0o077).toBe(0)
  expect((await stat(at)).mode & 0o077).toBe(0)
})

test('it never takes more than its files, and keeps the latest lines', async () => {
  const at = await directory()
  const options = { maxBytes: 1_000, files: 3 }
  let log = openLogFile(at, options)
  for (let n = 0; n < 1_000; n++) {
    if (n % 100 === 50) log = openLogFile(at, options)
    log.append(`line ${n}`)
  }
  const names = (await readdir(at)).toSorted()
  expect(names).toEqual(['ventanilla.log', 'ventanilla.log.1', 'ventanilla.log.2'])
  for (const name of names) expect((await stat(join(at, name))).size).toBeLessThanOrEqual(1_000)
  const lines = (await log.tail(500)).trimEnd().split('\n')
  expect(lines.at(-1)).toBe('line 999')
  expect(lines).toEqual(lines.map((_, at_) => `line ${1_000 - lines.length + at_}`))
  expect((await log.tail(1_000_000)).startsWith('line ')).toBe(true)
})

test('an entry of several lines cannot be taken for several entries', async () => {
  const log = openLogFile(await directory())
  log.append('error: a\n2026-01-01T00:00:00.000Z info all is well')
  expect(await readFile(log.path, 'utf8')).toBe('error: a\n  2026-01-01T00:00:00.000Z info all is well\n')
})

test('what cannot be written is counted and said once it can be', async () => {
  const at = await directory()
  // A file in place of the directory: writes fail as on a full disk.
  await writeFile(at, '')
  const log = openLogFile(at)
  log.append('one')
  log.append('two')
  await rm(at)
  await mkdir(at)
  await chmod(at, 0o700)
  log.append('three')
  expect(await readFile(log.path, 'utf8')).toBe('(2 lines could not be written)\nthree\n')
})
