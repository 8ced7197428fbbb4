import { expect, type Page, test } from './seeded-test.ts'
import type { Attachment } from '#shared/bridge/service-documents.ts'
import { asksForFile } from '#tests/fakes/file-dialog.ts'
import { called, open, settled, tabTo } from './actions.ts'
import { button, give, ID, incident, pdf } from './procedure-actions.ts'

/** Pushes a new state of the attachment. */
const tell = (page: Page, change: Partial<Attachment>) =>
  page.evaluate((fields) => {
    const { attachments = [] } = window.bridge.scene
    window.bridge.setAttachments(attachments.map((one) => ({ ...one, ...fields })))
  }, change)

test('a document replaces the bad one in one gesture, by keyboard', async ({ page }) => {
  await open(page, 'file-page')
  await tabTo(page, 'Subir y resolver: Documento ilegible · DNI del comprador')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Elegir archivos…')).toBeFocused()
  await asksForFile(page, () => page.keyboard.press('Enter'))
  await give(page, pdf('escaneo0021.pdf'))
  // The type is that of the document in question, whatever the file is called.
  await expect(button(page, 'Tipo de escaneo0021.pdf: DNI')).toBeVisible()
  // The focus is not on the send button: Enter after choosing a file sends nothing.
  await expect(page.getByRole('group', { name: /Subir y resolver/ })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await called(page, 'attachments.add')).toEqual([])
  await tabTo(page, 'Subir y marcar como resuelta')
  await page.keyboard.press('Enter')
  const mine = incident(page, 'Documento ilegible')
  await expect(mine.getByText('Subiendo al servicio…')).toBeVisible()
  await expect(mine.locator('.attachment')).toBeFocused()
  expect(await called(page, 'attachments.add')).toEqual([
    {
      id: expect.any(String),
      procedureId: ID,
      incidentId: 'i1',
      name: 'escaneo0021.pdf',
      size: 22,
      type: 'national_id',
    },
  ])
  // While it is being solved it cannot be begun again.
  await expect(mine.getByRole('button', { name: /Subir y resolver/ })).toHaveCount(0)
  await tell(page, { state: 'done' })
  await expect(mine.getByText('Marcada como resuelta.')).toBeVisible()
})

test('what had the focus goes when the service says that it is solved, and the focus stays by it', async ({
  page,
}) => {
  const solved = (id: string) =>
    page.evaluate((wanted) => {
      const view = window.bridge.scene.resources?.[0]
      if (!view) return
      const { incidents } = view.body as { incidents: { id: string }[] }
      const at = '2026-11-20T14:05:00.000Z'
      const now = incidents.map((one) => (one.id === wanted ? { ...one, solved: true, solvedAt: at } : one))
      window.bridge.setResource({ ...view, body: { ...view.body, incidents: now } })
    }, id)
  const place = page.locator(':focus')
  await open(page, 'file-page')
  for (const [id, name] of [
    ['i1', 'Documento ilegible'],
    ['i2', 'IVTM'],
  ] as const) {
    const line = incident(page, name).locator('.attachment')
    await button(page, new RegExp(`^Subir y resolver: .*${name}`)).focus()
    await page.keyboard.press('Enter')
    if (id === 'i1') await give(page, pdf('dni.pdf'))
    await button(
      page,
      id === 'i1' ? 'Subir y marcar como resuelta' : 'Marcar como resuelta sin documento',
    ).focus()
    await page.keyboard.press('Enter')
    // Without a document it can be undone for a while: the undo button has the focus.
    await expect(id === 'i1' ? line : line.getByRole('button', { name: 'Deshacer' })).toBeFocused()
    await page.evaluate((of) => {
      const { attachments = [] } = window.bridge.scene
      window.bridge.setAttachments(
        attachments.map((one) => (one.incidentId === of ? { ...one, state: 'done' } : one)),
      )
    }, id)
    await solved(id)
    await expect(line).toHaveCount(0)
    await expect(place.and(page.locator('main :is(h1, h2, h3)'))).toBeVisible()
  }
})

test('an upload is stopped, and the file that was chosen stays', async ({ page }) => {
  await open(page, 'file-page-slow')
  await button(page, /Subir y resolver: IVTM/).click()
  await give(page, pdf('recibo factura.pdf'))
  await expect(button(page, 'Tipo de recibo factura.pdf: Factura, deducido')).toBeVisible()
  await button(page, 'Subir y marcar como resuelta').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await button(page, 'Cancelar').click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('group', { name: /Subir y resolver/ })).toBeFocused()
  await expect(button(page, 'Subir y marcar como resuelta')).toBeEnabled()
  await button(page, 'Cerrar').click()
  await expect(button(page, /Subir y resolver: IVTM/)).toBeFocused()
  expect(await page.evaluate(() => window.bridge.scene.attachments ?? [])).toEqual([])
})

test('what is no document is told before anything leaves', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, /Subir y resolver: IVTM/).click()
  await give(page, { name: 'macro.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(button(page, 'Subir y marcar como resuelta')).toHaveCount(0)
  await give(page, { ...pdf('vacio.pdf'), buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert')).toContainText('vacío')
  expect(await called(page, 'attachments.add')).toEqual([])
})

test('a file dropped anywhere, and a picture pasted, open the place for it', async ({ page }) => {
  await open(page, 'file-page')
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['%PDF-1.4 x'], 'contrato.pdf', { type: 'application/pdf' }))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  // Two incidents need an answer: it does not guess which.
  await expect(page.getByRole('group', { name: 'Añadir un documento' })).toContainText('contrato.pdf')
  await expect(button(page, 'Tipo de contrato.pdf: Contrato de compraventa, deducido')).toBeVisible()
  await page.getByRole('button', { name: 'Subir', exact: true }).click()
  expect((await called(page, 'attachments.add'))[0]).not.toHaveProperty('incidentId')
  await expect(page.getByRole('heading', { name: 'Entregas' })).toBeVisible()

  await button(page, /Subir y resolver: Documento ilegible/).click()
  await page.evaluate(() => {
    const data = new DataTransfer()
    const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    data.items.add(new File([new Uint8Array(png)], 'image.png', { type: 'image/png' }))
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.locator('.attachment-panel')).toContainText(/pegado .*\.png/)
})

test('solved without a document, and refused where it cannot be', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, /Subir y resolver: IVTM/).click()
  await button(page, 'Marcar como resuelta sin documento').click()
  const mine = incident(page, 'IVTM')
  await expect(mine.getByText('Se marca como resuelta en 5 s')).toBeVisible()
  expect(await called(page, 'attachments.solve')).toEqual([{ procedureId: ID, incidentId: 'i2' }])
  // It can be undone until it is sent, and the focus is there.
  const undo = mine.getByRole('button', { name: 'Deshacer' })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(mine.getByRole('button', { name: /Subir y resolver/ })).toBeFocused()
  expect(await called(page, 'attachments.cancel')).toHaveLength(1)
  await button(page, /Subir y resolver: IVTM/).click()
  await button(page, 'Marcar como resuelta sin documento').click()
  await expect(undo).toBeVisible()
  await page.evaluate(() => {
    const { attachments = [] } = window.bridge.scene
    window.bridge.setAttachments(
      attachments.map(({ sendAt: _left, ...one }) => ({ ...one, state: 'solving' })),
    )
  })
  await expect(mine.getByText('Marcando la incidencia como resuelta…')).toBeVisible()
  await open(page, 'file-page-refused')
  await button(page, /Subir y resolver: IVTM/).click()
  await button(page, 'Marcar como resuelta sin documento').click()
  await expect(page.getByRole('alert')).toContainText('no se puede marcar como resuelta')
})

test('each state of what is given says what to do; what is in doubt is never sent again', async ({
  page,
}) => {
  await open(page, 'file-page-attachments')
  const line = (id: string) => page.locator(`[data-attachment="${id}"]`)
  const ways = (id: string) => line(id).getByRole('button').allTextContents()
  expect(await ways('s1')).toEqual(['Cancelar'])
  await expect(line('s1').getByRole('progressbar')).toHaveAttribute('value', '3174400')
  await expect(line('s1')).toContainText('3 MB de 8,2 MB')
  expect(await ways('s2')).toEqual(['Enviar ahora', 'Descartar'])
  expect(await ways('s3')).toEqual(['Comprobar', 'Descartar'])
  expect(await ways('s4')).toEqual(['Enviar otra vez', 'Descartar'])
  expect(await ways('s5')).toEqual(['Quitar de la lista'])
  await expect(line('s4')).toContainText('El archivo está protegido.')
  await line('s3').getByRole('button', { name: 'Comprobar: levantamiento.pdf' }).click()
  await expect(line('s3')).toContainText('Marcada como resuelta.')
  await line('s4')
    .getByRole('button', { name: /Enviar otra vez/ })
    .click()
  await expect(line('s4')).toContainText('Marcando la incidencia')
  await line('s2')
    .getByRole('button', { name: /Descartar/ })
    .click()
  await expect(line('s2')).toHaveCount(0)
  expect(await called(page, 'attachments.check')).toEqual([{ id: 's3' }])
  expect(await called(page, 'attachments.again')).toEqual([{ id: 's4' }])
  expect(await called(page, 'attachments.drop')).toEqual([{ id: 's2' }])
})

test('what is being uploaded is cancelled, unless all of it may have left; the focus stays with its incident', async ({
  page,
}) => {
  await open(page, 'file-page-attachments')
  const line = page.locator('[data-attachment="s1"]')
  const refuses = (code: 'too-late' | null) =>
    page.evaluate((refused) => {
      window.bridge.scene.refuses = refused
        ? { 'attachments.cancel': { code: refused, retryable: false } }
        : {}
    }, code)
  await refuses('too-late')
  await line.getByRole('button', { name: 'Cancelar: dni-bueno.pdf' }).click()
  await expect(line).toContainText('Ya había salido entero. Se mira si el servicio lo ha recibido')
  await tell(page, { state: 'done' })
  await expect(line).not.toContainText('Ya había salido entero')
  await tell(page, { state: 'uploading' })
  await refuses(null)
  await line.getByRole('button', { name: /Cancelar/ }).click()
  await expect(line).toHaveCount(0)
  await expect(page.locator('[data-incident="i1"] [data-solves]')).toBeFocused()
  expect(await called(page, 'attachments.cancel')).toEqual([{ id: 's1' }, { id: 's1' }])
})

test('with no network what is given is left to be sent, and says so', async ({ page }) => {
  await open(page, 'file-page-offline')
  await button(page, /Subir y resolver: IVTM/).click()
  await expect(page.getByText('Sin conexión: queda por enviar')).toBeVisible()
  await give(page, pdf('recibo.pdf'))
  await button(page, 'Dejar por enviar').click()
  await expect(incident(page, 'IVTM')).toContainText('Queda por enviar: no había conexión.')
})

test('a double press on what solves an incident opens no message for the client', async ({ page }) => {
  await open(page, 'file-page')
  await page.getByRole('button', { name: /^Subir y resolver: Documento ilegible/ }).dblclick()
  await expect(page.getByRole('group', { name: /Subir y resolver/ })).toBeVisible()
  await settled(page)
  await expect(page.getByRole('dialog', { name: 'Mensaje para el cliente' })).toHaveCount(0)
})
