import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClipboardPlates } from '#shared/bridge/quick-lookup.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import {
  createPanelWindow,
  type PanelWindowDeps,
  panelHeight,
  PANEL_WIDTH,
  placePanel,
} from '#electron/shell/panel-window.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { app } from '#tests/fakes/electron/app.ts'
import { FakeBrowserWindow } from '#tests/fakes/electron/browser-window.ts'
import { session } from '#tests/fakes/electron/session.ts'
import { clipboard, screen } from '#tests/fakes/electron/small-parts.ts'

const lines: string[] = []
let shown: ClipboardPlates[] = []
let mayRead = true
let preload: string

function createPanel() {
  const panel = createPanelWindow({
    BrowserWindow: FakeBrowserWindow,
    screen,
    clipboard,
    readsClipboard: () => mayRead,
    platform: 'linux',
    theme: { background: () => '#000000' },
    log: createLog((line) => lines.push(line)),
    session: session.fromPartition('panel'),
    preload,
    devTools: false,
    onContents: () => undefined,
    onShown: (plates: ClipboardPlates) => shown.push(plates),
  } as unknown as PanelWindowDeps)
  const now = () => FakeBrowserWindow.getAllWindows().at(-1) as FakeBrowserWindow
  return { panel, now }
}

beforeAll(async () => {
  preload = join(await temporaryDirectory(), 'preload.cjs')
  await writeFile(preload, '')
  // Without a listener the application ends with its last window.
  app.on('window-all-closed', () => undefined)
  if (!app.isReady()) app.becomeReady()
  session.fromPartition('panel').protocol.handle('app', () => new Response('<!doctype html>'))
})
afterAll(removeTemporaryDirectories)
beforeEach(() => {
  for (const left of FakeBrowserWindow.getAllWindows()) left.destroy()
  app.windows.clear()
  shown = []
  mayRead = true
  Object.assign(clipboard, { text: '', reads: 0, isBroken: false })
  screen.removeAllListeners()
})

describe('where the panel is', () => {
  const area = { x: 1920, y: 40, width: 1280, height: 900 }
  test('in the middle, its top at a third, and inside of the display also when it is at its highest', () => {
    expect(placePanel(area, 300)).toEqual({ x: 2240, y: 340, width: PANEL_WIDTH, height: 300 })
    const low = placePanel({ ...area, height: 700 }, 300)
    expect(low.y + panelHeight(10_000)).toBeLessThanOrEqual(740)
    expect(placePanel({ x: 0, y: 0, width: 480, height: 320 }, 560)).toEqual({
      x: 0,
      y: 0,
      width: 480,
      height: 320,
    })
  })
  test('on the screen of the pointer', () => {
    const { panel, now } = createPanel()
    const [left] = screen.displays
    screen.displays = [left!, { ...left!, id: 2, workArea: area }]
    screen.pointer = { x: 2000, y: 100 }
    panel.show()
    expect(now().bounds).toMatchObject({ x: 2240, y: 340 })
    // Its screen is unplugged.
    screen.displays = [left!]
    screen.emit('display-removed')
    expect(now().isVisible()).toBe(false)
    panel.show()
    expect(now().bounds.x).toBe(640)
    screen.pointer = { x: 0, y: 0 }
  })
})

describe('the window of the panel', () => {
  test('is created ahead, hidden, without a frame, and is the same one each time', () => {
    const { panel, now } = createPanel()
    panel.prepare()
    expect(now().isVisible()).toBe(false)
    expect(now().options).toMatchObject({ frame: false, show: false, skipTaskbar: true, alwaysOnTop: true })
    expect(now().options.webPreferences).toMatchObject({ sandbox: true, contextIsolation: true })
    for (let times = 0; times < 50; times += 1) panel.toggle()
    expect(FakeBrowserWindow.getAllWindows()).toHaveLength(1)
    expect(now().isVisible()).toBe(false)
    panel.toggle()
    expect(now().isVisible() && now().isFocused()).toBe(true)
  })

  test('goes when another program comes to the front; closed by the system, it is only hidden', async () => {
    const { panel, now } = createPanel()
    panel.show()
    FakeBrowserWindow.leave()
    await expect.poll(() => now().isVisible()).toBe(false)
    panel.show()
    now().close()
    expect(now().isDestroyed()).toBe(false)
    expect(now().isVisible()).toBe(false)
    panel.close()
    expect(now()?.isDestroyed() ?? true).toBe(true)
    expect(panel.contents()).toBeNull()
  })

  test('one whose page stops is made anew by the next key', () => {
    const { panel, now } = createPanel()
    panel.show()
    const first = now()
    first.webContents.crash()
    expect(first.isDestroyed()).toBe(true)
    panel.toggle()
    expect(now()).not.toBe(first)
    expect(now().isVisible()).toBe(true)
  })

  test('has the height of its content, within its limits, and keeps its width and its place', () => {
    const { panel, now } = createPanel()
    panel.show()
    const { x, y } = now().bounds
    for (const [content, height] of [
      [310.4, 311],
      [5_000, 560],
      [1, 72],
    ] as const) {
      panel.resize(content)
      expect(now().bounds).toEqual({ x, y, width: PANEL_WIDTH, height })
    }
  })
})

describe('the clipboard', () => {
  test('is read when the panel opens, and at no other moment', async () => {
    const { panel } = createPanel()
    clipboard.text = 'matr 1234bcd.'
    panel.prepare()
    expect(clipboard.reads).toBe(0)
    panel.show()
    await expect.poll(() => shown).toEqual([{ vrms: ['1234BCD'], excerpt: 'matr 1234bcd.' }])
    panel.hide()
    panel.resize(300)
    expect(clipboard.reads).toBe(1)
  })

  test('is left alone where the user wants that, or while the windows are locked', async () => {
    const { panel } = createPanel()
    mayRead = false
    clipboard.text = '1234BCD'
    panel.show()
    await expect.poll(() => shown).toEqual([null])
    expect(clipboard.reads).toBe(0)
    // Locked while it was being read.
    mayRead = true
    panel.show()
    mayRead = false
    await expect.poll(() => shown).toEqual([null, null])
  })

  test('one that cannot be read is as an empty one, and its text is in no log', async () => {
    const { panel } = createPanel()
    clipboard.isBroken = true
    panel.show()
    await expect.poll(() => shown).toEqual([null])
    expect(lines.at(-1)).toMatch(/clipboard cannot be read: Error$/)
  })

  test('of two openings only the last one tells what it found', async () => {
    const { panel } = createPanel()
    clipboard.text = '1234BCD'
    panel.show()
    panel.hide()
    panel.show()
    await expect.poll(() => shown).toHaveLength(1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(shown).toHaveLength(1)
  })
})
