import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PowerMonitor } from 'electron'
import type { Notification } from '#shared/bridge/inbox.ts'
import { ok } from '#shared/bridge/result.ts'
import type { Router } from '#electron/core/bridge/router.ts'
import { createLog } from '#electron/core/runtime/log.ts'
import {
  dot,
  followBadge,
  createNotifications,
  tagIn,
  type NotificationClass,
} from '#electron/shell/notifications.ts'
import { serveCalls } from '#electron/shell/ipc.ts'
import { followPower } from '#electron/shell/system.ts'
import { FakeNotification } from '#tests/fakes/electron/notification.ts'
import { nativeImage, powerMonitor } from '#tests/fakes/electron/small-parts.ts'

const notice = (tag: string, title = '1234 BCD · Con incidencia'): Notification => ({
  tag,
  title,
  body: 'Depende de ti',
  route: { view: 'procedure', id: 'p' },
  silent: true,
  group: 'a-file',
  actions: [
    { action: 'open', label: 'Abrir' },
    { action: 'done', label: 'Hecho' },
  ],
})

function start(platform: NodeJS.Platform) {
  const clicked: string[] = []
  const logged: string[] = []
  FakeNotification.knowsIds = platform !== 'linux'
  const presenter = createNotifications({
    Notification: FakeNotification as unknown as NotificationClass,
    platform,
    log: createLog((line) => logged.push(line)),
    onAction: (tag, action) => void clicked.push(action === 'open' ? tag : `${tag} ${action}`),
  })
  return { presenter, clicked, logged }
}

const titles = () => FakeNotification.onScreen.map(({ title }) => title)
const only = () => {
  const [one, ...more] = FakeNotification.onScreen
  if (!one || more.length > 0) throw new Error(`${more.length + 1} on screen`)
  return one
}

beforeEach(() => FakeNotification.reset())

describe.each(['linux', 'darwin', 'win32'] as const)('notifications on %s', (platform) => {
  test('one is shown as it was given, and says so', async () => {
    const { presenter } = start(platform)
    expect(await presenter.present(notice('demo:1'))).toBe('shown')
    expect(only()).toMatchObject({ title: '1234 BCD · Con incidencia', body: 'Depende de ti', silent: true })
  })

  test('the same tag replaces; another is beside it', async () => {
    const { presenter } = start(platform)
    for (const title of ['one', 'two', 'three']) await presenter.present(notice('demo:1', title))
    expect(titles()).toEqual(['three'])
    await presenter.present(notice('demo:2', 'other'))
    expect(titles()).toEqual(['three', 'other'])
  })

  test('one that the system refuses has failed; where there are none, nobody may', async () => {
    const { presenter, logged } = start(platform)
    FakeNotification.refusal = 'HRESULT -2143420140'
    expect(await presenter.present(notice('demo:1'))).toBe('failed')
    expect(logged.join()).toContain('HRESULT -2143420140')
    FakeNotification.reset()
    expect(await presenter.present(notice('demo:1'))).toBe('shown')
    FakeNotification.supported = false
    expect(await presenter.present(notice('demo:2'))).toBe('denied')
    expect(titles()).toHaveLength(1)
  })

  test('a system that says nothing of it has shown it', async () => {
    const { presenter } = start(platform)
    FakeNotification.mute = true
    expect(await presenter.present(notice('demo:1'))).toBe('shown')
  })
})

describe('buttons', () => {
  test.each(['linux', 'darwin', 'win32'] as const)(
    '%s: Abrir, then Hecho, and the group of its file',
    async (platform) => {
      const { presenter } = start(platform)
      await presenter.present(notice('demo:1'))
      expect(only().actions).toEqual([
        { type: 'button', text: 'Abrir' },
        { type: 'button', text: 'Hecho' },
      ])
      expect(only().groupId).toBe('a-file')
    },
  )

  test.each(['linux', 'darwin'] as const)('%s: each is told, and its notification goes', async (platform) => {
    const { presenter, clicked } = start(platform)
    for (const index of [0, 1]) {
      await presenter.present(notice(`demo:${index}`))
      only().press(index)
      expect(FakeNotification.onScreen).toEqual([])
    }
    expect(clicked).toEqual(['demo:0', 'demo:1 done'])
  })

  test('Windows tells them where it tells the clicks, also those of an earlier run, and each once', async () => {
    FakeNotification.activate('type=action&action=1&tag=demo:7', 'action', 1)
    const { presenter, clicked } = start('win32')
    presenter.start()
    await presenter.present(notice('demo:8'))
    const one = only()
    FakeNotification.activate(`type=action&action=1&tag=${one.id}`, 'action', 1)
    one.press(1)
    FakeNotification.activate(`type=action&action=0&tag=${one.id}`, 'action', 0)
    for (const index of [2, -1, Number.NaN, undefined])
      FakeNotification.activate(`type=action&tag=${one.id}`, 'action', index)
    expect(clicked).toEqual(['demo:7 done', 'demo:8 done', 'demo:8'])
  })

  test('macOS gives back those of an earlier run without their buttons, which still work', async () => {
    const left = new FakeNotification({ id: 'demo:3' })
    FakeNotification.left = [left]
    const { presenter, clicked } = start('darwin')
    presenter.start()
    await Promise.resolve()
    left.press(1)
    expect(clicked).toEqual(['demo:3 done'])
  })
})

/** Runs the garbage collector, as it may run at any time. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose_gc')
  const gc = runInNewContext('gc') as () => void
  await new Promise((resolve) => setImmediate(resolve))
  gc()
}

describe('clicks', () => {
  test('one that waits in the notification centre is not forgotten, and one that is gone is', async () => {
    const { presenter, clicked } = start('linux')
    const shown = async (tag: string) => {
      await presenter.present(notice(tag))
      const one = new WeakRef(only())
      FakeNotification.onScreen.length = 0
      return one
    }
    const waiting = await shown('demo:1')
    const gone = await shown('demo:2')
    gone.deref()?.close('userCanceled')
    await collect()
    expect(gone.deref()).toBeUndefined()
    waiting.deref()?.click()
    expect(clicked).toEqual(['demo:1'])
  })

  test.each(['linux', 'darwin'] as const)('%s: the one that is on screen, once', async (platform) => {
    const { presenter, clicked } = start(platform)
    await presenter.present(notice('demo:1'))
    await presenter.present(notice('demo:1', 'again'))
    only().click()
    expect(clicked).toEqual(['demo:1'])
  })

  test('Windows tells them in one place, also those of an earlier run, and each once', async () => {
    FakeNotification.activate('type=click&tag=demo:7')
    const { presenter, clicked } = start('win32')
    presenter.start()
    expect(clicked).toEqual(['demo:7'])
    await presenter.present(notice('demo:8'))
    const one = only()
    FakeNotification.activate(`type=click&tag=${one.id}`)
    one.click()
    FakeNotification.activate('type=reply&tag=demo:8', 'reply')
    FakeNotification.activate('nonsense')
    expect(clicked).toEqual(['demo:7', 'demo:8'])
  })

  test('macOS keeps those of an earlier run, and they still lead somewhere', async () => {
    const left = new FakeNotification({ id: 'demo:3' })
    FakeNotification.left = [left]
    const { presenter, clicked } = start('darwin')
    presenter.start()
    await Promise.resolve()
    left.click()
    expect(clicked).toEqual(['demo:3'])
  })

  test.each([
    ['type=click&tag=demo:1', 'demo:1'],
    ['type=click&tag=demo%3A1', 'demo:1'],
    ['tag=a&type=click', 'a'],
    ['type=click&tag=%', '%'],
    ['type=click', null],
    ['type=click&hashtag=a', null],
    [`tag=${'a'.repeat(201)}`, null],
  ])('what Windows says, %s, names %s', (said, tag) => {
    expect(tagIn(said)).toBe(tag)
  })
})

/** Router that emits the given topics. */
function createTopics() {
  let listener: Parameters<Router['subscribe']>[0] = () => undefined
  return {
    router: {
      subscribe: (next: typeof listener) => {
        listener = next
        return () => undefined
      },
    } as Pick<Router, 'subscribe'>,
    say: (name: string, value: unknown) => listener({ topic: 'slice', payload: { name, version: 1, value } }),
  }
}

describe('the badge', () => {
  function badge(platform: NodeJS.Platform) {
    const { router, say } = createTopics()
    const counts: number[] = []
    const overlays: (string | null)[] = []
    followBadge({
      app: { setBadgeCount: (count = 0) => counts.push(count) > 0 },
      platform,
      router,
      window: {
        setOverlay: (icon, description) => void overlays.push(icon === null ? null : description),
      },
      createFromBitmap: nativeImage.createFromBitmap as never,
    })
    return { say, counts, overlays }
  }

  test.each(['linux', 'darwin'] as const)('%s: a number, and none for nothing', (platform) => {
    const { say, counts, overlays } = badge(platform)
    for (const unread of [3, 3, 0]) say('inboxCounts', { unread, actionable: 1 })
    say('inboxCounts', { unread: 'many' })
    say('sweep', { unread: 9 })
    expect(counts).toEqual([3, 0])
    expect(overlays).toEqual([])
  })

  test('Windows: a dot over the icon that says how many', () => {
    const { say, counts, overlays } = badge('win32')
    for (const unread of [1, 12, 0]) say('inboxCounts', { unread, actionable: 0 })
    expect(overlays).toEqual(['1 novedad por leer', '12 novedades por leer', null])
    expect(counts).toEqual([])
  })

  test('the dot is round, whole in the middle and nothing at the corners', () => {
    const pixels = dot(32)
    const at = (x: number, y: number) => [...pixels.subarray((y * 32 + x) * 4, (y * 32 + x) * 4 + 4)]
    expect(at(0, 0)).toEqual([0, 0, 0, 0])
    expect(at(31, 31)).toEqual([0, 0, 0, 0])
    expect(at(16, 16)).toEqual([0x3a, 0xd8, 0xff, 255])
    expect(at(16, 2)).toEqual([255, 255, 255, 255])
  })
})

test('a window that was loaded again or is gone is said to be, and its last page only', async () => {
  const told: string[] = []
  let handle: (event: object, text: string) => unknown = () => undefined
  const router: Pick<Router, 'call'> = {
    async call(name, args) {
      const { windowId, closing } = args as { windowId?: string; closing?: boolean }
      told.push(`${name} ${windowId} ${closing ?? false}`)
      return ok({})
    },
  }
  serveCalls({
    ipcMain: { handle: (_channel, listener) => (handle = listener as never) },
    senderOf: () => ({ contents: () => null, router: router as Router }),
    started: Promise.resolve(),
    log: createLog(() => undefined),
  })
  const contents = new EventEmitter()
  const call = (command: string, args: object) =>
    handle({ sender: contents }, JSON.stringify({ command, args }))
  const beat = (windowId: string) =>
    call('notifications.window', { windowId, permission: 'unsupported', visible: true })
  await beat('a')
  await call('app.snapshot', { windowId: 'nobody' })
  await beat('a')
  await beat('b')
  contents.emit('destroyed')
  const ended = told.filter((line) => line.endsWith('true'))
  expect(ended).toEqual(['notifications.window a true', 'notifications.window b true'])
  expect(told).toHaveLength(6)
})

test('a PC that sleeps asks nothing, one that is locked is told so; waking up or unlocking it has a look', () => {
  const told: string[] = []
  const power = powerMonitor as unknown as Pick<PowerMonitor, 'on'>
  followPower(power, { handlePower: (state) => void told.push(state) }, () => void told.push('ends'))
  for (const event of ['lock-screen', 'suspend', 'resume', 'unlock-screen']) powerMonitor.emit(event)
  expect(told).toEqual(['locked', 'asleep', 'awake', 'awake'])
  let isWaitedFor = false
  powerMonitor.emit('shutdown', { preventDefault: () => (isWaitedFor = true) })
  powerMonitor.emit('shutdown')
  expect([told.slice(4), isWaitedFor]).toEqual([['ends', 'ends'], true])
})
