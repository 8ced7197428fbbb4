import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { handOver } from '#electron/core/instance/hand-over.ts'
import { startApplication } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop, type DesktopOptions } from '#tests/fakes/electron/desktop.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge & { heard: unknown[]; routes: unknown[] }

const DEFAULT = 'CommandOrControl+Shift+Space'
const OTHER = 'CommandOrControl+Shift+K'

let dataDir: string
const running: Desktop[] = []

function start(options: DesktopOptions = {}): Desktop {
  const env = { XDG_SESSION_TYPE: 'x11', WAYLAND_DISPLAY: '', ...options.env }
  const desktop = startDesktop(dataDir, { ...options, env })
  running.push(desktop)
  return desktop
}
async function startShown(options?: DesktopOptions): Promise<Desktop> {
  const desktop = start(options)
  await desktop.shown()
  return desktop
}
const state = async (desktop: Desktop) =>
  desktop.page(async () => {
    const snapshot = await bridge.call('app.snapshot', {})
    return snapshot.ok ? snapshot.value.slices.globalShortcut : null
  })
const registered = (desktop: Desktop) => desktop.main(({ globalShortcut }) => globalShortcut.registered())
const press = (desktop: Desktop, shortcut = DEFAULT) =>
  desktop.main(({ globalShortcut }, pressed) => globalShortcut.press(pressed), shortcut)
const change = (desktop: Desktop, shortcut: string | null) =>
  desktop.page((next) => bridge.call('quick-lookup.shortcut', { shortcut: next }), shortcut)
const listen = (desktop: Desktop) =>
  desktop.page(() => {
    bridge.heard = []
    bridge.on('route', ({ route }) => void bridge.heard.push(route))
  })
const heard = (desktop: Desktop) => desktop.page(() => bridge.heard)
const panelIsShown = (desktop: Desktop) =>
  desktop.main(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some((one) => one.options.frame === false && one.isVisible()),
  )

beforeAll(ensureBuilt, BUILD_MS)
beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((desktop) => desktop.kill()))
})
afterAll(removeTemporaryDirectories)

describe('the shortcut of the built main process', () => {
  test('is registered at the start, opens quick lookup, and is given back at the end', async () => {
    const desktop = await startShown()
    await expect.poll(() => state(desktop)).toBe('registered')
    expect(await registered(desktop)).toEqual([DEFAULT])
    await listen(desktop)
    expect(await panelIsShown(desktop)).toBe(false)
    expect(await press(desktop)).toBe(true)
    await expect.poll(() => panelIsShown(desktop)).toBe(true)
    expect(await press(desktop)).toBe(true)
    await expect.poll(() => panelIsShown(desktop)).toBe(false)
    // The main window is left where it is.
    expect(await heard(desktop)).toEqual([])
    await desktop.main(({ globalShortcut }) => {
      process.once('exit', () => process.stderr.write(`left: ${globalShortcut.registered().length}\n`))
    })
    expect(await desktop.stop()).toBe(0)
    await expect.poll(() => desktop.errors.join('\n')).toContain('left: 0')
  })

  test('is changed from a window, and one that another program has leaves it as it was', async () => {
    const desktop = await startShown({ env: { FAKE_ELECTRON_TAKEN: 'CommandOrControl+Shift+L' } })
    await expect.poll(() => state(desktop)).toBe('registered')
    expect(await change(desktop, OTHER)).toEqual({
      ok: true,
      value: { state: 'registered', shortcut: OTHER },
    })
    expect(await change(desktop, 'CommandOrControl+Shift+L')).toEqual({
      ok: true,
      value: { state: 'taken', shortcut: OTHER },
    })
    expect(await registered(desktop)).toEqual([OTHER])
    await desktop.stop()
    const again = await startShown()
    await expect.poll(() => registered(again)).toEqual([OTHER])
    expect(await change(again, null)).toMatchObject({ value: { state: 'off' } })
    expect(await registered(again)).toEqual([])
  })

  test('is tested: the press is confirmed through the core, and opens nothing', async () => {
    const desktop = await startShown()
    await expect.poll(() => state(desktop)).toBe('registered')
    await listen(desktop)
    const tested = desktop.page(() => bridge.call('quick-lookup.test', { id: 'a' }))
    await desktop.page(() => bridge.call('app.abilities', {}))
    expect(await press(desktop)).toBe(true)
    expect(await tested).toEqual({ ok: true, value: { arrived: true } })
    expect(await heard(desktop)).toEqual([])
  })

  test('that another program has from the start is told as such', async () => {
    const desktop = await startShown({ env: { FAKE_ELECTRON_TAKEN: DEFAULT } })
    await expect.poll(() => state(desktop)).toBe('taken')
    expect(await registered(desktop)).toEqual([])
  })

  test('on Wayland is registered through the portal, and proven by nothing', async () => {
    const desktop = await startShown({ env: { XDG_SESSION_TYPE: 'wayland' } })
    await expect.poll(() => state(desktop)).toBe('unproven')
    expect(await desktop.main(({ app }) => app.switches.get('enable-features'))).toContain(
      'GlobalShortcutsPortal',
    )
  })

  test('of garbage in the settings is the default', async () => {
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'settings.json'), '{"quickLookup":{"shortcut":"CommandOrControl+C"}}')
    const desktop = await startShown()
    await expect.poll(() => registered(desktop)).toEqual([DEFAULT])
  })
})

describe('--consulta', () => {
  test('opens the panel of the running one, and ends', async () => {
    const first = await startShown()
    const second = start({ args: ['--consulta'] })
    expect(await second.exited).toBe(0)
    await expect.poll(() => panelIsShown(first)).toBe(true)
  })

  test('opens it at a first start', async () => {
    const desktop = start({ args: ['--consulta'] })
    await expect.poll(() => panelIsShown(desktop).catch(() => false)).toBe(true)
  })

  test('sent through Electron as nonsense, opens the window and nothing else', async () => {
    const desktop = await startShown()
    await listen(desktop)
    await desktop.main(({ app }) => {
      for (const data of [{ place: { view: 'settings' } }, { place: 7 }, null, { place: { open: 'door' } }])
        app.emit('second-instance', {}, [], '/', data)
    })
    await expect.poll(() => heard(desktop)).toEqual([{ view: 'settings' }])
    expect(await panelIsShown(desktop)).toBe(false)
    await desktop.shown()
  })

  test('of the web host leads to an entry of the running one', async () => {
    const application = await startApplication(dataDir, ['--port=0', '--consulta'])
    const answer = await handOver(dataDir, { open: 'panel' })
    expect(answer?.entry).toMatch(/\.html$/)
    expect(await application.stop()).toBe(0)
  })
})
