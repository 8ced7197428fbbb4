import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { pressAdd } from './cases-page.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page) => page.getByRole('textbox', { name: 'ID o enlace' })
const dialog = (page: Page) => page.locator('dialog[open]')

async function openAdd(page: Page, state: string) {
  await open(page, state)
  await pressAdd(page)
  await expect(field(page)).toBeFocused()
}

test('a link: what was understood is said, only its id leaves, and its page opens', async ({ page }) => {
  await openAdd(page, 'procedures')
  await field(page).fill(' https://app.operador.example/web/procedures/prc_7f3a0b52c21?token=secreto ')
  await expect(dialog(page).getByRole('status').first()).toHaveText(
    'Expediente prc_7f3a0b52c21. Se busca en Gestoría Ribera · Producción. El enlace es de app.operador.example; solo se usa su ID.',
  )
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Transferencia')).toBeFocused()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Expediente añadido')).toBeVisible()
  expect(await called(page, 'changes.add')).toEqual([{ text: 'procedures/prc_7f3a0b52c21' }])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row').nth(1)).toContainText('Con incidencia')
})

test('links of this account and of another one are told apart', async ({ page }) => {
  await openAdd(page, 'procedures')
  const said = dialog(page).getByRole('status').first()
  await field(page).fill('https://api.operador.example/v1/procedures/p1')
  await expect(said).toHaveText('Expediente p1. Se busca en Gestoría Ribera · Producción.')
  await field(page).fill('https://dev.operador.example/v1/procedures/p1')
  await expect(said).toContainText('es de tu cuenta «Gestoría Ribera, pruebas»')
})

test('a bare id is what the section is about, unless another thing is said', async ({ page }) => {
  await openAdd(page, 'signatures')
  await field(page).fill('sig_51c09e7712')
  await expect(page.getByRole('radio', { name: 'Una firma' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(title(page, 'Mandato específico')).toBeFocused()

  await openAdd(page, 'procedures')
  await field(page).fill('sig_51c09e7712')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('no lo encuentra en esta cuenta')
  await page.getByRole('radio', { name: 'No lo sé' }).check()
  await page.getByRole('button', { name: 'Añadir', exact: true }).click()
  await expect(title(page, 'Mandato específico')).toBeVisible()
  expect(await called(page, 'changes.add')).toEqual([
    { text: 'procedures/sig_51c09e7712' },
    { text: 'sig_51c09e7712' },
  ])
})

test('what is no id asks the service nothing, and says why', async ({ page }) => {
  await openAdd(page, 'procedures')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Pega un ID o un enlace.')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await field(page).fill('1234 BCD')
  await expect(page.getByText('Parece una matrícula.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')
  await field(page).fill('¿dónde está?')
  await expect(field(page)).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Eso no es un ID ni un enlace')).toBeVisible()
  expect(await called(page, 'changes.add')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Opciones de la vista' })).toBeFocused()
})

test('offline it is said that nothing was added, and closing it forgets the answer', async ({ page }) => {
  await openAdd(page, 'procedures-offline')
  await field(page).fill('prc_9')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('No se ha añadido nada.')
  await page.evaluate(() => {
    delete window.bridge.scene.refuses
    window.bridge.scene.holds = ['changes.add']
  })
  await field(page).fill('prc_8')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Buscándolo en el servicio…')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.bridge.release())
  await expect(title(page, 'Todos')).toBeVisible()
  await expect(page.getByText('Expediente añadido')).toHaveCount(0)
})

test('the palette opens it from anywhere', async ({ page }) => {
  await open(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('añadir exp')
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('prc_1')
  await expect(page.getByRole('radio', { name: 'No lo sé' })).toBeChecked()
})
