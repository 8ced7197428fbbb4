import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { ensureBuilt } from './ensure-built.ts'

/**
 * Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), a test for each point,
 * over every window that the built application opens.
 */
let desktop: Desktop

beforeAll(async () => {
  await ensureBuilt()
  desktop = startDesktop(join(await temporaryDirectory(), 'data'))
  await desktop.shown()
}, 120_000)
afterAll(async () => {
  await desktop.stop()
  await removeTemporaryDirectories()
})

const root = fileURLToPath(new URL('../../..', import.meta.url))
const source = (path: string) => readFileSync(join(root, path), 'utf8')
/** Sources of the desktop window: its entry and its adapters. */
const shellSources = () => [
  'electron/main.ts',
  'electron/preload.ts',
  ...['electron/shell', 'electron/sidecar'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  ),
]
/** Sources in which the pattern is found. */
const naming = (pattern: RegExp) => shellSources().filter((path) => pattern.test(source(path)))

/** Preferences of every window. */
const preferences = async (): Promise<Record<string, unknown>[]> => {
  const all = await desktop.main(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => {
      const { session: _, ...rest } = webContents.getLastWebPreferences()
      return rest
    }),
  )
  expect(all.length).toBeGreaterThan(0)
  return all
}

test('1. Only load secure content', async () => {
  const seen = await desktop.main(async ({ BrowserWindow, session }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    const asked = [webContents.session, session.defaultSession].flatMap((one) =>
      ['http://example.com/', 'https://example.com/', 'ws://example.com/', 'ftp://example.com/'].map((url) =>
        one.request(url).then(
          () => `${url} reached`,
          () => 'refused',
        ),
      ),
    )
    return {
      pages: BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()),
      asked: await Promise.all(asked),
    }
  })
  for (const page of seen.pages) expect(page).toMatch(/^app:\/\/ventanilla\//)
  expect(new Set(seen.asked)).toEqual(new Set(['refused']))
})

test('2. No Node.js integration, in pages, their workers and their frames', async () => {
  for (const one of await preferences())
    expect(one).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    })
})

test('3. Context isolation', async () => {
  for (const one of await preferences()) expect(one).toMatchObject({ contextIsolation: true })
})

test('4. Process sandboxing, of each window and of whatever is not a window', async () => {
  for (const one of await preferences()) expect(one).toMatchObject({ sandbox: true })
  expect(await desktop.main(({ app }) => app.sandboxed)).toBe(true)
})

describe('5. Permission requests', () => {
  const both = (name: 'hid' | 'serial' | 'usb' | 'media' | 'display-capture' | 'bluetooth') =>
    desktop.main(async ({ BrowserWindow, session }, permission) => {
      const details = { requestingUrl: 'app://ventanilla/', isMainFrame: true }
      const sessions = [BrowserWindow.getAllWindows()[0]!.webContents.session, session.defaultSession]
      return Promise.all(
        sessions.map(async (one) => [
          await one.requestPermission(permission, details),
          one.checkPermission(permission, 'app://ventanilla/', details),
          one.mayUseDevice(),
        ]),
      )
    }, name)

  test.each(['hid', 'serial', 'usb', 'bluetooth', 'media', 'display-capture'] as const)(
    '%s: asked, checked or chosen as a device, no, in either session',
    async (permission) => {
      expect(new Set((await both(permission)).flat())).toEqual(new Set([false]))
    },
  )

  test('no screen is shared, in either session', async () => {
    const answers = await desktop.main(({ BrowserWindow, session }) =>
      Promise.all(
        [BrowserWindow.getAllWindows()[0]!.webContents.session, session.defaultSession].map((one) =>
          one.requestDisplayMedia(),
        ),
      ),
    )
    expect(answers).toEqual(['refused', 'refused'])
  })
})

test('6. Web security stays on', async () => {
  for (const one of await preferences()) expect(one).toMatchObject({ webSecurity: true })
})

test('7. A content security policy on every answer', async () => {
  const policies = await desktop.main(async ({ BrowserWindow }) => {
    const { session } = BrowserWindow.getAllWindows()[0]!.webContents
    const urls = ['app://ventanilla/', 'app://ventanilla/icon.svg', 'app://ventanilla/nothing.js']
    const answers = await Promise.all(urls.map((url) => session.request(url)))
    return answers.map(({ headers }) => headers.get('content-security-policy') ?? '')
  })
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-|https?:|\*/)
  }
})

test('8. No insecure content is allowed to run', async () => {
  for (const one of await preferences()) expect(one).toMatchObject({ allowRunningInsecureContent: false })
})

test('9. No experimental features', async () => {
  for (const one of await preferences()) expect(one['experimentalFeatures'] ?? false).toBe(false)
})

test('10. No Blink features of our own choice', async () => {
  for (const one of await preferences()) {
    expect(one).not.toHaveProperty('enableBlinkFeatures')
    expect(one).not.toHaveProperty('disableBlinkFeatures')
  }
  // One of Chromium's: the desktop's portal of shortcuts.
  expect(naming(/appendSwitch|appendArgument/)).toEqual(['electron/shell/system.ts'])
  expect(await desktop.main(({ app }) => app.commandLine.getSwitchValue('enable-features'))).toMatch(
    /^(GlobalShortcutsPortal\w*,?)*$/,
  )
})

test('11. and 12. No web view, whatever its options and its popups', async () => {
  for (const one of await preferences()) expect(one).toMatchObject({ webviewTag: false })
  const attached = await desktop.main(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.attachWebview()),
  )
  expect(new Set(attached)).toEqual(new Set([false]))
})

test('13. Navigation is limited to our own pages, in every window', async () => {
  const went = await desktop.main(({ BrowserWindow }) =>
    Promise.all(
      BrowserWindow.getAllWindows().flatMap(({ webContents }) =>
        ['https://example.com/', 'file:///etc/passwd', 'app://other/', 'data:text/html,x'].map((url) =>
          webContents.navigate(url),
        ),
      ),
    ),
  )
  expect(new Set(went)).toEqual(new Set([false]))
})

test('14. No page opens a window', async () => {
  const opened = await desktop.main(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap(({ webContents }) =>
      ['app://ventanilla/', 'https://example.com/', 'about:blank'].map((url) => webContents.openWindow(url)),
    ),
  )
  expect(new Set(opened)).toEqual(new Set([false]))
})

test('15. Nothing but one guarded place opens an address outside, and none opens a file', () => {
  // What it lets through is in parts.test.ts, "a page in the browser".
  expect(naming(/\.openExternal\(url/)).toEqual(['electron/shell/protections.ts'])
  expect(naming(/openPath|openItem|showItemInFolder/)).toEqual([])
  expect(source('electron/main.ts')).toContain('openExternal: (url) => openExternal(shell, url)')
  expect(source('electron/main.ts')).toContain('openClientLink: (link) => openClientLink(shell, link)')
})

test('16. One version of Electron, known to its checksum, and moved by the lock file alone', () => {
  const { packages } = JSON.parse(source('package-lock.json')) as {
    packages: Record<string, { version: string; integrity?: string }>
  }
  const installed = JSON.parse(source('node_modules/electron/package.json')) as { version: string }
  expect(packages['node_modules/electron']).toMatchObject({
    version: installed.version,
    integrity: expect.stringMatching(/^sha512-/),
  })
})

test('17. Every message has its sender checked', async () => {
  const answers = await desktop.main(async ({ BrowserWindow, ipcMain }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    const Frame = webContents.mainFrame.constructor as new (url: string, parent: object) => object
    const frames = [
      null,
      new Frame('app://ventanilla/', webContents.mainFrame),
      new Frame('https://example.com/', {}),
    ]
    const text = JSON.stringify({ command: 'app.snapshot', args: {} })
    return Promise.all(
      frames.map((senderFrame) =>
        ipcMain.deliverInvoke({ sender: webContents, senderFrame }, 'ventanilla:call', text),
      ),
    )
  })
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { detail: 'sender' } })
  // Whoever listens checks: senders.test.ts attacks each.
  for (const path of naming(/ipcMain\.(handle|on)\(/)) expect(source(path)).toContain('senderOf(')
})

test('18. No page comes from file:, and our own scheme has few privileges', async () => {
  const answer = await desktop.main(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!
      .webContents.session.request('file:///etc/passwd')
      .then(
        () => 'read',
        () => 'refused',
      ),
  )
  expect(answer).toBe('refused')
  expect(naming(/loadFile\(|file:\/\//)).toEqual([])
  const { appScheme } = await import('#electron/shell/page-session.ts')
  expect(appScheme.privileges).toEqual({ standard: true, secure: true, supportFetchAPI: true })
})

test('19. Nothing of the desktop window needs the fuses that packaging turns off', () => {
  // RunAsNode and the inspector: processes are utility processes, and no process is started with their options.
  expect(naming(/ELECTRON_RUN_AS_NODE|NODE_OPTIONS=/)).toEqual([])
  expect(source('electron/main.ts')).not.toMatch(/forkKeytarChild|createForkSidecars/)
})

test('20. The page gets three functions, and nothing of Electron', async () => {
  const seen = await desktop.page(() => {
    const world = globalThis as unknown as Record<string, unknown> & { ventanilla: object }
    return {
      kinds: Object.values(world.ventanilla).map((value) => typeof value),
      electron: ['require', 'process', 'electron', 'ipcRenderer', 'module'].filter((name) => name in world),
    }
  })
  expect(seen).toEqual({ kinds: ['function', 'function', 'function'], electron: [] })
})

test('crash dumps stay on this PC, in a folder of their owner, from before the first window', async () => {
  const started = await desktop.main(({ crashReporter }) => crashReporter.started)
  expect(started).toMatchObject({ uploadToServer: false, ignoreSystemCrashHandler: true, beforeReady: true })
  expect(started).not.toHaveProperty('submitURL')
  expect(started?.directory).toMatch(/data\/crashes$/)
  const { statSync } = await import('node:fs')
  expect(statSync(started!.directory).mode & 0o077).toBe(0)
})

test('the development server of the pages is of a start from the sources alone', async () => {
  const started: Desktop[] = []
  const policyAt = async (isPackaged: boolean) => {
    const one = startDesktop(join(await temporaryDirectory(), 'data'), {
      env: {
        // Nothing listens there: whoever asks gets no page.
        ELECTRON_RENDERER_URL: 'http://127.0.0.1:1',
        NODE_ENV: 'development',
        ...(isPackaged && { FAKE_ELECTRON_PACKAGED: '1' }),
      },
    })
    started.push(one)
    await one.shown()
    return one.main(async ({ BrowserWindow }) => {
      const { session } = BrowserWindow.getAllWindows()[0]!.webContents
      return session.request('app://ventanilla/consulta').then(
        ({ headers }) => headers.get('content-security-policy') ?? 'none',
        () => 'asked the development server',
      )
    })
  }
  try {
    expect(await policyAt(false)).toBe('asked the development server')
    expect(await policyAt(true)).toMatch(/script-src 'self';.*style-src 'self';/)
  } finally {
    await Promise.all(started.map((one) => one.kill()))
  }
})
