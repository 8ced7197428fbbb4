import { expect, test } from './seeded-test.ts'
import { called } from './actions.ts'
import { foot, last, openCases, row, search } from './cases-page.ts'
import { hold, release } from './training-page.ts'

test('the palette finds procedures by what the desk knows of them', async ({ page }) => {
  await openCases(page, 'cases')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('ioana')
  await expect(page.getByRole('group', { name: 'Expedientes' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect.poll(async () => await last(page, 'changes.get')).toEqual({ kind: 'procedure', id: 'prc_7' })
})

test('the palette finds labels and sections of Ajustes, and says what each is', async ({ page }) => {
  await openCases(page, 'cases')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('lozano')
  const labels = page.getByRole('group', { name: 'Etiquetas' })
  await expect(labels.getByRole('option')).toContainText('ver sus expedientes')
  // Enter opens the first procedure, whichever answer was first.
  await expect(page.getByRole('option', { selected: true })).toContainText('Autos Lozano')
  await labels.getByRole('option').click()
  await expect(page.getByRole('button', { name: /^Lozano/, pressed: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('conserv')
  await page.getByRole('group', { name: 'Ajustes' }).getByRole('option', { name: 'Conservación' }).click()
  await expect(page.getByRole('heading', { name: 'Conservación' })).toBeFocused()
})

test('Enter in the search opens the only hit, also before its answer is there', async ({ page }) => {
  await openCases(page, 'cases')
  await hold(page, 'cases.list')
  await search(page).fill('ioana')
  await search(page).press('Enter')
  await release(page)
  await expect.poll(async () => await last(page, 'changes.get')).toEqual({ kind: 'procedure', id: 'prc_7' })
})

test('Enter for an answer that is still to come opens nothing once something else is typed', async ({
  page,
}) => {
  await openCases(page, 'cases')
  await hold(page, 'cases.list')
  await search(page).fill('ioana')
  await search(page).press('Enter')
  await search(page).fill('ioana x')
  await search(page).fill('ioana')
  await release(page)
  await expect(foot(page)).toHaveText('1–1 de 1')
  expect(await called(page, 'changes.get')).toEqual([])
})

test('Enter with several hits, or held, goes to the list and opens none', async ({ page }) => {
  await openCases(page, 'cases')
  await search(page).fill('lozano')
  await expect(foot(page)).toHaveText('1–6 de 6')
  await search(page).press('Enter')
  await expect(row(page, 0)).toBeFocused()
  expect(await called(page, 'changes.get')).toEqual([])
  await search(page).fill('ioana')
  await expect(foot(page)).toHaveText('1–1 de 1')
  await search(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true })),
  )
  expect(await called(page, 'changes.get')).toEqual([])
})
