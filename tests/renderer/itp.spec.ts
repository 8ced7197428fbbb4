import type { Page } from '@playwright/test'
import { called, open, tabTo } from './actions.ts'
import { clipboard } from './procedure-actions.ts'
import { expect, test } from './seeded-test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Estimar el ITP (620)' })
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const result = (page: Page) => dialog(page).getByRole('region', { name: 'Resultado' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

test('from a draft by keyboard: price, day and territory of the buyer are there, and the estimate is copied', async ({
  page,
}) => {
  await open(page, 'wizard-review')
  await page.evaluate(() => {
    window.bridge.scene.known = {
      '12345678Z': [{ from: 'contact', id: 'c-1', at: 1, values: { zipCode: '28013' } }],
    }
  })
  await page.keyboard.press('Alt+i')
  await expect(field(page, 'Precio')).toBeFocused()
  await expect(field(page, 'Precio')).toHaveValue('8.250')
  await expect(field(page, 'Día de la compra')).toHaveValue('12/11/2026')
  await expect(field(page, 'Código postal del adquirente')).toHaveValue('28013')
  await expect(field(page, 'Comunidad del adquirente')).toHaveValue('madrid')
  await expect(result(page).getByText(/^Estimación: 330,00/)).toBeVisible()
  await expect(result(page).getByText(/8\.250,00\s€ × 4 % \(tipo general\) = 330,00\s€/)).toBeVisible()
  await expect(result(page).getByText(/Comunidad de Madrid, compraventa de vehículos \(2026\)/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Estimación copiada')).toBeVisible()
  const copied = await clipboard(page)
  expect(copied).toMatch(/modelo 620.*\nEstimación: 330,00\s€\n/)
  expect(copied).toMatch(/Es una estimación: la cuota la fija la Administración/)
})

test('a postal code proposes the territory, until another one is chosen', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Código postal del adquirente').fill('48001')
  await expect(field(page, 'Comunidad del adquirente')).toHaveValue('bizkaia')
  await field(page, 'Comunidad del adquirente').selectOption('Galicia')
  await field(page, 'Precio').fill('1000')
  await expect(field(page, 'Comunidad del adquirente')).toHaveValue('galicia')
  await field(page, 'Código postal del adquirente').fill('39001')
  await expect(field(page, 'Comunidad del adquirente')).toHaveValue('cantabria')
})

test('without the datum that decides, it is named and both results are shown', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Precio').fill('10.000')
  await field(page, 'Comunidad del adquirente').selectOption('Asturias')
  await expect(result(page).getByText(/^Estimación: entre 400,00\s€ y 800,00\s€$/)).toBeVisible()
  await expect(result(page).getByText('Depende: falta la potencia fiscal.')).toBeVisible()
  await field(page, 'Potencia fiscal').fill('15,01')
  await expect(result(page).getByText(/^Estimación: 800,00/)).toBeVisible()
})

test('a sale with VAT has no ITP, and a reseller is provisionally exempt', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Precio').fill('10.000')
  await field(page, 'Comunidad del adquirente').selectOption('Madrid')
  await dialog(page).getByRole('radio', { name: 'Lo revende' }).check()
  await expect(result(page).getByText('Exenta, de forma provisional')).toBeVisible()
  await dialog(page).getByRole('radio', { name: 'Empresa, con IVA' }).check()
  await expect(result(page).getByText('No hay ITP: la venta lleva IVA')).toBeVisible()
})

test('a wrong amount gives no figure, and an ambiguous one asks', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Comunidad del adquirente').selectOption('Madrid')
  for (const [typed, words] of [
    ['mil', 'No es un importe.'],
    ['8,250', /^¿8\.250,00\s€ o 8,25\s€\?$/],
  ] as const) {
    await field(page, 'Precio').fill(typed)
    await expect(dialog(page).getByText(words)).toBeVisible()
    await expect(result(page).getByText('Corrige lo marcado')).toBeVisible()
    await expect(button(page, 'Copiar')).toBeDisabled()
  }
})

test('a value that cannot be read gives no figure either, and a missing day is today', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Comunidad del adquirente').selectOption('Madrid')
  await field(page, 'Día de la compra').fill('')
  await expect(result(page).getByText('Sin día de compra: se calcula a día de hoy.')).toBeVisible()
  await field(page, 'Valor en tablas, como nuevo').fill('32,400')
  await expect(result(page).getByText('Corrige lo marcado')).toBeVisible()
  await expect(result(page).getByText(/€/)).toHaveCount(0)
})

test('the office corrects a rate by keyboard, sees that it is its own, and takes it back', async ({
  page,
}) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Precio').fill('10.000')
  await field(page, 'Comunidad del adquirente').selectOption('Madrid')
  await tabTo(page, 'Corregir el tipo')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Tipo (%)')).toBeFocused()
  await page.keyboard.type('4,5')
  await page.keyboard.press('Enter')
  await expect(result(page).getByText(/^Estimación: 450,00/)).toBeVisible()
  await expect(
    result(page).getByText('Tipo general corregido por la oficina: 4,5 % (la oficina, 2026)'),
  ).toBeVisible()
  await expect(button(page, 'Corregir el tipo')).toBeFocused()
  expect(await called(page, 'office.update')).toMatchObject([
    { itpRates: { madrid: '[450,2026,"la oficina"]' } },
  ])
  await button(page, 'Quitar la corrección').click()
  await expect(result(page).getByText(/^Estimación: 400,00/)).toBeVisible()
  await expect(button(page, 'Quitar la corrección')).toHaveCount(0)
})

test('where there are no data the screen asks for the rate, and gives no figure before', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.keyboard.press('Alt+i')
  await field(page, 'Precio').fill('3.000')
  await field(page, 'Comunidad del adquirente').selectOption('Comunitat Valenciana')
  await field(page, 'Vehículo').selectOption('Motocicleta')
  await expect(
    result(page).getByText('Sin datos de este vehículo en Comunitat Valenciana: escribe el tipo'),
  ).toBeVisible()
  await expect(result(page).getByText(/€/)).toHaveCount(0)
  await field(page, 'Tipo (%)').fill('50')
  await button(page, 'Poner el tipo').click()
  await expect(dialog(page).getByText('Escribe un porcentaje de 0 a 25.')).toBeVisible()
  await field(page, 'Tipo (%)').fill('6')
  await page.keyboard.press('Enter')
  await expect(result(page).getByText(/^Estimación: 180,00/)).toBeVisible()
  await expect(result(page).getByText('Tipo puesto por la oficina: 6 % (escrito aquí, 2026)')).toBeVisible()
  // The rate of a motorcycle is not the rate of the cars.
  await field(page, 'Vehículo').selectOption('Turismo o todoterreno')
  await expect(result(page).getByText(/corregido por la oficina/)).toHaveCount(0)
  expect(await called(page, 'office.update')).toEqual([])
})

test('a case of a transfer has it on I, in its menu and in the palette', async ({ page }) => {
  await open(page, 'client-message')
  await page.keyboard.press('i')
  await expect(field(page, 'Precio')).toHaveValue(/^\d/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('estimar itp')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
})

test('the estimate goes to the account of the case as a new entry, and nothing is written by itself', async ({
  page,
}) => {
  await open(page, 'client-message')
  await page.keyboard.press('i')
  await field(page, 'Precio').fill('10.000')
  await field(page, 'Comunidad del adquirente').selectOption('Madrid')
  await button(page, 'Llevar a la cuenta').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByLabel('Importe', { exact: true })).toHaveValue('400,00')
  expect(await called(page, 'ledger.add')).toEqual([])
})

test('an entry that is half typed stays, and the reason is said', async ({ page }) => {
  await open(page, 'client-message')
  const amount = page.getByLabel('Importe', { exact: true })
  await amount.fill('12,30')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('i')
  await field(page, 'Precio').fill('10.000')
  await field(page, 'Comunidad del adquirente').selectOption('Madrid')
  await button(page, 'Llevar a la cuenta').click()
  await expect(page.locator('.toasts')).toContainText('En Cuenta hay un apunte a medias')
  await expect(amount).toHaveValue('12,30')
})
