import { expect, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../system.ts'
import { hasWorker, ready, test } from './cases-fixture.ts'
import { onScreen, place } from './notification-windows.ts'

// Without a window of its own Chromium has no notifications.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: [...chromiumArgs] } })

/** Records the notifications of the page itself, which no browser lists. */
async function keepRaised(page: Page) {
  await page.addInitScript(() => {
    const Raised = window.Notification
    const raised: Notification[] = []
    Object.assign(window, {
      raised,
      Notification: class extends Raised {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options)
          raised.push(this)
        }
      },
    })
  })
  await page.reload()
  await ready(page)
}
const raisedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { raised: Notification[] }).raised.map(({ title }) => title))

test.describe('a browser without workers', () => {
  test.use({ serviceWorkers: 'block' })
  test('the page raises it itself, and a click leads to its place', async ({ desk, first }) => {
    await keepRaised(first)
    const id = await desk.follow('1234BCD')
    await desk.block(id)
    await expect.poll(() => raisedBy(first)).toEqual([expect.stringContaining('1234 BCD')])
    await first.evaluate(() =>
      (window as unknown as { raised: Notification[] }).raised[0]?.dispatchEvent(new Event('click')),
    )
    await expect.poll(() => place(first)).toEqual({ path: '/expedientes', id })
  })
})

test('the browser’s data were cleared, and the worker with them: the page raises it itself', async ({
  desk,
  first,
}) => {
  await keepRaised(first)
  await expect.poll(() => hasWorker(first)).toBe(true)
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  expect(await raisedBy(first)).toEqual([])
  await first.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
  })
  await desk.change(id, 'IN_PROGRESS')
  await expect.poll(() => raisedBy(first)).toHaveLength(1)
})

test('a worker that is slow to start: the page raises what comes before, and the worker what comes after', async ({
  desk,
  first,
  context,
}) => {
  // Its script as it is, installed only once the page says so.
  const script = await first.evaluate(async () => (await fetch('/notice-worker.js')).text())
  const wait =
    'addEventListener("install", (e) => e.waitUntil(new Promise((go) => (new BroadcastChannel("install").onmessage = go))));'
  await context.route('**/notice-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: wait + script }),
  )
  await first.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations())
      await registration.unregister()
  })
  await keepRaised(first)
  expect(await hasWorker(first)).toBe(false)
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => raisedBy(first)).toHaveLength(1)
  await first.evaluate(() => new BroadcastChannel('install').postMessage('go'))
  await expect.poll(() => hasWorker(first)).toBe(true)
  await desk.change(id, 'IN_PROGRESS')
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  expect(await raisedBy(first)).toHaveLength(1)
})

test('the worker sees no request, and is the only one there', async ({ desk, first }) => {
  await desk.open()
  const seen = await first.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    const other = await navigator.serviceWorker.register('/icon.svg').then(
      () => 'registered',
      () => 'refused',
    )
    return {
      scopes: registrations.map(({ scope }) => new URL(scope).pathname),
      scripts: registrations.map(({ active }) => new URL(active?.scriptURL ?? location.href).pathname),
      controlled: navigator.serviceWorker.controller !== null,
      kept: await caches.keys(),
      other,
    }
  })
  expect(seen).toEqual({
    scopes: ['/avisos/'],
    scripts: ['/notice-worker.js'],
    controlled: false,
    kept: [],
    other: 'refused',
  })
})
