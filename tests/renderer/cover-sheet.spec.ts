import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { open } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { field } from './states.ts'

const sheet = (page: Page) => page.locator('.print-sheet')
const print = async (page: Page) => {
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Imprimir carátula' }).click()
  await page.locator('.cover-sheet').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
}
const hideNames = (page: Page) =>
  page.evaluate(() => {
    const { slices } = window.bridge.scene
    window.bridge.setSlice('settings', { ...slices.settings, hideNames: true })
  })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
})

test('the cover sheet of a case is one sheet: plate, people, dates, documents, a code and room for notes', async ({
  page,
}) => {
  await open(page, 'file-page')
  await print(page)
  for (const words of [
    '3308 KDR',
    'Lozano Ocasión, S.L.',
    'Hnos. Alcaraz, C.B. · E12345674',
    'Nuria Ferrer Castell · 12345678Z',
    'Plazo del transmitente',
    '22/11/2026',
  ])
    await expect(sheet(page)).toContainText(words)
  await expect(sheet(page).getByRole('row', { name: /^Contrato o factura/ })).toContainText('Lo tenemos')
  // The file of the buyer's card has her name.
  await expect(sheet(page).getByRole('row', { name: /^DNI o NIF del adquirente/ })).toContainText(
    'Lo tenemos',
  )
  await expect(sheet(page).getByRole('row', { name: /^DNI o NIF del transmitente/ })).toContainText('Falta')
  await expect(sheet(page).getByRole('img', { name: 'Código QR del expediente' })).toBeVisible()
  await expect(page.locator('.frame')).toBeHidden()
  const task = getDocument({
    data: new Uint8Array(await page.pdf({ preferCSSPageSize: true })),
    verbosity: 0,
  })
  const pdf = await task.promise
  expect(pdf.numPages).toBe(1)
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view
  expect(height).toBeGreaterThan(width)
  await task.destroy()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(sheet(page)).toHaveCount(0)
})

test('with hidden names, the cover sheet names nobody and leaves their lines empty', async ({ page }) => {
  await open(page, 'file-page')
  await hideNames(page)
  await print(page)
  await expect(sheet(page)).toContainText('Sin nombres ni NIF')
  await expect(sheet(page)).toContainText('3308 KDR')
  await expect(sheet(page)).not.toContainText(/Lozano|Alcaraz|Ferrer|Nuria|E12345674|12345678Z/)
  await expect(sheet(page).getByText('Adquirente', { exact: true })).toBeVisible()
})

for (const [keyboard, link] of [
  ['Spanish', (id: string) => `ventanilla://expediente/${id}`],
  ['American', (id: string) => `ventanillaÑ--expediente-${id.replaceAll('-', "'")}`],
] as const)
  test(`a scanner with the ${keyboard} keyboard opens the case from the field of Consulta`, async ({
    page,
  }) => {
    await open(page, 'file-page')
    const id = await page.locator('.resource-facts__id .resource-id').textContent()
    await page.keyboard.press('Control+1')
    await field(page).fill(link(id ?? ''))
    await field(page).press('Enter')
    await expect(page.getByRole('heading', { name: 'Depende de ti' })).toBeVisible()
    await page.keyboard.press('Control+1')
    await expect(field(page)).toHaveValue('')
  })
