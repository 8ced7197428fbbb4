import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractAll } from '@electron/asar'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createHostManifests } from '#electron/native-host/manifests/manifests.ts'
import { thisInstallation } from '#electron/this-installation.ts'
import type { Bridge } from '#renderer/bridge.ts'
import { childrenOf, isAlive } from '#tests/fakes/application.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { CHROME_ORIGIN, startHost } from '#tests/fakes/host-browser.ts'
import { openFakeDoor } from '#tests/fakes/host-door.ts'
import { packOverStandIn } from '../../build/electron/check/check.ts'
import type { UnpackedApplication } from '../../build/electron/check/application.ts'
import { ELECTRON_TARGETS } from '../../build/electron/targets.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge

const target = ELECTRON_TARGETS['linux-x64']
const isHere = process.platform === 'linux' && process.arch === 'x64'
if (!isHere) process.stdout.write('The packed application is not started: it is packed for Linux on x64.\n')

let own = ''
let application: UnpackedApplication
const running: Desktop[] = []

beforeAll(async () => {
  own = mkdtempSync(join(tmpdir(), 'ventanilla packed ñ-'))
  application = await packOverStandIn(process.cwd(), target, join(own, 'packed'), process.execPath)
  // Outside of the project: a module that is not in the archive is not found further up.
  extractAll(application.asar, join(own, 'extracted'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(running.splice(0).map((desktop) => desktop.kill()))
})
afterAll(() => rmSync(own, { recursive: true, force: true }))

describe.runIf(isHere)('what is in the archive', () => {
  test('starts by itself: window, store, service of the demonstration, page, and its end', async () => {
    const directory = join(own, 'extracted')
    const dataDir = join(own, 'data')
    const desktop = startDesktop(dataDir, {
      entry: join(directory, 'out', 'main', 'main.js'),
      args: ['--report-delay-ms=50'],
      env: { FAKE_ELECTRON_PACKAGED: '1' },
    })
    running.push(desktop)
    await desktop.shown()
    const question = { vrm: '1234BCD' }
    await desktop.page((asked) => bridge.call('lookup.start', asked), question)
    await expect
      .poll(() => desktop.page((asked) => bridge.call('lookup.get', asked), question))
      .toMatchObject({ ok: true, value: { latest: { outcome: 'transferable' }, pending: null } })

    // The service is the archive's own, and no other process has anything of the project's.
    const children = await childrenOf(desktop.pid)
    const commands = children.map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    expect(commands.some((command) => command.includes(join(directory, 'out', 'main', 'service.js')))).toBe(
      true,
    )
    // The compiled part of SQLite that is loaded is the one that was packed.
    const loaded = readFileSync(`/proc/${desktop.pid}/maps`, 'utf8')
    expect(loaded).toContain(
      join(directory, 'node_modules/better-sqlite3-multiple-ciphers/prebuilds/linux-x64.node'),
    )
    expect(loaded).not.toContain(join(process.cwd(), 'node_modules', 'better-sqlite3-multiple-ciphers'))

    // Every file that the page loads first is in the archive, and comes over its scheme.
    const answers = await desktop.main(async ({ BrowserWindow }) => {
      const { session } = BrowserWindow.getAllWindows()[0]!.webContents
      const get = async (path: string) => {
        const response = await session.request(`app://ventanilla${path}`)
        return { status: response.status, text: await response.text() }
      }
      const { status, text } = await get('/')
      const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
      const loads = await Promise.all(files.map(async (path) => ({ path, status: (await get(path)).status })))
      return { status, loads }
    })
    expect(answers.status).toBe(200)
    expect(answers.loads.length).toBeGreaterThan(2)
    expect(answers.loads.filter(({ status }) => status !== 200)).toEqual([])

    expect(await desktop.stop()).toBe(0)
    expect(children.filter(isAlive)).toEqual([])
    expect(desktop.errors.filter((line) => /Cannot find|ENOENT/.test(line))).toEqual([])
  })
})

const libsecret = '/usr/lib/x86_64-linux-gnu/libsecret-1.so.0'
if (isHere && !existsSync(libsecret)) process.stdout.write(`keytar is not loaded: ${libsecret} missing.\n`)

describe.runIf(isHere)('the other processes of the archive', () => {
  const run = promisify(execFile)
  const at = (path: string) => join(own, 'extracted', path)

  test('the relay has all that it needs', async () => {
    const { stdout } = await run(process.execPath, [at('out/main/relay.js'), '--help'])
    expect(stdout).toContain('--')
  })

  test.skipIf(!existsSync(libsecret))('the keychain’s compiled part is loaded', async () => {
    const script = 'typeof require(process.argv[1]).getPassword'
    const { stdout } = await run(process.execPath, ['-p', script, at('node_modules/keytar')])
    expect(stdout.trim()).toBe('function')
  })
})

/** As the packaged main process describes its installation. */
const installation = (dataDir: string) =>
  thisInstallation({
    root: pathToFileURL(join(application.asar, 'out', 'main', 'main.js')).href,
    dataDir,
    isPackaged: true,
  })

describe.runIf(isHere)('the native host', () => {
  let home = ''
  let dataDir = ''
  const prepare = () => {
    home = mkdtempSync(join(own, 'home-'))
    dataDir = join(home, 'data')
    mkdirSync(join(home, '.config', 'chromium'), { recursive: true })
    writeFileSync(join(home, '.config', 'chromium', 'Local State'), '{}')
    return createHostManifests({
      ...installation(dataDir),
      system: { platform: 'linux', env: {}, home },
    })
  }
  const launcher = () => {
    const entry = join(home, '.config/chromium/NativeMessagingHosts/es.ventanilla.host.json')
    return (JSON.parse(readFileSync(entry, 'utf8')) as { path: string }).path
  }
  async function reachesApplication(): Promise<void> {
    const door = await openFakeDoor(dataDir)
    const browser = startHost(null, { command: [launcher(), CHROME_ORIGIN] })
    expect((await browser.ask('hello')).ok).toBe(true)
    expect(await browser.close()).toEqual({ code: 0, signal: null })
    await door.kill()
  }

  test('runs on the Node beside the archive, and not on Electron', async () => {
    const rows = await prepare().install('chromium')
    expect(rows).toContainEqual({ browser: 'chromium', found: true, host: 'installed' })
    const text = readFileSync(launcher(), 'utf8')
    expect(text).toContain(join(application.resources, 'native-host', 'node'))
    expect(text).not.toContain('ELECTRON_RUN_AS_NODE')
    await reachesApplication()
  })

  test('of an AppImage is copied, outlives it, follows its updates and is removed', async () => {
    vi.stubEnv('APPIMAGE', '/home/u/Ventanilla.AppImage')
    const manifests = prepare()
    mkdirSync(join(dataDir, 'native-host'), { recursive: true })
    writeFileSync(join(dataDir, 'native-host', '.ventanilla-0123456789ab'), 'left by a kill')
    await manifests.install('chromium')
    const copy = join(dataDir, 'native-host', 'native-host.cjs')
    const text = readFileSync(launcher(), 'utf8')
    expect(text).toContain(copy)
    expect(text).not.toContain(application.resources)
    expect(statSync(join(dataDir, 'native-host', 'node')).mode & 0o777).toBe(0o700)
    await reachesApplication()

    const script = readFileSync(copy, 'utf8')
    writeFileSync(copy, '// of an earlier version')
    await manifests.refresh()
    expect(readFileSync(copy, 'utf8')).toBe(script)

    await manifests.uninstall('chromium')
    expect(existsSync(dirname(copy))).toBe(false)
  })
})
