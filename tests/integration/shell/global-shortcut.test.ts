import { beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#electron/core/runtime/log.ts'
import { createGlobalShortcut, enableShortcutsPortal, isWaylandSession } from '#electron/shell/system.ts'
import { app } from '#tests/fakes/electron/app.ts'
import { globalShortcut } from '#tests/fakes/electron/global-shortcut.ts'

const ONE = 'CommandOrControl+Shift+Space'
const OTHER = 'CommandOrControl+Shift+K'

function create({ isWayland = false } = {}) {
  const presses: string[] = []
  const logged: string[] = []
  const shortcut = createGlobalShortcut({
    globalShortcut,
    isWayland,
    onPress: () => void presses.push('pressed'),
    log: createLog((line) => logged.push(line)),
  })
  return { ...shortcut, presses, logged }
}

beforeEach(() => {
  if (!app.isReady()) app.becomeReady()
  globalShortcut.unregisterAll()
  globalShortcut.taken.clear()
})

describe('the global shortcut', () => {
  test('is registered, and its press arrives', async () => {
    const { register, presses } = create()
    expect(await register(ONE)).toBe('registered')
    expect(globalShortcut.press(ONE)).toBe(true)
    expect(presses).toEqual(['pressed'])
  })

  test('takes the place of the one before', async () => {
    const { register } = create()
    await register(ONE)
    expect(await register(OTHER)).toBe('registered')
    expect(globalShortcut.registered()).toEqual([OTHER])
  })

  test('that another program has leaves the one before, whose press still arrives', async () => {
    const { register, presses } = create()
    await register(ONE)
    globalShortcut.taken.add(OTHER)
    expect(await register(OTHER)).toBe('taken')
    expect(globalShortcut.registered()).toEqual([ONE])
    globalShortcut.press(ONE)
    expect(presses).toHaveLength(1)
  })

  test('that the system refuses leaves the one before, and is in the log', async () => {
    const { register, logged } = create()
    await register(ONE)
    expect(await register('CommandOrControl+Nothing')).toBe('refused')
    expect(globalShortcut.registered()).toEqual([ONE])
    expect(logged.join()).toContain('conversion failure')
  })

  test('asked for again is still registered, and was not let go meanwhile', async () => {
    const { register } = create()
    await register(ONE)
    expect(await register(ONE)).toBe('registered')
    expect(globalShortcut.registered()).toEqual([ONE])
  })

  test('is given back when it is turned off, and at the end', async () => {
    const { register, release } = create()
    await register(ONE)
    expect(await register(null)).toBe('off')
    expect(globalShortcut.registered()).toEqual([])
    await register(OTHER)
    release()
    release()
    expect(globalShortcut.registered()).toEqual([])
  })

  test('on Wayland nothing is proven', async () => {
    const { register } = create({ isWayland: true })
    expect(await register(ONE)).toBe('unproven')
    globalShortcut.taken.add(OTHER)
    expect(await register(OTHER)).toBe('taken')
  })
})

test('a Wayland session is one also for a window over XWayland', () => {
  expect(isWaylandSession('linux', { XDG_SESSION_TYPE: 'wayland', DISPLAY: ':0' })).toBe(true)
  expect(isWaylandSession('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
  expect(isWaylandSession('linux', { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' })).toBe(false)
  expect(isWaylandSession('win32', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(false)
})

test('on Linux the desktop’s portal is asked, unless the user has chosen the features', () => {
  const switches = (platform: NodeJS.Platform, before: string[] = []) => {
    const added: string[] = []
    const commandLine = {
      hasSwitch: (name: string) => before.includes(name),
      appendSwitch: (name: string, value: string) => void added.push(`${name}=${value}`),
    }
    enableShortcutsPortal({ commandLine } as never, platform)
    return added
  }
  expect(switches('linux')).toEqual([
    'enable-features=GlobalShortcutsPortal,GlobalShortcutsPortalPreferredTrigger',
  ])
  expect(switches('linux', ['enable-features'])).toEqual([])
  expect(switches('win32')).toEqual([])
})
