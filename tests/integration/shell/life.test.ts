import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bridge } from '#renderer/bridge.ts'
import { handOver } from '#electron/core/instance/hand-over.ts'
import { childrenOf, isAlive } from '#tests/fakes/application.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { PERSON } from '#tests/fakes/signature-fixture.ts'
import { BUILD_MS, ensureBuilt } from './ensure-built.ts'

/** Globals of the page, where the functions below run. */
declare const bridge: Bridge & { routes: unknown[] }
declare let typed: string

let dataDir: string
const running: Desktop[] = []

function start(platform: NodeJS.Platform = 'linux', ...args: string[]): Desktop {
  const desktop = startDesktop(dataDir, {
    args: ['--report-delay-ms=50', ...args],
    env: { FAKE_ELECTRON_PLATFORM: platform },
  })
  running.push(desktop)
  return desktop
}

async function startShown(platform?: NodeJS.Platform): Promise<Desktop> {
  const desktop = start(platform)
  await desktop.shown()
  return desktop
}

/** Where hidden windows come back from the Dock. */
const startWithDock = () => startShown('darwin')

const history = (desktop: Desktop) =>
  desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.history)
const isVisible = (desktop: Desktop) =>
  desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible())
const close = (desktop: Desktop) =>
  desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.close())
const bounds = (desktop: Desktop) =>
  desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.bounds)
/** Does something that ends the process, before it can answer. */
const ends = (work: Promise<unknown>) => void work.catch(() => undefined)

beforeAll(ensureBuilt, BUILD_MS)
beforeEach(async () => {
  dataDir = join(await temporaryDirectory(), 'data')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((desktop) => desktop.kill()))
})
afterAll(removeTemporaryDirectories)

describe('closing the window', () => {
  test('hides it with all that is in it, the core goes on, and it comes back as it was', async () => {
    const desktop = await startWithDock()
    await desktop.page(() => {
      typed = 'half a form'
    })
    await close(desktop)
    expect(await isVisible(desktop)).toBe(false)
    expect(await desktop.page(() => bridge.call('lookup.start', { vrm: '1234BCD' }))).toMatchObject({
      ok: true,
    })
    const known = () => desktop.page(() => bridge.call('lookup.get', { vrm: '1234BCD' }))
    await expect.poll(known).toMatchObject({ value: { latest: { outcome: 'transferable' } } })

    // A second start from the icon of the application: nothing of the page changes but that it is seen.
    const second = start('darwin')
    expect(await second.exited).toBe(0)
    await expect.poll(() => isVisible(desktop)).toBe(true)
    expect(await desktop.page(() => [typed, bridge.routes.length])).toEqual(['half a form', 0])
  })

  test('without a way back it ends the application, as always', async () => {
    const desktop = await startShown('linux')
    const pids = [desktop.pid, ...(await childrenOf(desktop.pid))]
    ends(close(desktop))
    expect(await desktop.exited).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })

  test('by choice it ends the application everywhere, also after a restart', async () => {
    const first = await startWithDock()
    expect(
      await first.page(() => bridge.call('settings.update', { window: { onClose: 'quit' } })),
    ).toMatchObject({ ok: true })
    expect(await first.stop()).toBe(0)
    const desktop = await startWithDock()
    await desktop.page(() => bridge.call('app.snapshot', {}))
    ends(close(desktop))
    expect(await desktop.exited).toBe(0)
  })

  test('a page that stops while hidden is loaded again, and not shown', async () => {
    const desktop = await startWithDock()
    await close(desktop)
    await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.crash())
    await expect
      .poll(() => desktop.page(() => bridge.call('app.snapshot', {})).catch(() => null))
      .toMatchObject({ ok: true })
    expect(await isVisible(desktop)).toBe(false)
  })
})

describe('the end of the session', () => {
  test('ends the application though closing would hide it, and the window is where it was', async () => {
    const desktop = await startWithDock()
    await desktop.main(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.bounds = { x: 7, y: 8, width: 900, height: 700 }
    })
    await close(desktop)
    ends(
      desktop.main(({ powerMonitor }) => powerMonitor.emit('shutdown', { preventDefault: () => undefined })),
    )
    expect(await desktop.exited).toBe(0)
    expect(await bounds(await startWithDock())).toEqual({ x: 7, y: 8, width: 900, height: 700 })
  })

  test('on Windows: while it is asked about closing closes, afterwards it hides again, and its end is the end', async () => {
    const desktop = await startWithDock()
    await desktop.main(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      window!.emit('query-session-end', { preventDefault: () => window!.history.push('prevented') })
      // Another program prevented it, and the user is back.
      window!.emit('focus')
      window!.close()
    })
    expect(await history(desktop)).toContain('hide')
    expect(await history(desktop)).not.toContain('prevented')
    ends(
      desktop.main(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]!.emit('session-end', { reasons: ['shutdown'] }),
      ),
    )
    expect(await desktop.exited).toBe(0)

    const asked = await startWithDock()
    ends(
      asked.main(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        window!.emit('query-session-end', {})
        window!.close()
        if (BrowserWindow.getAllWindows().length > 0) throw new Error('it hid')
      }),
    )
    expect(await asked.main(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  })

  test('SIGTERM ends a hidden one', async () => {
    const desktop = await startWithDock()
    await close(desktop)
    expect(await desktop.stop()).toBe(0)
  })
})

describe('started with the session', () => {
  const painted = async (desktop: Desktop) => {
    const answer = () => desktop.page(() => bridge.call('app.snapshot', {})).catch(() => null)
    await expect.poll(answer).toMatchObject({ ok: true })
  }

  test('it is not seen until it is asked for', async () => {
    const desktop = start('darwin', '--hidden')
    await painted(desktop)
    expect(await history(desktop)).toEqual([])
    expect(await handOver(dataDir, null)).toEqual({ entry: '' })
    await expect.poll(() => history(desktop)).toEqual(['show', 'focus'])
  })

  test('where nothing could bring it back it is in the taskbar', async () => {
    const desktop = start('linux', '--hidden')
    await expect.poll(() => history(desktop).catch(() => [])).toEqual(['showInactive', 'minimize'])
  })

  test('hidden and closed for good, the window that was maximised still is the next time', async () => {
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'window.json'), '{"maximized":true}')
    const hidden = start('darwin', '--hidden')
    await painted(hidden)
    expect(await hidden.stop()).toBe(0)
    const desktop = await startWithDock()
    expect(await desktop.main(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isMaximized())).toBe(
      true,
    )
  })

  test('a copy in development does not open with the session, and says so', async () => {
    const desktop = await startShown('linux')
    const facts = { ok: true, value: { wayBack: 'none', sessionStart: 'unavailable' } }
    expect(await desktop.page(() => bridge.call('desktop.get', {}))).toEqual(facts)
    expect(await desktop.page(() => bridge.call('desktop.start-with-session', { on: true }))).toEqual(facts)
  })
})

describe('a display that goes away', () => {
  test('takes no window with it, shown or hidden', async () => {
    const desktop = await startWithDock()
    const far = { x: 2000, y: 100, width: 900, height: 700 }
    const both = [
      { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 }, scaleFactor: 1 },
      { id: 2, workArea: { x: 1920, y: 0, width: 1280, height: 984 }, scaleFactor: 1 },
    ]
    const onlyOne = { x: 510, y: 170, width: 900, height: 700 }
    const place = (event: 'display-removed' | 'display-metrics-changed') =>
      desktop.main(
        ({ BrowserWindow, screen }, given) => {
          screen.displays = given.both
          const [window] = BrowserWindow.getAllWindows()
          window!.setBounds(given.far)
          screen.change(given.both.slice(0, 1), given.event)
          return window!.bounds
        },
        { both, far, event },
      )
    expect(await place('display-removed')).toEqual(onlyOne)
    expect(await place('display-metrics-changed')).toEqual(onlyOne)
    await close(desktop)
    expect(await place('display-removed')).toEqual(onlyOne)
  })
})

describe('quitting with something on its way', () => {
  const question = (desktop: Desktop) =>
    desktop.main(({ dialog }) => dialog.questions.map(({ message, buttons }) => ({ message, buttons })))
  const answer = (desktop: Desktop, response: number) =>
    desktop.main(({ dialog }, chosen) => dialog.questions[0]!.answer(chosen), response)

  /** Sends a signature request, which can be undone for a minute. */
  async function startSending(): Promise<{ desktop: Desktop; id: string }> {
    const desktop = await startShown('linux')
    const id = await desktop.page(async (fields) => {
      const unwrap = <T>(result: { ok: boolean; value?: T }): T => {
        if (!result.ok) throw new Error(JSON.stringify(result))
        return result.value as T
      }
      unwrap(await bridge.call('settings.update', { undoSeconds: 60 }))
      const made = unwrap(
        await bridge.call('signature-requests.create', { document: 'mandate-generic', fields }),
      )
      unwrap(await bridge.call('signature-requests.send', { id: made.id, version: made.version }))
      return made.id
    }, PERSON)
    return { desktop, id }
  }

  test('says so and stays until it is answered; undone meanwhile, it ends by itself', async () => {
    const { desktop, id } = await startSending()
    await close(desktop)
    await close(desktop)
    await expect.poll(() => question(desktop)).toHaveLength(1)
    expect(await question(desktop)).toEqual([
      { message: 'Todavía se está enviando algo', buttons: ['Esperar y salir', 'Salir ahora', 'No salir'] },
    ])
    await answer(desktop, 2)
    expect(await isVisible(desktop)).toBe(true)
    await close(desktop)
    await expect.poll(() => question(desktop)).toHaveLength(1)
    ends(desktop.page((draft) => bridge.call('signature-requests.undo', { id: draft }), id))
    expect(await desktop.exited).toBe(0)
  })

  test('out of patience it ends at once, and the next start says that it was not sent', async () => {
    const { desktop, id } = await startSending()
    await close(desktop)
    await expect.poll(() => question(desktop)).toHaveLength(1)
    ends(answer(desktop, 1))
    expect(await desktop.exited).toBe(0)
    const again = await startShown('linux')
    await expect
      .poll(() => again.page((draft) => bridge.call('signature-requests.get', { id: draft }), id))
      .toMatchObject({ value: { state: 'ready', error: { code: 'send-interrupted' } } })
  })

  test('the system that ends the process is not asked anything', async () => {
    const { desktop } = await startSending()
    expect(await desktop.stop()).toBe(0)
  })
})

test('a settings file of before, or of nonsense, closes as usual and loses nothing else', async () => {
  await mkdir(dataDir, { recursive: true })
  for (const window of ['', '"window":7,', '"window":{"onClose":"explode"},', '"window":null,']) {
    await writeFile(join(dataDir, 'settings.json'), `{${window}"theme":"dark","undoSeconds":30}`)
    const desktop = await startWithDock()
    expect(await desktop.page(() => bridge.call('app.snapshot', {}))).toMatchObject({
      value: { slices: { settings: { theme: 'dark', undoSeconds: 30, window: { onClose: 'hide' } } } },
    })
    expect(await desktop.stop()).toBe(0)
  }
  expect(existsSync(join(dataDir, 'settings.json'))).toBe(true)
  expect(await readFile(join(dataDir, 'settings.json'), 'utf8')).toContain('dark')
})
