import { expect, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../system.ts'
import { hasWorker, ready, test, type CasesFixture } from './cases-fixture.ts'

// Without a window of its own Chromium has no notifications.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: [...chromiumArgs] } })

/** Notifications on screen, according to the browser. */
const onScreen = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    const notifications = (await registration?.getNotifications()) ?? []
    return notifications.map(({ title, body, tag, silent, lang }) => ({ title, body, tag, silent, lang }))
  })

const place = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname + location.hash,
    id: (history.state as { id?: string } | null)?.id,
  }))

const workerOf = async (context: BrowserContext) =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')

/**
 * Clicks a notification, as the worker receives it. Only a user's own click may focus or open a window: here that is
 * refused, or reported to `opened`.
 */
async function click(context: BrowserContext, action = ''): Promise<string[]> {
  const worker = await workerOf(context)
  return worker.evaluate(async (pressed) => {
    interface Scope extends EventTarget {
      registration: ServiceWorkerRegistration
      clients: { openWindow?: (address: string) => Promise<unknown> }
    }
    const scope = globalThis as unknown as Scope
    const opened: string[] = []
    scope.clients.openWindow = async (address) => opened.push(address)
    const [notification] = await scope.registration.getNotifications()
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      action: pressed,
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    })
    scope.dispatchEvent(event)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return opened
  }, action)
}

const buttons = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    const [notification] = (await registration?.getNotifications()) ?? []
    return (notification as unknown as { actions: { action: string; title: string }[] } | undefined)?.actions
  })

test('a change is raised, and a click brings that window, and no other, to its place', async ({
  desk,
  first,
  context,
}) => {
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  expect(await onScreen(first)).toMatchObject([{ title: expect.stringContaining('1234 BCD'), lang: 'es' }])
  const second = await desk.open()
  await second.bringToFront()
  expect(await click(context)).toEqual([])
  await expect.poll(async () => [await place(first), await place(second)].map((one) => one.id)).toContain(id)
  const [a, b] = [await place(first), await place(second)]
  expect([a, b].filter(({ path }) => path === '/expedientes')).toHaveLength(1)
  expect([a, b].filter(({ path }) => path === '/consulta')).toHaveLength(1)
  expect(await onScreen(first)).toEqual([])
  const { rows } = await desk.control.call('inbox.list', { filter: 'unread', limit: 10 })
  expect(rows).toEqual([])
})

test('what is in front of a person is not told them; once they look elsewhere, it is', async ({
  desk,
  first,
  context,
}) => {
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  await click(context)
  await expect.poll(() => place(first)).toEqual({ path: '/expedientes', id })
  // A change that comes before the page is drawn was not seen to come, and stays unread.
  await expect(first.getByRole('heading', { name: 'Actividad' })).toBeVisible()
  const stateOf = async (status: string) => {
    const { rows } = await desk.control.call('inbox.list', { filter: 'all', limit: 9 })
    return rows.find((row) => row.status === status)?.state
  }
  await desk.change(id, 'IN_PROGRESS')
  // The open page reads it as it comes: it may never be seen unread from here.
  await expect.poll(() => stateOf('IN_PROGRESS')).toBe('read')
  await first.getByRole('link', { name: 'Ajustes' }).click()
  await desk.change(id, 'ON_HOLD')
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  // Notices are decided in order, and this one counts every change of its file that is told with it.
  const [told] = await onScreen(first)
  expect(told).toMatchObject({ title: '1234 BCD · En espera' })
  expect(told?.body).not.toContain('cambio más')
  expect(await stateOf('ON_HOLD')).toBe('unread')
})

test('two windows, one notification; the same file again is another, and nothing is raised twice', async ({
  desk,
  first,
}) => {
  const second = await desk.open()
  for (const page of [first, second])
    await page.evaluate(() => {
      const { showNotification } = ServiceWorkerRegistration.prototype
      Object.assign(window, { raised: 0 })
      ServiceWorkerRegistration.prototype.showNotification = function (...args) {
        ;(window as unknown as { raised: number }).raised++
        return showNotification.apply(this, args)
      }
    })
  const raised = async () => {
    const counts = [first, second].map((page) =>
      page.evaluate(() => (window as unknown as { raised: number }).raised),
    )
    return (await Promise.all(counts)).toSorted((a, b) => a - b)
  }
  await desk.block(await desk.follow('1234BCD'))
  await expect.poll(raised).toEqual([0, 1])
  await desk.block(await desk.follow('5678FGH'))
  await expect.poll(raised).toEqual([0, 2])
  await expect.poll(() => onScreen(first)).toHaveLength(2)
})

test('the window that was raising it sleeps and is closed: another raises it', async ({
  desk,
  first,
  context,
}) => {
  const id = await desk.follow('1234BCD')
  const second = await desk.open()
  // The first was elected, as the first one reported with permission; it is frozen from now on.
  const session = await context.newCDPSession(first)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await desk.block(id)
  await first.close()
  await expect.poll(() => onScreen(second)).toHaveLength(1)
})

test('with no window left it stays on screen, and a click opens one at its place', async ({
  desk,
  first,
  context,
}) => {
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  // A page of our own origin outside the application: it cannot answer.
  const dead = await context.newPage()
  await dead.goto(`${desk.application.origin}/icon.svg`)
  await first.close()
  // Its connection has ended, so no window is asked and awaited.
  await dead.waitForTimeout(1_000)
  expect(await desk.control.call('notifications.test', {})).toEqual({ outcome: 'no-window' })
  const [address = ''] = await click(context)
  expect(address).toMatch(/^\/novedades#aviso=/)
  expect(address).not.toContain('1234')
  const opened = await context.newPage()
  await opened.goto(desk.application.origin + address)
  await expect.poll(() => place(opened)).toEqual({ path: '/expedientes', id })
})

test('one of another account says so, and nobody is taken anywhere', async ({ desk, first, context }) => {
  await desk.block(await desk.follow('1234BCD'))
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  await desk.control.call('accounts.activate', { id: 'demo' })
  await expect(first.getByText(/Datos inventados\. Nada/)).toBeVisible()
  await click(context)
  await expect(first.getByText('Ese aviso es de otra cuenta o ya no está guardado.')).toBeVisible()
  expect((await place(first)).path).toBe('/consulta')
})

test('its buttons: Abrir leads to its place, as a click does', async ({ desk, first, context }) => {
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  expect(await buttons(first)).toEqual([
    expect.objectContaining({ action: 'open', title: 'Abrir' }),
    expect.objectContaining({ action: 'done', title: 'Hecho' }),
  ])
  await click(context, 'open')
  await expect.poll(() => place(first)).toEqual({ path: '/expedientes', id })
})

test('its buttons: Hecho is done with it, and takes nobody anywhere', async ({ desk, first, context }) => {
  await desk.block(await desk.follow('1234BCD'))
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  const before = await place(first)
  expect(await click(context, 'done')).toEqual([])
  const states = async () =>
    (await desk.control.call('inbox.list', { filter: 'all', limit: 9 })).rows.map(({ state }) => state)
  await expect.poll(async () => [...new Set(await states())]).toEqual(['done'])
  expect(await onScreen(first)).toEqual([])
  expect(await place(first)).toEqual(before)
})

test('its buttons: Hecho needs no window and opens none', async ({ desk, first, context }) => {
  await desk.block(await desk.follow('1234BCD'))
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  // Outside the application: no window is left that could do it.
  await first.goto(`${desk.application.origin}/icon.svg`)
  expect(await click(context, 'done')).toEqual([])
  const unread = async () => (await desk.control.call('inbox.list', { filter: 'unread', limit: 9 })).rows
  await expect.poll(unread).toEqual([])
  expect(first.url()).toContain('/icon.svg')
  expect(context.pages()).toHaveLength(1)
})

for (const [what, spoil, body] of [
  [
    'of another account',
    (desk: CasesFixture) => desk.control.call('accounts.activate', { id: 'demo' }),
    'Ese aviso es de otra cuenta o ya no está guardado.',
  ],
  [
    'while it is locked',
    async ({ control }: CasesFixture) => {
      await control.call('lock.set-pin', { pin: '2580' })
      await control.call('lock.now', {})
    },
    'Ventanilla está bloqueada: ábrela con tu PIN y hazlo en Novedades.',
  ],
  [
    'once Ventanilla has ended',
    ({ application }: CasesFixture) => application.stop(),
    'Ventanilla no contesta o no ha podido guardarlo. Ábrela y hazlo en Novedades.',
  ],
] as const)
  test(`its buttons: Hecho ${what} says in its place that it is not done`, async ({
    desk,
    first,
    context,
  }) => {
    await desk.block(await desk.follow('1234BCD'))
    await expect.poll(() => onScreen(first)).toHaveLength(1)
    await spoil(desk)
    expect(await click(context, 'done')).toEqual([])
    await expect
      .poll(() => onScreen(first))
      .toEqual([expect.objectContaining({ title: 'No se ha dado por hecho', body })])
  })

test('clicked while it is locked, it leads to its place once the PIN was given, and nothing is said to fail', async ({
  desk,
  first,
  context,
}) => {
  const id = await desk.follow('1234BCD')
  await desk.block(id)
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  await desk.control.call('lock.set-pin', { pin: '2580' })
  await desk.control.call('lock.now', {})
  await click(context)
  await desk.control.call('lock.open', { pin: '2580' })
  await expect.poll(() => place(first)).toEqual({ path: '/expedientes', id })
  await expect(first.getByText('Ese aviso es de otra cuenta')).toBeHidden()
})

test('permission taken back while running: it waits, and is raised once it is given again', async ({
  desk,
  first,
  context,
}) => {
  const id = await desk.follow('1234BCD')
  await context.clearPermissions()
  await expect(first.getByText('¿Quieres que te avisemos cuando cambie algo?')).toBeVisible()
  await desk.block(id)
  await expect
    .poll(async () => (await desk.control.call('inbox.list', { filter: 'unread', limit: 9 })).rows.length)
    .toBe(1)
  expect(await onScreen(first)).toEqual([])
  await context.grantPermissions(['notifications'], { origin: desk.application.origin })
  await expect.poll(() => onScreen(first)).toHaveLength(1)
})

test('the badge says what is unread, and the title of the window never changes', async ({ desk, first }) => {
  await first.addInitScript(() => {
    const badges: (number | null)[] = []
    Object.assign(window, { badges })
    navigator.setAppBadge = async (count) => void badges.push(count ?? null)
    navigator.clearAppBadge = async () => void badges.push(0)
  })
  await first.reload()
  await ready(first)
  const badge = () => first.evaluate(() => (window as unknown as { badges: number[] }).badges.at(-1))
  await expect.poll(badge).toBe(0)
  const title = await first.title()
  await desk.block(await desk.follow('1234BCD'))
  await expect.poll(badge).toBe(1)
  expect(await first.title()).toBe(title)
  const { rows } = await desk.control.call('inbox.list', { filter: 'unread', limit: 9 })
  await desk.control.call('inbox.mark', { seqs: rows.map(({ seq }) => seq), state: 'done' })
  await expect.poll(badge).toBe(0)
})

test.describe('a person who has not given permission', () => {
  test.use({ granted: [] })
  const offer = (page: Page) => page.getByText('¿Quieres que te avisemos cuando cambie algo?')

  test('blocked in the browser: nothing is offered nor asked, and it waits until it is allowed there', async ({
    desk,
    first,
    context,
  }) => {
    const session = await context.newCDPSession(first)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.send('Browser.setPermission', {
      ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
      permission: { name: 'notifications' },
      setting: 'denied',
      origin: desk.application.origin,
    })
    await expect.poll(() => first.evaluate(() => Notification.permission)).toBe('denied')
    await desk.block(await desk.follow('1234BCD'))
    await expect
      .poll(async () => (await desk.control.call('inbox.list', { filter: 'unread', limit: 9 })).rows)
      .toHaveLength(1)
    await expect(offer(first)).toBeHidden()
    expect(await onScreen(first)).toEqual([])
    await context.grantPermissions(['notifications'], { origin: desk.application.origin })
    await expect.poll(() => onScreen(first)).toHaveLength(1)
  })

  test('not asked yet: offered once something is followed, and said no here it does not come back', async ({
    desk,
    first,
    context,
  }) => {
    await context.grantPermissions(['notifications'], { origin: desk.application.origin })
    await context.clearPermissions()
    await first.reload()
    await ready(first)
    expect(await first.evaluate(() => Notification.permission)).toBe('default')
    await expect(offer(first)).toBeHidden()
    await desk.block(await desk.follow('1234BCD'))
    await expect(offer(first)).toBeVisible()
    await first.getByRole('button', { name: 'Ahora no' }).click()
    await expect(offer(first)).toBeHidden()
    await first.reload()
    await ready(first)
    await expect(first.getByText('PRUEBAS', { exact: true })).toBeVisible()
    await desk.block(await desk.follow('5678FGH'))
    await expect(offer(first)).toBeHidden()
    expect(await onScreen(first)).toEqual([])
  })
})

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
