import { field } from './states.ts'
import { called, open } from './actions.ts'
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
    'Enviada · pendiente de firma',
    'Finalizado',
    'transferible',
  ])
  await expect(rows(page).first()).toContainText('Llamar antes de las diez')
  await expect(rows(page).nth(2)).toContainText('tarda más de lo normal')
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
  await field(page).fill('5519KZP')
  await field(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'En tu oficina' })).toHaveCount(0)
  expect((await called(page, 'cases.of-plate')).at(-1)).toEqual({ vrm: '5519KZP' })
})

test('what cannot be read says so, and takes nothing of the verdict along', async ({ page }) => {
  await open(page, 'in-office-failed')
  await expect(page.getByText('No se ha podido leer lo que tu oficina tiene')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Transferible con avisos' })).toBeVisible()
})
