import { called, hold, open, release, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { bar, chooseScenario, heading } from './training-page.ts'

const offer = (page: Page) => page.getByText('¿Te enseñamos Ventanilla?')

test('the tour is offered once, before anything else is', async ({ page }) => {
  await open(page, 'tour-offer')
  await offer(page).waitFor()
  await expect(page.getByText('Ventanilla se ha actualizado.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Ahora no' }).dblclick()
  await expect(offer(page)).toHaveCount(0)
  await expect(page.getByText('Ventanilla se ha actualizado.')).toBeVisible()
  expect(await called(page, 'settings.update')).toEqual([{ tourOffered: true }])
})

test('taken, the tour begins, and its bar has the focus', async ({ page }) => {
  await open(page, 'tour-offer')
  await page.getByRole('button', { name: 'Empezar el paseo' }).click()
  await expect(heading(page)).toBeFocused()
  expect(await called(page, 'settings.update')).toEqual([{ tourOffered: true }])
  expect(await called(page, 'training.start')).toEqual([{ id: 'paseo' }])
})

test('it is never offered in a real account', async ({ page }) => {
  await open(page, 'tour-offer-real')
  await settled(page)
  await expect(offer(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('paseo')
  await expect(page.getByRole('option', { name: /paseo/ })).toHaveCount(0)
})

const section = (page: Page) => page.locator('[data-section="training"]')

test('a scenario begins from Ajustes, and asks only where work would be lost', async ({ page }) => {
  await open(page, 'settings-training')
  await section(page).getByRole('button', { name: 'Empezar «Una transferencia con embargo»' }).click()
  await expect(heading(page)).toBeFocused()
  await expect(section(page).getByText('En curso')).toBeVisible()
  await section(page).getByRole('button', { name: 'Empezar «Un lunes en el mostrador»' }).click()
  const dialog = page.getByRole('alertdialog', { name: '¿Dejar «Una transferencia con embargo»?' })
  await dialog.getByRole('button', { name: 'Seguir con él' }).click()
  expect(await called(page, 'training.start')).toHaveLength(1)
  await section(page).getByRole('button', { name: 'Terminar «Una transferencia con embargo»' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar y terminar' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(section(page).getByText('En curso')).toHaveCount(0)
})

test('begun late, a scenario takes no focus from what is being typed', async ({ page }) => {
  await open(page, 'settings-training')
  await hold(page, 'training.start')
  await section(page).getByRole('button', { name: 'Empezar «Una transferencia con embargo»' }).click()
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  const plate = page.getByRole('combobox', { name: 'Matrícula' })
  await plate.click()
  await page.keyboard.type('12')
  await release(page)
  await expect(bar(page)).toBeVisible()
  await settled(page)
  await expect(plate).toBeFocused()
  await expect(plate).toHaveValue(/12/)
})

test('the tour goes on where it was left', async ({ page }) => {
  await open(page, 'settings-training-put-away')
  await section(page).getByRole('button', { name: 'Seguir con el paseo' }).click()
  await expect(heading(page)).toHaveAccessibleName(/Paso 4 de 6/)
  expect(await called(page, 'training.start')).toEqual([{ id: 'paseo' }])
})

test('a scenario of the office is added, saved and removed', async ({ page }) => {
  await open(page, 'settings-training')
  await section(page).getByText('viejo.json').waitFor()
  await chooseScenario(page)
  await expect(page.getByText('Añadido: Escenario de la oficina')).toBeVisible()
  expect(await called(page, 'training.add')).toEqual([{ file: 'mio.json' }])
  await section(page)
    .getByRole('button', { name: 'Guardar el archivo de «Un lunes en el mostrador»' })
    .click()
  await expect(page.getByText('Archivo guardado en Descargas')).toBeVisible()
  expect(await called(page, 'training.file')).toEqual([{ id: 'mostrador' }])
  await section(page).getByRole('button', { name: 'Quitar «Un lunes en el mostrador»' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(section(page).getByText('Un lunes en el mostrador')).toHaveCount(0)
  await expect(section(page).getByRole('button', { name: /^Quitar/ })).toHaveCount(0)
})

test('a file that is no scenario says which step is wrong', async ({ page }) => {
  await open(page, 'settings-training-wrong')
  await section(page).getByText('Propio').waitFor()
  await chooseScenario(page)
  await expect(section(page).getByRole('alert')).toContainText('Paso 3, «point»')
})
