import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createInstallation } from '#electron/core/features/updates/installation.ts'
import { installVersion } from '#tests/fakes/installed-versions.ts'

const made: string[] = []
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

test('an installation keeps the version before, and no other', async () => {
  const directory = await installVersion('1.0.0')
  made.push(directory)
  for (const [from, to] of [
    ['1.0.0', '1.1.0'],
    ['1.1.0', '1.2.0'],
    ['1.2.0', '1.3.0'],
  ] as const) {
    const before = createInstallation({ installDir: directory, version: from })
    const draft = await before.createDraftDirectory(to)
    await writeFile(join(draft, 'edition.json'), '{}')
    await before.markReady(to)
    before.swap()
    const after = createInstallation({ installDir: directory, version: to })
    expect(after.finishSwap(null)).toEqual({ do: 'start', undone: null })
    expect(after.isOnTrial()).toBe(true)
    after.confirm()
    expect(after.isOnTrial()).toBe(false)
    await after.sweep()
  }
  expect((await readdir(join(directory, 'versions'))).toSorted()).toEqual(['1.2.0', '1.3.0'])
  expect(existsSync(join(directory, 'next'))).toBe(false)
})

test('it removes what was undone and unpacked twice', async () => {
  const directory = await installVersion('1.1.0')
  made.push(directory)
  const installation = createInstallation({ installDir: directory, version: '1.1.0' })
  for (const content of ['{}', '{ }']) {
    await writeFile(join(await installation.createDraftDirectory('1.2.0'), 'edition.json'), content)
    await installation.markReady('1.2.0')
  }
  installation.swap()
  await writeFile(join(directory, 'current'), '1.1.0\n')
  expect(installation.finishSwap('1.2.0')).toEqual({ do: 'start', undone: '1.2.0' })
  await installation.sweep()
  expect(await readdir(join(directory, 'versions'))).toEqual(['1.1.0'])
  // Nor is it told again at every start.
  expect(installation.finishSwap(null)).toEqual({ do: 'start', undone: null })
})

test('a version that is undone without a word of the launcher is found out', async () => {
  const directory = await installVersion('1.1.0')
  made.push(directory)
  const installation = createInstallation({ installDir: directory, version: '1.1.0' })
  await writeFile(join(await installation.createDraftDirectory('1.2.0'), 'edition.json'), '{}')
  await installation.markReady('1.2.0')
  expect(installation.finishSwap(null)).toEqual({ do: 'restart', version: '1.2.0' })
  // As the launcher goes back, killed before it starts the other one.
  await writeFile(join(directory, 'current'), '1.1.0\n')
  await rm(join(directory, 'trial'))
  expect(installation.finishSwap(null)).toEqual({ do: 'start', undone: '1.2.0' })
  await installation.sweep()
  expect(installation.finishSwap(null)).toEqual({ do: 'start', undone: null })
})
