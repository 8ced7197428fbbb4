import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { called, hold, open, releaseAll, settled, tabTo } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { givePaper } from './states-clients.ts'
import { documents, PDF } from './states-documents.ts'

const LOZANO = clientDealerId('Lozano Ocasión, S.L.')
const MOTOR = clientDealerId('Lozano Motor')
const rail = (page: Page) => page.getByRole('complementary', { name: 'Ficha del cliente' })
const paper = (page: Page, name: string) => rail(page).locator('.client-paper', { hasText: name })
const dialog = (page: Page) => page.locator('dialog[open]')
const toast = (page: Page) => page.locator('.toasts')

test('the data of a client are changed by keyboard alone, once', async ({ page }) => {
  await open(page, 'client-record')
  const edit = rail(page).getByRole('button', { name: 'Editar' })
  await tabTo(page, 'Editar')
  await page.keyboard.press('Enter')
  await page.getByLabel('NIF').fill('b-12345675')
  await expect(dialog(page)).toContainText('sería B12345674')
  await page.getByLabel('NIF').fill('B12345674')
  await page.getByLabel('Teléfono').fill('600 000 001')
  await hold(page, 'clients.save')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await releaseAll(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(rail(page)).toContainText('600 000 001')
  await expect(edit).toBeFocused()
  expect(await called(page, 'clients.save')).toMatchObject([{ id: LOZANO, version: 3, phone: '600 000 001' }])
})

test('a change of another PC is not overwritten, and a new client opens its page', async ({ page }) => {
  await open(page, 'client-record-changed')
  await rail(page).getByRole('button', { name: 'Editar' }).click()
  await page.getByLabel('Teléfono').fill('1')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Alguien ha cambiado estos datos')

  await open(page, 'client-list')
  await page.getByRole('button', { name: 'Cliente nuevo…' }).click()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Falta el nombre')
  expect(await called(page, 'clients.save')).toEqual([])
  await page.getByLabel('Nombre').fill('Grúas Peña')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Grúas Peña' })).toBeVisible()
})

test('a client with the same NIF is merged after a question, and taken apart again', async ({ page }) => {
  await open(page, 'client-record-alike')
  await rail(page).getByRole('button', { name: 'Unir con Lozano Motor…' }).click()
  // An accidental Enter merges nothing.
  await expect(dialog(page).getByRole('button', { name: 'No unir' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(await called(page, 'clients.merge')).toEqual([])
  await rail(page).getByRole('button', { name: 'Unir con Lozano Motor…' }).click()
  await dialog(page).getByRole('button', { name: 'Unir', exact: true }).click()
  await expect(toast(page).filter({ hasText: 'Clientes unidos' })).toBeVisible()
  expect(await called(page, 'clients.merge')).toEqual([{ from: MOTOR, into: LOZANO }])
  await rail(page).getByRole('button', { name: 'Separar Lozano Motor' }).press('Enter')
  await expect(rail(page).getByRole('button', { name: 'Separar Lozano Motor' })).toHaveCount(0)
  expect(await called(page, 'clients.separate')).toEqual([{ id: MOTOR }])
})

test('another client is chosen by its name and merged', async ({ page }) => {
  await open(page, 'client-record')
  await rail(page).getByRole('button', { name: 'Unir con otro cliente…' }).press('Enter')
  await page.getByRole('searchbox').fill('ferrer')
  await dialog(page).getByRole('button', { name: 'Unir Nuria Ferrer Castell' }).press('Enter')
  await expect(dialog(page)).toContainText(
    '¿Nuria Ferrer Castell y Lozano Ocasión, S.L. son el mismo cliente?',
  )
  await dialog(page).getByRole('button', { name: 'Unir', exact: true }).click()
  await expect(rail(page)).toContainText('También es Nuria Ferrer Castell')
})

test('a paper is added with its dates, and a day that does not exist is refused', async ({ page }) => {
  await open(page, 'client-record-none')
  await givePaper(page)
  await expect(page.getByLabel('Qué es')).toHaveValue('mandate')
  await page.getByLabel('Fecha').fill('31/2/2026')
  await page.getByLabel('Válido hasta').fill('1/3/2027')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Ese día no existe')
  await page.getByLabel('Fecha').fill('1/3/2028')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Caduca antes de su fecha')
  await page.getByLabel('Fecha').fill('1/3/26')
  await page.keyboard.press('Enter')
  await expect(paper(page, 'Mandato firmado.pdf')).toContainText('En vigor hasta el 01/03/2027')
  expect(await called(page, 'clients.add-paper')).toMatchObject([
    { client: LOZANO, type: 'mandate', signedDay: '2026-03-01', untilDay: '2027-03-01' },
  ])
})

test('several files are added one after another, and one that is too large says so', async ({ page }) => {
  await open(page, 'client-record-none')
  const big = { name: 'grande.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(9 * 1024 * 1024) }
  const chooser = rail(page).locator('input[type=file]')
  await chooser.setInputFiles([big])
  await expect(toast(page).filter({ hasText: 'Pasa de 8 MB' })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer()
      for (const name of ['poder.pdf', 'Escritura.pdf'])
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }))
      dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    },
    [...PDF],
  )
  await expect(dialog(page)).toContainText('Después queda 1 documento')
  await expect(page.getByLabel('Qué es')).toHaveValue('power')
  await page.getByRole('button', { name: 'Guardar en la ficha' }).click()
  await expect(page.getByLabel('Qué es')).toHaveValue('deed')
  await page.getByRole('button', { name: 'Guardar en la ficha' }).click()
  await expect(rail(page).locator('.client-paper')).toHaveCount(2)
})

test('a paper is opened, changed, replaced and removed, and the removal is asked about', async ({ page }) => {
  await open(page, 'client-record')
  await rail(page).getByRole('button', { name: 'Abrir mandato.pdf' }).press('Enter')
  await expect(dialog(page).locator('canvas[data-drawn="true"]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // Its content is on another PC.
  await expect(rail(page).getByRole('button', { name: 'Abrir cif.pdf' })).toBeDisabled()
  const act = async (action: RegExp) => {
    await rail(page).getByRole('button', { name: 'Acciones de mandato.pdf' }).press('Enter')
    await page.getByRole('menuitem', { name: action }).press('Enter')
  }
  await act(/^Cambiar/)
  await page.getByLabel('Válido hasta').fill('5/12/2026')
  await page.keyboard.press('Enter')
  await expect(paper(page, 'mandato.pdf')).toContainText('Caduca el 05/12/2026 (quedan 15 días)')
  const chosen = page.waitForEvent('filechooser')
  await act(/^Sustituir/)
  await (await chosen).setFiles([{ name: 'mandato nuevo.pdf', mimeType: 'application/pdf', buffer: PDF }])
  await page.getByRole('button', { name: 'Guardar en la ficha' }).click()
  await expect(paper(page, 'mandato nuevo.pdf')).toBeVisible()
  expect(await called(page, 'clients.add-paper')).toMatchObject([{ instead: 'mandato' }])
  await rail(page).getByRole('button', { name: 'Acciones de mandato nuevo.pdf' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Quitar/ }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(paper(page, 'mandato nuevo.pdf')).toBeVisible()
  await rail(page).getByRole('button', { name: 'Acciones de mandato nuevo.pdf' }).press('Enter')
  await page.getByRole('menuitem', { name: /^Quitar/ }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(paper(page, 'mandato nuevo.pdf')).toHaveCount(0)
})

test('a paper on file is added to a draft with one press, with a name that tells its type', async ({
  page,
}) => {
  await open(page, 'client-offers-draft')
  await documents(page)
  const row = (name: string) => page.locator('.draft-document', { hasText: name })
  await page.getByRole('button', { name: 'Usar Mandato de Lozano Ocasión, S.L. (2026)' }).press('Enter')
  await expect(row('Mandato - Lozano Ocasión, S.L..pdf')).toBeVisible()
  await expect(page.locator('.requirements li', { hasText: 'Mandato firmado' })).not.toContainText('Falta')
  await expect(page.getByRole('button', { name: /^Usar Mandato/ })).toHaveCount(0)
  const power = page.getByRole('button', { name: 'Añadir Poder de Lozano Ocasión, S.L. (2024)' })
  await power.press('Enter')
  await expect(row('Poder - Lozano Ocasión, S.L..pdf')).toBeVisible()
  await expect(power).toHaveCount(0)
  expect(await called(page, 'procedures.document-add')).toHaveLength(2)
})

test('the mandate in force of a party is used on the case, and sent only by the user', async ({ page }) => {
  await open(page, 'client-offers-case')
  const use = page.getByRole('button', { name: /^Usar Mandato/ })
  await expect(page.locator('.notice', { hasText: 'En vigor hasta el 01/03/2027' })).toBeVisible()
  // The usual way stays.
  await expect(page.getByRole('button', { name: /^Mandato del transmitente/ })).toBeVisible()
  await use.press('Enter')
  await expect(page.getByRole('heading', { name: 'Añadir un documento' })).toBeVisible()
  await settled(page)
  expect(await called(page, 'attachments.add')).toEqual([])
})

test('a request to sign a mandate names the one in force, and leads to the record', async ({ page }) => {
  await open(page, 'client-offers-case')
  await page.getByRole('button', { name: /^Mandato del transmitente/ }).press('Enter')
  const check = page.locator('.check-list__row', { hasText: 'Ya hay un mandato suyo en la ficha' })
  await expect(check).toContainText('En vigor hasta el 01/03/2027')
  await page.getByRole('combobox', { name: 'DNI, NIE o NIF' }).fill('12345678Z')
  await expect(check).toHaveCount(0)
  await page.getByRole('combobox', { name: 'DNI, NIE o NIF' }).fill('B12345674')
  await check.getByRole('button', { name: 'Ver la ficha' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Lozano Ocasión, S.L.' })).toBeVisible()
})

test('an expired mandate says so, and leads to the record', async ({ page }) => {
  await open(page, 'client-mandate-expired')
  const notice = page.locator('.notice', { hasText: 'Caducó el 01/11/2026' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: /^Usar Mandato/ })).toHaveCount(0)
  await notice.getByRole('button', { name: 'Ver la ficha' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Lozano Ocasión, S.L.' })).toBeVisible()
})

test('the palette, the name on a case and the board lead to the record of a client', async ({ page }) => {
  await open(page, 'client-list')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('ruiz')
  await page.getByRole('option', { name: /Talleres Ruiz.*Ficha de cliente/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Talleres Ruiz' })).toBeVisible()
  await open(page, 'client-offers-case')
  await page.getByRole('button', { name: 'Mostrar', exact: false }).first().press('Enter')
  await page.getByTitle('Ver todo lo de este cliente').press('Enter')
  await expect(rail(page)).toBeVisible()
})

test('a client goes back to the tariff of the office', async ({ page }) => {
  await open(page, 'client-record')
  await page.evaluate((id) => {
    const { ledger } = window.bridge.scene
    const own = { client: id, kind: 'transfer', lines: [], version: 4, isOffice: false } as never
    if (ledger) ledger.tariffs = { [`${id} transfer`]: own }
  }, LOZANO)
  await rail(page).getByRole('button', { name: 'Ver la tarifa…' }).click()
  await dialog(page).getByRole('button', { name: 'Volver a la de la oficina' }).press('Enter')
  await expect(dialog(page)).toContainText('Este cliente no tiene tarifa propia')
  await expect(dialog(page).getByRole('button', { name: 'Volver a la de la oficina' })).toHaveCount(0)
  expect(await called(page, 'ledger.remove-tariff')).toEqual([
    { client: LOZANO, kind: 'transfer', version: 4 },
  ])
})
