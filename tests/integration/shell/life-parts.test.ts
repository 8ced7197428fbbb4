import { EventEmitter } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#shared/bridge/settings.ts'
import { autostartEntry, readEntry } from '#electron/session-start.ts'
import { createClosing, askBeforeQuitting, type QuitAnswer, followQuit } from '#electron/shell/closing.ts'
import { createSessionStart } from '#electron/shell/identity.ts'
import { createWindowMemory, isReachable, placeWindow } from '#electron/shell/main-window.ts'
import { ok } from '#shared/bridge/result.ts'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { dialog } from '#tests/fakes/electron/small-parts.ts'
import { app as fakeApp } from '#tests/fakes/electron/app.ts'

afterAll(removeTemporaryDirectories)
fakeApp.becomeReady()
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Window as far as closing it goes. */
class PlainWindow extends EventEmitter {
  readonly history: string[] = []
  fullScreen = false
  destroyed = false
  isDestroyed = () => this.destroyed
  isFullScreen = () => this.fullScreen
  hide() {
    this.history.push('hide')
  }
  setFullScreen(on: boolean) {
    this.history.push(`full screen ${on}`)
  }
}

describe('what closing the window does', () => {
  interface Given {
    platform?: NodeJS.Platform
    tray?: boolean
    path?: string
    locked?: boolean
  }
  async function set({ platform = 'win32', tray = true, path = '', locked = false }: Given = {}) {
    const directory = path || (await temporaryDirectory())
    const did: string[] = []
    const window = new PlainWindow()
    let hear: (frame: never) => void = () => undefined
    const closing = createClosing({
      platform,
      dialog: dialog,
      router: {
        subscribe(listener) {
          hear = listener
          return () => undefined
        },
        async call(name, args) {
          did.push(`${name} ${JSON.stringify(args)}`)
          return locked ? ({ ok: false, error: { code: 'locked' } } as never) : ok({})
        },
      },
      memory: createWindowMemory(join(directory, 'window.json')),
      trayIsThere: () => tray,
      quit: () => void did.push('quit'),
      log: quiet,
    })
    const choose = (onClose: 'hide' | 'quit') =>
      hear({
        topic: 'slice',
        payload: { name: 'settings', value: { ...defaultSettings, window: { onClose } } },
      } as never)
    return { directory, did, window, choose, close: () => closing.close(window as never) }
  }
  beforeEach(() => {
    dialog.questions = []
  })

  test('the first time it asks, once however often it is pressed, and hides', async () => {
    const { directory, did, window, close } = await set()
    for (const _ of [1, 2, 3]) close()
    expect(dialog.questions).toHaveLength(1)
    expect(window.history).toEqual([])
    dialog.questions[0]?.answer(0)
    await turn()
    expect(window.history).toEqual(['hide'])
    close()
    const next = await set({ path: directory })
    next.close()
    expect([window.history, next.window.history, dialog.questions]).toEqual([['hide', 'hide'], ['hide'], []])
    expect([did, next.did]).toEqual([[], []])
  })

  test('the other answer ends it, now and from then on; a locked core asks again', async () => {
    const { did, close } = await set()
    close()
    dialog.questions[0]?.answer(1)
    await turn()
    expect(did).toEqual(['settings.update {"window":{"onClose":"quit"}}', 'quit'])

    const { close: again } = await set({ locked: true })
    for (const _ of [1, 2]) {
      again()
      expect(dialog.questions).toHaveLength(1)
      dialog.questions[0]?.answer(1)
      await turn()
    }
  })

  test('without a tray, or if so chosen, it ends the application and asks nothing', async () => {
    const noTray = await set({ tray: false })
    noTray.close()
    const chosen = await set()
    chosen.choose('quit')
    chosen.close()
    expect([noTray.did, chosen.did, dialog.questions]).toEqual([['quit'], ['quit'], []])
    chosen.choose('hide')
    chosen.close()
    expect(dialog.questions).toHaveLength(1)
  })

  test('on macOS the Dock is the way back, and a full screen is left first', async () => {
    const { window, close } = await set({ platform: 'darwin', tray: false })
    close()
    expect([window.history, dialog.questions]).toEqual([['hide'], []])
    window.fullScreen = true
    close()
    expect(window.history).toEqual(['hide', 'full screen false'])
    window.emit('leave-full-screen')
    expect(window.history.at(-1)).toBe('hide')
  })

  test('a window that ended during the question is left alone', async () => {
    const { window, close } = await set()
    close()
    window.destroyed = true
    dialog.questions[0]?.answer(0)
    await turn()
    expect(window.history).toEqual([])
  })
})

describe('quitting with something on its way', () => {
  function set(answers: (QuitAnswer | 'never')[] = []) {
    const did: string[] = []
    const state = { sending: 1, asked: 0 }
    const app = Object.assign(new EventEmitter(), {
      exit: (code: number) => void did.push(`exit ${code}`),
      quit() {
        const event = { isPrevented: false, preventDefault: () => (event.isPrevented = true) }
        app.emit('before-quit', event)
        if (!event.isPrevented) did.push('ends')
      },
    })
    const shutdown = followQuit({
      app: app as never,
      platform: 'linux',
      log: quiet,
      sending: () => state.sending,
      async ask(_count, signal) {
        const answer = answers[state.asked++]
        if (answer && answer !== 'never') return answer
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('stay')))
      },
      onEnding: () => void did.push('closes windows'),
      stop: () => Promise.resolve(),
    })
    return { app, did, state, shutdown }
  }
  const ENDED = ['closes windows', 'ends']
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('nothing on its way: it ends at once', () => {
    const { app, did, state } = set()
    state.sending = 0
    app.quit()
    expect([did, state.asked]).toEqual([ENDED, 0])
  })

  test('it asks once, and stays until there is an answer', async () => {
    const { app, did, state } = set(['never'])
    for (const _ of [1, 2, 3]) app.quit()
    await vi.advanceTimersByTimeAsync(600_000)
    expect([did, state.asked]).toEqual([[], 1])
  })

  test('sent during the question: it ends by itself, once', async () => {
    const { app, did, state } = set(['never'])
    app.quit()
    state.sending = 0
    await vi.advanceTimersByTimeAsync(1_000)
    expect(did).toEqual(ENDED)
  })

  test('wait: it ends once that is sent, or after a minute', async () => {
    for (const isSent of [true, false]) {
      const { app, did, state } = set(['wait'])
      app.quit()
      await vi.advanceTimersByTimeAsync(30_000)
      expect(did).toEqual([])
      if (isSent) state.sending = 0
      await vi.advanceTimersByTimeAsync(isSent ? 1_000 : 31_000)
      expect(did).toEqual(ENDED)
    }
  })

  test('now: at once. Stay: not at all, also after having waited', async () => {
    const now = set(['now'])
    now.app.quit()
    await vi.advanceTimersByTimeAsync(0)
    expect(now.did).toEqual(ENDED)
    const stay = set(['wait', 'stay', 'now'])
    stay.app.quit()
    await vi.advanceTimersByTimeAsync(1_000)
    stay.app.quit()
    await vi.advanceTimersByTimeAsync(1_000)
    stay.state.sending = 0
    await vi.advanceTimersByTimeAsync(120_000)
    expect([stay.did, stay.state.asked]).toEqual([[], 2])
  })

  test('the end of the session asks nothing, and neither does a signal', async () => {
    const { did, state, shutdown } = set()
    shutdown.quitNow()
    expect([did, state.asked]).toEqual([ENDED, 0])
    const asked = set(['never'])
    asked.app.quit()
    process.emit('SIGTERM')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked.did).toEqual(ENDED)
  })

  test('the question has three answers, and closing it does not quit', async () => {
    vi.useRealTimers()
    dialog.questions = []
    for (const [response, answer] of [
      [0, 'wait'],
      [1, 'now'],
      [2, 'stay'],
    ] as const) {
      const asked = askBeforeQuitting(dialog, null, 2, new AbortController().signal)
      dialog.questions[0]?.answer(response)
      expect(await asked).toBe(answer)
    }
    const gone = new AbortController()
    const asked = askBeforeQuitting(dialog, {} as never, 1, gone.signal)
    expect(dialog.questions[0]).toMatchObject({ hasParent: true })
    gone.abort()
    expect([await asked, dialog.questions]).toEqual(['stay', []])
  })
})

/** Words of `Exec` as the specification of desktop files reads them. */
function execWords(entry: string): string[] {
  const [, value = ''] = /^Exec=([^\n]*)$/m.exec(entry) ?? []
  const text = value.replace(
    /\\([^])/g,
    (_, char: string) => ({ s: ' ', n: '\n', t: '\t', r: '\r' })[char] ?? char,
  )
  return [...text.matchAll(/"((?:[^"\\]|\\[^])*)"/g)].map(([, word = '']) =>
    word.replace(/\\(["`$\\])/g, '$1').replace(/%%/g, '%'),
  )
}

test('a desktop file starts exactly the program that it was given, whatever its path', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', '\\', '$', '`', '%', ' ', "'", 'f', 'n', 's', ';', '=') }),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (command) => {
      const entry = autostartEntry('Ventanilla', command)
      const fits = !command.some((one) => /\p{Cc}/u.test(one))
      expect(entry !== null).toBe(fits)
      if (entry === null) return
      expect(execWords(entry)).toEqual(command)
      expect(entry.split('\n')).toHaveLength(8)
      expect(readEntry(entry, command)).toBe('on')
    }),
    { numRuns: 1_000 },
  )
})

describe('opening with the session', () => {
  async function set(
    platform: NodeJS.Platform,
    { isPackaged = true, isUsualDirectory = true, env = {} } = {},
  ) {
    const home = await temporaryDirectory()
    fakeApp.loginItem = null
    const app = new Proxy(fakeApp, {
      get: (target, name) =>
        name === 'isPackaged'
          ? isPackaged
          : name === 'getPath'
            ? () => home
            : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
    })
    const deps = {
      app: app as never,
      platform,
      env,
      isUsualDirectory,
      execPath: '/opt/Ventanilla $1/ventanilla',
    }
    return { home, start: createSessionStart(deps) }
  }
  const entryIn = (config: string) => join(config, 'autostart', 'es.ventanilla.desktop.desktop')

  test('off until it is asked for, and only in an installed application on the user’s own data', async () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      expect(await (await set(platform)).start.read()).toBe('off')
      for (const options of [{ isPackaged: false }, { isUsualDirectory: false }]) {
        const { start, home } = await set(platform, options)
        await start.set(true)
        expect(await start.read()).toBe('unavailable')
        expect(fakeApp.loginItem).toBeNull()
        await expect(stat(entryIn(join(home, '.config')))).rejects.toThrow('ENOENT')
      }
    }
  })

  test('on Linux it is a desktop file, which the user may turn off in the system', async () => {
    const { home, start } = await set('linux')
    const file = entryIn(join(home, '.config'))
    await start.set(true)
    expect(execWords(await readFile(file, 'utf8'))).toEqual(['/opt/Ventanilla $1/ventanilla', '--hidden'])
    expect(await start.read()).toBe('on')
    for (const off of ['X-GNOME-Autostart-enabled=false', 'Hidden=true', 'Hidden = true']) {
      await writeFile(file, `${await readFile(file, 'utf8')}${off}\n`)
      expect(await start.read()).toBe('blocked')
      await start.set(true)
      expect(await start.read()).toBe('on')
    }
    await start.set(false)
    await start.set(false)
    expect(await start.read()).toBe('off')
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('on Linux, an AppImage starts its own file; another program’s entry is not ours; a failure is said', async () => {
    const config = await temporaryDirectory()
    const { start } = await set('linux', {
      env: { APPIMAGE: '/home/ana/V.AppImage', XDG_CONFIG_HOME: config },
    })
    await start.set(true)
    expect(execWords(await readFile(entryIn(config), 'utf8'))).toEqual(['/home/ana/V.AppImage', '--hidden'])
    const moved = await set('linux', { env: { XDG_CONFIG_HOME: config } })
    expect(await moved.start.read()).toBe('off')
    const inTheWay = join(config, 'file')
    await writeFile(inTheWay, '')
    const broken = await set('linux', { env: { XDG_CONFIG_HOME: inTheWay } })
    await expect(broken.start.set(true)).rejects.toThrow(/ENOTDIR|EEXIST/)
    expect(await broken.start.read()).toBe('off')
    await mkdir(join(entryIn(config), '..'), { recursive: true })
    await writeFile(entryIn(config), Buffer.alloc(10_000, 0xff))
    expect(await start.read()).toBe('off')
  })

  test('on Windows with its own arguments, and the truth of the system', async () => {
    const { start } = await set('win32')
    await start.set(true)
    expect(fakeApp.loginItem).toMatchObject({ path: '/opt/Ventanilla $1/ventanilla', args: ['--hidden'] })
    expect(await start.read()).toBe('on')
    fakeApp.loginItem = { ...fakeApp.loginItem!, approved: false }
    expect(await start.read()).toBe('blocked')
    await start.set(false)
    expect(await start.read()).toBe('off')
  })

  test('on macOS, which says itself that it started us', async () => {
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } }))
    try {
      const { start } = await set('darwin')
      await start.set(true)
      expect([await start.read(), start.isOurStart()]).toEqual(['on', false])
      fakeApp.loginItem = { ...fakeApp.loginItem!, approved: false }
      fakeApp.openedAtLogin = true
      expect([await start.read(), start.isOurStart()]).toEqual(['blocked', true])
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('a window can always be taken hold of', () => {
  const left = { x: -1920, y: -200, width: 1920, height: 1040 }
  const main = { x: 0, y: 0, width: 1280, height: 720 }
  const size = fc.integer({ min: 320, max: 8_000 })
  const at = fc.integer({ min: -20_000, max: 20_000 })
  const rectangle = fc.record({ x: at, y: at, width: size, height: size })

  test('a place with negative coordinates is one', () => {
    const there = { x: -1800, y: -100, width: 900, height: 700 }
    expect(placeWindow(there, [main, left])).toEqual(there)
    expect(isReachable(there, [main, left])).toBe(true)
    expect(isReachable(there, [main])).toBe(false)
  })

  test('with its title bar over the top it cannot be', () => {
    expect(isReachable({ x: 0, y: -620, width: 900, height: 700 }, [main])).toBe(false)
    expect(isReachable({ x: -800, y: -10, width: 900, height: 700 }, [main])).toBe(true)
  })

  test('whatever was remembered and whatever the displays, it opens within one of them', () => {
    fc.assert(
      fc.property(rectangle, fc.array(rectangle, { minLength: 1, maxLength: 4 }), (remembered, displays) => {
        const place = placeWindow(remembered, displays)
        expect(isReachable(place, displays)).toBe(true)
        expect(
          displays.some(
            ({ x, y, width, height }) =>
              place.x >= x &&
              place.y >= y &&
              place.x + place.width <= x + width &&
              place.y + place.height <= y + height,
          ),
        ).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
