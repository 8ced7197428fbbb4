import type { Draft } from '#shared/bridge/procedures.ts'
import { announcer, called, open, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { pasteOutside } from './states-wizard.ts'

const draft = (page: Page): Promise<Draft> => page.evaluate(() => window.bridge.scene.drafts!.at(-1)!)
const fields = async (page: Page) => (await draft(page)).fields
const toParties = async (page: Page) => {
  await page.getByRole('button', { name: '3. Partes' }).click()
  await expect(page.getByLabel('NIF del transmitente')).toBeFocused()
}
/** Lets the answers held arrive, in their order. */
const answerNow = (page: Page) =>
  page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
const name = (page: Page) => page.getByLabel('Transmitente', { exact: false }).nth(1)

test('a known number fills in what is empty, says from where, and one key takes it back', async ({
  page,
}) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await page.keyboard.type('b-12345674')
  await page.keyboard.press('Tab')
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  await expect(page.getByText('De su expediente 1234 BCD, hace 3 días.')).toBeVisible()
  await expect(announcer(page)).toContainText('Transmitente')
  await expect
    .poll(() => fields(page))
    .toMatchObject({
      sellerTaxId: 'b-12345674',
      sellerName: 'Ocasión Vega, S.L.',
      client: 'Ocasión Vega',
    })
  await page.keyboard.press('Alt+z')
  await expect(name(page)).toHaveValue('')
  await expect
    .poll(() => fields(page))
    .toMatchObject({ sellerName: '', client: '', sellerTaxId: 'b-12345674' })
  // Taken back, it does not come again by itself.
  await page.keyboard.press('Tab')
  await expect(page.getByText('De su expediente 1234 BCD, hace 3 días.', { exact: true })).toHaveCount(0)
})

test('a field with another value stays, and the known one is a key away', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await name(page).fill('Persona 2')
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await page.keyboard.press('Tab')
  await expect(
    page.getByText('Aquí pone «Persona 2»; en el expediente 1234 BCD del 17/11 ponía «Ocasión Vega, S.L.».'),
  ).toBeVisible()
  await expect(name(page)).toHaveValue('Persona 2')
  await page.keyboard.press('Alt+u')
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  await page.keyboard.press('Alt+z')
  await expect(name(page)).toHaveValue('Persona 2')
})

test('what was filled in for a number leaves with it', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await page.keyboard.type('B12345674')
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  await page.getByLabel('NIF del transmitente').fill('12345678Z')
  await expect(name(page)).toHaveValue('Nuria Ferrer Castell')
  await page.getByLabel('NIF del transmitente').fill('1234')
  await expect(name(page)).toHaveValue('')
})

test('an answer for the number before is never applied', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await page.evaluate(() => (window.bridge.scene.holds = ['known-parties.get']))
  await page.keyboard.type('B12345674')
  await expect.poll(() => called(page, 'known-parties.get')).toHaveLength(1)
  await page.getByLabel('NIF del transmitente').fill('87654321X')
  await expect.poll(async () => (await called(page, 'known-parties.get')).length).toBeGreaterThan(1)
  await answerNow(page)
  await page.getByLabel('NIF del adquirente').fill('12345678Z')
  await expect(page.getByLabel('Adquirente').last()).toHaveValue('Nuria Ferrer Castell')
  await expect(name(page)).toHaveValue('')
})

test('typing ahead of the answer is not mixed with it', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await page.evaluate(() => (window.bridge.scene.holds = ['known-parties.get']))
  await page.keyboard.type('B12345674')
  await page.keyboard.press('Tab')
  await answerNow(page)
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  // Filled in under the cursor, it is selected: what is typed replaces it.
  await page.keyboard.type('Vega')
  await expect(name(page)).toHaveValue('Vega')
})

test('another window that only looks fills in nothing', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await page.evaluate(() => {
    const known = window.bridge.scene.drafts!.at(-1)!
    const typed = { ...known.fields, sellerTaxId: 'B12345674' }
    window.bridge.setDraft({ ...known, version: known.version + 1, fields: typed })
  })
  await expect(page.getByLabel('NIF del transmitente')).toHaveValue('B12345674')
  expect(await called(page, 'known-parties.get')).toEqual([])
  await expect(name(page)).toHaveValue('')
})

test('the address remembered says so, goes with its button, and with no key that undoes a fill', async ({
  page,
}) => {
  await open(page, 'wizard-known')
  await page.getByRole('button', { name: '2. Operación' }).click()
  const address = page.getByLabel('Correo del usuario')
  await expect(address).toHaveValue('marta@gestoriaribera.example')
  await expect(page.getByText('Recordado de la última vez.')).toBeVisible()
  // It was there before anything was filled in: no key that undoes a fill takes it away.
  await address.focus()
  await page.keyboard.press('Alt+z')
  await page.getByRole('button', { name: '3. Partes' }).click()
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  await page.keyboard.press('Alt+z')
  await expect(name(page)).toHaveValue('')
  await page.keyboard.press('Alt+z')
  await page.getByRole('button', { name: '2. Operación' }).click()
  await expect(address).toHaveValue('marta@gestoriaribera.example')
  await page.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(address).toHaveValue('')
  await expect(page.getByText('Recordado de la última vez.')).toHaveCount(0)
  // Taking it away is a step like another one.
  await page.keyboard.press('Alt+z')
  await expect(address).toHaveValue('marta@gestoriaribera.example')
})

test('one key takes back what was filled in last, whatever it was', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await pasteOutside(page, 'Comprador: Iván Soler Prats, DNI 47586970Q')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Tomar/ })
    .click()
  // Nothing else has to be typed: it went on at the review.
  await page.getByRole('heading', { name: 'Revisa antes de enviar' }).waitFor()
  await toParties(page)
  const buyer = page.getByLabel('Adquirente').last()
  await expect(buyer).toHaveValue('Iván Soler Prats')
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  // The notice of the text is still there, and its key is of what came later.
  await page.keyboard.press('Alt+z')
  await expect(name(page)).toHaveValue('')
  await expect(page.getByText('Deshecho. Como antes: Transmitente y Cliente o compraventa.')).toBeVisible()
  await expect(buyer).toHaveValue('Iván Soler Prats')
  await page.keyboard.press('Alt+z')
  await expect(buyer).toHaveValue('')
  await expect.poll(() => fields(page)).toMatchObject({ buyerTaxId: '', sellerTaxId: 'B12345674' })
})

test('an answer that arrives when the draft is reviewed fills in nothing until its fields are back', async ({
  page,
}) => {
  await open(page, 'wizard-review')
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.known = {
      '12345678Z': [{ from: 'case', id: 'x', at: 0, values: { fullname: 'Otra Persona' }, client: '' }],
    }
    scene.holds = ['known-parties.get']
  })
  await page.getByRole('button', { name: '3. Partes' }).click()
  await name(page).fill('')
  await page.getByLabel('NIF del transmitente').fill('12345678Z')
  await expect.poll(() => called(page, 'known-parties.get')).toHaveLength(1)
  await page.getByRole('button', { name: '5. Revisa y envía' }).click()
  await answerNow(page)
  await expect.poll(async () => (await fields(page)).sellerTaxId).toBe('12345678Z')
  await settled(page)
  expect((await fields(page)).sellerName).toBe('')
  // Back at the fields it is filled in, in sight.
  await page.getByRole('button', { name: '3. Partes' }).click()
  await expect(name(page)).toHaveValue('Otra Persona')
})

test('all of it by mouse alone', async ({ page }) => {
  await open(page, 'wizard-known')
  await toParties(page)
  await page.keyboard.type('B12345674')
  await expect(name(page)).toHaveValue('Ocasión Vega, S.L.')
  await page.getByRole('button', { name: 'Quitar lo rellenado' }).click()
  await expect(name(page)).toHaveValue('')
})
