import { expect, type Page, test } from './seeded-test.ts'
import { plainPages } from '#tests/fakes/large-pdfs.ts'
import { called, hold, open, releaseAll, settled, goBack } from './actions.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const identifier = (page: Page) => page.getByRole('combobox', { name: 'DNI, NIE o NIF' })
const type = (page: Page, text: string) => page.keyboard.type(text)
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first()

test('the views of the sidebar, the search, and sending again what was rejected', async ({ page }) => {
  await open(page, 'signatures')
  await page.getByRole('grid').waitFor()
  await page.getByRole('link', { name: /Rechazadas/ }).click()
  await expect(heading(page, 'Rechazadas')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('r')
  await expect(page.getByText('Es una petición nueva')).toBeVisible()
  expect(await called(page, 'signature-requests.create')).toEqual([
    { document: 'mandate-specific', from: 'sig_6' },
  ])
  await expect(page.getByLabel('Nombre y apellidos')).toHaveValue('Sergio Blasco Pons')
  await goBack(page)
  await page.getByRole('link', { name: 'Todas' }).click()
  await page.keyboard.press('/')
  await type(page, 'vega')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(13)
})

test('a row says plate, signer and vehicle before the document; unsent requests too, without the name if it is hidden', async ({
  page,
}) => {
  await open(page, 'signatures')
  await expect(row(page, 'Nuria Ferrer')).toContainText(
    /Nuria Ferrer Castell.*Dacia Sandero.*Mandato específico/s,
  )
  await expect(row(page, 'Talleres del Segura')).toContainText(/bastidor …736290.*Talleres del Segura/s)
  await open(page, 'signings')
  await expect(page.getByRole('listitem').filter({ hasText: 'Espera a que pulses' })).toContainText(
    /SEAT Ibiza · Nuria Ferrer Castell.*Mandato específico/s,
  )
  await page.evaluate(() => {
    const { settings } = window.bridge.scene.slices
    window.bridge.setSlice('settings', { ...settings, hideNames: true })
  })
  await expect(page.getByText(/Ferrer|Blasco|Vega, S\.L\./)).toHaveCount(0)
})

test('a signer who takes too long is reminded, in a message that names them only when it leaves', async ({
  page,
}) => {
  await open(page, 'signatures')
  await row(page, 'Nuria Ferrer')
    .getByRole('button', { name: /Recordar/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Mensaje para el cliente' })
  await expect(dialog.getByRole('group', { name: 'Mensaje' })).toContainText('Mandato específico')
  await expect(dialog).not.toContainText('Nuria')
  await dialog.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Mensaje copiado entero')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Hola, Nuria Ferrer.*3308 KDR/)
})

test('a row opens its page, and coming back is on the same row', async ({ page }) => {
  await open(page, 'signatures')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Contrato de compraventa')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('[data-row="2"]')).toBeFocused()
})

test('the page of the row that the keyboard is on has been read before it is opened', async ({ page }) => {
  await open(page, 'signatures')
  const read = async () => (await called(page, 'changes.get')).length
  await expect.poll(read).toBe(1)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-row="1"]')).toBeFocused()
  await expect.poll(read).toBe(2)
  await settled(page)
  await hold(page, 'changes.get')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Actividad')).toBeVisible()
})

test('linked with a procedure afterwards, and not, and again', async ({ page }) => {
  await open(page, 'signature-expired')
  await page.getByRole('button', { name: 'Enlazar' }).click()
  await page.getByRole('combobox', { name: 'Enlazar con un expediente' }).pressSequentially('3308')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Quitar el enlace' })).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el enlace' }).click()
  await expect(page.getByText('No está enlazada con ningún expediente.')).toBeVisible()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('button', { name: 'Quitar el enlace' })).toBeVisible()
  expect(await called(page, 'signatures.link')).toHaveLength(3)
})

test('Enter takes no procedure that answers what was typed before', async ({ page }) => {
  await open(page, 'signature-expired')
  await page.getByRole('button', { name: 'Enlazar' }).click()
  const search = page.getByRole('combobox', { name: 'Enlazar con un expediente' })
  await search.pressSequentially('3308')
  await expect(page.getByRole('option', { selected: true })).toBeVisible()
  await page.evaluate(() => (window.bridge.scene.holds = ['cases.find']))
  await search.pressSequentially('zz')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByText('Ninguno con eso.')).toBeVisible()
  expect(await called(page, 'signatures.link')).toEqual([])
})

test('a signed document of many pages is not printed, and says what to do', async ({ page }) => {
  const pages = await plainPages(51)
  await open(page, 'signature-signed')
  await page.evaluate((coded) => {
    window.bridge.scene.pdf = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
    window.print = () => (document.documentElement.dataset['printed'] = 'yes')
  }, pages.toString('base64'))
  await page.getByRole('button', { name: /^Imprimir/ }).click()
  await expect(page.locator('.toast')).toContainText(
    'Tiene 51 páginas, demasiadas para imprimirlas de una vez',
  )
  await expect(page.locator('html')).not.toHaveAttribute('data-printed')
  await expect(page.getByText(/Preparando/)).toHaveCount(0)
})

test('the signed PDF is looked at, saved, and says when the key no longer opens it', async ({ page }) => {
  await open(page, 'signature-signed')
  await page.getByRole('button', { name: 'Ver Mandato específico firmado.pdf' }).click()
  await expect(page.locator('[data-drawn="true"]').first()).toBeVisible()
  await page.keyboard.press('Control+s')
  expect(await called(page, 'signatures.document')).toContainEqual({ id: 'sig_51c09e7712', documentId: 'm1' })
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    window.bridge.scene.pdf = { code: 'unauthorized', retryable: false }
  })
  await page.getByRole('button', { name: 'Ver Mandato específico firmado.pdf' }).click()
  await expect(page.getByText('La clave de la cuenta ya no vale para descargarlo.')).toBeVisible()
})

test('the number of who signs is hidden until it is asked for', async ({ page }) => {
  await open(page, 'signature')
  await page.getByRole('button', { name: 'Mostrar' }).waitFor()
  await expect(page.getByText('12345678Z')).toBeHidden()
  await page.getByRole('button', { name: 'Mostrar' }).click()
  await expect(page.getByText('12345678Z')).toBeVisible()
})

test('what is not sent: discarded and brought back', async ({ page }) => {
  await open(page, 'signings')
  await expect(page.locator('[data-signature-request="s4"] .row')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.locator('[data-signature-request="s4"]')).toBeHidden()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.locator('[data-signature-request="s4"]')).toBeVisible()
  await page.locator('[data-signature-request="s1"] .row').click()
  await expect(heading(page, 'Puede que ya esté enviado')).toBeVisible()
})

test('the address book: found, put right, taken off and put back, sent from', async ({ page }) => {
  await open(page, 'contacts')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Editar firmante' })
  await dialog.getByLabel('Correo electrónico').fill('nueva@ocasionvega.example')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(row(page, 'nueva@ocasionvega.example')).toBeVisible()
  // The dialog gives the focus back as it closes.
  await expect(page.locator('[data-row]:focus')).toBeVisible()
  await row(page, 'Ioana').focus()
  await hold(page, 'contacts.remove')
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Delete')
  await releaseAll(page)
  await expect(row(page, 'Ioana')).toBeHidden()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(row(page, 'Ioana')).toBeVisible()
  // The same contact, and not another with its fields.
  const [gone] = (await called(page, 'contacts.remove')) as { id: string }[]
  expect(await called(page, 'contacts.restore')).toEqual([gone])
  await row(page, 'Nuria').focus()
  await page.keyboard.press('f')
  await expect(identifier(page)).toHaveValue('12345678Z')
})

test('contacts that may be one person are asked about in one list, and answered by keyboard', async ({
  page,
}) => {
  await open(page, 'contacts-alike')
  await page.locator('[data-row="0"]:focus').waitFor()
  await expect(page.getByText('Posibles repetidos: 2 parejas de firmantes.')).toBeVisible()
  await page.getByRole('button', { name: 'Revisar' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Parecen la misma persona' })
  const apply = dialog.getByRole('button', { name: 'Aplicar' })
  await expect(apply).toBeDisabled()
  // The first pair is left for later.
  const second = dialog.getByRole('group', { name: 'Mismo correo: ioana@correo.example' })
  await second.getByRole('radio', { name: 'Juntar y dejar X1234567L' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(second.getByRole('radio', { name: 'Juntar y dejar 00000014Z' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await called(page, 'contacts.settle-alike')).toEqual([
    { answers: [{ keep: { id: 'c5', version: 1 }, other: { id: 'c3', version: 1 }, answer: 'join' }] },
  ])
  await expect(page.getByText('1 pareja juntada')).toBeVisible()
  await expect(page.getByText('Posibles repetidos: 1 pareja de firmantes.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Ioana' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Revisar' }).press('Enter')
  await dialog.getByRole('radio', { name: 'Son distintas' }).check()
  await apply.press('Enter')
  // The focus does not go away with the line.
  await expect(page.getByText('Posibles repetidos')).toBeHidden()
  await expect(page.locator(':focus')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Ferrer' })).toHaveCount(2)
})

test('while names are hidden, contacts that may be one person are told apart by the ends of their numbers', async ({
  page,
}) => {
  await open(page, 'contacts-alike')
  await page.evaluate(() => {
    const { settings } = window.bridge.scene.slices
    window.bridge.setSlice('settings', { ...settings, hideNames: true })
  })
  await page.getByRole('button', { name: 'Revisar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Parecen la misma persona' })
  // Three digits, or as many as it takes.
  for (const ending of ['5678Z', '8678Z', '67L', '14Z'])
    await expect(
      dialog.getByRole('radio', { name: `Juntar y dejar la que termina en ${ending}` }),
    ).toBeVisible()
  await expect(dialog).not.toContainText(/X1234567L|00000014Z|12345678Z|12368678Z/)
})

test('everything held of somebody is erased from the address book, at the word of the person', async ({
  page,
}) => {
  await open(page, 'contacts')
  await page.locator('[data-row="0"]').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Borrar todo lo suyo…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await called(page, 'data-subjects.erase')).toEqual([])
})

test('what was sent otherwise than is written is taken or left, and overwrites nothing before', async ({
  page,
}) => {
  await open(page, 'contacts-proposed')
  await expect(row(page, 'Datos por revisar')).toBeVisible()
  await row(page, 'Datos por revisar').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Editar firmante' })
  await expect(dialog.getByText('Nombre o razón social: «Persona 2». Aquí pone')).toBeVisible()
  await dialog.getByLabel('Teléfono').fill('612345678')
  await dialog.getByRole('button', { name: 'Usar lo enviado' }).click()
  await expect(dialog.getByLabel('Nombre o razón social')).toHaveValue('Persona 2')
  await expect(dialog.getByLabel('Teléfono')).toHaveValue('612345678')
  await expect(dialog.getByText('Al enviarle a firmar se escribió otra cosa')).toBeHidden()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Persona 2')).toBeVisible()
})

test('a new entry with an identifier that another has replaces it only when it is said', async ({ page }) => {
  await open(page, 'contacts')
  await page.locator('[data-row="0"]').waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Añadir firmante' })
  await dialog.getByLabel('DNI, NIE o NIF').fill('12345678Z')
  await dialog.getByLabel('Nombre o razón social').fill('Otra persona')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Ya hay un firmante con ese NIF: Nuria')
  await dialog.getByRole('button', { name: 'Sustituirlo por este' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Otra persona')).toBeVisible()
  await expect(row(page, 'Nuria Ferrer')).toBeHidden()
})

for (const [scene, empty] of [
  ['signatures-empty-slow', /^Aún no hay|^Todavía no/],
  ['contacts-empty-slow', /^Aún no hay|^Todavía no/],
] as const)
  test(`a search that was begun stays, though there is nothing to search in: ${scene}`, async ({ page }) => {
    await page.goto(`/consulta?state=${scene}`)
    const search = page.getByRole('searchbox')
    await search.waitFor()
    await page.keyboard.press('/')
    await page.evaluate(() => window.bridge.release())
    await page.getByRole('heading', { name: empty }).first().waitFor()
    await page.keyboard.type('ana')
    await expect(search).toHaveValue('ana')
  })
