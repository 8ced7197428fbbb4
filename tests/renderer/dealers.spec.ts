import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { called, open, recordAnnouncements, goBack } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const VEGA = clientDealerId('Ocasión Vega')
const line = (page: Page, id: string) => page.locator(`[data-dealer-row="${id}"] > .row`)
const part = (page: Page, section: string) => page.locator(`[data-section="${section}"]`)
const board = async (page: Page, state = 'dealer') => {
  await open(page, state)
  await expect(page.getByRole('heading', { name: 'Pendiente del compraventa' })).toBeVisible()
}
/** The core tells that something has changed, after a change of the first board of the scene. */
const change = (page: Page, id: string, to: Record<string, unknown>) =>
  page.evaluate(
    ([row, changed]) => {
      const dealer = window.bridge.scene.dealers![0]!
      dealer.rows = dealer.rows.map((one) => (one.id === row ? { ...one, ...changed } : one))
      window.bridge.changed('resource', [row])
    },
    [id, to] as const,
  )

test('the list is searched, turned round and opened by keyboard alone', async ({ page }) => {
  await open(page, 'dealers')
  await expect(page.locator('[data-row="0"]')).toContainText('Automóviles Lozano')
  await page.getByRole('button', { name: 'Le esperan' }).click()
  await expect(page.locator('[data-row="0"]')).toContainText('Ocasión Vega')
  await page.getByRole('button', { name: 'Cliente o etiqueta', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Cliente o etiqueta' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.locator('[data-row="0"]').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('OCASIÓN V')
  await expect(page.getByRole('status').filter({ hasText: '1 cliente o etiqueta' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ocasión Vega', level: 1 })).toBeVisible()
  expect(await page.title()).not.toContain('Vega')
  expect(page.url()).not.toContain('vega')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('OCASIÓN V')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('its files in Expedientes are those of the dealer, and not whatever has its name somewhere', async ({
  page,
}) => {
  await board(page)
  await page.getByRole('button', { name: 'Ver en Expedientes' }).click()
  await expect(page.getByRole('button', { name: /^Cliente: Ocasión Vega/ })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  const [last] = (await called(page, 'cases.list')).slice(-1)
  expect(last).toMatchObject({ filter: { client: 'Ocasión Vega' } })
})

test('a board says whom each car waits for, and what it lacks by name', async ({ page }) => {
  await board(page)
  await expect(part(page, 'dealer').getByRole('listitem')).toHaveCount(4)
  await expect(line(page, 'dealer-21')).toContainText('Faltan: DNI (documento caducado) · Un documento')
  await expect(line(page, 'dealer-21')).toContainText('Mandato específico sin firmar')
  await expect(line(page, 'dealer-21')).toContainText('Contrato de compraventa firmado')
  await expect(line(page, 'draft-1')).toContainText('Faltan: DNI o NIF del titular · Contrato o factura')
  await expect(line(page, 'office-9')).toContainText('hay que enviarlo otra vez')
  await expect(page.getByText(/^9 abiertos: 3 esperan al compraventa, 1 a quien firma/)).toBeVisible()
  await expect(page.getByText('Está escrito de 2 maneras: Ocasión Vega y OCASION VEGA.')).toBeVisible()
})

test('arrows cross its parts, Enter opens the file, and coming back the row has the keyboard again', async ({
  page,
}) => {
  await board(page)
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowDown')
  await expect(line(page, 'office-9')).toBeFocused()
  await page.keyboard.press('k')
  await expect(line(page, 'signer-4')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pendiente del compraventa' })).toHaveCount(0)
  await goBack(page)
  await expect(line(page, 'office-9')).toBeFocused()
})

test('F leads to what is not signed, W to a message about it', async ({ page }) => {
  await board(page)
  await line(page, 'signer-4').focus()
  await page.keyboard.press('w')
  await expect
    .poll(() => called(page, 'client-messages.get'))
    .toContainEqual({ about: { kind: 'signature', id: 's3' } })
  await page.keyboard.press('Escape')
  await expect(line(page, 'signer-4')).toBeFocused()
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/\/firmas$/)
})

test('a plate that is assigned appears at once, is announced, and takes the keyboard with its row', async ({
  page,
}) => {
  await board(page)
  const announced = await recordAnnouncements(page)
  await line(page, 'registry-3').focus()
  await change(page, 'registry-3', {
    vrm: '4821NCD',
    assigned: true,
    status: 'DONE',
    waits: 'nobody',
    section: 'ended',
  })
  await expect(part(page, 'ended').locator('[data-dealer-row="registry-3"]')).toContainText(
    'Matrícula asignada',
  )
  await expect(line(page, 'registry-3')).toBeFocused()
  await expect.poll(announced).toContainEqual('4821 NCD: matrícula asignada')
  await expect(page.getByText('2 matrículas asignadas.')).toBeVisible()
  // Those that were there before are no news.
  expect((await announced()).filter((said) => said.includes('1000'))).toEqual([])
})

test('the row under the pointer stays there while rows come above it', async ({ page }) => {
  await board(page, 'dealer-long')
  const target = line(page, 'dealer-60')
  await target.scrollIntoViewIfNeeded()
  await target.hover()
  const top = () => target.evaluate((row) => Math.round(row.getBoundingClientRect().top))
  const before = await top()
  await page.evaluate(() => {
    const [dealer] = window.bridge.scene.dealers!
    dealer!.rows = [{ ...dealer!.rows[0]!, id: 'new-one' }, ...dealer!.rows]
    window.bridge.changed('resource', [])
  })
  await expect(page.locator('[data-dealer-row="new-one"]')).toHaveCount(1)
  await expect.poll(top).toBe(before)
})

test('a row that leaves the board leaves the keyboard to its neighbour', async ({ page }) => {
  await board(page)
  await line(page, 'registry-13').focus()
  await page.evaluate(() => {
    const [dealer] = window.bridge.scene.dealers!
    dealer!.rows = dealer!.rows.filter(({ id }) => id !== 'registry-13')
    window.bridge.changed('resource', [])
  })
  await expect(line(page, 'registry-13')).toHaveCount(0)
  await expect(line(page, 'registry-5')).toBeFocused()
})

test('one key copies the digest, and what could not be copied is written down', async ({ page }) => {
  await board(page)
  await page.keyboard.press('c')
  await expect(page.getByText('Resumen copiado, de 12 expedientes')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(
    /^Hola, Ocasión Vega\. Así van tus expedientes a 20\/11\/2026\.\n\nNecesitamos de ti \(4\):/,
  )
  expect(text).toContain('- 1000 LKR, SEAT León 1.5 TSI FR, matriculación: matrícula asignada')
  expect(await called(page, 'dealers.not-copied')).toEqual([])
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  })
  await page.keyboard.press('c')
  await expect.poll(() => called(page, 'dealers.not-copied')).toEqual([{ id: VEGA }])
})

test('one key saves it as Excel, held or not; the menu has CSV too', async ({ page }) => {
  await board(page)
  await page.keyboard.down('e')
  await page.keyboard.down('e')
  await page.keyboard.up('e')
  await expect(page.getByText('Guardado en Descargas')).toBeVisible()
  expect(await called(page, 'dealers.xlsx')).toEqual([{ id: VEGA }])
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => called(page, 'dealers.csv')).toEqual([{ id: VEGA }])
})

test('a month that cannot be read says so, shows nothing of another, and the way back is there', async ({
  page,
}) => {
  await board(page)
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'dealers.get': { code: 'store-failed', retryable: true } }
  })
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('No se ha podido leer el cuadro')).toBeVisible()
  await expect(page.getByText('Octubre de 2026')).toBeVisible()
  await expect(page.locator('[data-section]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Copiar resumen' })).toBeDisabled()
  await page.evaluate(() => {
    window.bridge.scene.refuses = {}
  })
  await page.keyboard.press('ArrowRight')
  await expect(part(page, 'dealer').getByRole('listitem')).toHaveCount(4)
})

test('the month is changed by keys, and what is given is of the month on screen', async ({ page }) => {
  await board(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('heading', { name: 'Nada de octubre de 2026' })).toBeVisible()
  await page.keyboard.press('c')
  await page.keyboard.press('e')
  expect(await called(page, 'dealers.digest')).toEqual([])
  expect(await called(page, 'dealers.xlsx')).toEqual([])
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Terminados y anulados este mes' })).toBeVisible()
  expect(await called(page, 'dealers.get')).toContainEqual({ id: VEGA, month: '2026-10' })
})

test('a template of the dealer begins a procedure with one key, and a new one is for the dealer', async ({
  page,
}) => {
  await board(page)
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await expect(page.getByLabel('Nombre de la plantilla')).toHaveValue('Ocasión Vega')
  await expect(page.getByLabel('NIF del cliente')).toHaveValue('B12345674')
  await expect(page.getByLabel('Cliente o compraventa')).toHaveValue('Ocasión Vega')
  await page.keyboard.press('1')
  expect(await called(page, 'templates.use')).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('1')
  await expect.poll(() => called(page, 'templates.use')).toHaveLength(1)
})

test('names that are hidden are on no part of the board, and its title is not one', async ({ page }) => {
  await board(page, 'dealer-hidden')
  await expect(page.getByRole('heading', { name: 'Compraventa', level: 1 })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('Vega')
})

test('a dealer whose files have gone says so, in this window as in any other', async ({ page }) => {
  await board(page)
  await page.evaluate(() => {
    window.bridge.scene.dealers = []
    window.bridge.changed('resource', [])
  })
  await expect(page.getByRole('heading', { name: 'No hay nada de ese compraventa' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Compraventas' })).toBeVisible()
})

test('Ctrl+K finds a dealer and opens its board', async ({ page }) => {
  await open(page, 'dealers')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('lozano e')
  const option = page.getByRole('option').filter({ hasText: '27 abiertos' })
  await expect(option).toBeVisible()
  await option.click()
  await expect(
    page.getByRole('heading', { name: 'Automóviles Lozano e Hijos, S.L.', level: 1 }),
  ).toBeVisible()
})

test('what is printed is the board, part by part', async ({ page }) => {
  await board(page)
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await page.keyboard.press('Control+p')
  const sheet = page.locator('.print-sheet')
  await expect(sheet).toContainText('Compraventa: Ocasión Vega')
  await expect(sheet.getByRole('rowheader').or(sheet.locator('th[scope="rowgroup"]'))).toHaveCount(4)
  await expect(sheet).toContainText('Matrícula asignada')
})
