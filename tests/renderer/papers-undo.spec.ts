import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { button } from './procedure-actions.ts'
import { documents } from './states-documents.ts'
import { drawn, tool } from './states-papers.ts'

const rows = (page: Page) => page.locator('.draft-document__name').allTextContents()
const papers = async (page: Page) => {
  await open(page, 'papers')
  await documents(page)
}
const all = (page: Page) =>
  page.evaluate(() => structuredClone(window.bridge.scene.drafts?.[0]?.documents ?? []))

test('a photo that is turned keeps its place and stays in view, and undone it is what it was', async ({
  page,
}) => {
  await papers(page)
  const before = await all(page)
  await tool(page, 'IMG_20261112', 'Girar y enderezar…')
  await drawn(page, 'dialog')
  await page.keyboard.press('Shift+ArrowRight')
  await button(page, 'Usar así').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page, 'Deshacer')).toBeFocused()
  expect(await rows(page)).toEqual(before.map(({ name }) => name))
  await expect(button(page, /^Ver IMG_20261112/)).toHaveAttribute('aria-pressed', 'true')
  expect((await all(page))[1]?.id).not.toBe(before[1]?.id)
  await button(page, 'Deshacer').click()
  await expect(button(page, 'Deshacer')).toHaveCount(0)
  expect(await all(page)).toEqual(before)
  await expect(button(page, /^Ver IMG_20261112/)).toHaveAttribute('aria-pressed', 'true')
  await expect(button(page, /^Ver IMG_20261112/)).toBeFocused()
})

test('a cut and a removal of one of its parts are undone one after the other, and nothing is left over', async ({
  page,
}) => {
  await papers(page)
  const before = await all(page)
  await tool(page, 'Escaneo0009', 'Separar por páginas…')
  await button(page, 'Separar en 3 documentos').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page, 'Quitar Escaneo0009 pág. 3.pdf')).toBeVisible()
  const cut = ['Escaneo0009 pág. 1-2.pdf', 'Escaneo0009 pág. 3.pdf', 'Escaneo0009 pág. 4.pdf']
  await expect.poll(async () => (await rows(page)).slice(0, 3)).toEqual(cut)
  await button(page, 'Quitar Escaneo0009 pág. 3.pdf').click()
  await expect.poll(() => rows(page)).toHaveLength(before.length + 1)
  await button(page, 'Deshacer').click()
  await expect.poll(async () => (await rows(page)).slice(0, 3)).toEqual(cut)
  await button(page, 'Deshacer').click()
  await expect.poll(() => all(page)).toEqual(before)
  await expect(button(page, 'Deshacer')).toHaveCount(0)
  expect((await called(page, 'procedures.document-add')).length).toBe(3)
})

test('undone while another window sends it: it says so, and nothing changes', async ({ page }) => {
  await papers(page)
  await button(page, 'Quitar contrato firmado.pdf').click()
  await expect(button(page, 'Deshacer')).toBeVisible()
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'procedures.document-swap': { code: 'draft-busy', retryable: false } }
  })
  await button(page, 'Deshacer').click()
  await expect(page.getByText('Este expediente se está enviando o ya se envió.')).toBeVisible()
  await expect(button(page, 'Deshacer')).toBeVisible()
})
