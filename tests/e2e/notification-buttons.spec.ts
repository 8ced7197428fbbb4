import { expect } from '@playwright/test'
import { chromiumArgs, findChromium } from '../system.ts'
import { test, type CasesFixture } from './cases-fixture.ts'
import { buttons, click, onScreen, place } from './notification-windows.ts'

// Without a window of its own Chromium has no notifications.
test.use({ launchOptions: { executablePath: findChromium() ?? '', args: [...chromiumArgs] } })

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
