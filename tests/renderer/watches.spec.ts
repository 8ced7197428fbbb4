import { called, hold, open, releaseAll, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const dialog = (page: Page) => page.locator('dialog[open]')
const row = (page: Page, plate: string) => page.getByRole('row').filter({ hasText: plate })
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Vigilar', exact: true })
const watched = (page: Page) =>
  page.evaluate(() => window.bridge.scene.watches!.rows.map(({ vrm, state }) => `${vrm} ${state}`))

test('a plate is watched by keyboard alone, once however long the key is held, and its verdict says so', async ({
  page,
}) => {
  await open(page, 'verdict-watch')
  await page.keyboard.press('Alt+v')
  await expect(dialog(page).getByRole('heading', { name: 'Vigilar 1234 BCD' })).toBeVisible()
  await expect(dialog(page).getByText('Sin coste')).toBeVisible()
  await expect(dialog(page).getByLabel('Hasta')).toHaveValue('20/12/2026')
  await dialog(page).getByLabel('Nota').fill('Autos Vega')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Vigilada hasta el 20/12/2026')).toBeVisible()
  expect(await called(page, 'watches.set')).toEqual([
    { vrms: ['1234BCD'], days: { every: 'working-day' }, until: '2026-12-20', note: 'Autos Vega' },
  ])
  const recent = page.getByRole('complementary').getByRole('button', { name: /1 2 3 4, B C D/ })
  await expect(recent).toContainText('Vigilada')
})

test('Enter before its form is there cancels nothing', async ({ page }) => {
  await open(page, 'verdict-watch')
  await hold(page, 'watches.of')
  await page.keyboard.press('Alt+v')
  await expect(dialog(page).getByText('Un momento…')).toBeVisible()
  await page.keyboard.press('Enter')
  await releaseAll(page)
  await expect(dialog(page).getByLabel('Hasta')).toBeVisible()
  expect(await called(page, 'watches.set')).toEqual([])
})

test('while a plate is being typed, the key watches none', async ({ page }) => {
  await open(page, 'verdict-watch')
  await page.getByRole('combobox', { name: 'Matrícula' }).fill('5678')
  await page.keyboard.press('Alt+v')
  await settled(page)
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'watches.of')).toEqual([])
})

test('days of the week or an interval are asked for, and what is missing keeps the dialog open', async ({
  page,
}) => {
  await open(page, 'verdict-watch')
  await page.keyboard.press('Alt+v')
  await page.getByRole('radio', { name: 'Los días de la semana que elijas' }).check()
  await page.getByRole('checkbox', { name: 'lunes' }).uncheck()
  await submit(page).click()
  await expect(page.getByText('Elige al menos un día.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'lunes' })).toBeFocused()
  await page.getByRole('checkbox', { name: 'jueves' }).check()
  await page.getByRole('checkbox', { name: 'martes' }).check()
  await expect(page.getByText(/En total, 9 consultas como mucho/)).toBeVisible()
  await submit(page).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'watches.set')).toMatchObject([{ days: { every: 'week', on: [2, 4] } }])
})

test('where a lookup has a price, the dialog says what each costs and what all do', async ({ page }) => {
  await open(page, 'verdict-watch-paid')
  await page.keyboard.press('Alt+v')
  await expect(dialog(page).getByText(/a 0,50\s€ cada una, son 10,50\s€ en total/)).toBeVisible()
  // Another end, another price.
  await dialog(page).getByLabel('Hasta').fill('2026-11-20')
  await expect(dialog(page).getByText(/son 0,50\s€ en total/)).toBeVisible()
})

test('a watched plate is changed or ended from its verdict, and ending it asks first', async ({ page }) => {
  await open(page, 'verdict-watched')
  await page.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Cada cierto número de días' })).toBeChecked()
  await expect(dialog(page).getByLabel('Nota')).toHaveValue('ITV')
  await dialog(page).getByRole('button', { name: 'Dejar de vigilar…' }).click()
  await expect(page.getByRole('heading', { name: '¿Dejar de vigilar 1234 BCD?' })).toBeVisible()
  expect(await called(page, 'watches.end')).toEqual([])
  await page.getByRole('button', { name: 'Dejar de vigilar', exact: true }).click()
  await expect(page.getByText('Vigilada hasta el')).toHaveCount(0)
  expect(await watched(page)).toContain('1234BCD ended')
})

test('when no more can be watched, that is said before anything is sent', async ({ page }) => {
  await open(page, 'verdict-watch-full')
  await page.keyboard.press('Alt+v')
  await expect(dialog(page).getByText('no cabe ninguna más')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
})

test('a refusal is said in the dialog, and what was filled in stays', async ({ page }) => {
  await open(page, 'verdict-watch')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'watches.set': { code: 'store-failed', retryable: true } }
  })
  await page.keyboard.press('Alt+v')
  await dialog(page).getByLabel('Nota').fill('Autos Vega')
  await submit(page).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(dialog(page).getByLabel('Nota')).toHaveValue('Autos Vega')
})

test('the page: what changed last comes first; filter and search show what there is', async ({ page }) => {
  await open(page, 'watches')
  await expect(page.locator('[data-row="0"]')).toContainText('Ahora transferible')
  await page.getByRole('radio', { name: 'Con cambios 3' }).check()
  await expect(page.getByRole('status').filter({ hasText: '3 matrículas' })).toBeVisible()
  await page.getByRole('radio', { name: 'Terminadas 2' }).check()
  await expect(row(page, 'Vendido')).toBeVisible()
  await page.getByRole('radio', { name: 'Vigiladas 6' }).check()
  await page.keyboard.press('/')
  await page.keyboard.type('reserva')
  await expect(page.getByRole('status').filter({ hasText: '1 matrícula' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: '6 matrículas' })).toBeVisible()
})

test('the keys of a row act on the row that has the focus, and ending is a deliberate act', async ({
  page,
}) => {
  await open(page, 'watches')
  const second = page.locator('[data-row="1"]')
  await page.locator('[data-row="0"]').press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('v')
  await expect(dialog(page).getByRole('heading', { name: 'Vigilar 8097 MWK' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'jueves' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  await page.keyboard.down('Delete')
  await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  await expect(page.getByRole('heading', { name: '¿Dejar de vigilar 8097 MWK?' })).toBeVisible()
  expect(await called(page, 'watches.end')).toEqual([])
  await page.keyboard.press('Escape')
  await second.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toHaveValue('8097 MWK')
})

test('a row that changes while its dialog is open leaves what was filled in as it was', async ({ page }) => {
  await open(page, 'watches')
  await page.locator('[data-row="0"]').press('v')
  await dialog(page).getByLabel('Nota').fill('escribiendo')
  await page.evaluate(() => {
    window.bridge.scene.watches!.rows[0]!.note = 'otra'
    window.bridge.changed('watch', ['0456LTR'])
  })
  await settled(page)
  await expect(dialog(page).getByLabel('Nota')).toHaveValue('escribiendo')
})

test('the answer about a row is copied as from its verdict, and the rows are written as a file', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'watches')
  await page.locator('[data-row="0"]').press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('0456 LTR')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  await expect.poll(() => called(page, 'watches.csv')).toEqual([{ filter: 'active', query: '' }])
})

test('the marked plates of a list are watched at once', async ({ page }) => {
  await open(page, 'plate-list-done')
  await page.getByRole('button', { name: 'Más' }).click()
  await page.getByRole('menuitem', { name: 'Vigilar las 2 marcadas…' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Vigilar 2 matrículas' })).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Vigiladas 2 matrículas hasta el 20/12/2026')).toBeVisible()
  expect(await watched(page)).toHaveLength(2)
})

test('a note under a verdict says what changed in the data of the vehicle', async ({ page }) => {
  await open(page, 'data-changed')
  await expect(page.getByRole('note').filter({ hasText: 'Ha cambiado.' })).toContainText(
    'Desde el 11/11/2026: modelo, IBIZA → León 1.5 TSI FR.',
  )
})
