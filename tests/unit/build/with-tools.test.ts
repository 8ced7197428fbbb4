import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ensureTools } from '../../../build/with-tools.ts'

type Packages = Record<string, { version?: string; optional?: boolean; link?: boolean }>

const LOCKED: Packages = {
  '': { version: '0.1.0' },
  'build/tools': {},
  'node_modules/ventanilla-tools': { link: true },
  'node_modules/react': { version: '19.0.0' },
  'node_modules/electron-builder': { version: '26.0.0' },
  'node_modules/fsevents': { version: '2.0.0', optional: true },
}
/** The same packages without the optional one, which is for another platform. */
const INSTALLED: Packages = {
  'node_modules/react': { version: '19.0.0' },
  'node_modules/electron-builder': { version: '26.0.0' },
}

let said: string
beforeEach(() => {
  said = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  onTestFinished(() => write.mockRestore())
})

/** @param failure answer of npm */
async function ensureIn(
  installed: Packages | null,
  failure: string | null = null,
  there = Object.keys(INSTALLED),
) {
  const directory = mkdtempSync(join(tmpdir(), 'ventanilla-tools-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const write = (file: string, packages: Packages) =>
    writeFileSync(join(directory, file), JSON.stringify({ packages }))
  for (const path of ['node_modules', ...there]) mkdirSync(join(directory, path), { recursive: true })
  write('package-lock.json', LOCKED)
  if (installed !== null) write('node_modules/.package-lock.json', installed)
  const calls: (readonly string[])[] = []
  const npm = async (_directory: string, args: readonly string[]) => {
    calls.push(args)
    return failure
  }
  return { answer: await ensureTools(directory, npm), calls }
}

test('the tools of this lockfile are not installed again', async () => {
  expect(await ensureIn(INSTALLED)).toEqual({ answer: null, calls: [] })
  expect(said).toBe('')
})

test.for<[string, Packages | null]>([
  ['a missing tool', { 'node_modules/react': { version: '19.0.0' } }],
  ['a tool of another version', { ...INSTALLED, 'node_modules/electron-builder': { version: '25.0.0' } }],
  ['no record of the installation', null],
])('%s is installed, with one line that says so and the lockfile as it is', async ([, installed]) => {
  const { answer, calls } = await ensureIn(installed)
  expect(answer).toBeNull()
  expect(calls).toEqual([expect.arrayContaining(['install', '--workspaces', '--no-save'])])
  expect(said).toMatch(/^Installing the tools .+\n$/)
})

test('a recorded tool whose files are not there is installed', async () => {
  expect((await ensureIn(INSTALLED, null, ['node_modules/react'])).calls).toHaveLength(1)
})

test('a failed installation is one sentence with the command that tries again', async () => {
  const { answer } = await ensureIn(null, 'npm ended with 1')
  expect(answer).toMatch(/^The tools .+ \(npm ended with 1\)\. Run npm run tools to try again\.$/)
})
