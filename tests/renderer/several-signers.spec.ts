import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const prepared = async (page: Page) =>
  (await called(page, 'signature-requests.prepare')) as { requests: { id: string; fields: object }[] }[]

async function choose(page: Page, ...names: string[]) {
  await open(page, 'contacts')
  await page.getByRole('button', { name: 'Preparar para varios…' }).click()
  for (const name of names) await dialog(page).getByLabel(new RegExp(name)).check()
}

test('a document is prepared for several signers, and nothing is sent', async ({ page }) => {
  await choose(page, 'Nuria Ferrer', 'Ocasión Vega', 'Talleres del Segura')
  await expect(dialog(page).getByText('3 elegidos. Uno queda a medias')).toBeVisible()
  // A search keeps those who were chosen.
  await dialog(page).getByRole('searchbox').fill('petrescu')
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'Preparar 3' }).click()
  await expect(page.getByRole('heading', { name: 'Sin enviar', exact: true })).toBeVisible()
  await expect(page.locator('.toasts')).toContainText('2 peticiones listas y 1 a medias')
  const [call] = await prepared(page)
  expect(call?.requests).toHaveLength(3)
  expect(await called(page, 'signature-requests.send')).toEqual([])
})

test('a press that is repeated after a failure prepares the same requests', async ({ page }) => {
  await choose(page, 'Nuria Ferrer', 'Ocasión Vega')
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'signature-requests.prepare': { code: 'timeout' } as never }
  })
  await dialog(page).getByRole('button', { name: 'Preparar 2' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await page.evaluate(() => (window.bridge.scene.refuses = {}))
  await dialog(page).getByRole('button', { name: 'Preparar 2' }).click()
  await expect(page.getByRole('heading', { name: 'Sin enviar', exact: true })).toBeVisible()
  const [first, second] = await prepared(page)
  expect(second).toEqual(first)
})

test('the finished ones are sent at once, after a confirmation that an accidental Enter leaves', async ({
  page,
}) => {
  await choose(page, 'Nuria Ferrer', 'Ocasión Vega')
  await dialog(page).getByRole('button', { name: 'Preparar 2' }).click()
  const sendAll = page.getByRole('button', { name: /^Enviar las \d listas/ })
  await sendAll.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Nuria Ferrer Castell')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await called(page, 'signature-requests.send-all')).toEqual([])
  await sendAll.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Enviar \d/ })
    .click()
  await expect.poll(() => called(page, 'signature-requests.send-all')).toHaveLength(1)
  await expect(page.getByText(/^Sale en/).first()).toBeVisible()
  await expect(sendAll).toHaveCount(0)
})

test('both mandates of a case are prepared with one press, for one confirmation', async ({ page }) => {
  await open(page, 'file-page')
  await page.getByRole('button', { name: 'Preparar los dos' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Sin enviar', exact: true })).toBeVisible()
  const calls = (await prepared(page)) as { procedureId?: string; requests: object[] }[]
  expect(calls).toHaveLength(1)
  expect(calls[0]?.requests).toHaveLength(2)
  expect(calls[0]?.procedureId).toBeDefined()
})
