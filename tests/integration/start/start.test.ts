import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findElectron } from '#electron/choose-host.ts'
import { startTexts as text } from '#shared/text/hosts.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { archiveOf, leftIn, startMirror, startRoot, type Mirror } from './electron-mirror.ts'

/** `npm start` as a process, in a project whose Electron comes from a server of this PC. */
const archive = archiveOf()
let mirror: Mirror
let root: string
let cache: string

beforeEach(async () => {
  mirror = await startMirror(archive)
  root = await startRoot(archive)
  cache = await temporaryDirectory()
})
afterAll(removeTemporaryDirectories)

const ORDINARY = new URL('ordinary-user.ts', import.meta.url).href
const { PATH, HOME, SystemRoot } = process.env
const ENV = { PATH, HOME, SystemRoot, DISPLAY: ':0', NODE_OPTIONS: `--import=${ORDINARY}` }

function start(args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(root, 'electron', 'start.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...ENV, ELECTRON_MIRROR: mirror.url, electron_config_cache: cache, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.on('data', (data) => (said.out += String(data)))
  child.stderr.on('data', (data) => (said.err += String(data)))
  return { child, said, ended: once(child, 'close').then(() => said) }
}
const started = (...args: Parameters<typeof start>) => start(...args).ended
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 120_000 })

describe('a PC with a screen and without the runtime', () => {
  test('has it downloaded once, says the host, and opens the window with the options', async () => {
    const first = await started(['--report-delay-ms=1'])
    expect(first.err).toContain(text.downloading)
    expect(first.err).toMatch(/0 de 0 MB/)
    expect(first.err.trimEnd().split('\n').at(-1)).toBe(text.electron)
    expect(first.out).toBe(`electron ${join(root, 'out', 'main', 'main.js')} --report-delay-ms=1\n`)
    const second = await started()
    expect(second.err).toBe(`${text.electron}\n`)
    expect(mirror.asked).toHaveLength(1)
  })

  test('opens the browser where it cannot be downloaded, and does not try again by itself', async () => {
    mirror.mood = 'refuses'
    const first = await started(['--no-open'])
    expect(first.err.trimEnd().split('\n').at(-1)).toBe(text.web.unreachable)
    expect(first.out).toBe('web --no-open\n')
    const second = await started()
    expect(second.err).toBe(`${text.web['failed-before']}\n`)
    expect(mirror.asked).toHaveLength(1)
    mirror.mood = 'gives'
    expect((await started(['--host=electron'])).out).toMatch(/^electron /)
    expect(mirror.asked).toHaveLength(2)
    expect((await started()).err).toBe(`${text.electron}\n`)
  })

  test('refuses another archive than the one its package names', async () => {
    mirror.archive = archiveOf('echo another')
    const said = await started()
    expect(said.err).toContain(text.web.checksum)
    expect(said.out).toBe('web\n')
    expect(leftIn(root)).toEqual([])
  })

  test('is not asked to wait for a server that says nothing', async () => {
    mirror.mood = 'says nothing'
    const said = await started()
    expect(said.err).toContain(text.web.unreachable)
    expect(said.out).toBe('web\n')
  })

  test('killed in the middle and started again, it has it whole', async () => {
    mirror.mood = 'holds'
    const { child, ended } = start()
    const begun = () => leftIn(root).includes('.download/work') && mirror.asked.length === 1
    await until(begun)
    child.kill('SIGKILL')
    await ended
    expect(findElectron(root, {})).toBeNull()
    mirror.mood = 'gives'
    expect((await started()).out).toMatch(/^electron /)
    expect(leftIn(root)).toEqual(['path.txt', 'dist'])
  })

  test('two starts at once: one download, and both open the window', async () => {
    mirror.mood = 'holds'
    const first = start()
    await until(() => mirror.asked.length === 1)
    const second = start()
    await until(() => second.said.err.includes(text.downloadingElsewhere))
    mirror.goOn()
    for (const { out } of await Promise.all([first.ended, second.ended])) expect(out).toMatch(/^electron /)
    expect(mirror.asked).toHaveLength(1)
  })

  test('two starts at once, and the first is killed: the second downloads it', async () => {
    mirror.mood = 'holds'
    const first = start()
    await until(() => mirror.asked.length === 1)
    const second = start()
    await until(() => second.said.err.includes(text.downloadingElsewhere))
    mirror.mood = 'gives'
    first.child.kill('SIGKILL')
    expect((await second.ended).out).toMatch(/^electron /)
    expect(mirror.asked).toHaveLength(2)
  })

  test('opens the browser where the system does not let Electron run', async () => {
    const script = 'kill -TRAP $$'
    mirror.archive = archiveOf(script)
    root = await startRoot(mirror.archive)
    const said = await started(['--no-open'])
    expect(said.err.trimEnd().split('\n').at(-1)).toBe(text.web['cannot-run'])
    expect(said.out).toBe('web --no-open\n')
  })

  test('ends as Electron ends, which its user closed', async () => {
    mirror.archive = archiveOf('exit 3')
    root = await startRoot(mirror.archive)
    const { child, ended } = start()
    expect((await ended).out).toBe('')
    expect(child.exitCode).toBe(3)
  })
})

describe('nothing is downloaded', () => {
  const cases: [string, string[], NodeJS.ProcessEnv, string][] = [
    ['as root', [], { NODE_OPTIONS: `--import=data:text/javascript,process.getuid=()=>0` }, text.web.root],
    [
      'as root, requested by name',
      ['--host=electron'],
      { NODE_OPTIONS: `--import=data:text/javascript,process.getuid=()=>0` },
      text.web.root,
    ],
    ['without a display', [], { DISPLAY: '' }, text.web['no-display']],
    ['in CI', [], { CI: 'true' }, text.web.absent],
    ['where its user forbids it', [], { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' }, text.web.absent],
    ['with a runtime of somebody else', [], { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }, text.web.absent],
    ['in the browser as requested', ['--host=web'], {}, text.webAsRequested],
  ]
  test.each(cases)('%s', async (_name, args, env, reason) => {
    const said = await started(args, env)
    expect(said.err).toBe(`${reason}\n`)
    expect(said.out).toBe('web\n')
    expect(mirror.asked).toEqual([])
  })
})

test('the script of npm is this one', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  expect(scripts.start).toMatch(/ electron\/start\.ts$/)
})
