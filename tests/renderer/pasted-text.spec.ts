import { expect, type Page, test } from './seeded-test.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { announcer, called, open, tabTo } from './actions.ts'
import { pasteOutside } from './states-wizard.ts'

const MAIL = [
  'Te paso lo del 3308 KDR.',
  'Vendedor: Andrés Lozano Gil, DNI 98765432M',
  'Comprador: Nuria Ferrer Castell, DNI 12345678Z',
  'Fecha del contrato: 12/11/2026. Precio: 8.250 €. La factura es la F-2026/0859.',
].join('\n')

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Datos de un texto' })
const row = (page: Page, field: string) => page.locator(`[data-offer="${field}"]`)
const box = (page: Page, field: string) => row(page, field).getByRole('checkbox')
const take = (page: Page) => dialog(page).getByRole('button', { name: /^Tomar/ })
const fields = (page: Page): Promise<Draft['fields']> =>
  page.evaluate(() => window.bridge.scene.drafts!.at(-1)!.fields)
const copy = (page: Page, text: string) =>
  page.evaluate((words) => navigator.clipboard.writeText(words), text)
const undo = (page: Page) => page.getByRole('button', { name: /^Deshacer/ })

test('a mail fills a transfer, and one key undoes it, by keyboard alone', async ({ page }) => {
  await open(page, 'wizard-new')
  await copy(page, MAIL)
  await page.keyboard.press('Alt+v')
  await expect(dialog(page).getByRole('textbox', { name: 'Texto', exact: true })).toBeFocused()
  await page.keyboard.press('Control+v')
  await expect(box(page, 'vrm')).toBeFocused()
  await expect(box(page, 'vrm')).toBeChecked()
  // Nothing is in the form yet, and one field is not wanted.
  expect((await fields(page)).vrm).toBe('')
  await page.keyboard.press('Tab')
  await expect(box(page, 'taxableBase')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box(page, 'taxableBase')).not.toBeChecked()
  await page.keyboard.press('Enter')

  await expect(dialog(page)).toBeHidden()
  await expect(page.locator('[data-applied]')).toBeFocused()
  await expect(announcer(page)).toContainText('Con Control Z se deshace')
  await expect
    .poll(() => fields(page))
    .toMatchObject({
      vrm: '3308 KDR',
      taxableBase: '',
      invoiceNumber: 'F-2026/0859',
      contractDate: '12/11/2026',
      sellerName: 'Andrés Lozano Gil',
      sellerTaxId: '98765432M',
      buyerName: 'Nuria Ferrer Castell',
      buyerTaxId: '12345678Z',
    })
  await page.keyboard.press('Control+z')
  await expect(page.getByText(/^Deshecho: \d campos están como antes\.$/)).toBeVisible()
  await expect.poll(async () => Object.values(await fields(page)).join('')).toBe('')
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
})

test('the same by mouse alone', async ({ page }) => {
  await open(page, 'wizard-new')
  await copy(page, MAIL)
  await page.getByRole('button', { name: 'Pegar texto' }).click()
  await dialog(page).getByRole('button', { name: 'Pegar del portapapeles' }).click()
  await dialog(page).getByText('Base imponible').click()
  await expect(box(page, 'taxableBase')).not.toBeChecked()
  await take(page).click()
  await expect.poll(async () => (await fields(page)).buyerName).toBe('Nuria Ferrer Castell')
  expect((await fields(page)).taxableBase).toBe('')
  await undo(page).click()
  await expect.poll(async () => Object.values(await fields(page)).join('')).toBe('')
})

const SPOILT: readonly (readonly [where: string, spoil: () => void])[] = [
  [
    'does not let it',
    () => {
      navigator.permissions.query = async () => ({ state: 'denied' }) as PermissionStatus
    },
  ],
  [
    'has no way to do it',
    () => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    },
  ],
]
for (const [where, spoil] of SPOILT)
  test(`where the page ${where}, no button offers to read the clipboard, and the way that works is said`, async ({
    page,
  }) => {
    await open(page, 'wizard-new')
    await page.evaluate(spoil)
    await page.keyboard.press('Alt+v')
    await expect(dialog(page).getByText('Pega en el cuadro con Ctrl + V.')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Pegar del portapapeles' })).toHaveCount(0)
  })

test('what is already written stays, unless it is marked; and one of several values is chosen by key', async ({
  page,
}) => {
  await open(page, 'wizard-review')
  await pasteOutside(
    page,
    'Comprador: Iván Soler Prats, DNI 47586970Q\nEl 3308 KDR por 8.250 € o el 4821 KLM.',
  )
  await expect(row(page, 'taxableBase')).toContainText('Ya está puesto')
  await expect(box(page, 'buyerName')).not.toBeChecked()
  await expect(row(page, 'buyerName')).toContainText('Ahora: Nuria Ferrer Castell')
  await expect(dialog(page).getByRole('button', { name: 'Nada marcado' })).toBeDisabled()
  // The plate of the draft is first; the arrow takes the other.
  await expect(dialog(page).getByRole('radio', { name: '3308 KDR' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(box(page, 'vrm')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await fields(page)).vrm).toBe('4821 KLM')
  expect(await fields(page)).toMatchObject({ buyerName: 'Nuria Ferrer Castell', taxableBase: '8.250' })
})

test('a text about another vehicle says so, and nothing of it is marked', async ({ page }) => {
  await open(page, 'wizard-template')
  await pasteOutside(page, MAIL.replace('3308 KDR', '4821 KLM'))
  await expect(dialog(page).getByText('El texto es de otro vehículo: 4821 KLM.')).toBeVisible()
  await expect(box(page, 'sellerName')).not.toBeChecked()
  await expect(dialog(page).getByRole('button', { name: 'Nada marcado' })).toBeDisabled()
})

test('a field that another window fills meanwhile is no longer marked', async ({ page }) => {
  await open(page, 'wizard-new')
  await pasteOutside(page, MAIL)
  await expect(box(page, 'sellerName')).toBeChecked()
  await page.evaluate(() => {
    const known = window.bridge.scene.drafts!.at(-1)!
    const filled = { ...known.fields, sellerName: 'Otra Persona' }
    window.bridge.setDraft({ ...known, fields: filled, version: known.version + 1 })
  })
  await expect(row(page, 'sellerName')).toContainText('Ahora: Otra Persona')
  await expect(box(page, 'sellerName')).not.toBeChecked()
  await take(page).click()
  await expect.poll(async () => (await fields(page)).vrm).toBe('3308 KDR')
  expect((await fields(page)).sellerName).toBe('Otra Persona')
})

test('only what has been on screen is taken', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 460 })
  await open(page, 'wizard-new')
  await pasteOutside(page, MAIL)
  await expect(dialog(page)).toContainText(/más abajo, sin ver/)
  await take(page).click()
  await expect.poll(async () => (await fields(page)).vrm).toBe('3308 KDR')
  expect((await fields(page)).buyerTaxId).toBe('')
})

test('a slow core undoes everything all the same, and what was typed since stays', async ({ page }) => {
  await open(page, 'wizard-new')
  await page.evaluate(() => (window.bridge.scene.holds = ['procedures.draft-save']))
  await pasteOutside(page, MAIL)
  await take(page).click()
  const plate = page.getByRole('textbox', { name: 'Matrícula' })
  await expect(plate).toHaveValue('3308 KDR')
  await plate.fill('4821 KLM')
  // In a field the keys are the browser's.
  await undo(page).click()
  await expect(page.getByText('Deshecho, salvo lo que habías cambiado después.')).toBeVisible()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect.poll(() => fields(page)).toMatchObject({ vrm: '4821 KLM', sellerName: '', buyerTaxId: '' })
})

test('pasted in a field or with a dialog open it is not taken, and without text nothing opens', async ({
  page,
}) => {
  await open(page, 'wizard-new')
  await copy(page, '3308 KDR')
  await page.getByRole('textbox', { name: 'Matrícula' }).focus()
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toHaveValue('3308 KDR')
  await expect(dialog(page)).toBeHidden()
  await pasteOutside(page, '   ')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open]').waitFor()
  await pasteOutside(page, MAIL)
  await expect(dialog(page)).toBeHidden()
})

test('a clipboard of HTML alone is read as a page shows it', async ({ page }) => {
  await open(page, 'wizard-new')
  await pasteOutside(
    page,
    '',
    '<table><tr><td>Matr&iacute;cula</td><td><b>3308</b> KDR</td></tr><tr><td>Vendedor</td><td>Andr&eacute;s Lozano Gil</td></tr></table>',
  )
  await expect(box(page, 'vrm')).toBeChecked()
  await expect(row(page, 'sellerName')).toContainText('Andrés Lozano Gil')
})

test('a megabyte is read while the window goes on, and stopping says what was not read', async ({ page }) => {
  await open(page, 'wizard-new')
  const text = `Matrícula: 3308 KDR\n\n${`${MAIL.replace('3308 KDR', 'coche')}\n\n`.repeat(5_000)}`
  await pasteOutside(page, text)
  await page.evaluate(async () => {
    // Frames are drawn in between: the button is there to be pressed.
    const stop = () =>
      [...document.querySelectorAll('dialog button')].find((one) => one.textContent === 'Parar')
    while (!stop()) await new Promise(requestAnimationFrame)
    ;(stop() as HTMLElement).click()
  })
  await expect(dialog(page).getByText(/Has parado la búsqueda: se ha leído el \d+ % del texto/)).toBeVisible()
  await expect(box(page, 'vrm')).toBeVisible()
})

test('the text is nowhere once the dialog is closed, and no name is announced or in the title', async ({
  page,
}) => {
  await open(page, 'wizard-new')
  const messages: string[] = []
  const onMessage = (message: { text: () => string }) => messages.push(message.text())
  page.on('console', onMessage)
  await pasteOutside(page, MAIL)
  await expect(box(page, 'sellerName')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  const kept = await page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.title,
      location.href,
      history.state,
      window.bridge.calls,
      document.body.textContent,
    ]),
  )
  page.off('console', onMessage)
  for (const words of ['Lozano Gil', '98765432M', 'F-2026/0859'])
    expect([kept, ...messages].some((text) => text.includes(words))).toBe(false)
  // Opened again it asks for a text, with nothing in it.
  await tabTo(page, 'Pegar texto')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('textbox', { name: 'Texto', exact: true })).toHaveValue('')
  await page.keyboard.press('Control+v')
  await pasteOutside(page, MAIL)
  expect(await called(page, 'procedures.draft-save')).toEqual([])
})

test('locking the window forgets the text', async ({ page }) => {
  await open(page, 'wizard-new')
  await pasteOutside(page, MAIL)
  await expect(box(page, 'sellerName')).toBeVisible()
  const lock = (locked: boolean) =>
    page.evaluate((is) => window.bridge.setSlice('lock', { locked: is, hasPin: true }), locked)
  await lock(true)
  await expect(page.getByText('Lozano Gil')).toHaveCount(0)
  await lock(false)
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeVisible()
  await expect(dialog(page)).toBeHidden()
})

test('names of what was put are said by their fields alone', async ({ page }) => {
  await open(page, 'wizard-new')
  await pasteOutside(page, MAIL)
  await take(page).click()
  const notice = page.locator('[data-applied]')
  await expect(notice).toContainText('Transmitente')
  await expect(notice).not.toContainText('Lozano')
  await expect(announcer(page)).not.toContainText('Lozano')
  await expect(page).toHaveTitle('Expedientes · Ventanilla')
})
