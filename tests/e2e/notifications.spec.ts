import { expect, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../system.ts'
import { ready, test } from './cases-fixture.ts'
import { click, onScreen, place } from './notification-windows.ts'

// Without a window of its own Chromium has no notifications.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: [...chromiumArgs] } })

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
  // A page tells the core where it is as it goes there.
  await expect(first.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  await desk.change(id, 'ON_HOLD')
  await expect.poll(() => onScreen(first)).toHaveLength(1)
  // Notices are decided in order, and this one counts every change of its file that is told with it.
  const [told] = await onScreen(first)
  expect(told?.title).toMatch(/^1234 BCD/)
  expect(told?.body).toMatch(/^En espera/)
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
