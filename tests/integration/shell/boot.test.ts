import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { handOver } from '#electron/core/instance/hand-over.ts'
import { lockDirectory } from '#electron/core/instance/lock.ts'
import { childrenOf, isAlive } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop, type DesktopOptions } from '#tests/fakes/electron/desktop.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Global of the page, where the functions below run. */
declare const bridge: Bridge & { heard: unknown[]; routes: unknown[] }

let dataDir: string
let downloads: string
const running: Desktop[] = []

function start(options: DesktopOptions = {}): Desktop {
  const desktop = startDesktop(dataDir, {
    args: ['--report-delay-ms=50'],
    env: { FAKE_ELECTRON_DOWNLOADS: downloads },
    ...options,
  })
  running.push(desktop)
  return desktop
}

async function startShown(options?: DesktopOptions): Promise<Desktop> {
  const desktop = start(options)
  await desktop.shown()
  return desktop
}

const verdictOn = async (desktop: Desktop, vrm: string) => {
  await desktop.page((plate) => bridge.call('lookup.start', { vrm: plate }), vrm)
  const known = () => desktop.page((plate) => bridge.call('lookup.get', { vrm: plate }), vrm)
  await expect.poll(known).toMatchObject({ ok: true, value: { latest: {}, pending: null } })
  return known()
}

beforeAll(ensureBuilt, BUILD_MS)
beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data')
  downloads = await temporaryDirectory()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((desktop) => desktop.kill()))
})
afterAll(removeTemporaryDirectories)

describe('the built main process', () => {
  test('opens its window, asks about a plate over IPC, and gets a final verdict', async () => {
    const desktop = await startShown()
    expect(await verdictOn(desktop, '0000BBB')).toMatchObject({
      value: { latest: { vrm: '0000BBB', outcome: 'not_transferable' }, failed: null },
    })
    expect(await verdictOn(desktop, '1234BCD')).toMatchObject({
      value: { latest: { outcome: 'transferable' } },
    })
  })

  test('changes settings, tells every change as a topic, and keeps them', async () => {
    const desktop = await startShown()
    await desktop.page(() => {
      bridge.heard = []
      bridge.on('slice', (slice) => void bridge.heard.push(slice))
      bridge.on('changed', (change) => void bridge.heard.push(change))
    })
    const answer = await desktop.page(() => bridge.call('settings.update', { theme: 'dark' }))
    expect(answer).toMatchObject({ ok: true, value: { theme: 'dark' } })
    await verdictOn(desktop, '1234BCD')
    const heard = await desktop.page(() => bridge.heard)
    expect(heard).toContainEqual(expect.objectContaining({ name: 'settings' }))
    expect(heard).toContainEqual(expect.objectContaining({ kind: 'lookup', ids: ['1234BCD'] }))
    expect(await desktop.main(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
    expect(await desktop.stop()).toBe(0)

    const again = await startShown()
    expect(await again.page(() => bridge.call('app.snapshot', {}))).toMatchObject({
      value: { slices: { settings: { theme: 'dark' } } },
    })
    expect(
      await again.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.options.backgroundColor),
    ).toBe('#0d1014')
  })

  test('a call with bad arguments, or of a command that is none, is an error and not an exception', async () => {
    const desktop = await startShown()
    for (const command of ['lookup.get', 'nothing', '__proto__'])
      expect(
        await desktop.page((name) => bridge.call(name as 'lookup.get', {} as never), command),
      ).toMatchObject({
        ok: false,
        error: { code: 'invalid-request' },
      })
  })
})

describe('transfers', () => {
  test('out: the CSV goes to the downloads, under a name of its own', async () => {
    const desktop = await startShown()
    await verdictOn(desktop, '0000CCC')
    await mkdir(downloads, { recursive: true })
    for (const _ of [1, 2])
      expect(await desktop.page(() => bridge.save('lookup.history-csv', { query: '' }))).toEqual({
        ok: true,
        value: undefined,
      })
    await expect.poll(() => readdir(downloads)).toHaveLength(2)
    const [first = '', second = ''] = (await readdir(downloads)).toSorted()
    expect(first).toMatch(/ \(2\)\.csv$/)
    expect(await readFile(join(downloads, second), 'utf8')).toMatch(/;0000 CCC;Transferible con avisos;/)
  })

  test('in: a file is read piece by piece, with progress, and its plates come back', async () => {
    const desktop = await startShown()
    const answer = await desktop.page(async () => {
      const seen: number[] = []
      const filler = 'x'.repeat(1023)
      const lines = Array.from({ length: 700 }, () => filler).join('\n')
      const file = new File([`1234BCD\n${lines}\nM-1234-AB\n`], 'lista.txt')
      const result = await bridge.send('lookup.plates-in-file', {}, file, {
        onProgress: ({ loaded }) => void seen.push(loaded),
      })
      return { result, steps: seen.length, last: seen.at(-1), size: file.size }
    })
    expect(answer.result).toMatchObject({
      ok: true,
      value: { plates: [{ vrm: '1234BCD' }, { vrm: 'M1234AB' }] },
    })
    expect(answer.steps).toBeGreaterThan(8)
    expect(answer.last).toBe(answer.size)
  })

  test('in: an empty file, and one over the limit of the contract', async () => {
    const desktop = await startShown()
    expect(
      await desktop.page(() => bridge.send('lookup.plates-in-file', {}, new File([], 'nada.txt'))),
    ).toMatchObject({ ok: true, value: { plates: [] } })
    expect(
      await desktop.page(() =>
        bridge.send('lookup.plates-in-file', {}, new File([new Uint8Array(6 * 1024 * 1024)], 'grande.txt')),
      ),
    ).toMatchObject({ ok: false, error: { code: 'file-too-large' } })
  })

  test('in: cancelled halfway, the core stops reading and the next one works', async () => {
    const desktop = await startShown()
    const answer = await desktop.page(async () => {
      const abort = new AbortController()
      const file = new File([new Uint8Array(4 * 1024 * 1024).fill(65)], 'a.txt')
      return bridge.send('lookup.plates-in-file', {}, file, {
        signal: abort.signal,
        onProgress: ({ loaded }) => loaded > 500_000 && abort.abort(),
      })
    })
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(
      await desktop.page(() => bridge.send('lookup.plates-in-file', {}, new File(['1234BCD'], 'b.txt'))),
    ).toMatchObject({ ok: true })
  })
})

describe('one core per data directory', () => {
  test('a second window hands its place over, and the first comes to the front', async () => {
    const first = await startShown()
    await first.main(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.minimize()
      app.once('second-instance', () => BrowserWindow.getAllWindows()[0]!.history.push('told by Electron'))
    })
    const second = start()
    expect(await second.exited).toBe(0)
    await expect
      .poll(() => first.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.history.slice(-4)))
      .toEqual(['restore', 'show', 'focus', 'told by Electron'])
    const visible = () =>
      first.main(({ BrowserWindow }) => BrowserWindow.getAllWindows().filter((one) => one.isVisible()).length)
    expect(await visible()).toBe(1)
  })

  test('the web host hands its route over too, and has no page of its own to open', async () => {
    const desktop = await startShown()
    await desktop.page(() => {
      bridge.heard = []
      bridge.on('route', ({ route }) => void bridge.heard.push(route))
    })
    expect(await handOver(dataDir, { view: 'settings' })).toEqual({ entry: '' })
    await expect.poll(() => desktop.page(() => bridge.heard)).toEqual([{ view: 'settings' }])
  })

  test('a directory that somebody holds without answering: says so and ends', async () => {
    const lock = lockDirectory(dataDir)
    const desktop = start()
    expect(await desktop.exited).toBe(1)
    expect(desktop.errors.join('\n')).toContain('no contesta')
    lock?.release()
  })
})

describe('the end', () => {
  const processes = async (desktop: Desktop) => {
    const children = await childrenOf(desktop.pid)
    expect(children.length).toBeGreaterThan(0)
    return [desktop.pid, ...children]
  }

  test('closing the window ends everything, in order, and remembers the place', async () => {
    const desktop = await startShown()
    const pids = await processes(desktop)
    desktop
      .main(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows()[0]!
        window.bounds = { x: 40, y: 50, width: 900, height: 700 }
        window.webContents.setZoomLevel(1)
        window.close()
      })
      .catch(() => undefined)
    expect(await desktop.exited).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
    expect(desktop.errors.join('\n')).toContain('the parent asks')

    const again = await startShown()
    expect(
      await again.main(({ BrowserWindow }) => {
        const window = BrowserWindow.getAllWindows()[0]!
        return { bounds: window.bounds, zoom: window.webContents.getZoomLevel() }
      }),
    ).toEqual({ bounds: { x: 40, y: 50, width: 900, height: 700 }, zoom: 1 })
  })

  test('asked from the page: the answer arrives and then it ends', async () => {
    const desktop = await startShown()
    const pids = await processes(desktop)
    expect(await desktop.page(() => bridge.call('app.quit', {}))).toMatchObject({ ok: true })
    expect(await desktop.exited).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })

  test('SIGTERM, and kill -9, leave nothing running', async () => {
    const desktop = await startShown()
    const pids = await processes(desktop)
    expect(await desktop.stop()).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])

    const killed = await startShown()
    const others = await processes(killed)
    await killed.kill()
    await expect.poll(() => others.filter(isAlive)).toEqual([])
  })

  test('a service that does not hear is killed, and does not keep the application', async () => {
    const desktop = await startShown()
    const [, service = 0] = await processes(desktop)
    process.kill(service, 'SIGSTOP')
    expect(await desktop.stop()).toBe(0)
    await expect.poll(() => isAlive(service)).toBe(false)
  })

  test('a service that ends by itself is started again', async () => {
    const desktop = await startShown()
    const [, service = 0] = await processes(desktop)
    process.kill(service, 'SIGKILL')
    await expect.poll(() => childrenOf(desktop.pid)).not.toContain(service)
    expect(await verdictOn(desktop, '1234BCD')).toMatchObject({
      value: { latest: { outcome: 'transferable' } },
    })
  })
})

test('with no window left and the application still there, a place to go to opens one and takes it there', async () => {
  const desktop = await startShown()
  // As on macOS: no quit without windows.
  await desktop.main(({ app, BrowserWindow }) => {
    app.removeAllListeners('window-all-closed')
    app.on('window-all-closed', () => undefined)
    BrowserWindow.getAllWindows()[0]!.destroy()
  })
  expect(await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  expect(await handOver(dataDir, { view: 'settings' })).toEqual({ entry: '' })
  await desktop.shown()
  await expect.poll(() => desktop.page(() => bridge.routes)).toEqual([{ view: 'settings' }])
  await desktop.main(({ app, BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.destroy()
    app.emit('activate')
  })
  await desktop.shown()
  expect(await desktop.page(() => bridge.routes)).toEqual([])
})

describe('bad luck', () => {
  test('a page that stops is loaded again; when it goes on stopping, the person is told', async () => {
    const desktop = await startShown()
    for (const _ of [1, 2]) {
      await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.crash())
      await expect
        .poll(() =>
          desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.page !== null),
        )
        .toBe(true)
      expect(await desktop.page(() => bridge.call('app.snapshot', {}))).toMatchObject({ ok: true })
    }
    expect(await desktop.main(({ dialog }) => dialog.boxes)).toEqual([])
    await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.crash())
    expect(await desktop.main(({ dialog }) => dialog.boxes)).toHaveLength(1)
  })

  test('a place to go to while the page is being loaded again is not lost', async () => {
    const desktop = await startShown()
    await desktop.main(({ app, BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.webContents.crash()
      app.emit('second-instance', {}, [], '/', { place: { view: 'settings' } })
    })
    await expect
      .poll(() => desktop.page(() => bridge.routes).catch(() => null))
      .toEqual([{ view: 'settings' }])
  })

  test('a window file that is nonsense, and a display that is gone: the window is on screen', async () => {
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'window.json'), '{"bounds":{"x":9000,"y":9000,"width":900,"height":700}}')
    const desktop = await startShown()
    expect(await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.bounds)).toEqual({
      x: 510,
      y: 170,
      width: 900,
      height: 700,
    })
    await desktop.stop()
    await writeFile(join(dataDir, 'window.json'), 'null and void')
    await startShown()
  })

  test('a data directory that cannot be made: says why and ends', async () => {
    await writeFile(dataDir, 'a file where the directory should be')
    const desktop = start()
    expect(await desktop.exited).toBe(1)
    expect(desktop.errors.join('\n')).toContain('Ventanilla no ha podido arrancar')
    expect(existsSync(join(dataDir, 'window.json'))).toBe(false)
  })
})
