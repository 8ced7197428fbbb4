import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sameTree } from '../../../build/reproducible.ts'

let folder: string
let a: string
let b: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ventanilla-same-'))
  a = join(folder, 'a')
  b = join(folder, 'b')
  for (const root of [a, b]) {
    await mkdir(join(root, 'in'), { recursive: true })
    await writeFile(join(root, 'in', 'x.js'), 'const built = 1')
    await symlink('x.js', join(root, 'in', 'link'))
  }
})
afterEach(() => rm(folder, { recursive: true }))

test('the same is the same', async () => {
  expect(await sameTree(a, b, { modes: true })).toBeNull()
  expect(await sameTree(join(a, 'in/x.js'), join(b, 'in/x.js'))).toBeNull()
})

test('the first byte that differs is named, with those around it', async () => {
  await writeFile(join(b, 'in', 'x.js'), 'const built = 23')
  expect(await sameTree(a, b)).toBe(
    'in/x.js: differs at byte 14 of 15 and 16:\n  "const built = 1"\n  "const built = 23"',
  )
  await writeFile(join(b, 'in', 'x.js'), 'const built = 1 ')
  expect(await sameTree(a, b)).toContain('differs at byte 15 of 15 and 16')
})

test('so is a file that only one of them has', async () => {
  await writeFile(join(b, 'in', 'y.js'), '')
  expect(await sameTree(a, b)).toBe(`in/y.js: only in ${b}`)
  expect(await sameTree(b, a)).toBe(`in/y.js: only in ${b}`)
})

test('a file with a hash in its name is compared with that of the other', async () => {
  await writeFile(join(a, 'in', 'main-abcd1234.js'), 'built at 10:00')
  await writeFile(join(b, 'in', 'main-efgh5678.js'), 'built at 11:00')
  expect(await sameTree(a, b)).toBe(
    `in/main-abcd1234.js: only in ${a}; beside in/main-efgh5678.js it: differs at byte 10 of 14 and 14:\n` +
      '  "built at 10:00"\n  "built at 11:00"',
  )
})

test('so is a link that leads elsewhere, or is a file', async () => {
  await rm(join(b, 'in', 'link'))
  await symlink('y.js', join(b, 'in', 'link'))
  expect(await sameTree(a, b)).toBe('in/link: leads to x.js, and to y.js')
  await rm(join(b, 'in', 'link'))
  await writeFile(join(b, 'in', 'link'), 'const built = 1')
  expect(await sameTree(a, b)).toContain('in/link: link in')
})

test('permissions differ where they are asked for', async () => {
  await chmod(join(b, 'in', 'x.js'), 0o600)
  await chmod(join(a, 'in', 'x.js'), 0o644)
  expect(await sameTree(a, b)).toBeNull()
  expect(await sameTree(a, b, { modes: true })).toBe('in/x.js: mode 644, and 600')
})
