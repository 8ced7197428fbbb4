import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, hold, open, releaseAll } from './actions.ts'

const line = (page: Page, id: string) => page.locator(`[data-draft="${id}"]`)
const first = (page: Page, id: string) => line(page, id).locator('.row')
const incoming = (page: Page) => page.getByRole('region', { name: 'Te entregan' })
const dialog = (page: Page) => page.getByRole('dialog')

test('a draft is handed over with E, to a colleague who is chosen', async ({ page }) => {
  await open(page, 'drafts-handed')
  await expect(first(page, 'draft-kdr')).toBeFocused()
  await page.keyboard.press('e')
  await expect(dialog(page).getByRole('combobox', { name: 'Nombre' })).toBeFocused()
  // Nobody is chosen yet: a held Enter hands nothing over.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Entregar' })).toBeDisabled()
  await expect(dialog(page).getByRole('option')).toHaveText(['Luis Vega', 'Marta Gil'])
  await page.keyboard.press('ArrowDown')
  await dialog(page).getByRole('textbox', { name: 'Recado' }).fill('Llama antes')
  await dialog(page).getByRole('button', { name: 'Entregar' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(announcer(page)).toContainText('Entregado a Luis Vega.')
  await expect(line(page, 'draft-kdr')).toContainText('Entregado a Luis Vega, sin recoger')
  expect(await called(page, 'handovers.give')).toEqual([
    { draftId: 'draft-kdr', version: 7, person: 'Luis Vega', note: 'Llama antes' },
  ])
})

test('a pointer on its way to the button chooses nobody', async ({ page }) => {
  await open(page, 'drafts-handed')
  await first(page, 'draft-kdr').press('e')
  const give = dialog(page).getByRole('button', { name: 'Entregar' })
  await dialog(page).getByRole('option', { name: 'Marta Gil' }).hover()
  await give.hover()
  await expect(give).toBeDisabled()
  await dialog(page).getByRole('combobox', { name: 'Nombre' }).press('ArrowDown')
  await expect(give).toBeEnabled()
})

test('a double press hands over once', async ({ page }) => {
  await open(page, 'drafts-handed')
  await first(page, 'draft-kdr').press('e')
  await dialog(page).getByRole('option', { name: 'Marta Gil' }).click()
  await hold(page, 'handovers.give')
  await dialog(page).getByRole('button', { name: 'Entregar' }).dblclick()
  await releaseAll(page)
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'handovers.give')).toHaveLength(1)
})

test('a draft that is handed over cannot be discarded or handed over again, and can be taken back', async ({
  page,
}) => {
  await open(page, 'drafts-handed')
  await expect(line(page, 'b2')).toContainText('Entregado a Luis Vega, sin recoger')
  await expect(line(page, 'b2').getByRole('button')).toHaveCount(1)
  await first(page, 'b2').press('Delete')
  await first(page, 'b2').press('e')
  await expect(dialog(page)).toHaveCount(0)
  await first(page, 'b2').press('Enter')
  await page.getByRole('button', { name: 'Recuperar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nueva matriculación' })).toBeVisible()
  expect(await called(page, 'handovers.withdraw')).toEqual([{ id: 'h-given' }])
  expect(await called(page, 'procedures.draft-discard')).toEqual([])
})

test('a draft that a colleague hands over is collected, with its progress', async ({ page }) => {
  await open(page, 'drafts-handed')
  await expect(incoming(page)).toContainText('De Marta Gil: Falta el contrato')
  await expect(incoming(page)).toContainText('Recogiendo: 12 de 31 partes')
  const take = page.getByRole('button', { name: 'Recoger Transferencia de 1234 BCD' })
  await take.click()
  await expect(take).toBeDisabled()
  expect(await called(page, 'handovers.take')).toEqual([{ id: 'h-incoming' }])
})

test('a draft that arrives while the list is open moves no row', async ({ page }) => {
  await open(page, 'drafts')
  const before = await first(page, 'b1').boundingBox()
  await page.evaluate(() => {
    window.bridge.scene.handovers = [
      {
        id: 'h-late',
        role: 'receiver',
        state: 'incoming',
        person: 'Marta Gil',
        note: '',
        kind: 'transfer',
        client: '',
        documents: 0,
        parts: { done: 0, of: 0 },
        at: Date.now(),
        isConnected: true,
      },
    ]
    window.bridge.changed('draft', [])
  })
  await expect(incoming(page)).toBeVisible()
  expect(await first(page, 'b1').boundingBox()).toEqual(before)
})

test('a draft that a colleague has is discarded, restored, or gone on with on purpose', async ({ page }) => {
  await open(page, 'draft-collected')
  const panel = page.getByText(/^Lo recogió Luis Vega el \d/)
  await expect(panel).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Recuperar' }).click()
  await expect(page.getByRole('button', { name: 'Descartar' })).toBeVisible()
  expect(await called(page, 'handovers.withdraw')).toEqual([])
  await page.getByRole('button', { name: 'Seguir aquí' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nueva transferencia' })).toBeVisible()
  expect(await called(page, 'handovers.withdraw')).toEqual([{ id: 'h-given' }])
})

test('collected drafts are folded below the list, and open with the way back', async ({ page }) => {
  await open(page, 'drafts-handed')
  await page.getByText('Entregados (1)').click()
  await page.getByRole('button', { name: /Lo recogió Marta Gil/ }).click()
  await expect(page.getByText(/^Lo recogió Marta Gil el \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Recuperar' }).click()
  await expect(page.getByRole('button', { name: 'Seguir aquí' })).toBeVisible()
})

test('the page of a draft hands over what is on the screen', async ({ page }) => {
  await open(page, 'drafts-handed')
  await first(page, 'draft-kdr').press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Nueva transferencia' }).waitFor()
  await page.keyboard.press('Alt+e')
  await expect(dialog(page).getByRole('combobox', { name: 'Nombre' })).toBeFocused()
  await dialog(page).getByRole('option', { name: 'Luis Vega' }).click()
  await dialog(page).getByRole('button', { name: 'Entregar' }).click()
  await expect(page.getByText('Entregado a Luis Vega, sin recoger')).toBeVisible()
})

test('without sharing nothing is handed over', async ({ page }) => {
  await open(page, 'drafts')
  await expect(first(page, 'draft-kdr')).toBeFocused()
  await page.keyboard.press('e')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Entregar/ })).toHaveCount(0)
})
