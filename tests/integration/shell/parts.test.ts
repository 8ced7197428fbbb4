import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  createAppFiles,
  createDevelopmentFiles,
  developmentServer,
  freePath,
} from '#electron/shell/page-session.ts'
import { isDebugged, isUnsandboxed, readShellOptions } from '#electron/shell/start.ts'
import { identify } from '#electron/shell/identity.ts'
import { menuTemplate, BACKGROUND } from '#electron/shell/system.ts'
import { followQuit } from '#electron/shell/closing.ts'
import { createWindowMemory, placeWindow } from '#electron/shell/main-window.ts'
import { STOP_MS } from '#electron/host-parts.ts'
import { readOptions } from '#electron/web/options.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'

afterAll(removeTemporaryDirectories)

describe('where a window goes', () => {
  const left = { x: 0, y: 0, width: 1920, height: 1040 }
  const right = { x: 1920, y: 0, width: 1280, height: 984 }

  test.each([
    [
      'nothing remembered: the middle of the main display',
      null,
      { x: 320, y: 120, width: 1280, height: 800 },
    ],
    ['where it was', { x: 30, y: 40, width: 900, height: 700 }, { x: 30, y: 40, width: 900, height: 700 }],
    [
      'on the other display, where it was',
      { x: 2000, y: 100, width: 900, height: 700 },
      { x: 2000, y: 100, width: 900, height: 700 },
    ],
    [
      'half out: brought in',
      { x: -500, y: 600, width: 900, height: 700 },
      { x: 0, y: 340, width: 900, height: 700 },
    ],
    [
      'wholly out: the middle',
      { x: 9000, y: 0, width: 900, height: 700 },
      { x: 510, y: 170, width: 900, height: 700 },
    ],
    [
      'barely in: the middle',
      { x: -880, y: 0, width: 900, height: 700 },
      { x: 510, y: 170, width: 900, height: 700 },
    ],
    [
      'larger than the display',
      { x: 0, y: 0, width: 5000, height: 5000 },
      { x: 0, y: 0, width: 1920, height: 1040 },
    ],
    ['too small to use', { x: 10, y: 10, width: 1, height: 1 }, { x: 720, y: 280, width: 480, height: 480 }],
  ])('%s', (_what, remembered, expected) => {
    expect(placeWindow(remembered, [left, right])).toEqual(expected)
  })

  test('a display that was taken away', () => {
    expect(placeWindow({ x: 2000, y: 100, width: 900, height: 700 }, [left])).toEqual({
      x: 510,
      y: 170,
      width: 900,
      height: 700,
    })
  })
})

test('what was remembered of the window survives nonsense, a field at a time', async () => {
  const path = join(await temporaryDirectory(), 'window.json')
  const file = createWindowMemory(path)
  const nothing = { bounds: null, maximized: false, zoomLevel: 0, hidingExplained: false, theme: 'system' }
  expect(file.read()).toEqual(nothing)
  const memory = {
    bounds: { x: 1, y: 2, width: 3, height: 4 },
    maximized: true,
    zoomLevel: 1,
    hidingExplained: true,
    theme: 'dark',
  } as const
  file.write(memory)
  expect(file.read()).toEqual(memory)
  await writeFile(path, '{"bounds":{"x":"1"},"maximized":7,"zoomLevel":99,"theme":"dark"}')
  expect(file.read()).toEqual({ ...nothing, theme: 'dark' })
  file.write({ zoomLevel: 2 })
  expect(file.read()).toEqual({ ...nothing, zoomLevel: 2, theme: 'dark' })
  createWindowMemory(join(path, 'impossible')).write(memory)
})

test('the colour behind the page is the page’s own', () => {
  const tokens = readFileSync(new URL('../../../renderer/design/tokens.css', import.meta.url), 'utf8')
  expect(/--bg-window: light-dark\((#\w+), (#\w+)\)/.exec(tokens)?.slice(1)).toEqual([
    BACKGROUND.light,
    BACKGROUND.dark,
  ])
})

test('a download never replaces, and never leaves its directory', async () => {
  const directory = await temporaryDirectory()
  expect(freePath(directory, 'a.csv')).toBe(join(directory, 'a.csv'))
  await writeFile(join(directory, 'a.csv'), '')
  await writeFile(join(directory, 'a (2).csv'), '')
  expect(freePath(directory, 'a.csv')).toBe(join(directory, 'a (3).csv'))
  expect(freePath(directory, '../../a.csv')).toBe(join(directory, 'a (3).csv'))
  expect(freePath(directory, '..\\b.csv')).toBe(join(directory, 'b.csv'))
})

test('the command line: ours is read, the rest does not matter', () => {
  expect(
    readShellOptions([
      'out/main/main.js',
      '--data-dir=/x',
      '--report-delay-ms=5',
      '--inspect=0',
      '-psn_0_1',
      '--no-open',
    ]),
  ).toEqual({
    dataDir: '/x',
    isUsualDirectory: false,
    hidden: false,
    opensPanel: false,
    sampleOffice: true,
    serviceArgs: ['--report-delay-ms=5'],
  })
  expect(readShellOptions(['--no-sample-office'])).toMatchObject({ sampleOffice: false })
  expect(readShellOptions(['--report-delay-ms=1;rm'])).toMatchObject({ serviceArgs: [] })
  expect(readShellOptions(['--consulta'])).toMatchObject({ opensPanel: true })
  expect(readShellOptions(['--consulta=no'])).toMatchObject({ opensPanel: false })
  expect(readOptions(['--consulta'])).toMatchObject({ value: { opensPanel: true } })
  expect(readOptions([])).toMatchObject({ value: { opensPanel: false } })
  expect(readShellOptions(['--data-dir']).dataDir).toContain('Ventanilla')
  expect(readShellOptions(['--version'])).toMatchObject({ prints: 'version' })
  expect(readShellOptions(['--help'])).toMatchObject({ prints: 'help' })
  expect(readOptions(['--version'])).toMatchObject({ value: { prints: 'version' } })
  expect(readOptions(['-h'])).toMatchObject({ value: { prints: 'help' } })
  for (const [option, error] of [
    ['--prot=1', '--prot'],
    ['--port', '--port sin un valor'],
    ['--consulta=1', '--consulta con un valor'],
  ])
    expect(readOptions([option ?? ''])).toEqual({ ok: false, error })
  // A link cannot add options.
  expect(readShellOptions(['--hidden', '--', 'ventanilla://x', '--data-dir=/y'])).toMatchObject({
    isUsualDirectory: true,
    hidden: true,
  })
})

test('the system is told who we are, and Windows by the name it groups by', () => {
  const said: string[] = []
  const app = {
    setName: (name: string) => void said.push(name),
    setAppUserModelId: (id: string) => void said.push(id),
    setToastActivatorCLSID: (id: string) => void said.push(id),
  }
  identify(app, 'linux')
  expect(said).toEqual(['Ventanilla'])
  identify(app, 'win32')
  // The last one is in the shortcut of every existing installation: it never changes.
  expect(said.slice(1)).toEqual([
    'Ventanilla',
    'es.ventanilla.desktop',
    '{67332360-43EA-4426-BB1C-0AFC09ADB756}',
  ])
})

describe('the end', () => {
  const follow = (platform: NodeJS.Platform, stop: () => Promise<void>) => {
    const ended: string[] = []
    const app = Object.assign(new EventEmitter(), {
      quit: () => void ended.push('quit'),
      exit: (code: number) => void ended.push(`exit ${code}`),
    })
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const asks = {
      sending: () => 0,
      ask: () => Promise.reject(new Error('asked')),
      onEnding: () => undefined,
    }
    followQuit({ app: app as never, platform, log, stop, ...asks })
    return { app, ended }
  }

  test('without windows it is over, but for macOS, where it stays', () => {
    for (const [platform, expected] of [
      ['win32', ['quit']],
      ['linux', ['quit']],
      ['darwin', []],
    ] as const) {
      const { app, ended } = follow(platform, () => Promise.resolve())
      app.emit('window-all-closed')
      expect(ended).toEqual(expected)
    }
  })

  test('it waits for the core, once, and says how that went', async () => {
    for (const [outcome, code] of [
      [Promise.resolve(), 0],
      [Promise.reject(new Error('disk')), 1],
    ] as const) {
      let stops = 0
      const { app, ended } = follow('linux', () => {
        stops++
        return outcome
      })
      let prevented = 0
      for (const _ of [1, 2]) app.emit('will-quit', { preventDefault: () => prevented++ })
      await expect.poll(() => ended).toEqual([`exit ${code}`])
      expect([stops, prevented]).toEqual([1, 2])
    }
  })

  test('a core that never stops does not keep it', async () => {
    vi.useFakeTimers()
    const { app, ended } = follow('linux', () => new Promise(() => undefined))
    app.emit('will-quit', { preventDefault: () => undefined })
    await vi.advanceTimersByTimeAsync(STOP_MS)
    vi.useRealTimers()
    expect(ended).toEqual(['exit 1'])
  })
})

test('the menu of each platform has its own way out, in Spanish', () => {
  const labels = (isMac: boolean) => menuTemplate(isMac).map(({ label }) => label)
  expect(labels(true)).toEqual(['Ventanilla', 'Edición', 'Ver', 'Ventana'])
  expect(labels(false)).toEqual(['Archivo', 'Edición', 'Ver', 'Ventana'])
  for (const isMac of [true, false]) {
    const items = menuTemplate(isMac).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    expect(items.filter(({ role, label }) => role !== undefined && !label)).toEqual([])
    expect(items.filter(({ role }) => role === 'quit')).toHaveLength(1)
  }
})

describe('the built files', () => {
  test('a link out of the directory, another host, another scheme', async () => {
    const directory = await temporaryDirectory()
    const renderer = join(directory, 'renderer')
    await mkdir(renderer)
    await writeFile(join(renderer, 'index.html'), 'page')
    await writeFile(join(directory, 'secret.txt'), 'secret')
    await symlink(join(directory, 'secret.txt'), join(renderer, 'link.txt'))
    await mkdir(join(directory, 'renderer-other'))
    await writeFile(join(directory, 'renderer-other', 'x.js'), 'secret')
    const serve = createAppFiles(renderer)
    const status = async (url: string) => (await serve(new Request(url))).status
    expect(await status('app://ventanilla/index.html')).toBe(200)
    expect(await status('app://ventanilla/link.txt')).toBe(404)
    expect(await status('app://ventanilla/..%2frenderer-other/x.js')).toBe(404)
    expect(await status('app://other/index.html')).toBe(404)
    expect(await status('https://ventanilla/index.html')).toBe(404)
    expect(existsSync(join(renderer, 'link.txt'))).toBe(true)
  })
})

describe('the development server of the pages', () => {
  const address = 'http://localhost:5273'

  test('a package has none, and neither has an address of another machine', () => {
    expect(developmentServer(false, { ELECTRON_RENDERER_URL: address })?.href).toBe(`${address}/`)
    expect(developmentServer(true, { ELECTRON_RENDERER_URL: address })).toBeNull()
    expect(developmentServer(false, {})).toBeNull()
    for (const other of [
      'https://localhost:1',
      'http://192.168.1.4:5273',
      'http://localhost.evil.test',
      'file:///x',
    ])
      expect(developmentServer(false, { ELECTRON_RENDERER_URL: other })).toBeNull()
  })

  test('it gives the pages and their sources at the address of the built ones', async () => {
    const server = createServer((request, response) => {
      response
        .writeHead(request.url === '/gone' ? 404 : 200, { 'content-type': 'text/html' })
        .end(request.url)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const serve = createDevelopmentFiles(new URL(`http://127.0.0.1:${port}`))
      const ask = async (url: string) => (await serve(new Request(url))).text()
      expect(await ask('app://ventanilla/expedientes')).toBe('/index.html')
      expect(await ask('app://ventanilla/consulta-rapida')).toBe('/panel.html')
      expect(await ask('app://ventanilla/main.tsx?t=1')).toBe('/main.tsx?t=1')
      expect((await serve(new Request('app://ventanilla/gone'))).status).toBe(404)
      expect((await serve(new Request('app://other/main.tsx'))).status).toBe(404)
      expect(
        (await serve(new Request('app://ventanilla/'))).headers.get('content-security-policy'),
      ).toContain(`connect-src 'self' ws://127.0.0.1:${port};`)
    } finally {
      server.close()
    }
  })
})

describe('a debugger', () => {
  test.each([
    '--remote-debugging-port=9222',
    '-remote-debugging-port=0',
    '/remote-debugging-pipe',
    '--inspect',
  ])('%s is one', (arg) => {
    expect(isDebugged(['--data-dir=x', arg], undefined)).toBe(true)
  })
  test.each(['--inspect-brk=0.0.0.0:1', '--inspect-port', '--remote-allow-origins=*', '--INSPECT=1'])(
    '%s is one, too',
    (arg) => {
      expect(isDebugged([arg], undefined)).toBe(true)
    },
  )
  test('one that listens already is one, whoever asked for it', () => {
    expect(isDebugged([], 'ws://127.0.0.1:9229/x')).toBe(true)
  })
  test('nothing else is', () => {
    expect(
      isDebugged(['--data-dir=/inspect', '-psn_0_1', 'inspect', '--inspector', '/home/ana'], undefined),
    ).toBe(false)
  })
})

describe('a start without the sandbox', () => {
  test.each(['--no-sandbox', '-no-sandbox', '/no-sandbox', '--NO-SANDBOX=1', '--disable-gpu-sandbox'])(
    '%s is one',
    (arg) => {
      expect(isUnsandboxed(['--hidden', arg], {})).toBe(true)
    },
  )
  test('so is the variable of Electron, and nothing else', () => {
    expect(isUnsandboxed([], { ELECTRON_DISABLE_SANDBOX: '1' })).toBe(true)
    expect(
      isUnsandboxed(['--data-dir=/no-sandbox', 'no-sandbox', '--no-sandboxes', '--disable-gpu'], {}),
    ).toBe(false)
  })
})
