import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  restoreDemoDirectory,
  startTrainingDirectory,
  renewDemoDirectory,
  sweepDemoDirectories,
} from '#electron/core/accounts/demo-profile.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

afterAll(removeTemporaryDirectories)

/** Data directory with these directories of the demonstration, each with a file that names it. */
async function dataDirWith(names: readonly string[]): Promise<string> {
  const dataDir = await temporaryDirectory()
  for (const name of names) {
    await mkdir(join(dataDir, name))
    await writeFile(join(dataDir, name, 'which'), name)
  }
  return dataDir
}
const which = (dataDir: string) => readFile(join(dataDir, 'demo', 'which'), 'utf8')
const left = async (dataDir: string) => (await readdir(dataDir)).toSorted()

test.each([
  // What a kill leaves, and which of them is the demonstration afterwards.
  ['before the first rename', ['demo', 'demo.next'], 'demo', ['demo']],
  [
    'beginning a scenario, between its renames',
    ['demo.kept', 'demo.next'],
    'demo.next',
    ['demo', 'demo.kept'],
  ],
  [
    'beginning it again, between its renames',
    ['demo.kept', 'demo.next', 'demo.old-1'],
    'demo.next',
    ['demo', 'demo.kept'],
  ],
  ['ending it, between its renames', ['demo.kept', 'demo.old-1'], 'demo.kept', ['demo']],
  ['renewing, before the old one is removed', ['demo', 'demo.old-1', 'demo.old-1-kept'], 'demo', ['demo']],
  ['renewing, between its renames', ['demo.next', 'demo.old-1', 'demo.old-1-kept'], 'demo.next', ['demo']],
] as const)('killed %s, one whole demonstration is left', async (_, before, present, after) => {
  const dataDir = await dataDirWith(before)
  await sweepDemoDirectories(dataDir)
  expect(await which(dataDir)).toBe(present)
  expect(await left(dataDir)).toEqual(after)
})

test('a scenario takes the place of the demonstration, another one that of the first, and it comes back whole', async () => {
  const dataDir = await dataDirWith(['demo'])
  await startTrainingDirectory(dataDir, { which: 'first' }, 1)
  expect(await which(dataDir)).toBe('first')
  await startTrainingDirectory(dataDir, { which: 'second' }, 2)
  expect(await which(dataDir)).toBe('second')
  expect(await left(dataDir)).toEqual(['demo', 'demo.kept'])
  await restoreDemoDirectory(dataDir, 3)
  expect(await which(dataDir)).toBe('demo')
  expect(await left(dataDir)).toEqual(['demo'])
  // Said again, it changes nothing.
  await restoreDemoDirectory(dataDir, 4)
  expect(await which(dataDir)).toBe('demo')
})

test('renewed during a scenario, neither of the two is left', async () => {
  const dataDir = await dataDirWith(['demo'])
  await startTrainingDirectory(dataDir, { which: 'scenario' }, 1)
  await renewDemoDirectory(dataDir, true, 2)
  expect(await readdir(join(dataDir, 'demo'))).toEqual([])
  expect(await left(dataDir)).toEqual(['demo'])
})
