import { expect, type Page } from '@playwright/test'
import { controlOf } from '#tests/fakes/window-control.ts'
import { expectAccessible, picture } from './accessible.ts'
import { test } from './demonstration-test.ts'
import { openAllCases, ready } from './procedure-fixture.ts'

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: new RegExp(`^${name}`) })
const pending = (page: Page) => page.getByRole('button', { name: /cosas? pendientes?/ })
const total = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }).locator('..')

test('the first start opens on an office at work, in every section', async ({ page, start }) => {
  await page.goto((await start()).entry)
  await expect(pending(page)).toBeVisible()
  await expect(page.getByText('No sabemos si se pidió el informe completo')).toHaveCount(0)
  for (const [name, shown] of [
    ['Consulta', 'Recientes'],
    ['Expedientes', 'Con incidencia'],
    ['Firmas', 'Pendiente de firma'],
    ['Novedades', 'Incidencia: falta documentación'],
  ] as const) {
    await section(page, name).click()
    await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page)
    await picture(page, `sample-office/${name}`)
  }
  await openAllCases(page)
  await expect(total(page)).toContainText('60')
})

test('killed at any moment of its filling, it is whole at the next start', async ({ page, start }) => {
  for (const ms of [20, 200, 320, 450]) {
    const application = await start()
    await new Promise((resolve) => setTimeout(resolve, ms))
    await application.kill()
  }
  await page.goto((await start()).entry)
  await ready(page)
  await openAllCases(page)
  await expect(total(page)).toContainText('60')
  await section(page, 'Firmas').click()
  await expect(page.getByText('11 firmas')).toBeVisible()
})

test('it begins empty, and goes back to the office, from Ajustes by keyboard', async ({
  page,
  context,
  start,
}) => {
  const application = await start()
  await page.goto(application.entry)
  await ready(page)
  await openAllCases(page)
  await expect(total(page)).toContainText('60')
  const other = await context.newPage()
  await other.goto(`${application.origin}/expedientes`)
  await other.getByRole('row').nth(3).click()
  await expect(other.getByRole('button', { name: 'Actualizar ahora' })).toBeVisible()
  await section(page, 'Ajustes').press('Enter')
  await page.getByRole('button', { name: 'Empezar de cero' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast')).toContainText('La demostración está vacía')
  // Another window has nothing left of what it showed.
  await expect(other.getByRole('button', { name: 'Actualizar ahora' })).toHaveCount(0)
  await section(page, 'Expedientes').press('Enter')
  await expect(page.getByRole('heading', { name: 'Aún no hay expedientes.' })).toBeVisible()
  await section(page, 'Ajustes').press('Enter')
  await page.getByRole('button', { name: 'Volver a la oficina de ejemplo' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('.toast')).toContainText('La oficina de ejemplo está como al principio')
  await openAllCases(page)
  await expect(total(page)).toContainText('60')
})

/** More than the office takes to finish everything that does not wait for somebody. */
const MOST_STEPS = 600

test('left going on until nothing moves by itself, every change was heard once and every section holds', async ({
  page,
  context,
  start,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  const application = await start()
  await page.goto(application.entry)
  await expect(pending(page)).toBeVisible()
  const control = await controlOf(application, context)
  await control.call('simulator.set-pace', { paused: true })
  let steps = 0
  while ((await control.call('simulator.step', {})).moved !== null && steps < MOST_STEPS) steps += 1
  expect(steps).toBeGreaterThan(50)
  expect(steps).toBeLessThan(MOST_STEPS)

  const { rows } = await control.call('inbox.list', { filter: 'all', limit: 200 })
  // A state is entered once: told twice, it would be two lines of the same.
  const told = rows.map(({ kind, id, event, status, detail }) =>
    JSON.stringify([kind, id, event, status, detail]),
  )
  expect(told.filter((line, index) => told.indexOf(line) !== index)).toEqual([])
  for (const [name, shown] of [
    ['Consulta', 'Recientes'],
    ['Expedientes', 'Documentación entregada'],
    ['Firmas', 'Firmada'],
    ['Novedades', 'Documentación entregada'],
  ] as const) {
    await section(page, name).click()
    if (name === 'Expedientes') await openAllCases(page)
    await expect(page.getByRole('main').getByText(shown).filter({ visible: true }).first()).toBeVisible()
    await expectAccessible(page)
    await picture(page, `sample-office/week-${name}`)
  }
  expect(problems).toEqual([])
  control.close()
})
