import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeWhole } from '../../../build/packages/archive.ts'
import { missingTools } from '../../../build/packages/web-packages.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ventanilla-packages-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

test('what packaging needs is said before any work, in one line', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['build/packages/package.ts', '--target=deb,windows'],
    { env: { ...process.env, PATH: directory }, encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(
    /^these packages cannot be made here: install .*, or choose others with --platform .*\n$/,
  )
  for (const pack of ['dpkg', 'binutils', 'binutils-aarch64-linux-gnu', 'nsis', 'gcc-mingw-w64-x86-64'])
    expect(stderr).toContain(pack)
})

test('an option that packaging does not know is a line too', () => {
  const { status, stderr } = spawnSync(process.execPath, ['build/packages/package.ts', '--targets=deb'], {
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, 'there is no option --targets: --help lists them\n'])
})

test('a machine needs the tools of the chosen packages alone', () => {
  vi.stubEnv('PATH', directory)
  for (const program of ['npm', 'tar', 'strip', 'dpkg-deb', 'x86_64-linux-gnu-strip'])
    writeFileSync(join(directory, program), '')
  expect(missingTools(['deb'], ['linux-x64'])).toEqual([])
  expect(missingTools(['deb', 'archive'], ['linux-x64'])).toEqual(['xz-utils'])
  expect(missingTools(['deb'], ['win32-x64'])).toEqual([])
  expect(missingTools(['update'], ['win32-x64'])).toEqual(['gcc-mingw-w64-x86-64'])
})

test('a package has its name once it is whole', async () => {
  const file = join(directory, 'a.deb')
  await writeWhole(file, async (draft) => {
    writeFileSync(draft, 'half')
    expect(readdirSync(directory)).not.toContain('a.deb')
    writeFileSync(draft, 'whole')
  })
  expect(readFileSync(file, 'utf8')).toBe('whole')
  const failing = writeWhole(file, async (draft) => {
    writeFileSync(draft, 'half')
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(readdirSync(directory)).toEqual(['a.deb'])
  expect(readFileSync(file, 'utf8')).toBe('whole')
})
