import { open } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

/**
 * What a transfer of a dealer that is known costs, in keys and in fields typed: with nothing known of it, as before, and
 * with its template and its NIF. The figures are an annotation of the test; that they fall is what is tested.
 */
interface Cost {
  keys: number
  fields: number
}

/** Types a text in the field with the focus. */
const typed = async (page: Page, cost: Cost, text: string) => {
  await page.keyboard.type(text)
  cost.keys += text.length
  cost.fields += 1
}
const press = async (page: Page, cost: Cost, key: string) => {
  await page.keyboard.press(key)
  cost.keys += 1
}
async function withoutMemory(page: Page): Promise<Cost> {
  const cost = { keys: 0, fields: 0 }
  await open(page, 'procedures')
  await page.locator('[data-row="0"]').waitFor()
  for (const key of ['n', 't', 'Enter']) await press(page, cost, key)
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
  await typed(page, cost, '3308kdr')
  await press(page, cost, 'Enter')
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  for (const text of ['8250', 'F-859', '12/11/26', 'marta@gestoriaribera.example', 'Ocasión Vega']) {
    await typed(page, cost, text)
    await press(page, cost, 'Tab')
  }
  await typed(page, cost, 'El permiso definitivo se recoge en la oficina.')
  await page.getByLabel('Cliente o compraventa').press('Enter')
  cost.keys += 2
  await expect(page.getByLabel('NIF del transmitente')).toBeFocused()
  for (const text of ['B12345674', 'Ocasión Vega, S.L.', '12345678Z', 'Nuria Ferrer Castell']) {
    await typed(page, cost, text)
    await press(page, cost, 'Tab')
  }
  return cost
}

async function withMemory(page: Page): Promise<Cost> {
  const cost = { keys: 0, fields: 0 }
  await open(page, 'procedures-templates')
  await page.locator('[data-row="0"]').waitFor()
  await press(page, cost, 'n')
  await page.getByRole('menuitem', { name: /Ocasión Vega/ }).waitFor()
  for (const key of ['o', 'Enter']) await press(page, cost, key)
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
  await typed(page, cost, '3308kdr')
  await press(page, cost, 'Enter')
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  for (const text of ['8250', 'F-859']) {
    await typed(page, cost, text)
    await press(page, cost, 'Tab')
  }
  await typed(page, cost, '12/11/26')
  for (const key of ['Tab', 'Enter']) await press(page, cost, key)
  await expect(page.getByLabel('NIF del transmitente')).toBeFocused()
  for (const key of ['Tab', 'Tab']) await press(page, cost, key)
  await typed(page, cost, '12345678Z')
  await press(page, cost, 'Tab')
  await expect(page.getByRole('textbox', { name: /^Adquirente/ })).toHaveValue('Nuria Ferrer Castell')
  return cost
}

test('a transfer of a known dealer takes half the keys, and less than half the fields', async ({ page }) => {
  const before = await withoutMemory(page)
  const fieldsOf = () => page.evaluate(() => window.bridge.scene.drafts!.at(-1)!.fields)
  await expect.poll(async () => (await fieldsOf()).buyerName).toBe('Nuria Ferrer Castell')
  const wanted = await fieldsOf()
  const after = await withMemory(page)
  await expect.poll(async () => (await fieldsOf()).buyerName).toBe('Nuria Ferrer Castell')
  // The same procedure comes out of both.
  expect(await fieldsOf()).toEqual(wanted)
  const cost = `keys ${before.keys} to ${after.keys}, fields ${before.fields} to ${after.fields}`
  test.info().annotations.push({ type: 'cost', description: cost })
  expect(after.keys, cost).toBeLessThan(before.keys / 2)
  expect(after.fields).toBeLessThan(before.fields / 2)
})
