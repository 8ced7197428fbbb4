import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Browser window, with settable permission. */
function createWindow() {
  const window = new EventTarget()
  const browser = { permission: 'default' as NotificationPermission, reads: 0 }
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('Notification', {
    get permission() {
      browser.reads += 1
      return browser.permission
    },
  })
  return { browser, comesBack: () => void window.dispatchEvent(new Event('focus')) }
}

const load = () => import('#renderer/notify/notification-permission.ts')

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

test('while somebody watches, it is read once, and again when the person comes back', async () => {
  const { browser, comesBack } = createWindow()
  const { knownPermission, watchPermission } = await load()
  const told: NotificationPermission[] = []
  const stop = watchPermission(() => void told.push(knownPermission() as NotificationPermission))
  const { reads } = browser
  for (let time = 0; time < 100; time += 1) expect(knownPermission()).toBe('default')
  expect(browser.reads).toBe(reads)
  browser.permission = 'denied'
  comesBack()
  expect(told).toEqual(['denied'])
  stop()
  // Unwatched, it is read every time.
  browser.permission = 'granted'
  expect(knownPermission()).toBe('granted')
})

test('the answer to the browser’s question is told at once to all that watch', async () => {
  const { browser } = createWindow()
  const { knownPermission, permissionChanged, watchPermission } = await load()
  const told: string[] = []
  watchPermission(() => void told.push(`one ${knownPermission()}`))
  watchPermission(() => void told.push(`two ${knownPermission()}`))
  browser.permission = 'granted'
  permissionChanged()
  expect(told).toEqual(['one granted', 'two granted'])
})

test('a change before the browser has begun to tell of changes is not missed', async () => {
  const { browser } = createWindow()
  const query = Promise.withResolvers<EventTarget & { state: PermissionState }>()
  vi.stubGlobal('navigator', { permissions: { query: () => query.promise } })
  const { knownPermission, watchPermission } = await load()
  const told: string[] = []
  watchPermission(() => void told.push(knownPermission()))
  browser.permission = 'denied'
  query.resolve(Object.assign(new EventTarget(), { state: 'denied' as const }))
  await expect.poll(() => told).toEqual(['denied'])
})

test('without a change, it is read once while the browser begins to tell of them', async () => {
  const { browser } = createWindow()
  const query = Promise.withResolvers<EventTarget & { state: PermissionState }>()
  vi.stubGlobal('navigator', { permissions: { query: () => query.promise } })
  const { watchPermission } = await load()
  const told: string[] = []
  watchPermission(() => void told.push('changed'))
  const { reads } = browser
  const status = Object.assign(new EventTarget(), { state: 'prompt' as const })
  const listening = vi.spyOn(status, 'addEventListener')
  query.resolve(status)
  await expect.poll(() => listening.mock.calls.length).toBe(1)
  expect(told).toEqual([])
  expect(browser.reads).toBe(reads)
})

test('in the desktop window the host presents, whatever its page may, watched or not', async () => {
  const { browser } = createWindow()
  browser.permission = 'denied'
  const { knownPermission, notificationPermission, presentInHost, watchPermission } = await load()
  presentInHost()
  expect(knownPermission()).toBe('granted')
  watchPermission(() => undefined)
  expect([knownPermission(), notificationPermission()]).toEqual(['granted', 'granted'])
})
