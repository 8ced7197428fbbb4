import { expect, type Page, test } from './seeded-test.ts'
import type { Draft } from '#shared/bridge/procedures.ts'
import { announcer, called, open } from './actions.ts'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name })
const draft = (page: Page): Promise<Draft> => page.evaluate(() => window.bridge.scene.drafts!.at(-1)!)
const change = (page: Page, fields: Partial<Draft>) =>
  page.evaluate((next) => {
    const known = window.bridge.scene.drafts!.at(-1)!
    window.bridge.setDraft({ ...known, ...next })
  }, fields)

const MESSAGE = 'Seat León 4567KLM; Vendedora: María Gómez Ruiz, DNI 98765432M; Precio: 8.250 €'
for (const [what, text] of [
  ['in one line', MESSAGE],
  ['in several lines', MESSAGE.replaceAll('; ', '\n')],
  ['as short as a plate with a car', '4567KLM Seat León'],
] as const)
  test(`a message pasted in the field of the plate, ${what}, is offered whole, and the field stays`, async ({
    page,
  }) => {
    await open(page, 'wizard-new')
    const plate = page.getByRole('textbox', { name: 'Matrícula' })
    await plate.fill('12')
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await plate.press('Control+v')
    const dialog = page.getByRole('dialog', { name: 'Datos de un texto' })
    await expect(dialog.getByText('no cabe en ese campo')).toBeVisible()
    for (const words of ['4567KLM', 'Seat León', ...(text.length > 32 ? ['María Gómez Ruiz', '8.250'] : [])])
      await expect(dialog).toContainText(words)
    await expect(dialog.locator('[data-offer="vrm"]')).toContainText('4567 KLM')
    await page.keyboard.press('Escape')
    await expect(plate).toHaveValue('12')
  })

test('a plate pasted in its field stays in it, and a text too long for the notes is not cut', async ({
  page,
}) => {
  await open(page, 'wizard-new')
  const plate = page.getByRole('textbox', { name: 'Matrícula' })
  await page.evaluate(() => navigator.clipboard.writeText('4567-KLM '))
  await plate.press('Control+v')
  await expect(plate).toHaveValue('4567-KLM ')
  await step(page, '2. Operación').click()
  await page.evaluate(() => navigator.clipboard.writeText('Nota. '.repeat(700)))
  await page.getByLabel('Nota para la oficina').press('Control+v')
  await expect(page.getByRole('dialog', { name: 'Datos de un texto' })).toBeVisible()
})

const type = (page: Page, text: string) => page.keyboard.type(text)

test('a transfer from nothing to its receipt, by keyboard alone', async ({ page }) => {
  await open(page, 'procedures')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('n')
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
  await expect(page).toHaveTitle('Expedientes · Ventanilla')
  await type(page, '3308kdr')
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Operación')).toBeVisible()
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  await type(page, '8.250')
  await expect(page.getByText('Son 8.250,00 €')).toBeVisible()
  await page.keyboard.press('Tab')
  await type(page, 'F-2026/0859')
  await page.keyboard.press('Tab')
  // Any date format is accepted, and written in full once the field is left.
  await type(page, '12-11-26')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Fecha del contrato')).toHaveValue('12/11/2026')
  await expect(page.getByText('el adquirente, hasta el 12/12/2026 (quedan 22 días)').first()).toBeVisible()
  await type(page, 'marta@gestoriaribera.es')
  await page.keyboard.press('Enter')

  await expect(page.getByLabel('Transmitente').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await expect(page.getByText('8.250,00 €').first()).toBeVisible()
  // The checks before sending have to come first.
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await expect(announcer(page)).toContainText('Pulsa Z o Escape para deshacer')
  const sent = (await called(page, 'procedures.send'))[0] as { version: number; duplicates: boolean }
  expect(sent).toMatchObject({ duplicates: false, version: (await draft(page)).version })
  expect((await draft(page)).fields).toMatchObject({
    vrm: '3308kdr',
    taxableBase: '8.250',
    invoiceNumber: 'F-2026/0859',
    contractDate: '12/11/2026',
    userEmail: 'marta@gestoriaribera.es',
  })
  await change(page, { state: 'sending', step: 'confirm' })
  await expect(heading(page, 'Enviando')).toBeFocused()
  await change(page, { state: 'sent', sentAt: Date.now(), sentBy: 'us', procedureId: 'prc_1' })
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeFocused()
  // It is no longer new, nor among the drafts.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transferencia')
  await expect(page.getByRole('navigation', { name: 'Expedientes' }).locator('[aria-current]')).toContainText(
    'Abiertos',
  )
  await page.getByRole('button', { name: 'Copiar ID' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('prc_1')
})

test('undoing brings everything back as it was, and nothing leaves', async ({ page }) => {
  await open(page, 'wizard-review')
  await heading(page, 'Revisa antes de enviar').waitFor()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Deshacer' }).waitFor()
  await page.keyboard.press('z')
  await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
  await expect(announcer(page)).toContainText('No ha salido nada')
  expect((await draft(page)).state).toBe('editing')
})

test('what is typed is kept by itself, and the draft is in its list', async ({ page }) => {
  await open(page, 'wizard-new')
  await page.getByRole('textbox', { name: 'Matrícula' }).fill('3308 KD')
  await expect.poll(async () => (await draft(page)).fields.vrm).toBe('3308 KD')
  await page.keyboard.press('Escape')
  await expect(heading(page, 'Borradores')).toBeVisible()
})

test('left while it is slowly saved, the person stays where they went meanwhile', async ({ page }) => {
  await open(page, 'wizard-new')
  await page.evaluate(() => (window.bridge.scene.holds = ['procedures.draft-save']))
  await page.getByRole('textbox', { name: 'Matrícula' }).fill('3308 KD')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Consulta' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta' })).toBeVisible()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(page.getByText('Guardado en Borradores')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Consulta' })).toBeVisible()
})

test('what another window changed in the moment of sending is looked at before it is sent', async ({
  page,
}) => {
  await open(page, 'wizard-review')
  await step(page, '2. Operación').click()
  await page.evaluate(() => (window.bridge.scene.holds = ['procedures.draft-save']))
  await page.getByLabel('Cliente o compraventa').fill('Mío')
  await expect.poll(async () => (await called(page, 'procedures.draft-save')).length).toBeGreaterThan(0)
  await step(page, '5. Revisa y envía').click()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.evaluate(() => {
    const known = window.bridge.scene.drafts![0]!
    window.bridge.scene.drafts = [
      { ...known, fields: { ...known.fields, notes: 'de otra ventana' }, version: known.version + 1 },
    ]
  })
  await page.keyboard.press('Control+Enter')
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await expect(page.getByText('Ha cambiado desde que lo viste')).toBeVisible()
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await called(page, 'procedures.send')).length).toBe(1)
})

test('a draft with nothing in it is not left behind', async ({ page }) => {
  await open(page, 'wizard-new')
  await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Expedientes' })).toBeVisible()
  expect(await called(page, 'procedures.draft-discard')).toEqual([{ id: 'draft-1' }])
})

test('Enter says what is wrong once, with the way to each field, and then goes on', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.getByLabel('Correo del usuario').fill('marta@ribera')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'Hay 2 cosas que mirar en este paso' })
  await expect(summary).toBeFocused()
  await summary.getByRole('button', { name: 'Correo del usuario' }).click()
  await expect(page.getByLabel('Correo del usuario')).toBeFocused()
  await expect(page.getByLabel('Correo del usuario')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Partes').first()).toBeVisible()
  await expect(step(page, '2. Operación')).toContainText('Incompleto')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(heading(page, 'Operación')).toBeVisible()
})

test('a wrong NIF may be accepted as it is, until it is typed again', async ({ page }) => {
  await open(page, 'wizard-review')
  await step(page, '3. Partes').click()
  const field = page.getByLabel('NIF del transmitente')
  await field.fill('B12345670')
  await field.blur()
  await page.getByRole('button', { name: 'Es así' }).click()
  await expect.poll(async () => (await draft(page)).accepted).toEqual(['seller-control'])
  await expect(step(page, '3. Partes')).toContainText('Listo')
  await field.fill('B12345671')
  await expect.poll(async () => (await draft(page)).accepted).toEqual([])
})

test('an amount that may be read in two ways is asked about', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.getByLabel('Base imponible').fill('8,250')
  await page.getByLabel('Base imponible').blur()
  await page.getByRole('button', { name: 'Poner 8,25' }).click()
  await expect(page.getByText('Son 8,25 €')).toBeVisible()
})

test('the plate asks for its verdict by itself, and what stops it is said without holding it up', async ({
  page,
}) => {
  await open(page, 'wizard-new')
  const plate = page.getByRole('textbox', { name: 'Matrícula' })
  await plate.fill('9426 JHV')
  await expect(page.getByText('Consultando a Tráfico…')).toBeVisible()
  await expect.poll(() => called(page, 'lookup.start')).toEqual([{ vrm: '9426JHV' }])
  await plate.fill('0456 LTR')
  await expect(page.getByText('Tráfico lo parará hasta que se levante')).toBeVisible()
  await plate.press('Enter')
  await expect(heading(page, 'Operación')).toBeVisible()
})

test('two windows: what the other changed is shown, and one is chosen', async ({ page }) => {
  await open(page, 'wizard-review')
  await step(page, '2. Operación').click()
  await page.evaluate(() => {
    const known = window.bridge.scene.drafts![0]!
    const fields = { ...known.fields, invoiceNumber: 'F-1', client: 'Otro' }
    window.bridge.scene.drafts = [{ ...known, fields, version: known.version + 1 }]
  })
  await page.getByLabel('N.º de factura').fill('F-2')
  await expect(page.getByText('Otra ventana ha cambiado lo mismo que tú')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'N.º de factura' })).toHaveValue('F-2')
  await expect(page.getByLabel('Cliente o compraventa')).toHaveValue('Otro')
  expect((await draft(page)).fields.invoiceNumber).toBe('F-1')
  await page.getByRole('button', { name: 'Lo tuyo en N.º de factura' }).click()
  await expect.poll(async () => (await draft(page)).fields.invoiceNumber).toBe('F-2')
  await expect(page.getByText('Otra ventana ha cambiado lo mismo que tú')).toBeHidden()
})

test('what blocks keeps it from being sent, and goes to what has to be mended', async ({ page }) => {
  await open(page, 'wizard-review-blocked')
  await step(page, '5. Revisa y envía').click()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.getByRole('button', { name: 'Cambiar correo del usuario' }).click()
  await expect(page.getByLabel('Correo del usuario')).toBeFocused()
})

test('duplicates are sent only once they were looked at', async ({ page }) => {
  await open(page, 'wizard-review-duplicates')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  const seen = page.getByRole('checkbox', { name: 'He mirado los otros' })
  await expect(seen).toBeFocused()
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  expect(await called(page, 'procedures.send')).toMatchObject([{ duplicates: true }])
})

test('without connection it is left to be sent, and nothing leaves', async ({ page }) => {
  await open(page, 'wizard-offline')
  await expect(page.getByRole('button', { name: 'Dejar por enviar' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeDisabled()
  await page.getByRole('button', { name: 'Dejar por enviar' }).click()
  await expect.poll(async () => (await draft(page)).state).toBe('ready')
  expect(await called(page, 'procedures.send')).toEqual([])
})

test('everything on one page is remembered, and Enter goes to the next field', async ({ page }) => {
  await open(page, 'wizard-operation')
  await page.getByRole('button', { name: 'Todo en una página' }).click()
  await expect.poll(() => called(page, 'settings.update')).toEqual([{ singlePage: true }])
  // The page is drawn again when the setting is answered, and a field that had the focus goes with it.
  await expect(page.getByRole('button', { name: 'Paso a paso' })).toBeVisible()
  await page.getByLabel('Base imponible').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('N.º de factura')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Fecha del contrato')).toBeFocused()
})

test('the time to undo is a setting', async ({ page }) => {
  await open(page, 'settings')
  await page.getByRole('radiogroup', { name: 'Tiempo para deshacer un envío' }).getByText('10 s').click()
  await expect.poll(() => called(page, 'settings.update')).toEqual([{ undoSeconds: 10 }])
  await expect(page.getByRole('radio', { name: '10 s' })).toBeChecked()
})

test('what the service refuses is said in its words, and can be mended and sent again', async ({ page }) => {
  await open(page, 'wizard-stopped')
  await expect(page.getByText('taxableBase: debe ser mayor que cero')).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar base imponible' }).click()
  await page.getByLabel('Base imponible').fill('9.000')
  await expect.poll(async () => (await draft(page)).state).toBe('editing')
})

test('a notification without its address is off, says why, and goes to where it is set', async ({ page }) => {
  await open(page, 'procedures-no-path')
  await page.getByRole('button', { name: 'Nuevo' }).waitFor()
  await page.keyboard.press('n')
  const item = page.getByRole('menuitem', { name: 'Notificación de venta' })
  await expect(item).toHaveAccessibleDescription('Apagada: falta su dirección en Ajustes')
  await item.click()
  await expect(heading(page, 'Ajustes')).toBeVisible()
  expect(await called(page, 'procedures.draft-create')).toEqual([])
})

test('«Nuevo» opened while the list was coming stays open when there is nothing in it', async ({ page }) => {
  await open(page, 'procedures-loading')
  await page.getByRole('button', { name: 'Nuevo' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('t')
  await page.evaluate(() => {
    window.bridge.scene.resources = []
    window.bridge.release()
  })
  await expect(heading(page, 'Aún no hay expedientes.')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Transferencia' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Nueva transferencia')).toBeVisible()
})

test('what may be opened is asked when it is chosen: a menu may show what was true before', async ({
  page,
}) => {
  await open(page, 'procedures-no-path')
  await page.getByRole('button', { name: 'Nuevo' }).click()
  const item = page.getByRole('menuitem', { name: 'Notificación de venta' })
  await expect(item).toHaveAccessibleDescription('Apagada: falta su dirección en Ajustes')
  await page.evaluate(() => delete window.bridge.scene.abilities)
  await item.click()
  await expect(heading(page, 'Nueva notificación de venta')).toBeVisible()
})

test('Alt+T on a verdict begins its transfer with the plate in it', async ({ page }) => {
  await open(page, 'transferable')
  await page.getByRole('heading', { name: 'Transferible' }).waitFor()
  await page.getByRole('region', { name: 'Veredicto' }).focus()
  await page.keyboard.press('Alt+t')
  await expect(heading(page, 'Nueva transferencia')).toBeVisible()
  expect(await called(page, 'procedures.draft-create')).toMatchObject([{ kind: 'transfer' }])
  expect(((await draft(page)).fields.vrm ?? '').replaceAll(' ', '')).not.toBe('')
})

test('another like it keeps the people and leaves the vehicle out', async ({ page }) => {
  await open(page, 'wizard-sent')
  await page.getByRole('button', { name: 'Crear otro igual' }).click()
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
  expect((await draft(page)).fields).toMatchObject({
    vrm: '',
    invoiceNumber: '',
    buyerName: 'Nuria Ferrer Castell',
  })
})

test('the only party of a registration is its owner', async ({ page }) => {
  await open(page, 'wizard-registration')
  await step(page, '3. Partes').click()
  const taxId = page.getByRole('textbox', { name: /^NIF del titular/ })
  await expect(taxId).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Titular/ })).toBeVisible()
  await expect(page.getByText(/adquirente/i)).toHaveCount(0)
  await taxId.fill('12345678A')
  await step(page, '5. Revisa y envía').click()
  await expect(page.getByRole('button', { name: 'NIF del titular' }).first()).toBeVisible()
  await expect(page.getByText(/adquirente/i)).toHaveCount(0)
})
