import { expect, type Page, test } from './seeded-test.ts'
import type { SignatureRequest } from '#shared/bridge/signature-requests.ts'
import { announcer, called, confirmByKeyboard, open } from './actions.ts'

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
  await confirmByKeyboard(page)
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
  await expect(heading(page, 'Petición de firma')).toBeVisible()
  await page.getByRole('button', { name: 'Ver la firma' }).click()
  await expect(heading(page, 'Mandato específico')).toBeVisible()
})

for (const state of ['ready', 'uncertain'] as const)
  test(`an equal request that is ${state} in Sin enviar is told before another is sent, and can be opened`, async ({
    page,
  }) => {
    await open(page, 'signing-mismatch')
    const free = page.getByText('Sin otra petición abierta')
    await expect(free).toBeVisible()
    await page.evaluate((other) => {
      const { bridge } = window
      bridge.setSignatureRequest({ ...bridge.scene.signatureRequests!.at(-1)!, id: 's0', state: other })
    }, state)
    await expect(free).toBeHidden()
    await expect(page.getByText('Ya hay una petición abierta')).toBeVisible()
    await page.getByRole('button', { name: 'Ver la que hay' }).click()
    expect((await page.evaluate(() => history.state as { id: string })).id).toBe('s0')
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
  await page.getByLabel('Municipio').fill('Gerona')
  await page.getByRole('option', { name: 'Girona' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Municipio')).toHaveValue('Girona')
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
  await confirmByKeyboard(page)
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
  await confirmByKeyboard(page)
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
