import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findAppBrowser,
  registeredPath,
  thisMachine,
  type Machine,
  getAppOpener,
  openBrowser,
  runApart,
  type Opened,
} from '#electron/web/open-browser.ts'
import { writeEntryFile, openEntry } from '#electron/web/entry.ts'
import { readOptions } from '#electron/web/options.ts'
import { terminalTexts as text, webPageTexts } from '#shared/text/hosts.ts'
import { removeTemporaryDirectories, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { startWebHost } from './web-host.ts'

afterEach(() => vi.unstubAllEnvs())
afterAll(removeTemporaryDirectories)

/** A PC with these programs and nothing else. */
const machine = (platform: NodeJS.Platform, programs: string[], more: Partial<Machine> = {}): Machine => ({
  platform,
  env: { DISPLAY: ':0', PATH: '/usr/local/bin:/usr/bin' },
  isRoot: false,
  program: (path) => (programs.includes(path) ? path : null),
  beginning: () => '',
  registered: async () => null,
  ...more,
})

describe('Linux', () => {
  const found = (programs: string[], more: Partial<Machine> = {}) =>
    findAppBrowser(machine('linux', programs, more))

  test.each([
    ['google-chrome-stable', 'Google Chrome'],
    ['google-chrome', 'Google Chrome'],
    ['microsoft-edge-stable', 'Microsoft Edge'],
    ['microsoft-edge', 'Microsoft Edge'],
    ['chromium', 'Chromium'],
    ['chromium-browser', 'Chromium'],
  ])('%s on the path', async (command, name) => {
    expect(await found([`/usr/bin/${command}`])).toEqual({ name, path: `/usr/bin/${command}` })
  })

  test('Chrome before Edge before Chromium, and none of another kind', async () => {
    const all = ['/usr/local/bin/chromium', '/usr/bin/microsoft-edge-stable', '/usr/bin/firefox']
    expect(await found(all)).toMatchObject({ name: 'Microsoft Edge' })
    expect(await found([...all, '/usr/bin/google-chrome'])).toMatchObject({ name: 'Google Chrome' })
    expect(await found(['/usr/bin/firefox'])).toBeNull()
  })

  test('no window as root, who has no sandbox, nor without a display', async () => {
    const programs = ['/usr/bin/chromium']
    expect(await found(programs, { isRoot: true })).toBeNull()
    expect(await found(programs, { env: { PATH: '/usr/bin' } })).toBeNull()
    expect(await found(programs, { env: { PATH: '/usr/bin', WAYLAND_DISPLAY: 'w' } })).not.toBeNull()
  })

  test('no program of the current folder', async () => {
    const env = { DISPLAY: ':0', PATH: ':.:bin' }
    expect(await found(['chromium', './chromium', 'bin/chromium'], { env })).toBeNull()
  })

  test('no snap: it may not read the entry', async () => {
    const path = '/usr/bin/chromium-browser'
    const script = '#!/bin/sh\nexec /snap/bin/chromium "$@"\n'
    expect(await found([path], { beginning: () => script })).toBeNull()
    expect(await found([path], { program: (one) => (one === path ? '/usr/bin/snap' : null) })).toBeNull()
    expect(await found([path], { program: (one) => (one === path ? '/snap/chromium/1/c' : null) })).toBeNull()
    expect(await found([path], { beginning: () => '#!/bin/sh\nexec /opt/chromium "$@"\n' })).not.toBeNull()
  })
})

test('macOS: the bundles of all users and of this one, opened with arguments', async () => {
  const env = { HOME: '/Users/ana' }
  const edge = '/Applications/Microsoft Edge.app'
  const chrome = '/Users/ana/Applications/Google Chrome.app'
  expect(await findAppBrowser(machine('darwin', [edge], { env }))).toMatchObject({ path: edge })
  const browser = await findAppBrowser(machine('darwin', [edge, chrome], { env }))
  expect(browser).toEqual({ name: 'Google Chrome', path: chrome })
  expect(browser && getAppOpener(browser, '/Users/ana/a b&c.html', 'darwin')).toEqual({
    command: 'open',
    args: ['-n', '-a', chrome, '--args', '--app=file:///Users/ana/a%20b&c.html'],
  })
})

describe('Windows', () => {
  const env = {
    ProgramFiles: 'C:\\Program Files',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)',
    LOCALAPPDATA: 'C:\\Users\\ana\\AppData\\Local',
  }
  test.each([
    ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe', 'Google Chrome'],
    ['C:\\Users\\ana\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe', 'Google Chrome'],
    ['C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe', 'Microsoft Edge'],
  ])('%s', async (path, name) => {
    expect(await findAppBrowser(machine('win32', [path], { env }))).toEqual({ name, path })
  })

  test('elsewhere, as the registry says, if it is there', async () => {
    const path = 'D:\\Programas\\chrome.exe'
    const registered = async (program: string) => (program === 'chrome.exe' ? path : null)
    expect(await findAppBrowser(machine('win32', [path], { env, registered }))).toMatchObject({ path })
    expect(await findAppBrowser(machine('win32', [], { env, registered }))).toBeNull()
    const relative = async () => 'chrome.exe'
    expect(
      await findAppBrowser(machine('win32', ['chrome.exe'], { env: {}, registered: relative })),
    ).toBeNull()
  })

  test('the registry answers in the system’s language', () => {
    const answer = (type: string, value: string) =>
      `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\…\\chrome.exe\r\n    (Predeterminado)    ${type}    ${value}\r\n\r\n`
    expect(registeredPath(answer('REG_SZ', 'C:\\Program Files\\chrome.exe'))).toBe(
      'C:\\Program Files\\chrome.exe',
    )
    expect(registeredPath(answer('REG_EXPAND_SZ', '"D:\\a b\\chrome.exe"'))).toBe('D:\\a b\\chrome.exe')
    for (const no of ['', 'ERROR: no se encuentra', answer('REG_SZ', '')])
      expect(registeredPath(no)).toBeNull()
  })

  test('the entry is one word, that no shell reads', () => {
    const browser = { name: 'Google Chrome', path: 'C:\\a b\\chrome.exe' }
    const file = 'C:\\Users\\A&B calc %PATH%\\Ventanilla\\entry\\x.html'
    expect(getAppOpener(browser, file, 'win32')).toEqual({
      command: browser.path,
      args: ['--app=file:///C:/Users/A&B%20calc%20%25PATH%25/Ventanilla/entry/x.html'],
    })
  })
})

describe.skipIf(process.platform === 'win32')('programs of this PC', () => {
  let folder: string
  const script = (name: string, ...lines: string[]) => {
    const path = join(folder, name)
    writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'))
    chmodSync(path, 0o755)
    return path
  }
  /** A program that notes its arguments, and does this. */
  const program = (name: string, ...lines: string[]) =>
    script(name, `printf '%s\\n' "$@" > "${join(folder, `${name}.args`)}"`, ...lines)
  const argsOf = (name: string) => {
    try {
      return readFileSync(join(folder, `${name}.args`), 'utf8')
        .trim()
        .split('\n')
    } catch {
      return null
    }
  }
  const here = (): Machine => ({
    ...thisMachine(),
    platform: 'linux',
    env: { DISPLAY: ':0', PATH: folder },
    isRoot: false,
  })
  const open = (file: string, wanted: Opened['where'] = 'app') =>
    openBrowser(file, wanted, { machine: here(), run: runApart })

  beforeEach(async () => {
    folder = await temporaryDirectory()
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  })

  test('the entry is opened in a window: its file, as one argument', async () => {
    program('google-chrome')
    program('xdg-open')
    const file = join(folder, 'a b&c.html')
    expect(await open(file)).toEqual({ where: 'app', browser: 'Google Chrome' })
    expect(argsOf('google-chrome')).toEqual([`--app=${pathToFileURL(file).href}`])
    expect(argsOf('xdg-open')).toBeNull()
  })

  test('in a tab as requested, or without such a browser', async () => {
    program('xdg-open')
    expect(await open('/x.html')).toEqual({ where: 'tab' })
    expect(argsOf('xdg-open')).toEqual(['/x.html'])
    program('google-chrome')
    expect(await open('/x.html', 'tab')).toEqual({ where: 'tab' })
    expect(argsOf('google-chrome')).toBeNull()
  })

  test.each([['exit 1'], ['kill -TRAP $$'], ['kill -9 $$']])(
    'a browser that cannot run (%s) leaves it to the tab',
    async (line) => {
      program('google-chrome', line)
      program('xdg-open')
      expect(await open('/x.html')).toEqual({ where: 'tab' })
      expect(argsOf('google-chrome')).not.toBeNull()
    },
  )

  test('nothing opens it', async () => {
    expect(
      await openBrowser('/x.html', 'app', { machine: machine('linux', []), run: async () => false }),
    ).toBeNull()
    program('xdg-open', 'exit 3')
    expect(await open('/x.html')).toBeNull()
  })

  test('a browser that goes on is not waited for', async () => {
    const path = script('browser', 'exec sleep 20')
    expect(await runApart({ command: path, args: [] })).toBe(true)
    expect(await runApart({ command: join(folder, 'missing'), args: [] })).toBe(false)
  })

  test('what is a program is seen on the disk', async () => {
    const { program: real, beginning } = thisMachine()
    const path = script('browser')
    symlinkSync(path, join(folder, 'link'))
    await mkdir(join(folder, 'directory'))
    writeFileSync(join(folder, 'text'), '')
    expect(real(join(folder, 'link'))).toBe(real(path))
    for (const name of ['directory', 'text', 'missing']) expect(real(join(folder, name))).toBeNull()
    expect(beginning(path)).toContain('#!/bin/sh')
    expect(beginning(join(folder, 'missing'))).toBe('')
  })
})

describe('what is said', () => {
  const entry = { file: '/entry.html', url: 'http://v.localhost/enter?token=t' }
  const said = async (
    opened: Opened | null,
    more: Partial<Parameters<typeof openEntry>[1]> = {},
    own = {},
  ) => {
    const lines: string[] = []
    await openEntry(
      { ...entry, ...own },
      {
        open: true,
        browser: 'app',
        printLine: (line) => void lines.push(line),
        openBrowser: async () => opened,
        ...more,
      },
    )
    return lines
  }
  const byHand = [text.enterBy(entry.file), text.enterAt(entry.url)]

  test('where it was opened, in one line', async () => {
    expect(await said({ where: 'app', browser: 'Chromium' })).toEqual([text.inWindow('Chromium')])
    expect(await said({ where: 'tab' })).toEqual([text.inTab])
  })

  test('how to open it by hand, if nothing did or it was not wanted', async () => {
    expect(await said(null)).toEqual(byHand)
    expect(await said({ where: 'tab' }, { open: false })).toEqual(byHand)
    expect(await said({ where: 'tab' }, {}, { file: '' })).toEqual([text.enterAt(entry.url)])
  })

  test('in a browser why there is no entry, when there is no room for its file', async () => {
    const web = await startWebHost()
    const opened: string[] = []
    const record = async (address: string) => {
      opened.push(address)
      return { where: 'tab' } as const
    }
    await said(null, { openBrowser: record, noRoomUrl: web.server.noRoomUrl }, { file: '' })
    const { host, pathname } = new URL(opened[0] ?? '')
    expect(opened[0]).not.toContain('token')
    const headers = { host, cookie: undefined, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
    expect((await web.ask(pathname, { headers })).body).toContain(webPageTexts.noRoom)
    await web.close()
  })

  test('how to open it by hand, if the browser that took it does not come', async () => {
    const gone = Promise.withResolvers<void>()
    const lines = await said({ where: 'tab' }, { patienceMs: 20 }, { gone: gone.promise })
    await waitUntil(
      async () => lines,
      (now) => now.length === 3,
    )
    expect(lines).toEqual([text.inTab, ...byHand])
    const other = await said({ where: 'tab' }, { patienceMs: 20 }, { gone: Promise.resolve() })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(other).toEqual([text.inTab])
  })

  test('--browser is a tab or a window', () => {
    expect(readOptions([])).toMatchObject({ value: { browser: 'app' } })
    expect(readOptions(['--browser=tab'])).toMatchObject({ value: { browser: 'tab' } })
    expect(readOptions(['--browser=lynx'])).toEqual({ ok: false, error: '--browser=lynx' })
  })
})

describe.skipIf(findChromium() === null)('in the real browser', () => {
  test('the file leads a window of its own to the application, with a session', async () => {
    const web = await startWebHost()
    const { token } = web.sessions.createEntry(null, () => undefined)
    const file = await writeEntryFile(await temporaryDirectory(), web.server.enterUrl(token))
    const path = findChromium() ?? ''
    const { args } = getAppOpener({ name: 'Chromium', path }, file, process.platform)
    const context = await chromium.launchPersistentContext(await temporaryDirectory(), {
      executablePath: path,
      args: [...chromiumArgs, ...args],
      ignoreDefaultArgs: ['about:blank'],
    })
    try {
      const page = context.pages()[0] ?? (await context.waitForEvent('page'))
      await page.waitForURL(`${web.origin}/consulta`)
      expect(await page.evaluate(async () => (await fetch('/session')).status)).toBe(204)
      // In a tab it is `browser`.
      expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    } finally {
      await context.close()
      await web.close()
    }
  })
})
