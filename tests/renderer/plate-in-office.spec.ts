import { field } from './states.ts'
import { called, hold, open, releaseAll, goBack } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'En tu oficina' }).getByRole('button')
const words = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => (row as HTMLElement).innerText.split('\n')[0]))

test('what asks something of somebody comes first, and earlier verdicts last', async ({ page }) => {
  await open(page, 'in-office')
  await rows(page).first().waitFor()
  expect(await words(page)).toEqual([
    'Con incidencia',
    'Borrador',
    'Pendiente de firma',
    'Finalizado',
    'con avisos',
  ])
  await expect(rows(page).first()).toContainText('Llamar antes de las diez')
  await expect(rows(page).nth(2)).toContainText('tarda más de lo normal')
  await expect(rows(page).last()).toContainText(/Consultada 2 veces, la última .*antes, transferible/s)
})

test('one key leads to it, the arrows along it, and Enter opens what it is', async ({ page }) => {
  await open(page, 'in-office')
  await rows(page).first().waitFor()
  await page.keyboard.press('Alt+o')
  await expect(rows(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/borrador/)
})

test('beside another plate that is being typed nothing of it can be pressed', async ({ page }) => {
  await open(page, 'in-office')
  await rows(page).first().waitFor()
  await field(page).fill('1234')
  await page.keyboard.press('Alt+o')
  await expect(rows(page).first()).not.toBeFocused()
  await expect(page.locator('.verdict-view__rest')).toHaveAttribute('inert', '')
})

test('another plate never shows what the office has of the one before', async ({ page }) => {
  await open(page, 'in-office')
  await rows(page).first().waitFor()
  await hold(page, 'cases.of-plate')
  await field(page).fill('5519KZP')
  await field(page).press('Enter')
  await expect.poll(() => called(page, 'cases.of-plate')).toContainEqual({ vrm: '5519KZP' })
  await expect(page.getByRole('heading', { name: 'En tu oficina' })).toHaveCount(0)
  await releaseAll(page)
  await expect(rows(page).first()).toContainText('Hnos. Alcaraz')
  await expect(rows(page)).toHaveCount(1)
})

test('what cannot be read says so, and takes nothing of the verdict along', async ({ page }) => {
  await open(page, 'in-office-failed')
  await expect(page.getByText('No se ha podido leer lo que tu oficina tiene')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
})

const recent = (page: Page) =>
  page
    .getByRole('list', { name: 'Recientes' })
    .getByRole('listitem')
    .filter({ has: page.locator('.recent__office') })

test('a recent plate says what the office has under way of it, without names and in one question', async ({
  page,
}) => {
  await open(page, 'recents-in-office')
  await expect(recent(page)).toHaveCount(3)
  await expect(recent(page).nth(0)).toContainText('Con incidencia')
  await expect(recent(page).nth(0)).toContainText('y 1 más')
  await expect(recent(page).nth(1)).toContainText('Borrador')
  await expect(recent(page).nth(2)).toContainText('Pendiente de firma')
  await expect(page.getByRole('list', { name: 'Recientes' })).not.toContainText('Nuria')
  const asked = (await called(page, 'cases.of-plates')) as { vrms: string[] }[]
  expect(asked.every(({ vrms }) => vrms.length === 10)).toBe(true)
  expect(await called(page, 'cases.of-plate')).toEqual([])
})

test('from a recent plate it is one arrow and Enter, or one click', async ({ page }) => {
  await open(page, 'recents-in-office')
  await recent(page).nth(0).getByText('Con incidencia').waitFor()
  await recent(page).nth(0).getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/expedientes/)
  await goBack(page)
  await recent(page).nth(1).getByText('Borrador').click()
  await expect(page).toHaveURL(/borrador/)
})

test('while another answer is on its way no recent plate loses its line', async ({ page }) => {
  await open(page, 'recents-in-office')
  await expect(recent(page)).toHaveCount(3)
  await page.evaluate(() => {
    window.bridge.scene.holds = ['cases.of-plates']
    window.bridge.scene.recent = window.bridge.scene.recent.slice(0, 9)
    window.bridge.emit('changed', { kind: 'lookup', ids: [], version: 900 })
  })
  await expect(page.getByRole('list', { name: 'Recientes' }).getByText('7713 MCS')).toHaveCount(0)
  await expect(recent(page)).toHaveCount(3)
})
