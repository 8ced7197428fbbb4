import { expect, type Page, test } from './seeded-test.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { plainPages } from '#tests/fakes/large-pdfs.ts'
import { announcer, called, hold, open, settled } from './actions.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const last = (page: Page): Promise<SignatureRequest> =>
  page.evaluate(() => window.bridge.scene.signatureRequests!.at(-1)!)
const change = (page: Page, next: Partial<SignatureRequest>) =>
  page.evaluate(
    (some) =>
      window.bridge.setSignatureRequest({ ...window.bridge.scene.signatureRequests!.at(-1)!, ...some }),
    next,
  )
const identifier = (page: Page) => page.getByRole('combobox', { name: 'DNI, NIE o NIF' })
const type = (page: Page, text: string) => page.keyboard.type(text)
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first()

test('a known signer is sent a document by keyboard alone, and it can be undone', async ({ page }) => {
  await open(page, 'signatures')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('n')
  await expect(identifier(page)).toBeFocused()
  await expect(page).toHaveTitle('Firmas · Ventanilla')
  await type(page, 'x12')
  await expect(page.getByRole('option', { name: /Ioana Petrescu/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('ioana@correo.example')
  await expect(announcer(page)).toContainText('Datos de Ioana Petrescu puestos')
  await expect(page.getByRole('button', { name: 'Revisar y enviar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await expect(page.getByText('ioana@correo.example').first()).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  const { id, version, fields } = await last(page)
  expect(fields).toMatchObject({ idNumber: 'X1234567L', fullname: 'Ioana Petrescu' })
  expect(await called(page, 'signature-requests.send')).toEqual([{ id, version }])
  await page.keyboard.press('z')
  await expect(announcer(page)).toContainText('No ha salido nada')
  expect((await last(page)).state).toBe('editing')
})

test('what is sent ends in its receipt, and from there on its page', async ({ page }) => {
  await open(page, 'signing-leaving')
  await change(page, { state: 'sending' })
  await expect(heading(page, 'Enviando al servicio…')).toBeFocused()
  await change(page, { state: 'sent', sentAt: Date.now(), signatureId: 'sig_11' })
  await expect(heading(page, 'Enviado a firmar')).toBeFocused()
  await page.getByRole('button', { name: 'Ver la firma' }).click()
  await expect(heading(page, 'Mandato específico')).toBeVisible()
})

test('a wrong letter is said with the right one, which can be put', async ({ page }) => {
  await open(page, 'signing-company')
  const field = page.getByLabel('DNI o NIE del representante')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('La letra no corresponde: sería Z.')).toBeVisible()
  await page.getByRole('button', { name: 'Poner 12345678Z' }).click()
  await expect(field).toBeFocused()
  await expect.poll(async () => (await last(page)).fields.representativeIdNumber).toBe('12345678Z')
  await expect(page.getByText('Datos completos')).toBeVisible()
})

test('the identifier decides: a company asks for who signs for it, and that cannot be a company', async ({
  page,
}) => {
  await open(page, 'signing-blank')
  await expect(page.getByLabel('DNI o NIE del representante')).toBeHidden()
  await identifier(page).fill('B12345674')
  await expect(page.getByText('Sociedad limitada · persona jurídica')).toBeVisible()
  const representative = page.getByLabel('DNI o NIE del representante')
  await representative.fill('A58818501')
  await expect(page.getByText('Es el número de una empresa')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeHidden()
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await identifier(page).fill('12345678Z')
  await expect(page.getByText('DNI · persona física')).toBeVisible()
})

test('a signer who is none of the parties is pointed out, and may be confirmed', async ({ page }) => {
  await open(page, 'signing-mismatch')
  await expect(
    page.getByText('En el expediente están Hnos. Alcaraz, C.B. y Nuria Ferrer Castell'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Es quien debe firmar' }).click()
  await expect.poll(async () => (await last(page)).accepted).toEqual(['party-mismatch'])
  await identifier(page).fill('12345678Z')
  await expect(page.getByText('Es una de las partes del expediente')).toBeVisible()
  await expect.poll(async () => (await last(page)).accepted).toEqual([])
})

test('of a procedure, one of its parties signs with one press', async ({ page }) => {
  await open(page, 'signing-new')
  await page.getByRole('button', { name: 'Firma el adquirente: Nuria Ferrer Castell' }).click()
  await expect(identifier(page)).toHaveValue('12345678Z')
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()
  await page.getByRole('button', { name: 'Quitar el expediente' }).click()
  await expect(page.getByRole('combobox', { name: 'Buscar expediente' })).toBeVisible()
  await expect.poll(async () => (await last(page)).procedureId).toBeUndefined()
})

test('the province comes with the postal code, the town is completed, and the phone is said in full', async ({
  page,
}) => {
  await open(page, 'signing-blank')
  await page.getByLabel('Código postal').fill('46900')
  await expect(page.getByLabel('Provincia')).toHaveValue('Valencia')
  await page.getByLabel('Municipio').pressSequentially('torre')
  await page.getByRole('option', { name: 'Torrent' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Municipio')).toHaveValue('Torrent')
  await page.getByLabel('Teléfono').fill('612345678')
  await expect(page.getByText('+34 612 34 56 78 · móvil')).toBeVisible()
  await page.getByLabel('Código postal').fill('28001')
  await expect(page.getByLabel('Provincia')).toHaveValue('Madrid')
})

test('with nothing to send, what is missing is said and gone to', async ({ page }) => {
  await open(page, 'signing-blank')
  await identifier(page).waitFor()
  await page.keyboard.press('Control+Enter')
  await expect(identifier(page)).toBeFocused()
  await expect(page.getByText('Falta este dato.').first()).toBeVisible()
  await expect(announcer(page)).toContainText('3 datos por completar')
})

test('one with nothing in it is not left behind; what was typed is kept', async ({ page }) => {
  await open(page, 'signing-blank')
  await identifier(page).waitFor()
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Firmas')).toBeVisible()
  expect(await called(page, 'signature-requests.discard')).toEqual([{ id: 's1' }])
  await page.keyboard.press('n')
  await identifier(page).fill('00000000T')
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Sin enviar')).toBeVisible()
  expect((await last(page)).fields.idNumber).toBe('00000000T')
})

test('Escape closes what is offered first, and then leaves', async ({ page }) => {
  await open(page, 'signing-blank')
  await identifier(page).pressSequentially('B12')
  await page.getByRole('listbox', { name: 'Firmantes' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(identifier(page)).toBeFocused()
})

test('without connection it is left to be sent, and nothing leaves', async ({ page }) => {
  await open(page, 'signing-offline')
  await page.getByText('Comprobaciones').waitFor()
  await page.keyboard.press('Control+Enter')
  await heading(page, 'Revisa antes de enviar').waitFor()
  await expect(page.getByRole('button', { name: 'Enviar a firmar' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await last(page)).state).toBe('ready')
  expect(await called(page, 'signature-requests.send')).toEqual([])
})

test('one in doubt is never sent again by itself: it is found there, or the person says so twice', async ({
  page,
}) => {
  await open(page, 'signing-uncertain')
  await expect(heading(page, 'Puede que ya esté enviado')).toBeFocused()
  await page.getByRole('button', { name: 'Enviar otra vez' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('el firmante recibirá dos')
  // Enter by reflex leaves it as it is.
  await page.keyboard.press('Enter')
  expect(await called(page, 'signature-requests.resolve')).toEqual([])
  await page.getByLabel('ID o enlace de la petición').fill('eso no')
  await page.getByRole('button', { name: 'Seguirla' }).click()
  await expect(page.getByText('Eso no es un ID ni un enlace de una firma.')).toBeVisible()
  await page
    .getByLabel('ID o enlace de la petición')
    .fill('https://web.operador.example/signatures/sig_found')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Enviado a firmar')).toBeFocused()
  expect(await called(page, 'signature-requests.resolve')).toEqual([
    { id: 's1', how: 'found', text: 'https://web.operador.example/signatures/sig_found' },
  ])
})

test('what the service refuses is said in its words, and is mended and sent again', async ({ page }) => {
  await open(page, 'signing-failed')
  await expect(page.getByText('signer.phone: formato no válido')).toBeVisible()
  await page.getByLabel('Teléfono').fill('699 11 22 33')
  await expect.poll(async () => (await last(page)).state).toBe('editing')
  await page.keyboard.press('Control+Enter')
  await heading(page, 'Revisa antes de enviar').waitFor()
  // The checks before sending have to come first.
  await expect(page.getByRole('button', { name: 'Enviar a firmar' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await last(page)).state).toBe('leaving')
})

test('more JSON is offered for the four alone, and never says who signs', async ({ page }) => {
  await open(page, 'signing-odd')
  await expect(page.getByText('El firmante se escribe en el formulario: quítalo de aquí.')).toBeVisible()
  await page.getByLabel('Datos añadidos (JSON)').fill('{ "precio": 8250 }')
  await expect.poll(async () => (await last(page)).fields.extra).toBe('{ "precio": 8250 }')
  await page.getByRole('radio', { name: /Mandato genérico/ }).check()
  await expect(page.getByLabel('Datos añadidos (JSON)')).toBeHidden()
  await expect.poll(async () => (await last(page)).document).toBe('mandate-generic')
})

test('two windows: what the other changed is shown, and one is chosen', async ({ page }) => {
  await open(page, 'signing-person')
  await page.getByLabel('Domicilio').waitFor()
  await page.evaluate(() => {
    const [known] = window.bridge.scene.signatureRequests!
    const fields = { ...known!.fields, street: 'Otra, 9', email: 'otra@correo.example' }
    window.bridge.scene.signatureRequests = [{ ...known!, fields, version: known!.version + 1 }]
  })
  await page.getByLabel('Domicilio').fill('La mía, 1')
  await expect(page.getByText('Otra ventana ha cambiado lo mismo que tú')).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('otra@correo.example')
  await page.getByRole('button', { name: 'Lo tuyo en Domicilio' }).click()
  await expect.poll(async () => (await last(page)).fields.street).toBe('La mía, 1')
})

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
  await page.goBack()
  await page.getByRole('link', { name: 'Todas' }).click()
  await page.keyboard.press('/')
  await type(page, 'vega')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row')).toHaveCount(13)
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
  await page.keyboard.press('Delete')
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
