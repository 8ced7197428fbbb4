import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { inboxRowSchema, type InboxRow } from '#shared/bridge/inbox.ts'
import { ok, type Result } from '#shared/bridge/result.ts'
import { defaultNotificationSettings } from '#shared/bridge/settings.ts'
import type { TopicFrame } from '#shared/bridge/frames.ts'
import { createTray, type TrayDeps, hasTrayHost } from '#electron/shell/tray.ts'
import { followTray } from '#electron/shell/tray-feed.ts'
import { drawTrayIcon, type TrayIconState, type TrayIconStyle } from '#electron/shell/tray-icon.ts'
import type { TrayAction, TrayViewModel } from '#electron/shell/tray-view-model.ts'
import { app } from '#tests/fakes/electron/app.ts'
import { Menu, nativeImage } from '#tests/fakes/electron/small-parts.ts'
import { FakeTray } from '#tests/fakes/electron/tray.ts'
import { createManualClock } from '#tests/fakes/manual-clock.ts'

const STATES: TrayIconState[] = ['up-to-date', 'unread', 'paused', 'offline', 'refused']
const STYLES: TrayIconStyle[] = ['light', 'dark', 'any', 'template']
const SIZES = [16, 18, 20, 22, 24, 32, 36, 40, 44, 48]

if (!app.isReady()) app.becomeReady()
beforeEach(() => {
  for (const icon of FakeTray.icons.slice()) icon.destroy()
  FakeTray.refusal = null
  FakeTray.created = 0
})

describe('the drawing', () => {
  /** Opaque pixels alone: what is left where colours cannot be told apart, and on macOS. */
  const shape = (state: TrayIconState, size: number) =>
    drawTrayIcon(state, 'template', size).filter((_, index) => index % 4 === 3)

  test('every state has a shape of its own, at every size', () => {
    for (const size of SIZES) {
      const shapes = STATES.map((state) => shape(state, size))
      for (const [index, one] of shapes.entries())
        for (const other of shapes.slice(index + 1)) {
          const differing = one.filter((alpha, at) => Math.abs(alpha - (other[at] ?? 0)) > 128).length
          expect(differing).toBeGreaterThanOrEqual(5)
        }
    }
  })

  test('straight edges lie on whole pixels', () => {
    for (const size of SIZES) {
      const alphas = shape('up-to-date', size)
      const middle = Math.floor(size / 2) * size + Math.floor(size / 2)
      const column = Array.from({ length: size }, (_, y) => alphas[y * size + Math.round(size / 4)] ?? 0)
      expect(new Set(column)).toEqual(new Set([0, 255]))
      expect(alphas[middle - Math.floor(size / 2)]).toBe(255)
    }
  })

  test('it is premultiplied, and a template is black', () => {
    for (const style of STYLES)
      for (const state of STATES) {
        const pixels = drawTrayIcon(state, style, 22)
        for (let at = 0; at < pixels.length; at += 4) {
          const most = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
          expect(most).toBeLessThanOrEqual(style === 'template' ? 0 : (pixels[at + 3] ?? 0))
        }
      }
  })
})

const VIEW_MODEL: TrayViewModel = {
  icon: 'unread',
  tooltip: 'Ventanilla: 1 novedad por leer',
  menu: [
    { kind: 'item', label: 'Pérez & Hijos', action: { do: 'show' } },
    { kind: 'item', label: 'Sin acción', action: null },
  ],
}

function setUp(platform: NodeJS.Platform, { hosted = true, scale = 1 } = {}) {
  const clock = createManualClock()
  const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColorsForSystemIntegratedUI: false })
  const display = { scaleFactor: scale }
  const screen = Object.assign(new EventEmitter(), { getPrimaryDisplay: () => display })
  const actions: TrayAction[] = []
  const logged: string[] = []
  const state = { hosted, gone: 0, asked: 0 }
  const deps = {
    Tray: FakeTray,
    Menu,
    nativeImage,
    nativeTheme,
    screen,
    platform,
    clock,
    log: { error: (line: string) => logged.push(line) },
    hasHost: () => {
      state.asked++
      return Promise.resolve(state.hosted)
    },
    onAction: (action: TrayAction) => actions.push(action),
    onGone: () => state.gone++,
  } as unknown as TrayDeps
  const tray = createTray(deps)
  return { tray, clock, nativeTheme, screen, display, actions, logged, state, icon: () => FakeTray.icons[0] }
}

describe('the icon in the notification area', () => {
  test.each([
    ['win32', 1, 16],
    ['win32', 1.25, 20],
    ['win32', 1.5, 24],
    ['win32', 2, 32],
    ['linux', 1, 22],
    ['linux', 2, 44],
    ['darwin', 2, 18],
  ] as const)('on %s at %s it has %s pixels', (platform, scale, size) => {
    const { tray, icon } = setUp(platform, { scale })
    tray.show(VIEW_MODEL)
    expect(icon()?.image).toMatchObject({ width: size, height: size, isTemplate: platform === 'darwin' })
    expect(icon()?.image.scaleFactors).toEqual(platform === 'darwin' ? [1, 2] : [1])
  })

  test('on Windows it follows the colour and the scale of the bar', () => {
    const { tray, icon, nativeTheme, screen, display } = setUp('win32')
    tray.show(VIEW_MODEL)
    expect(icon()?.image.pixels).toEqual(drawTrayIcon('unread', 'light', 16))
    nativeTheme.shouldUseDarkColorsForSystemIntegratedUI = true
    nativeTheme.emit('updated')
    expect(icon()?.image.pixels).toEqual(drawTrayIcon('unread', 'dark', 16))
    display.scaleFactor = 2
    screen.emit('display-metrics-changed')
    expect(icon()?.image.pixels).toEqual(drawTrayIcon('unread', 'dark', 32))
    expect(icon()?.history.filter((call) => call === 'menu')).toHaveLength(1)
  })

  test('what did not change is not drawn again', () => {
    const { tray, icon, nativeTheme } = setUp('win32')
    tray.show(VIEW_MODEL)
    icon()?.history.splice(0)
    tray.show(structuredClone(VIEW_MODEL))
    nativeTheme.emit('updated')
    expect(icon()?.history).toEqual([])
    tray.show({ ...VIEW_MODEL, icon: 'paused' })
    expect(icon()?.history).toEqual(['image'])
  })

  test('an ampersand in a name is not an underlined letter, and what only informs cannot be chosen', () => {
    const { tray, icon, actions } = setUp('win32')
    tray.show(VIEW_MODEL)
    expect(icon()?.menu?.[0]?.label).toBe('Pérez && Hijos')
    icon()?.choose('Pérez & Hijos')
    expect(actions).toEqual([{ do: 'show' }])
    expect(() => icon()?.choose('Sin acción')).toThrow('no entry')
  })

  test('a shortcut is drawn, and not registered once more', () => {
    const { tray, icon } = setUp('win32')
    const item = {
      kind: 'item',
      label: 'Consulta rápida',
      action: { do: 'panel' },
      shortcut: 'Alt+F9',
    } as const
    tray.show({ ...VIEW_MODEL, menu: [item] })
    expect(icon()?.menu?.[0]).toMatchObject({ accelerator: 'Alt+F9', registerAccelerator: false })
  })

  test('a click opens the window, except on macOS, where it opens the menu', () => {
    for (const platform of ['win32', 'linux', 'darwin'] as const) {
      const { tray, icon, actions } = setUp(platform)
      tray.show(VIEW_MODEL)
      icon()?.emit('click')
      expect(actions).toEqual(platform === 'darwin' ? [] : [{ do: 'show' }])
      tray.close()
    }
  })

  test('it is there only once it is drawn, and not after it was taken away or closed', () => {
    const { tray, icon } = setUp('win32')
    expect(tray.isThere()).toBe(false)
    tray.show(VIEW_MODEL)
    expect(tray.isThere()).toBe(true)
    icon()?.destroy()
    expect(tray.isThere()).toBe(false)
    tray.show({ ...VIEW_MODEL, icon: 'paused' })
    expect(tray.isThere()).toBe(true)
    tray.close()
    expect(tray.isThere()).toBe(false)
    tray.show(VIEW_MODEL)
    expect(FakeTray.icons).toEqual([])
  })

  test('refused, it is logged once, and each occasion tries again', () => {
    const { tray, logged, nativeTheme } = setUp('win32')
    FakeTray.refusal = 'no'
    tray.show(VIEW_MODEL)
    tray.show({ ...VIEW_MODEL, icon: 'paused' })
    expect(tray.isThere()).toBe(false)
    expect(logged).toHaveLength(1)
    FakeTray.refusal = null
    nativeTheme.emit('updated')
    expect(tray.isThere()).toBe(true)
  })

  test('on a Linux without a place for it nobody counts on it, until there is one', async () => {
    const { tray, clock, state } = setUp('linux', { hosted: false })
    tray.show(VIEW_MODEL)
    await clock.advance(0)
    expect(tray.isThere()).toBe(false)
    expect(state.gone).toBe(0)
    // The session's panel comes after us.
    state.hosted = true
    await clock.advance(10_000)
    expect(tray.isThere()).toBe(true)
    expect(FakeTray.created).toBe(2)
    expect(FakeTray.icons).toHaveLength(1)
    await clock.advance(3_600_000)
    expect(state.asked).toBe(2)
  })

  test('a panel that ends is noticed when the icon is counted on', async () => {
    const { tray, clock, state } = setUp('linux')
    tray.show(VIEW_MODEL)
    await clock.advance(0)
    expect(tray.isThere()).toBe(true)
    state.hosted = false
    await clock.advance(60_000)
    expect(tray.isThere()).toBe(true)
    await clock.advance(0)
    expect(state.gone).toBe(1)
    expect(tray.isThere()).toBe(false)
  })
})

describe('whether the desktop shows icons', () => {
  const answers = (of: Record<string, string | null>) => {
    const asked: string[] = []
    const run = (command: string) => {
      asked.push(command)
      const answer = of[command] ?? null
      return answer === null ? Promise.reject(new Error('ENOENT')) : Promise.resolve(answer)
    }
    return { asked, run }
  }

  test.each([
    [{ gdbus: '(<true>,)\n' }, true],
    [{ gdbus: '(<false>,)\n', busctl: 'b true' }, false],
    [{ busctl: 'b true\n' }, true],
    [{ busctl: 'b false\n' }, false],
    [{}, false],
  ])('%j: %s', async (of, expected) => {
    expect(await hasTrayHost('linux', answers(of).run)).toBe(expected)
  })

  test('the other systems always do, and are asked nothing', async () => {
    const { asked, run } = answers({})
    expect([await hasTrayHost('win32', run), await hasTrayHost('darwin', run)]).toEqual([true, true])
    expect(asked).toEqual([])
  })
})

describe('what the tray follows', () => {
  const row = inboxRowSchema.parse({
    seq: 1,
    kind: 'procedure',
    id: 'p',
    event: 'procedure.plate_assigned',
    at: 1,
    seenAt: 1,
    source: 'poll',
    subject: { vrm: '1657NFG' },
    state: 'unread',
    actionable: false,
  })
  const start = {
    connection: { state: 'online', since: 0, attempts: 0 },
    inboxCounts: { unread: 1, actionable: 0 },
    notificationSettings: defaultNotificationSettings,
    profile: { id: 'a', environment: 'production', name: 'A' },
    accounts: [],
    lock: { locked: false, hasPin: false },
    globalShortcut: 'off',
    settings: { hideNames: false, quickLookup: { shortcut: null, readClipboard: true } },
  }

  /** A core that answers when it is told to. */
  function core() {
    let listener: (frame: TopicFrame) => void = () => undefined
    let version = 1
    const state: Record<string, unknown> = { ...start }
    const waiting: ((rows: InboxRow[]) => void)[] = []
    const asked: string[] = []
    const told: TrayViewModel[] = []
    const clock = createManualClock()
    const router = {
      subscribe: (on: typeof listener) => {
        listener = on
        return () => (listener = () => undefined)
      },
      call(name: string): Promise<Result<unknown>> {
        asked.push(name)
        if (name === 'app.snapshot') return Promise.resolve(ok({ version, slices: { ...state } }))
        return new Promise((resolve) =>
          waiting.push((rows) =>
            resolve(
              ok({
                groups: rows.map((one) => ({ moment: 1, place: 1, rows: [one] })),
                next: null,
                newest: 1,
              }),
            ),
          ),
        )
      },
    }
    const feed = followTray({
      router,
      clock,
      log: { error: (line: string) => asked.push(line) } as never,
      onViewModel: (viewModel) => told.push(viewModel),
    })
    const settle = () => clock.advance(0)
    return {
      asked,
      told,
      clock,
      feed,
      state,
      settle,
      set(name: string, value: unknown) {
        state[name] = value
        version++
        listener({ topic: 'slice', payload: { name, version, value } })
      },
      changed: () => listener({ topic: 'changed', payload: { kind: 'inbox', ids: [], version } }),
      async answer(rows: InboxRow[]) {
        waiting.shift()?.(rows)
        await settle()
      },
      has: (word: string) => JSON.stringify(told.at(-1)).includes(word),
    }
  }

  test('an answer about the account before is not shown as this one’s', async () => {
    const of = core()
    await of.settle()
    of.set('profile', { ...start.profile, id: 'b', name: 'B' })
    await of.answer([row])
    expect(of.has('1657 NFG')).toBe(false)
    await of.answer([{ ...row, subject: { vrm: '3308KDR' } }])
    expect(of.has('3308 KDR')).toBe(true)
  })

  test('a thousand changes are one more question', async () => {
    const of = core()
    await of.settle()
    for (let index = 0; index < 1_000; index++) of.changed()
    await of.answer([row])
    await of.answer([row])
    expect(of.asked.filter((name) => name === 'inbox.groups')).toHaveLength(2)
    expect(of.told).toHaveLength(2)
  })

  test('unlocking reads what was not told meanwhile; locked, nothing is asked', async () => {
    const of = core()
    await of.settle()
    await of.answer([row])
    of.set('lock', { locked: true, hasPin: true })
    expect(of.has('1657 NFG')).toBe(false)
    of.changed()
    of.state['profile'] = { ...start.profile, id: 'b', name: 'Otra oficina' }
    of.set('lock', { locked: false, hasPin: true })
    await of.settle()
    expect(of.has('Otra oficina')).toBe(true)
    expect(of.asked.filter((name) => name === 'inbox.groups')).toHaveLength(2)
  })

  test('a slice that comes while everything is read is not undone by that', async () => {
    const of = core()
    of.set('inboxCounts', { unread: 5, actionable: 0 })
    await of.settle()
    expect(of.has('5 novedades')).toBe(true)
  })

  test('a pause ends by itself, and a PC that slept through it is told by its waking', async () => {
    const of = core()
    await of.settle()
    const pausedUntil = of.clock.now() + 3_600_000
    of.set('notificationSettings', { ...defaultNotificationSettings, pausedUntil })
    expect(of.told.at(-1)?.icon).toBe('paused')
    await of.clock.advance(3_600_000)
    expect(of.told.at(-1)?.icon).toBe('unread')
    of.set('notificationSettings', {
      ...defaultNotificationSettings,
      pausedUntil: of.clock.now() + 3_600_000,
    })
    of.clock.setBack(-3_600_000)
    of.feed.refresh()
    expect(of.told.at(-1)?.icon).toBe('unread')
  })

  test('stopped, it hears nothing more', async () => {
    const of = core()
    await of.settle()
    of.feed.stop()
    const before = of.told.length
    of.set('inboxCounts', { unread: 9, actionable: 0 })
    await of.clock.advance(86_400_000)
    expect(of.told).toHaveLength(before)
  })
})
