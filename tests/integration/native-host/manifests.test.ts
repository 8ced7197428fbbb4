import { execFile } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { launcherText } from '#electron/native-host/manifests/manifest.rules.ts'
import { createHostManifests, type HostManifestsDeps } from '#electron/native-host/manifests/manifests.ts'
import { readStartCommand } from '#electron/native-host/application.ts'
import type { HostBrowser } from '#shared/bridge/extension.ts'
import type { Browser } from '#shared/host-protocol/protocol.ts'
import { builtHost, CHROME_ORIGIN, startHost } from '#tests/fakes/host-browser.ts'
import { openFakeDoor } from '#tests/fakes/host-door.ts'
import { createFakeRegistry } from '#tests/fakes/windows-registry.ts'

const run = promisify(execFile)

let home = ''
let dataDir = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "ventanilla-home d'Ána "))
  dataDir = join(home, '.local', 'share', 'Ventanilla')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const manifestsWith = (given: Partial<HostManifestsDeps> = {}) =>
  createHostManifests({
    system: { platform: 'linux', env: {}, home },
    dataDir,
    program: process.execPath,
    isElectron: false,
    script: builtHost,
    startCommand: [process.execPath, '/x/start.ts'],
    run: async () => 1,
    ...given,
  })
const stateOf = (rows: HostBrowser[], browser: Browser) => rows.find((row) => row.browser === browser)?.host
const entry = (folder = '.config/chromium/NativeMessagingHosts') =>
  join(home, folder, 'es.ventanilla.host.json')
const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

describe('after an update of the application', () => {
  const launcher: [string] = ['/opt/ventanilla/ventanilla']

  test('an entry of the version before leads to this one', async () => {
    await manifestsWith({ script: '/opt/ventanilla/versions/1/host.cjs', startCommand: launcher }).install(
      'edge',
    )
    const updated = manifestsWith({ startCommand: launcher })
    expect(stateOf(await updated.list(), 'edge')).not.toBe('installed')
    await updated.refresh()
    expect(stateOf(await updated.list(), 'edge')).toBe('installed')
    const { path } = JSON.parse(
      readFileSync(entry('.config/microsoft-edge/NativeMessagingHosts'), 'utf8'),
    ) as {
      path: string
    }
    expect(readFileSync(path, 'utf8')).toContain(builtHost)
  })

  test('an entry of another installation is left to it', async () => {
    await manifestsWith({ startCommand: ['/home/ana/ventanilla/ventanilla'] }).install('edge')
    await manifestsWith({ script: '/opt/host.cjs', startCommand: launcher }).refresh()
    expect(readStartCommand(dataDir)).toEqual(['/home/ana/ventanilla/ventanilla'])
  })

  test('nothing is written where nothing was', async () => {
    await manifestsWith({ startCommand: launcher }).refresh()
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('installing the native host in a browser', () => {
  test('leads the browser to a host that reaches the application', async () => {
    mkdirSync(join(home, '.config', 'chromium'), { recursive: true })
    writeFileSync(join(home, '.config', 'chromium', 'Local State'), '{}')
    const manifests = manifestsWith()
    expect(await manifests.list()).toContainEqual({ browser: 'chromium', found: true, host: 'missing' })
    const rows = await manifests.install('chromium')
    expect(rows).toContainEqual({ browser: 'chromium', found: true, host: 'installed' })
    expect(rows).toContainEqual({ browser: 'chrome', found: false, host: 'missing' })
    expect(await manifests.install('edge')).toContainEqual({
      browser: 'edge',
      found: false,
      host: 'installed',
    })
    expect(modeOf(entry())).toBe('644')
    const { path } = JSON.parse(readFileSync(entry(), 'utf8')) as { path: string }
    expect(modeOf(path)).toBe('700')
    expect(readStartCommand(dataDir)).toEqual([process.execPath, '/x/start.ts'])

    const door = await openFakeDoor(dataDir)
    const browser = startHost(null, { command: [path, CHROME_ORIGIN] })
    expect((await browser.ask('hello')).ok).toBe(true)
    expect(door.origins).toEqual([CHROME_ORIGIN])
    // `exec`: the shell is not between them.
    expect(await browser.close()).toEqual({ code: 0, signal: null })
    await door.kill()
  })

  test('twice, and at once, is once', async () => {
    const manifests = manifestsWith()
    await manifests.install('chromium')
    const first = readFileSync(entry(), 'utf8')
    await Promise.all([
      manifests.install('chromium'),
      manifests.install('chromium'),
      manifests.install('edge'),
    ])
    expect(readFileSync(entry(), 'utf8')).toBe(first)
    expect(readdirSync(dirname(entry()))).toEqual(['es.ventanilla.host.json'])
    expect(readdirSync(join(dataDir, 'native-host')).toSorted()).toEqual(['start.json', 'ventanilla-host'])
  })

  test('takes the place of another installation', async () => {
    mkdirSync(dirname(entry()), { recursive: true })
    writeFileSync(entry(), JSON.stringify({ name: 'es.ventanilla.host', path: '/old/host' }))
    const manifests = manifestsWith()
    expect(stateOf(await manifests.list(), 'chromium')).toBe('other')
    expect(stateOf(await manifests.uninstall('chromium'), 'chromium')).toBe('other')
    expect(existsSync(entry())).toBe(true)
    expect(stateOf(await manifests.install('chromium'), 'chromium')).toBe('installed')
  })

  test('is said to be of another installation where the same data lead to another program', async () => {
    const script = join(home, 'native-host.cjs')
    writeFileSync(script, '')
    await manifestsWith({ script }).install('chromium')
    const manifests = manifestsWith()
    expect(stateOf(await manifests.list(), 'chromium')).toBe('other')
    expect(stateOf(await manifests.install('chromium'), 'chromium')).toBe('installed')
  })

  test.each(['ventanilla-host', 'start.json'])('is said to be missing without %s', async (file) => {
    const manifests = manifestsWith()
    await manifests.install('chromium')
    rmSync(join(dataDir, 'native-host', file))
    expect(stateOf(await manifests.list(), 'chromium')).toBe('missing')
    expect(stateOf(await manifests.install('chromium'), 'chromium')).toBe('installed')
  })

  test('is said to be missing once what it names is gone, or its manifest is of another version', async () => {
    const manifests = manifestsWith()
    for (const gone of [{ program: '/gone/node' }, { script: '/gone/native-host.cjs' }]) {
      await manifestsWith(gone).install('chromium')
      expect(stateOf(await manifests.list(), 'chromium')).toBe('missing')
    }
    await manifests.install('chromium')
    writeFileSync(entry(), readFileSync(entry(), 'utf8').replace('Ventanilla"', 'Ventanilla 0"'))
    expect(stateOf(await manifests.list(), 'chromium')).toBe('missing')
    expect(stateOf(await manifests.install('chromium'), 'chromium')).toBe('installed')
  })
})

describe('removing it', () => {
  test('keeps what the other browsers need until the last one', async () => {
    const manifests = manifestsWith()
    await manifests.install('chromium')
    await manifests.install('firefox')
    writeFileSync(join(dirname(entry()), 'com.example.json'), '{}')
    let rows = await manifests.uninstall('chromium')
    expect([stateOf(rows, 'chromium'), stateOf(rows, 'firefox')]).toEqual(['missing', 'installed'])
    expect(readdirSync(dirname(entry()))).toEqual(['com.example.json'])
    rows = await manifests.uninstall('firefox')
    expect(stateOf(rows, 'firefox')).toBe('missing')
    expect(existsSync(join(dataDir, 'native-host'))).toBe(false)
    expect(existsSync(dataDir)).toBe(true)
    await manifests.uninstall('firefox')
  })
})

describe('a home that does not let it', () => {
  test('a link in the place of the entry is replaced, and its target left alone', async () => {
    const target = join(home, 'target.json')
    writeFileSync(target, 'mine')
    mkdirSync(dirname(entry()), { recursive: true })
    symlinkSync(target, entry())
    const manifests = manifestsWith()
    await manifests.install('chromium')
    expect(lstatSync(entry()).isFile()).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('mine')
  })

  test('a folder that leads out of the home is refused, and nothing is written there', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'ventanilla-outside-'))
    mkdirSync(join(home, '.config', 'chromium'), { recursive: true })
    symlinkSync(outside, join(home, '.config', 'chromium', 'NativeMessagingHosts'))
    const manifests = manifestsWith()
    await expect(manifests.install('chromium')).rejects.toMatchObject({ code: 'elsewhere' })
    symlinkSync(outside, join(home, '.mozilla'))
    await expect(manifests.install('firefox')).rejects.toMatchObject({ code: 'elsewhere' })
    expect(readdirSync(outside)).toEqual([])
    // Nor is anything removed there.
    const launcher = join(dataDir, 'native-host', 'ventanilla-host')
    writeFileSync(join(outside, 'es.ventanilla.host.json'), JSON.stringify({ path: launcher }))
    await expect(manifests.uninstall('chromium')).rejects.toMatchObject({ code: 'elsewhere' })
    expect(readdirSync(outside)).toHaveLength(1)
    rmSync(outside, { recursive: true })
  })

  test('the launcher is not written through a link out of the data', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'ventanilla-outside-'))
    mkdirSync(dataDir, { recursive: true })
    symlinkSync(outside, join(dataDir, 'native-host'))
    await expect(manifestsWith().install('chromium')).rejects.toMatchObject({ code: 'elsewhere' })
    expect(readdirSync(outside)).toEqual([])
    expect(existsSync(entry())).toBe(false)
    rmSync(outside, { recursive: true })
  })

  test('a folder of the home that is a link inside of it is followed', async () => {
    mkdirSync(join(home, 'dotfiles', 'config'), { recursive: true })
    symlinkSync(join(home, 'dotfiles', 'config'), join(home, '.config'))
    expect(stateOf(await manifestsWith().install('chromium'), 'chromium')).toBe('installed')
    expect(realpathSync(entry())).toContain('dotfiles')
  })

  test('one that cannot be written is said with its path, and leaves nothing half done', async () => {
    mkdirSync(join(home, '.config'), { recursive: true })
    writeFileSync(join(home, '.config', 'chromium'), 'a file')
    const manifests = manifestsWith()
    await expect(manifests.install('chromium')).rejects.toMatchObject({ code: 'unwritable', path: entry() })
    expect(stateOf(await manifests.list(), 'chromium')).toBe('missing')
  })

  test('one that takes no file, not even from root, is said so', async () => {
    const system = { platform: 'linux', env: {}, home: '/sys' } as const
    const manifests = manifestsWith({ system })
    await expect(manifests.install('chromium')).rejects.toMatchObject({ code: 'unwritable' })
    expect(stateOf(await manifests.list(), 'chromium')).toBe('missing')
  })

  test('one that is missing is said so, and not made', async () => {
    rmSync(home, { recursive: true })
    const manifests = manifestsWith()
    expect(stateOf(await manifests.list(), 'chromium')).toBe('missing')
    await expect(manifests.install('chromium')).rejects.toMatchObject({ code: 'no-home', path: home })
    expect(existsSync(home)).toBe(false)
  })

  test('a path with a line break is refused before anything is written', async () => {
    const manifests = manifestsWith({ script: '/a\nb' })
    await expect(manifests.install('chromium')).rejects.toMatchObject({ code: 'unsupported-path' })
    expect(readdirSync(home)).toEqual([])
  })
})

describe('on Windows', () => {
  const onWindows = () => {
    const registry = createFakeRegistry()
    const system = { platform: 'win32', env: { SystemRoot: String.raw`D:\Win` }, home } as const
    return { registry, manifests: manifestsWith({ system, run: registry.run }) }
  }
  const KEY = String.raw`HKCU\Software\Microsoft\Edge\NativeMessagingHosts\es.ventanilla.host`

  test('the registry leads to the manifest, through the program of the system and without a shell', async () => {
    const { registry, manifests } = onWindows()
    expect(stateOf(await manifests.install('edge'), 'edge')).toBe('installed')
    const file = join(dataDir, 'native-host', 'edge.json')
    expect([...registry.values]).toEqual([[KEY, file]])
    expect(registry.calls.filter(([, verb]) => verb === 'add')).toEqual([
      [String.raw`D:\Win\System32\reg.exe`, 'add', KEY, '/ve', '/t', 'REG_SZ', '/d', file, '/f'],
    ])
    const { path } = JSON.parse(readFileSync(file, 'utf8')) as { path: string }
    expect(readFileSync(path, 'utf8')).toContain('@echo off\r\n')

    expect(stateOf(await manifests.uninstall('edge'), 'edge')).toBe('missing')
    expect(registry.values.size).toBe(0)
    expect(existsSync(dirname(file))).toBe(false)
    expect(registry.calls.filter(([, verb]) => verb === 'delete')).toHaveLength(1)
  })

  test("another installation's key is told, and removed by its own alone", async () => {
    const { registry, manifests } = onWindows()
    registry.values.set(KEY, String.raw`C:\otra\edge.json`)
    expect(stateOf(await manifests.list(), 'edge')).toBe('other')
    await manifests.uninstall('edge')
    expect(registry.values.get(KEY)).toBe(String.raw`C:\otra\edge.json`)
    expect(stateOf(await manifests.install('edge'), 'edge')).toBe('installed')
  })

  test('a registry that refuses is said so', async () => {
    const { registry, manifests } = onWindows()
    registry.refusesWrites = true
    await expect(manifests.install('edge')).rejects.toMatchObject({ code: 'registry', path: KEY })
    expect(stateOf(await manifests.list(), 'edge')).toBe('missing')
  })
})

test('a POSIX launcher gives its program every word as it is', async () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((text) => text.replaceAll(/\p{C}/gu, ''))
  await fc.assert(
    fc.asyncProperty(word, fc.array(word, { maxLength: 3 }), async (dataDirectory, args) => {
      const file = join(home, 'launcher')
      // `printf FORMAT WORDS…`: one line for each word.
      const text = launcherText(
        { program: '/usr/bin/printf', script: String.raw`%s\n`, dataDir: dataDirectory, isElectron: false },
        'linux',
      )
      writeFileSync(file, text ?? '', { mode: 0o700 })
      const { stdout } = await run('sh', [file, ...args])
      expect(stdout).toBe([`--data-dir=${dataDirectory}`, ...args].map((one) => `${one}\n`).join(''))
    }),
    { numRuns: 40 },
  )
})
