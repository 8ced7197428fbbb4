import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '#electron/web/pages.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { ensureBuilt } from './ensure-built.ts'

/** Each test was seen red with its line of electron/shell removed. One window serves them all. */
let desktop: Desktop
let downloads: string

beforeAll(async () => {
  await ensureBuilt()
  downloads = await temporaryDirectory()
  desktop = startDesktop(join(await temporaryDirectory(), 'data'), {
    env: { FAKE_ELECTRON_DOWNLOADS: downloads },
  })
  await desktop.shown()
})
afterAll(async () => {
  await desktop.stop()
  await removeTemporaryDirectories()
})

describe('the window', () => {
  test.each([
    ['sandbox', true],
    ['contextIsolation', true],
    ['nodeIntegration', false],
    ['nodeIntegrationInWorker', false],
    ['nodeIntegrationInSubFrames', false],
    ['webSecurity', true],
    ['allowRunningInsecureContent', false],
    ['webviewTag', false],
    ['navigateOnDragDrop', false],
    ['spellcheck', false],
  ])('is made with %s: %s, said and not left to a default', async (name, value) => {
    const preferences = await desktop.main(({ BrowserWindow }) => {
      const { session: _, ...rest } = BrowserWindow.getAllWindows()[0]!.webContents.getLastWebPreferences()
      return rest
    })
    expect(preferences).toMatchObject({ [name]: value })
  })

  test('every process of a page is in the sandbox, whoever makes it', async () => {
    expect(await desktop.main(({ app }) => app.sandboxed)).toBe(true)
  })

  test('is shown when it has something to show', async () => {
    expect(await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.options.show)).toBe(
      false,
    )
  })

  test('leaves nothing on disk', async () => {
    expect(
      await desktop.main(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.session.isPersistent(),
      ),
    ).toBe(false)
  })

  test('the developer tools are for developers', async () => {
    const devTools = (one: Desktop) =>
      one.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.preferences.devTools)
    expect(await devTools(desktop)).toBe(true)
    const packaged = startDesktop(join(await temporaryDirectory(), 'data'), {
      env: { FAKE_ELECTRON_PACKAGED: '1' },
    })
    await packaged.shown()
    expect(await devTools(packaged)).toBe(false)
    await packaged.stop()
  })

  test('the page has the three named methods and nothing of Node or Electron', async () => {
    const seen = await desktop.page(() => {
      const world = globalThis as unknown as Record<string, unknown> & { ventanilla: object }
      return {
        require: typeof world['require'],
        process: typeof world['process'],
        methods: Object.entries(world.ventanilla).map(([name, value]) => `${name}: ${typeof value}`),
        frozen: Object.isFrozen(world.ventanilla),
      }
    })
    expect(seen).toEqual({
      require: 'undefined',
      process: 'undefined',
      methods: ['call: function', 'onTopic: function', 'transfer: function'],
      frozen: true,
    })
  })

  test('the menu copies and pastes, and neither reloads nor opens the tools', async () => {
    const roles = await desktop.main(({ Menu }) =>
      (Menu.getApplicationMenu() ?? []).flatMap(({ submenu = [] }) => submenu.map(({ role }) => role)),
    )
    expect(roles).toEqual(expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectAll', 'quit']))
    for (const role of ['reload', 'forceReload', 'toggleDevTools']) expect(roles).not.toContain(role)
  })
})

describe('app://', () => {
  const ask = (url: string, method = 'GET') =>
    desktop.main(
      async ({ BrowserWindow }, request) => {
        const { session } = BrowserWindow.getAllWindows()[0]!.webContents
        const answer = await session.request(request.url, { method: request.method })
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          text: await answer.text(),
        }
      },
      { url, method },
    )

  test('a script written in the page does not run', async () => {
    expect(
      await desktop.main(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.page?.runsInlineScript(),
      ),
    ).toBe(false)
  })

  test('every answer carries the policy of the web host, without its socket and its notification worker', async () => {
    const web = securityHeaders('x:1')
    const policy = web['content-security-policy']
      ?.replace(' ws://x:1', '')
      .replace('http://x:1/notice-worker.js http://x:1/assets/', "'self'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('ws:')
    for (const path of ['/', '/consulta/historial', '/icon.svg', '/nothing.js', '/..%2fpackage.json'])
      expect((await ask(`app://ventanilla${path}`)).headers).toMatchObject({
        ...web,
        'content-security-policy': policy,
      })
  })

  test('sections are the one page, and files are what they say', async () => {
    const index = await ask('app://ventanilla/')
    expect(index).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect((await ask('app://ventanilla/consulta/historial')).text).toBe(index.text)
    const files = [...index.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(3)
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
      webmanifest: 'application/manifest+json; charset=utf-8',
      woff2: 'font/woff2',
    }
    for (const path of files) {
      expect(path).toMatch(/^\//)
      expect(await ask(`app://ventanilla${path}`)).toMatchObject({
        status: 200,
        headers: { 'content-type': types[path.split('.').pop() ?? ''] },
      })
    }
  })

  test.each([
    '/../package.json',
    '/..%2fmain%2fmain.js',
    '/..%2f..%2fpackage.json',
    '/%2e%2e%2f%2e%2e%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/%2fetc%2fpasswd.txt',
    '//etc/passwd.txt',
    '/index.html%00.js',
    '/%ff.js',
    '/../renderer-other/x.js',
  ])('nothing outside the built renderer: %s', async (path) => {
    expect(await ask(`app://ventanilla${path}`)).toMatchObject({ status: 404, text: '' })
  })

  test('no other host of the scheme, and nothing but reading', async () => {
    for (const host of ['other', 'ventanilla.evil', 'ventanilla:81'])
      await expect(ask(`app://${host}/index.html`)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT')
    expect((await ask('app://ventanilla/', 'POST')).status).toBe(405)
  })

  test.each(['https://example.com/x', 'http://127.0.0.1:1/', 'ws://127.0.0.1:1/', 'file:///etc/passwd'])(
    'the window is not on the network: %s',
    async (url) => {
      await expect(ask(url)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT')
    },
  )
})

describe('leaving the page', () => {
  const navigate = (url: string, how: 'navigate' | 'redirect' = 'navigate') =>
    desktop.main(
      ({ BrowserWindow }, given) =>
        BrowserWindow.getAllWindows()[0]!.webContents.navigate(given.url, given.how),
      { url, how },
    )

  test.each([
    'https://example.com/',
    'http://ventanilla/',
    'file:///etc/passwd',
    'data:text/html,x',
    'app://other/',
    'app://ventanilla.evil/',
    'app://ventanilla@evil/',
    'https://evil/?app://ventanilla/',
  ])('a navigation is refused: %s', async (url) => {
    expect(await navigate(url)).toBe(false)
    expect(await navigate(url, 'redirect')).toBe(false)
  })

  test('each of the three events is refused by itself', async () => {
    const prevented = await desktop.main(({ BrowserWindow }) =>
      ['will-navigate', 'will-frame-navigate', 'will-redirect'].map((name) => {
        let stopped = false
        BrowserWindow.getAllWindows()[0]!.webContents.emit(name, {
          url: 'https://example.com/',
          isMainFrame: true,
          preventDefault: () => {
            stopped = true
          },
        })
        return stopped
      }),
    )
    expect(prevented).toEqual([true, true, true])
  })

  test('a frame goes nowhere, not even to our own page', async () => {
    const went = await desktop.main(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!
      const Frame = webContents.mainFrame.constructor as new (url: string, parent: object) => never
      return webContents.navigate(
        'app://ventanilla/',
        'navigate',
        new Frame('about:blank', webContents.mainFrame),
      )
    })
    expect(went).toBe(false)
  })

  test('no window and no embedded page, of whatever contents there will be', async () => {
    const got = await desktop.main(({ BrowserWindow, session }) => {
      const contents = BrowserWindow.getAllWindows()[0]!.webContents
      const Contents = contents.constructor as new (...given: unknown[]) => typeof contents
      const later = new Contents(session.defaultSession, {})
      return [contents, later].flatMap((one) => [one.openWindow('app://ventanilla/'), one.attachWebview()])
    })
    expect(got).toEqual([false, false, false, false])
  })

  test('only what our page made is downloaded', async () => {
    const outcomes = await desktop.main(
      ({ BrowserWindow }, urls) =>
        urls.map((url) => {
          const outcome = { prevented: false, path: '' }
          BrowserWindow.getAllWindows()[0]!.webContents.session.emit(
            'will-download',
            { preventDefault: () => (outcome.prevented = true) },
            {
              getURL: () => url,
              getFilename: () => '../../x.csv',
              setSavePath: (path: string) => (outcome.path = path),
            },
          )
          return outcome
        }),
      ['https://example.com/x.csv', 'blob:https://example.com/1', 'blob:app://ventanilla/1'],
    )
    expect(outcomes).toEqual([
      { prevented: true, path: '' },
      { prevented: true, path: '' },
      { prevented: false, path: join(downloads, 'x.csv') },
    ])
  })
})

test('an installed application does not start with a debugger', async () => {
  const directory = join(await temporaryDirectory(), 'data')
  const packaged = startDesktop(directory, {
    args: ['--remote-debugging-port=0'],
    env: { FAKE_ELECTRON_PACKAGED: '1' },
  })
  expect(await packaged.exited).toBe(1)
  expect(existsSync(directory)).toBe(false)
})

test.each([
  { args: ['--no-sandbox'], env: {} },
  { args: [], env: { ELECTRON_DISABLE_SANDBOX: '1' } },
])('an installed application does not start without the sandbox ($args, $env)', async ({ args, env }) => {
  const directory = join(await temporaryDirectory(), 'data')
  const packaged = startDesktop(directory, { args, env: { ...env, FAKE_ELECTRON_PACKAGED: '1' } })
  expect(await packaged.exited).toBe(1)
  expect(packaged.errors.join('\n')).toContain('no arranca sin el aislamiento')
  expect(existsSync(directory)).toBe(false)
})

describe('permissions', () => {
  const decide = (permission: string, requestingUrl: string, isMainFrame = true) =>
    desktop.main(
      async ({ BrowserWindow }, asked) => {
        const { session } = BrowserWindow.getAllWindows()[0]!.webContents
        const origin = `${new URL(asked.requestingUrl).protocol}//${new URL(asked.requestingUrl).host}/`
        return [
          await session.requestPermission(asked.permission, asked),
          session.checkPermission(asked.permission, origin, asked),
        ]
      },
      { permission, requestingUrl, isMainFrame },
    )

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'hid',
    'usb',
  ])('%s: asked or checked, no', async (permission) => {
    expect(await decide(permission, 'app://ventanilla/')).toEqual([false, false])
  })

  test('copying is for our own page alone', async () => {
    const copy = 'clipboard-sanitized-write'
    expect(await decide(copy, 'app://ventanilla/consulta')).toEqual([true, true])
    expect(await decide(copy, 'app://ventanilla/', false)).toEqual([false, false])
    expect(await decide(copy, 'https://example.com/')).toEqual([false, false])
    expect(await decide(copy, 'app://other/')).toEqual([false, false])
  })

  test('whatever gets into the default session has the same guards', async () => {
    const outcome = await desktop.main(async ({ session }) => {
      const { defaultSession } = session
      const asked = { requestingUrl: 'https://example.com/', isMainFrame: true }
      let prevented = false
      defaultSession.emit(
        'will-download',
        { preventDefault: () => (prevented = true) },
        { getURL: () => 'https://example.com/x', getFilename: () => 'x', setSavePath: () => undefined },
      )
      return {
        prevented,
        media: await defaultSession.requestPermission('media', asked),
        usb: defaultSession.mayUseDevice(),
        network: await defaultSession.request('https://example.com/').then(
          () => 'reached',
          (error: Error) => error.message,
        ),
      }
    })
    expect(outcome).toEqual({
      prevented: true,
      media: false,
      usb: false,
      network: 'net::ERR_BLOCKED_BY_CLIENT',
    })
  })

  test('no device', async () => {
    expect(
      await desktop.main(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.webContents.session.mayUseDevice(),
      ),
    ).toBe(false)
  })
})

test('nothing of Electron is in the web host', () => {
  const file = (path: string) =>
    readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
  const chunks = [...file('out/main/web-program.js').matchAll(/from "\.\/(chunks\/[^"]+)"/g)].map(
    ([, path]) => path,
  )
  for (const path of ['web-program.js', 'service-program.js', 'db-worker.js', ...chunks])
    expect(file(`out/main/${path}`)).not.toMatch(/(from|require\() ?["']electron["']/)
})
