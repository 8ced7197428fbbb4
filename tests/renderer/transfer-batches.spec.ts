import { called, open, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { cell, pasteText } from './states-transfer-batches.ts'

const batch = (page: Page) =>
  page.evaluate(() => structuredClone(window.bridge.scene.transferBatches!.at(0)!))
const fields = async (page: Page) => (await batch(page)).fields
const input = (page: Page) => page.locator('input[data-cell]')
const state = (page: Page, row: number) => page.locator(`[data-row="${row}"] .batch-grid__state`)

test('from a list, what can be transferred becomes a batch, and the common form is first', async ({
  page,
}) => {
  await open(page, 'plate-list-done')
  await page.getByRole('button', { name: 'Empezar transferencias…' }).press('Enter')
  await page.getByRole('radio', { name: 'Las que se ven (40)' }).check()
  await expect(page.getByText('6 no transferibles')).toBeVisible()
  await page.getByRole('checkbox', { name: 'También las 7 con avisos' }).check()
  await page.getByRole('button', { name: /^Empezar \d+ transferencias/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Lote de Autos Llobregat, noviembre' })).toBeVisible()
  await expect(page.getByLabel('NIF del compraventa')).toBeFocused()
  expect((await called(page, 'transfer-batches.create'))[0]).toMatchObject({ of: 'shown', alerts: true })
})

test('cells are typed by keyboard alone: Tab, Enter and arrows move, F2 edits, Esc takes back', async ({
  page,
}) => {
  await open(page, 'transfer-batch-new')
  await cell(page, 0, 'otherTaxId').click()
  await page.keyboard.type('12345678Z')
  await page.keyboard.press('Tab')
  await expect(input(page)).toHaveAccessibleName('Adquirente, 1000 BCD')
  await page.keyboard.type('Lucía')
  await page.keyboard.press('Enter')
  await expect(input(page)).toHaveAccessibleName('Adquirente, 1037 KRT')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('F2')
  await page.keyboard.type(' Ribera')
  await page.keyboard.press('ArrowRight')
  await expect(input(page)).toHaveAccessibleName('Adquirente, 1000 BCD')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9.999')
  await page.keyboard.press('Escape')
  await expect(input(page)).toHaveValue('')
  await expect
    .poll(() => fields(page))
    .toMatchObject({ '0.otherTaxId': '12345678Z', '0.otherName': 'Lucía Ribera' })
  // What was saved while it was typed is saved again without it.
  await expect.poll(async () => (await fields(page))['0.taxableBase'] ?? '').toBe('')
  // Out of the grid, and only then up.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Dejar fuera' })).toBeFocused()
})

test('a block of a spreadsheet goes in whole; what does not fit is said, and one key takes it back', async ({
  page,
}) => {
  await open(page, 'transfer-batch-new')
  await cell(page, 1, 'otherTaxId').click()
  const rows = Array.from({ length: 13 }, (_, at) => `12345678Z\tParte ${at}\t${at + 1}.250,50\t`)
  await pasteText(page, rows.join('\r\n'))
  await expect(page.getByRole('alert')).toContainText('Han entrado 33 celdas. 6 se han quedado fuera:')
  await expect(page.getByRole('alert')).toContainText('Fila 12, columna 1: «12345678Z» (no hay más filas)')
  await expect.poll(async () => (await fields(page))['11.taxableBase']).toBe('11.250,50')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(async () => (await fields(page))['11.taxableBase']).toBe('')
})

test('500 rows are pasted at once, saved in parts that a frame holds, and are all there', async ({
  page,
}) => {
  await open(page, 'transfer-batch-long')
  await cell(page, 0, 'otherTaxId').click()
  const text = Array.from({ length: 500 }, (_, at) => `00000000T\tParte ${at}\t${at}\tX-${at}`).join('\n')
  await pasteText(page, text)
  await expect(page.getByText('Han entrado 2.000 celdas.')).toBeVisible()
  await expect.poll(async () => (await fields(page))['499.invoiceNumber']).toBe('X-499')
  await page.keyboard.press('Control+End')
  await expect(input(page)).toHaveAccessibleName(/^Nota, /)
  await expect(page.locator('[data-row="499"]')).toContainText('Parte 499')
})

test('a known number brings its name, which is said and can be taken back', async ({ page }) => {
  await open(page, 'transfer-batch-new')
  await cell(page, 2, 'otherTaxId').click()
  await page.keyboard.type('x1234567l')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Puesto el nombre de un NIF que ya conocías')).toBeVisible()
  await expect(cell(page, 2, 'otherName')).toHaveText('Pilar Peña Gómez')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(cell(page, 2, 'otherName')).toHaveText('')
})

test('each row says what it lacks as it is typed, and takes its number from the pattern', async ({
  page,
}) => {
  await open(page, 'transfer-batch-new')
  await expect(state(page, 0)).toHaveText('Falta base imponible y n.º de factura')
  await page.getByLabel('N.º de factura', { exact: true }).first().fill('F-2026/{n:4}')
  await expect(page.getByText('F-2026/0001…')).toBeVisible()
  await expect(state(page, 0)).toHaveText('Falta base imponible')
  await cell(page, 0, 'taxableBase').click()
  await page.keyboard.type('12,500')
  await expect(state(page, 0)).toHaveText('Base imponible por corregir')
  await expect(page.getByRole('region', { name: 'Fila' })).toContainText('Puede leerse de dos maneras')
  await page.keyboard.press('Backspace')
  await expect(state(page, 0)).toHaveText('Lista')
  await expect(page.getByRole('button', { name: 'Crear 1 borrador' })).toBeEnabled()
})

test('a range is copied as a spreadsheet takes it, and cleared at once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'transfer-batch')
  await cell(page, 0, 'otherTaxId').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(4)
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split(/\r?\n/)).toEqual(['12345678Z\tLucía Ribera Soler', 'X1234567L\tPilar Peña Gómez'])
  await page.keyboard.press('Delete')
  await expect(cell(page, 0, 'otherTaxId')).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 0, 'otherTaxId')).toHaveText('12345678Z')
})

test('drafts are made once, however often it is pressed, and of what was on screen', async ({ page }) => {
  await open(page, 'transfer-batch-ready')
  const button = page.getByRole('button', { name: 'Crear 4 borradores' })
  await button.press('Enter')
  await expect(page.getByText('Creados 4 borradores')).toBeVisible()
  await expect(state(page, 0)).toHaveText('Faltan 2 documentos')
  expect(await called(page, 'transfer-batches.make')).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Crear borradores' })).toBeDisabled()
  // From now on its data are the draft's.
  await cell(page, 0, 'taxableBase').click()
  await expect(input(page)).not.toBeEditable()
})

test('a plate that has another waits for a person, who sees it', async ({ page }) => {
  await open(page, 'transfer-batch')
  await cell(page, 1, 'otherName').click()
  await expect(state(page, 1)).toHaveText('Ya hay expediente')
  await page.getByRole('button', { name: 'Crearla igualmente' }).click()
  await expect(state(page, 1)).toHaveText('Lista')
  await expect.poll(async () => (await batch(page)).accepted).toContain('1 duplicates procedure p-9')
})

test('they are sent after one confirmation that says how many and for whom, and can be stopped', async ({
  page,
}) => {
  await open(page, 'transfer-batch-drafts')
  await page.getByRole('button', { name: 'Enviar 3 transferencias…' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Vende Autos Llobregat, S.L. A 2 personas o empresas.')
  await expect(dialog).toContainText('Se quedan sin enviar: una sin todos sus documentos.')
  // Enter by reflex does nothing.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await called(page, 'transfer-batches.send')).toEqual([])
  await page.getByRole('button', { name: 'Enviar 3 transferencias…' }).click()
  await dialog.getByRole('button', { name: 'Enviar 3 transferencias' }).click()
  await expect(state(page, 0)).toContainText('Sale en')
  const [sent] = (await called(page, 'transfer-batches.send')) as { drafts: unknown[] }[]
  expect(sent?.drafts).toEqual([0, 2, 4].map((ord) => ({ draftId: `draft-${ord}`, version: 3 })))
  await page.getByRole('button', { name: 'Parar las que no han salido' }).click()
  await expect(page.getByText('Paradas 3 transferencias')).toBeVisible()
  await expect(state(page, 0)).toHaveText('Para enviar')
})

test('what another window changed is not overwritten, and nothing is made of what was not seen', async ({
  page,
}) => {
  await open(page, 'transfer-batch-ready')
  await page.evaluate(() => {
    const [one] = window.bridge.scene.transferBatches!
    one!.fields['1.otherName'] = 'Otra ventana'
    one!.version += 1
  })
  await cell(page, 1, 'otherName').click()
  await page.keyboard.type('Yo')
  await page.getByRole('button', { name: 'Crear 4 borradores' }).click()
  await expect(page.getByText('Otra ventana ha cambiado lo mismo que tú')).toBeVisible()
  expect((await batch(page)).rows.every((row) => row.state === 'open')).toBe(true)
  await page.getByRole('button', { name: /^Lo de la otra ventana en/ }).click()
  await expect(input(page)).toHaveValue('Otra ventana')
})

test('names are hidden for a screen that others see, but in the cell with the focus', async ({ page }) => {
  await open(page, 'transfer-batch')
  await page.evaluate(() => {
    window.bridge.setSlice('settings', { ...window.bridge.scene.slices.settings, hideNames: true })
  })
  await expect(cell(page, 0, 'otherName')).toHaveText('oculto')
  await expect(page.getByText('Lucía Ribera Soler')).toHaveCount(0)
  await cell(page, 0, 'otherName').click()
  await expect(input(page)).toHaveValue('Lucía Ribera Soler')
})

test('a batch is left and found again at its row, under the lists', async ({ page }) => {
  await open(page, 'transfer-batch')
  await cell(page, 4, 'notes').click()
  await page.getByRole('button', { name: 'Listas' }).click()
  await page.getByRole('button', { name: /^Abrir lote de Autos Llobregat/ }).click()
  await settled(page)
  await expect(input(page)).toHaveAccessibleName(/1148 BCD$/)
})
