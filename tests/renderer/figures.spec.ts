import type { Locator, Page } from '@playwright/test'
import { called, open, settled, goBack } from './actions.ts'
import { expect, test } from './seeded-test.ts'

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) })
const marks = (of: Locator) => of.locator('.chart [data-mark]')
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
  await settled(page)
}
const box = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const first = (page: Page) => marks(section(page, 'Expedientes por mes')).first()

test('by keyboard alone: the arrows move among the marks, Enter opens what one counts, and back returns to it', async ({
  page,
}) => {
  await open(page, 'figures')
  const chart = section(page, 'Expedientes por mes').getByRole('group', { name: /Empezados/ })
  await first(page).focus()
  await expect(first(page)).toHaveAccessibleName('diciembre de 2025, Transferencia: 12. Abre 12 expedientes')
  // One mark of each drawing is in the order of the tab key.
  await expect(chart.locator('[data-mark][tabindex="0"]')).toHaveCount(1)
  await press(page, 'ArrowUp')
  await expect(chart.locator(':focus')).toHaveAccessibleName(/^diciembre de 2025, Matriculación: 3/)
  await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  const march = chart.getByRole('button', { name: 'marzo de 2026, Transferencia: 25. Abre 25 expedientes' })
  await expect(march).toBeFocused()
  await expect(section(page, 'Expedientes por mes').locator('.chart__said').first()).toHaveText(
    /marzo de 2026/,
  )
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Todos' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Empezados en marzo de 2026', exact: true })).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await called(page, 'cases.list')))
    .toContain(JSON.stringify({ began: { from: '2026-03', to: '2026-03' }, types: ['VEHICLE_TRANSFER'] }))
  await goBack(page)
  await expect(march).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Expedientes' })).toBeVisible()
})

test('a held key opens once, and what was erased opens nothing', async ({ page }) => {
  await open(page, 'figures')
  const past = page.getByRole('img', { name: /^diciembre de 2025, Ya retirados de la lista/ }).first()
  await past.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cifras' })).toBeVisible()
  await past.focus()
  await press(page, 'Enter', ' ')
  await expect(page.getByRole('heading', { level: 1, name: 'Cifras' })).toBeVisible()
})

test('by mouse: a verdict leads to the history of its month, which says so and can be seen whole', async ({
  page,
}) => {
  await open(page, 'figures')
  await section(page, 'Veredictos por mes')
    .getByRole('button', { name: /^noviembre de 2026, No transferible/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Historial de consultas' })).toBeVisible()
  const chip = page.getByRole('button', { name: 'No transferible, noviembre de 2026' })
  await expect(chip).toBeVisible()
  await expect
    .poll(async () => JSON.stringify((await called(page, 'lookup.history')).at(-1)))
    .toContain('"scope":{"from":"2026-11","to":"2026-11","outcome":"not_transferable"}')
  await chip.click()
  await expect(chip).toHaveCount(0)
  await expect
    .poll(async () => JSON.stringify((await called(page, 'lookup.history')).at(-1)))
    .not.toContain('scope')
})

test('the period, the client and the label are asked for, and said', async ({ page }) => {
  await open(page, 'figures')
  await expect(
    page.getByRole('status').filter({ hasText: 'diciembre de 2025 a noviembre de 2026' }),
  ).toBeVisible()
  await page.getByRole('radio', { name: 'Entre dos meses' }).check()
  await box(page, 'Desde').selectOption('2026-08')
  await box(page, 'Hasta').selectOption('2026-03')
  // The other way round, it is the same period.
  await expect(page.getByText('marzo de 2026 a agosto de 2026', { exact: true })).toBeVisible()
  await box(page, 'Cliente').selectOption('Autos Llobregat')
  await box(page, 'Etiqueta').selectOption('vip')
  await expect(page.getByText('solo se cuentan los expedientes que siguen en la lista')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify((await called(page, 'figures.incidents')).at(-1)))
    .toContain(
      JSON.stringify({ months: { from: '2026-03', to: '2026-08' }, client: 'Autos Llobregat', label: 'vip' }),
    )
  await page.getByRole('radio', { name: 'Un año' }).check()
  await box(page, 'Año').selectOption('2025')
  await expect(page.getByText('enero de 2025 a diciembre de 2025', { exact: true })).toBeVisible()
})

test('each drawing is a table too, with its sums, whose numbers lead to the same', async ({ page }) => {
  await open(page, 'figures')
  const spent = section(page, 'Gasto en informes')
  await spent.getByText('Ver la tabla').click()
  const table = spent.getByRole('table', { name: 'Gasto en informes, diciembre de 2025 a noviembre de 2026' })
  await expect(table.getByRole('row')).toHaveCount(14)
  await expect(table.getByRole('row').last()).toContainText('2.306,22 €')
  await table.getByRole('button').first().click()
  await expect(
    page.getByRole('button', { name: 'Informes completos pagados, diciembre de 2025' }),
  ).toBeVisible()
  await goBack(page)
  await expect(table.getByRole('button').first()).toBeFocused()
})

test('a table is saved as CSV and as a workbook, with what is on screen', async ({ page }) => {
  await open(page, 'figures')
  await page.getByRole('radio', { name: 'Tipos' }).check()
  await page.getByRole('button', { name: 'Exportar «Tiempo en cada estado» a Excel' }).click()
  await expect(page.getByText('Tabla guardada')).toBeVisible()
})

test('what took how long is compared by type and by client, one state at a time', async ({ page }) => {
  await open(page, 'figures')
  const states = section(page, 'Tiempo en cada estado')
  await expect(states.getByText('la mitad en 3,2 días, 9 de cada 10 en 9,5 días · 395 veces')).toBeVisible()
  // Few are said to be few, and have no percentile.
  await expect(states.getByText('la mitad en 11 h · 4 veces, pocas')).toBeVisible()
  await expect(states.getByText('Este equipo conoce tiempos desde el')).toBeVisible()
  await expect(states.getByText('17 estancias quedan fuera')).toBeVisible()
  await page.getByRole('radio', { name: 'Clientes' }).check()
  await box(page, 'Estado').selectOption('BLOCKED')
  await expect(states.getByText('Lozano Ocasión, S.L.')).toBeVisible()
  await states.getByRole('button', { name: /^Autos Llobregat/ }).click()
  await expect(page.getByRole('button', { name: 'Cliente: Autos Llobregat', exact: true })).toBeVisible()
  await expect(
    page.getByRole('button', { name: /^Dejaron de estar con incidencia en diciembre de 2025/ }),
  ).toBeVisible()
})

test('names are hidden as in the lists: on screen, in the choice, and on paper', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await open(page, 'figures-private')
  await page.getByRole('radio', { name: 'Clientes' }).check()
  await expect(section(page, 'Tiempo en cada estado').getByText('Cliente 3')).toBeVisible()
  await box(page, 'Cliente').selectOption({ label: 'Cliente 3' })
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.locator('.print-sheet')).toContainText('Cliente: Cliente 3')
  expect(await page.evaluate(() => document.body.textContent)).not.toMatch(/Nuria|Lozano|Llobregat|Ribera/)
})

test('on paper: every drawing with its table, and nothing to press', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await open(page, 'figures')
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheet = page.locator('.print-sheet')
  await expect(sheet.getByRole('table')).toHaveCount(5)
  await expect(sheet.locator('svg.chart__plot')).toHaveCount(4)
  await expect(sheet.locator('button, [data-mark]')).toHaveCount(0)
  await expect(sheet).toContainText('Cifras · diciembre de 2025 a noviembre de 2026')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet).toHaveCount(0)
})

test('one that fails says so in its place, and the others are there', async ({ page }) => {
  await open(page, 'figures-one-failed')
  await expect(page.getByRole('alert')).toContainText('No se han podido leer las cifras')
  await expect(marks(section(page, 'Gasto en informes'))).toHaveCount(12)
})
