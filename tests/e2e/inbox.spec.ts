import { expect, type Page } from '@playwright/test'
import { startApplication } from '#tests/fakes/application.ts'
import { controlOf } from '#tests/fakes/window-control.ts'
import { expectAccessible } from './accessible.ts'
import { ready, test } from './cases-fixture.ts'

const PASSPHRASE = 'tres palabras largas'

/** Novedades over the real core: changes at the service, and the user's actions on them. */
const list = (page: Page) => page.getByRole('treegrid', { name: 'Novedades' })
const row = (page: Page, plate: string) =>
  list(page)
    .locator('[data-seq]')
    .filter({ has: plateOf(page, plate) })
const plateOf = (page: Page, plate: string) =>
  page.getByRole('img', {
    name: `Matrícula ${Array.from(plate.slice(0, 4)).join(' ')}, ${Array.from(plate.slice(4)).join(' ')}`,
  })
const link = (page: Page, words: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: words })

test('what changes is a row until one is done with it, and the counts never disagree', async ({
  desk,
  first,
}) => {
  const page = first
  const plates = ['1234BCD', '8097MWK', '3308KDR'] as const
  const ids = []
  for (const vrm of plates) ids.push(await desk.follow(vrm))
  await page.keyboard.press('ControlOrMeta+4')
  await expect(page.getByRole('heading', { name: /Aún no hay novedades/ })).toBeVisible()

  await desk.change(ids[0]!, 'IN_PROGRESS')
  await desk.change(ids[1]!, 'DONE')
  await desk.block(ids[2]!)
  await expect(row(page, '3308KDR')).toBeVisible()
  const unread = async () => {
    const lines = await desk.control.call('inbox.groups', { filter: 'unread', order: 'asking', limit: 200 })
    return lines.groups.length
  }
  // A finished procedure is several changes, its state and each document that came with it, and one line.
  const { rows: changes } = await desk.control.call('inbox.list', { filter: 'unread', limit: 200 })
  const all = await unread()
  expect(all).toBe(plates.length)
  expect(changes.length).toBeGreaterThan(all)
  await expect(link(page, `${all} novedades por leer`)).toBeVisible()
  await expect(page.getByRole('radio', { name: `Por leer ${all}` })).toBeChecked()
  await expect(list(page).locator('[data-seq]')).toHaveCount(all)
  await expectAccessible(page)

  // The newest is the expected one; done, undone, snoozed.
  await row(page, '3308KDR').focus()
  await page.keyboard.press('e')
  await expect(row(page, '3308KDR')).toHaveCount(0)
  // The row leaves before the core has answered.
  await expect.poll(unread).toBe(all - 1)
  await page.keyboard.press('z')
  await expect(row(page, '3308KDR')).toHaveCount(1)
  await row(page, '3308KDR').focus()
  await page.keyboard.press('s')
  await page.getByRole('menuitem', { name: /En 1 hora/ }).press('Enter')
  await expect(row(page, '3308KDR')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: `Por leer ${all - 1}` })).toBeVisible()

  await page.getByRole('button', { name: /^Dar por hechas/ }).click()
  // Asked about if something of it depends on the office.
  const nothing = page.getByRole('heading', { name: /Nada por leer/ })
  const question = page.getByRole('alertdialog')
  await expect(nothing.or(question)).toBeVisible()
  if (await question.isVisible()) await question.getByRole('button', { name: /^Dar por hechas/ }).click()
  await expect(nothing).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer', exact: true }).click()
  await expect(list(page).locator('[data-seq]')).toHaveCount(all - 1)

  await page.reload()
  await expect(list(page).locator('[data-seq]')).toHaveCount(all - 1)
  await expect(link(page, `${all - 1} novedades por leer`)).toBeVisible()
  await row(page, '1234BCD').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('En trámite').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/expedientes')
  // Opening marks it as read.
  await expect(link(page, '1 novedad por leer')).toBeVisible()
})

test('closed and started again, everything is as it was left; what could be undone was of that session', async ({
  desk,
  first,
  context,
}) => {
  await desk.control.call('keychain.unlock', { passphrase: PASSPHRASE })
  const plates = ['1234BCD', '8097MWK', '3308KDR'] as const
  for (const vrm of plates) await desk.block(await desk.follow(vrm))
  await first.keyboard.press('ControlOrMeta+4')
  await expect(list(first).locator('[data-seq]')).toHaveCount(plates.length)
  await row(first, '1234BCD').focus()
  await first.keyboard.press('e')
  await expect(row(first, '1234BCD')).toHaveCount(0)
  await row(first, '8097MWK').focus()
  await first.keyboard.press('s')
  await first.getByRole('menuitem', { name: /En 1 hora/ }).press('Enter')
  await expect(row(first, '8097MWK')).toHaveCount(0)
  // The rows leave before the core has stored it.
  const unread = async () =>
    (await desk.control.call('inbox.groups', { filter: 'unread', order: 'asking', limit: 9 })).groups
  await expect.poll(unread).toHaveLength(1)
  expect(await desk.application.stop()).toBe(0)

  const application = await startApplication(desk.application.dataDir, ['--port=0'])
  const page = await context.newPage()
  await page.goto(application.entry)
  await page.waitForURL('**/consulta')
  const control = await controlOf(application, context)
  // Until then the account is closed, and there is no plate field.
  await control.call('keychain.unlock', { passphrase: PASSPHRASE })
  await ready(page)
  await expect(link(page, '1 novedad por leer')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+4')
  await expect(list(page).locator('[data-seq]')).toHaveCount(1)
  await expect(row(page, '3308KDR')).toBeFocused()
  await page.keyboard.press('z')
  await expect(page.getByTestId('announcer')).toHaveText('No hay nada que deshacer')
  await page.getByRole('radio', { name: 'Todo' }).check()
  await expect(row(page, '1234BCD')).toContainText('Hecha')
  await expect(row(page, '8097MWK')).toContainText('Pospuesta hasta')
  control.close()
  await application.stop()
})
