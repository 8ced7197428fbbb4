import type { Draft } from '#shared/bridge/procedures.ts'
import { called, open, settled } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const draft = (page: Page): Promise<Draft> => page.evaluate(() => window.bridge.scene.drafts!.at(-1)!)
const templates = (page: Page) =>
  page.evaluate(() => (window.bridge.scene.templates ?? []).map(({ name }) => name))
const dialog = (page: Page) => page.getByRole('dialog')

test('a template begins a procedure from Nuevo, by keyboard', async ({ page }) => {
  await open(page, 'procedures-templates')
  await expect(page.locator('[data-row="0"]')).toBeFocused()
  await page.keyboard.press('n')
  await page.getByRole('menuitem', { name: /Ocasión Vega/ }).waitFor()
  await page.keyboard.press('o')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
  expect((await draft(page)).fields).toMatchObject({
    client: 'Ocasión Vega',
    sellerTaxId: 'B12345674',
    userEmail: 'marta@gestoriaribera.example',
  })
})

test('in the wizard its NIF offers it: what is empty is filled in, what is not is told, one key undoes it', async ({
  page,
}) => {
  await open(page, 'wizard-template')
  await page.getByRole('button', { name: '2. Operación' }).click()
  await page.getByLabel('Cliente o compraventa').fill('Autos Lozano')
  await page.getByRole('button', { name: '3. Partes' }).click()
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await expect(page.getByText('Hay una plantilla de este cliente: Ocasión Vega, venta.')).toBeVisible()
  await expect(page.getByText('Cliente o compraventa no cambia: aquí pone «Autos Lozano»')).toBeVisible()
  await page.getByRole('button', { name: 'Usar la plantilla' }).click()
  await expect
    .poll(() => draft(page))
    .toMatchObject({
      fields: {
        client: 'Autos Lozano',
        userEmail: 'marta@gestoriaribera.example',
        notes: 'El permiso definitivo se recoge en la oficina.',
      },
      expected: expect.arrayContaining(['power-of-attorney']),
    })
  await expect(page.getByText('Hay una plantilla de este cliente')).toHaveCount(0)
  await page.getByLabel('NIF del adquirente').focus()
  await page.keyboard.press('Alt+z')
  await expect
    .poll(async () => (await draft(page)).fields)
    .toMatchObject({
      client: 'Autos Lozano',
      userEmail: '',
      notes: '',
      sellerTaxId: 'B12345674',
    })
  // Its documents go with its fields, and it is offered again.
  await expect.poll(() => draft(page)).not.toHaveProperty('expected')
  await expect(page.getByText('Hay una plantilla de este cliente: Ocasión Vega, venta.')).toBeVisible()
})

test('a template of documents alone is undone too, by mouse', async ({ page }) => {
  await open(page, 'wizard-template')
  await page.evaluate(() => {
    window.bridge.scene.templates = [{ ...window.bridge.scene.templates![0]!, fields: {} }]
    window.bridge.changed('template', [])
  })
  await page.getByRole('button', { name: '3. Partes' }).click()
  await page.getByLabel('NIF del transmitente').fill('B12345674')
  await page.getByRole('button', { name: 'Usar la plantilla' }).click()
  await expect.poll(async () => (await draft(page)).expected).toContain('power-of-attorney')
  await page.getByRole('button', { name: 'Deshacer', exact: true }).click()
  await expect(page.getByText('Deshecho. Como antes: Documentos que se esperan.')).toBeVisible()
  await expect.poll(() => draft(page)).not.toHaveProperty('expected')
})

test('what a template no longer puts is said when it is used', async ({ page }) => {
  await open(page, 'templates')
  await page.getByRole('button', { name: 'Crear un expediente con la plantilla Autos Lozano' }).click()
  await expect(
    page.getByText('Plantilla «Autos Lozano» puesta, menos lo que ya no vale: NIF del titular y faxNumber.'),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bastidor' })).toBeVisible()
})

test('a draft is saved as a template: the side of the client, and neither the sale nor the other person', async ({
  page,
}) => {
  await open(page, 'wizard-review')
  await page.evaluate(() => {
    const known = window.bridge.scene.drafts!.at(-1)!
    const fields = { ...known.fields, sellerTaxId: 'B12345674', sellerName: 'Ocasión Vega, S.L.' }
    window.bridge.setDraft({ ...known, version: known.version + 1, fields })
  })
  await expect(page.getByText('Ocasión Vega, S.L.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Guardar como plantilla…' }).click()
  await expect(dialog(page).getByLabel('Nombre de la plantilla')).toHaveValue('Autos Lozano')
  await expect(dialog(page).getByLabel('NIF del cliente')).toHaveValue('B12345674')
  await expect(dialog(page).getByRole('textbox', { name: 'NIF del adquirente' })).toHaveValue('')
  await dialog(page).getByLabel('Nombre de la plantilla').fill('')
  await dialog(page).getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog(page).getByText('Escribe un nombre.')).toBeVisible()
  await dialog(page).getByLabel('Nombre de la plantilla').fill('Vega')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  const [saved] = (await called(page, 'templates.save')) as { fields: Record<string, string> }[]
  expect(saved).toMatchObject({
    name: 'Vega',
    kind: 'transfer',
    taxId: 'B12345674',
    expected: null,
    fields: { client: 'Autos Lozano', sellerTaxId: 'B12345674', buyerTaxId: '', buyerName: '', notes: '' },
  })
  expect(saved?.fields).not.toHaveProperty('vrm')
})

test('templates are renamed, told what no longer applies, and deleted only on purpose, by keyboard', async ({
  page,
}) => {
  await open(page, 'templates')
  await expect(page.getByRole('button', { name: 'Cambiar la plantilla Ocasión Vega, venta' })).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('NIF del titular: 12345678A. Ya no es válido')).toBeVisible()
  await dialog(page).getByLabel('Nombre de la plantilla').fill('Lozano')
  await page.keyboard.press('Enter')
  await expect.poll(() => templates(page)).toContain('Lozano')
  await expect(dialog(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cambiar la plantilla Lozano' }).focus()
  await page.keyboard.press('Delete')
  // The safe button has the focus: Enter by reflex deletes nothing.
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await templates(page)).toContain('Lozano')
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => templates(page)).not.toContain('Lozano')
})

test('templates by mouse alone: used, and deleted', async ({ page }) => {
  await open(page, 'templates')
  await page.getByRole('button', { name: 'Borrar la plantilla Autos Lozano' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Borrar', exact: true }).click()
  await expect.poll(() => templates(page)).toEqual(['Ocasión Vega, venta'])
  await page.getByRole('button', { name: 'Crear un expediente con la plantilla Ocasión Vega, venta' }).click()
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
})

test('another one like it, from the page of a procedure', async ({ page }) => {
  await open(page, 'file-page')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: /Crear otro igual/ }).click()
  await expect(
    page.getByText('Creado otro igual. Faltan el vehículo, la venta y los documentos.'),
  ).toBeVisible()
  const { fields } = await draft(page)
  expect(fields).toMatchObject({ client: 'Lozano Ocasión, S.L.', buyerTaxId: '12345678Z' })
  expect([fields.vrm, fields.contractDate, fields.notes]).toEqual(['', '', ''])
})

test('what is remembered is in Ajustes, and goes from there', async ({ page }) => {
  await open(page, 'settings-remembered')
  await page.getByRole('button', { name: 'Olvidar: Correo del usuario' }).click()
  await expect.poll(() => called(page, 'remembered.update')).toEqual([{ userEmail: '' }])
  await expect(page.getByRole('button', { name: 'Olvidar: Correo del usuario' })).toBeDisabled()
  await expect(page.getByText('Getafe · Madrid')).toBeVisible()
})

test('a signer known here is filled in; of two representatives none is, until one is chosen', async ({
  page,
}) => {
  await open(page, 'signing-known')
  const number = page.getByRole('combobox', { name: 'DNI, NIE o NIF' })
  await number.fill('b-12345674')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('ventas@vega.example')
  await expect(page.getByLabel('Código postal')).toHaveValue('28906')
  const representative = page.getByLabel('DNI o NIE del representante')
  await expect(representative).toHaveValue('')
  await page.getByRole('button', { name: /^87654321X, de su petición de firma/ }).click()
  await expect(representative).toHaveValue('87654321X')
  // The last thing put goes first.
  await page.keyboard.press('Alt+z')
  await expect(representative).toHaveValue('')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('ventas@vega.example')
  await page.keyboard.press('Alt+z')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('')
})

test('the place of the last request is the first that is offered', async ({ page }) => {
  await open(page, 'signing-known')
  await page.getByRole('combobox', { name: 'Municipio' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Municipio' })).toHaveValue('Getafe')
  await expect(page.getByLabel('Provincia')).toHaveValue('Madrid')
})

for (const state of ['ready', 'failed'] as const)
  test(`a request that is ${state} stays as it was left: nothing is filled in by itself`, async ({
    page,
  }) => {
    await open(page, `signing-known-${state}`)
    await expect.poll(() => called(page, 'signature-requests.get')).not.toEqual([])
    // What would be asked for is over once the page is quiet.
    await settled(page)
    expect(await called(page, 'known-parties.get')).toEqual([])
    expect(await page.evaluate(() => window.bridge.scene.signatureRequests!.at(-1)!)).toMatchObject({
      state,
      fields: { idNumber: 'B12345674', email: '' },
    })
  })

test('an answer that arrives when a request is reviewed fills in nothing until its form is back', async ({
  page,
}) => {
  await open(page, 'signing-person')
  await page.evaluate(() => {
    const { scene } = window.bridge
    scene.known = { '87654321X': [{ from: 'contact', id: 'x', at: 0, values: { street: 'Calle Otra 1' } }] }
    scene.holds = ['known-parties.get']
  })
  await page.getByLabel('Domicilio').fill('')
  await page.getByRole('combobox', { name: 'DNI, NIE o NIF' }).fill('87654321X')
  await expect.poll(() => called(page, 'known-parties.get')).toHaveLength(1)
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-request-review]').waitFor()
  await page.evaluate(() => {
    window.bridge.scene.holds = []
    window.bridge.release()
  })
  await settled(page)
  await expect(page.getByText('Calle Otra 1')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Domicilio')).toHaveValue('Calle Otra 1')
})

test('a contact chosen by mistake is undone whole, with what it replaced', async ({ page }) => {
  await open(page, 'signing-person')
  const before = await page.evaluate(() => window.bridge.scene.signatureRequests!.at(-1)!.fields)
  const number = page.getByRole('combobox', { name: 'DNI, NIE o NIF' })
  const fullname = page.locator('[data-field="fullname"] input')
  await number.fill('B1234')
  await page.getByRole('option', { name: /Ocasión Vega/ }).click()
  await expect(fullname).toHaveValue('Ocasión Vega, S.L.')
  await page.keyboard.press('Alt+z')
  await expect(fullname).toHaveValue(before.fullname)
  await number.fill(before.idNumber)
  await expect
    .poll(() => page.evaluate(() => window.bridge.scene.signatureRequests!.at(-1)!.fields))
    .toEqual(before)
})
