import { expect, type Page } from '@playwright/test'
import { asksForFile } from '#tests/fakes/file-dialog.ts'
import { atFirstField, begin, heading, KEY, look, pdf, test, typeIn } from './procedure-fixture.ts'

/** New procedures over the built application and the real service, by keyboard, from an empty form to the receipt. */

const attach = async (page: Page, ...names: string[]) => {
  await page.locator('input[type=file]').setInputFiles(names.map(pdf))
  for (const name of names)
    await expect(page.getByRole('list', { name: 'Documentos de este borrador' })).toContainText(name)
}
const given = (type: string, name: string) => ({ type, name, url: null, size: pdf(name).buffer.byteLength })

/** From the documents to the receipt, sending from the review. */
async function sendIt(page: Page, kind: string, receipt: string) {
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await look(page, `${kind}-5-review`)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await expect(heading(page, receipt)).toBeFocused()
  await look(page, `${kind}-6-receipt`)
}

test('a transfer from a verdict, by keyboard, with its documents', async ({ page, demo }) => {
  await page.keyboard.type('1234BCD')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Transferencia' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Veredicto' })).toHaveClass(/verdict--solid/)
  await page.keyboard.press('Alt+t')
  // The vehicle is known: the focus starts at the first unknown field.
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await atFirstField(page)
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toHaveValue('1234 BCD')
  await expect(page.getByRole('region', { name: 'Veredicto' }).getByText('Transferible')).toBeVisible()
  await look(page, 'transfer-1-vehicle')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  await typeIn(page, ['8.250,50', 'F-2026/0859', '12/11/2026', 'marta@gestoriaribera.es', 'Autos Lozano'])
  await expect(page.getByText('Son 8.250,50 €')).toBeVisible()
  await look(page, 'transfer-2-operation')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('NIF del transmitente')).toBeFocused()
  await typeIn(page, ['B12345674', 'Autos Lozano SL', '12345678Z', 'Nuria Ferrer'])
  await look(page, 'transfer-3-parties')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await attach(page, 'contrato.pdf', 'dni comprador.pdf')
  await look(page, 'transfer-4-documents')
  await sendIt(page, 'transfer', 'Transferencia enviada a Tráfico')
  expect(await demo.served()).toEqual([
    expect.objectContaining({
      type: 'VEHICLE_TRANSFER',
      status: 'PENDING',
      vrm: '1234BCD',
      vin: null,
      taxable_base: 8250.5,
      invoice_number: 'F-2026/0859',
      user_email: 'marta@gestoriaribera.es',
      documents: [
        expect.objectContaining(given('sales_agreement', 'contrato.pdf')),
        expect.objectContaining(given('national_id', 'dni comprador.pdf')),
      ],
    }),
  ])
})

test('a registration from the palette, by keyboard, with its documents', async ({ page, demo }) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('nueva matric')
  await expect(page.getByRole('option', { selected: true })).toContainText('Nueva matriculación')
  await page.keyboard.press('Enter')
  await atFirstField(page)
  await page.keyboard.type('wvwzzz1kzxw000001')
  await look(page, 'registration-1-vehicle')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Correo del usuario')).toBeFocused()
  await typeIn(page, ['marta@gestoriaribera.es', '12/11/2026', 'Autos Lozano'])
  await look(page, 'registration-2-operation')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('NIF del titular')).toBeFocused()
  await typeIn(page, ['12345678Z', 'Nuria Ferrer'])
  await look(page, 'registration-3-parties')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await attach(page, 'ficha tecnica.pdf')
  await look(page, 'registration-4-documents')
  await sendIt(page, 'registration', 'Matriculación enviada a Tráfico')
  expect(await demo.served()).toEqual([
    expect.objectContaining({
      type: 'VEHICLE_REGISTRATION',
      status: 'PENDING',
      vin: 'WVWZZZ1KZXW000001',
      vrm: null,
      user_email: 'marta@gestoriaribera.es',
      documents: [expect.objectContaining(given('technical_sheet', 'ficha tecnica.pdf'))],
    }),
  ])
})

test('a sale notification from «Nuevo», by keyboard, with its documents', async ({ page, demo }) => {
  await begin(page, 'notification')
  await page.keyboard.type('5678 fgh')
  await expect(page.getByRole('region', { name: 'Veredicto' }).getByText('Transferible')).toBeVisible()
  await look(page, 'notification-1-vehicle')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Fecha del contrato')).toBeFocused()
  await typeIn(page, ['12/11/2026', 'marta@gestoriaribera.es'])
  await look(page, 'notification-2-operation')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('NIF del transmitente')).toBeFocused()
  await look(page, 'notification-3-parties')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await attach(page, 'contrato.pdf')
  await look(page, 'notification-4-documents')
  await sendIt(page, 'notification', 'Notificación enviada a Tráfico')
  expect(await demo.served()).toEqual([
    expect.objectContaining({
      status: 'PENDING',
      vrm: '5678FGH',
      user_email: 'marta@gestoriaribera.es',
      taxable_base: null,
      invoice_number: null,
      documents: [expect.objectContaining(given('sales_agreement', 'contrato.pdf'))],
    }),
  ])
})

test('undone within the five seconds, nothing was ever sent', async ({ page, demo }) => {
  const draft = await demo.control.call('procedures.draft-create', {
    kind: 'transfer',
    fields: { vrm: '1234BCD', taxableBase: '8.250', invoiceNumber: 'F-1', userEmail: 'ana@gestoria.es' },
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('borradores')
  await page.keyboard.press('Enter')
  await page.locator('[data-draft] .row').first().press('Enter')
  await expect(heading(page, 'Documentos').first()).toBeFocused()
  await attach(page, 'contrato.pdf')
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^5\./ }).press('Enter')
  const send = page.getByRole('button', { name: 'Enviar a Tráfico' })
  await expect(send).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, /^Sale en [1-5] s$/)).toBeVisible()
  await page.keyboard.press('z')
  await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
  // Longer than the undo time.
  await page.waitForTimeout(6_000)
  await expect(send).toBeEnabled()
  expect((await demo.control.call('procedures.draft-get', { id: draft.id })).state).toBe('editing')

  await demo.control.call('settings.update', { undoSeconds: 30 })
  await expect(page.getByText('Tienes 30 s para deshacer')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await look(page, 'leaving')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeVisible()
  expect(await demo.served()).toEqual([])
})

test('everything on one page, by Enter from field to field, and so again after a reload', async ({
  page,
  demo,
}) => {
  await begin(page, 'transfer')
  await page.getByRole('button', { name: 'Todo en una página' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Paso a paso' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Matrícula' }).focus()
  await page.keyboard.type('1234BCD')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Base imponible')).toBeFocused()
  for (const text of ['8.250', 'F-2026/0859', '12/11/2026', 'marta@gestoriaribera.es', 'Autos Lozano']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByLabel('Nota para la oficina')).toBeFocused()
  await expect(page.getByText(/^Guardado en este equipo/)).toBeVisible()
  await look(page, 'one-page')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Paso a paso' })).toBeVisible()
  await expect(page.getByLabel('Base imponible')).toHaveValue('8.250')
  await expect(page.getByLabel(/^Transmitente/)).toBeVisible()
  await asksForFile(page, () => page.getByRole('button', { name: 'Elegir archivos…' }).press('Enter'))
  await attach(page, 'contrato.pdf')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeFocused()
  await begin(page, 'registration')
  await expect(page.getByRole('button', { name: 'Paso a paso' })).toBeVisible()
  expect(await demo.served()).toEqual([
    expect.objectContaining({
      status: 'PENDING',
      vrm: '1234BCD',
      documents: [expect.objectContaining(given('sales_agreement', 'contrato.pdf'))],
    }),
  ])
})

test('a notification where its address is not known: off and why, until it is set in Ajustes', async ({
  page,
  office,
}) => {
  await page.keyboard.press('Control+2')
  await page.getByRole('button', { name: 'Nuevo' }).first().waitFor()
  await page.keyboard.press('n')
  const off = page.getByRole('menuitem', { name: 'Notificación de venta' })
  await expect(off).toHaveAccessibleDescription('Apagada: falta su dirección en Ajustes')
  await page.keyboard.press('n')
  await look(page, 'notification-off')
  await page.keyboard.press('Enter')
  const path = page.getByRole('textbox', { name: 'Dirección para crear notificaciones de venta' })
  await expect(heading(page, 'Avanzado')).toBeInViewport()
  expect((await office.control.call('procedures.draft-list', { filter: 'drafts', limit: 9 })).rows).toEqual(
    [],
  )
  await path.fill('/v1/procedures/notification')
  await path.press('Enter')
  const ability = async () => (await office.control.call('procedures.abilities', {})).notification
  await expect.poll(ability).toBe('yes')

  await begin(page, 'notification')
  await page.keyboard.type('5678FGH')
  await page.keyboard.press('Enter')
  await typeIn(page, ['12/11/2026', 'marta@gestoriaribera.es'])
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^4\./ }).press('Enter')
  await sendIt(page, 'notification-office', 'Notificación enviada a Tráfico')
  expect(await office.served()).toEqual([
    expect.objectContaining({ status: 'PENDING', vrm: '5678FGH', documents: [] }),
  ])
})

test('what was opened here is followed: not told as news, and every later change is', async ({
  page,
  context,
  office,
  operator,
}) => {
  await context.grantPermissions(['notifications'], { origin: office.application.origin })
  await office.control.call('settings.update', { undoSeconds: 0 })
  await begin(page, 'transfer')
  await page.keyboard.type('1234BCD')
  await page.keyboard.press('Enter')
  await typeIn(page, ['8.250', 'F-2026/0859', '', 'marta@gestoriaribera.es'])
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: /^5\./ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Transferencia enviada a Tráfico')).toBeFocused()
  const [sent] = (await office.control.call('procedures.draft-list', { filter: 'sent', limit: 9 })).rows
  const id = sent?.procedureId ?? ''
  await expect(page.getByText(id)).toBeVisible()

  await page.keyboard.press('Control+2')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('img', { name: 'Matrícula 1 2 3 4, B C D' }) })
  await expect(row).toContainText('Pendiente')
  await look(page, 'followed')
  await page.keyboard.press('Control+4')
  await office.control.call('changes.refresh', { kind: 'procedure', id })
  await expect(heading(page, 'Nada por leer')).toBeVisible()
  expect(await raised(page)).toEqual([])

  const answer = await fetch(`${operator.url}/v1/test/procedures/${id}/status`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'IN_PROGRESS' }),
  })
  expect(answer.ok).toBe(true)
  await office.control.call('changes.refresh', { kind: 'procedure', id })
  await expect(page.getByRole('treegrid', { name: 'Novedades' }).locator('[data-seq]')).toHaveCount(1)
  await expect(page.getByRole('treegrid', { name: 'Novedades' })).toContainText('En trámite')
  await page.keyboard.press('Control+2')
  await expect(row).toContainText('En trámite')
})

/** Notifications on screen, according to the browser. */
const raised = (page: Page) =>
  page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations()
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title)
  })
