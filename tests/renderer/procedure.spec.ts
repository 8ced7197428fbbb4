import { expect, type Page, test } from '@playwright/test'
import type { Supply } from '#shared/bridge/papers.ts'
import { asksForFile } from '#tests/fakes/file-dialog.ts'
import { announcer, called, open, tabTo } from './actions.ts'

const ID = 'prc_7f3a0b52c21'
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const incident = (page: Page, title: string) => page.locator('.incident').filter({ hasText: title })
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj\n%%EOF'),
})
const give = (page: Page, file: ReturnType<typeof pdf>) =>
  page.locator('input[type=file]').setInputFiles(file)

/** What is being given is now so, as the core says. */
const tell = (page: Page, change: Partial<Supply>) =>
  page.evaluate((fields) => {
    const { supplies = [] } = window.bridge.scene
    window.bridge.setSupplies(supplies.map((one) => ({ ...one, ...fields })))
  }, change)

/** What was to come to this PC is here, as the core says. */
const bring = (page: Page) =>
  page.evaluate((id) => {
    const papers = window.bridge.scene.papers?.[id] ?? []
    window.bridge.setPapers(
      id,
      papers.map((one) => ({ ...one, kept: one.kept || one.coming, coming: false })),
    )
  }, ID)

test('the way it has come, with how long it was in each state, and what follows', async ({ page }) => {
  await open(page, 'file-page')
  const steps = page.getByRole('list', { name: 'Recorrido' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.nth(0)).toContainText('17/11 09:12')
  await expect(steps.nth(0)).toContainText('8 min')
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(steps.nth(2)).toContainText('3 días 2 h')
  await expect(steps.nth(4)).toContainText('Finalizado')
  await expect(steps.nth(4)).toContainText('por llegar')
  await open(page, 'procedure-500')
  await expect(page.getByText(/^\d+ pasos antes$/)).toBeVisible()
  await open(page, 'procedure-cancelled')
  await expect(page.getByText('Motivo: Desistió el comprador')).toBeVisible()
})

test('what waits for others has nothing to press', async ({ page }) => {
  await open(page, 'file-page')
  await expect(incident(page, 'Pendiente de validación del 620').getByRole('button')).toHaveCount(0)
  await expect(incident(page, 'Documento caducado').getByRole('button')).toHaveCount(0)
  await expect(page.locator('.button--primary')).toHaveCount(1)
})

test('a document replaces the bad one in one gesture, by keyboard', async ({ page }) => {
  await open(page, 'file-page')
  await tabTo(page, 'Subir y resolver: Documento ilegible · DNI del comprador')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Elegir archivo…')).toBeFocused()
  await asksForFile(page, () => page.keyboard.press('Enter'))
  await give(page, pdf('escaneo0021.pdf'))
  // The type is that of the document in question, whatever the file is called.
  await expect(button(page, 'Tipo de escaneo0021.pdf: DNI')).toBeVisible()
  const send = button(page, 'Subir y marcar como resuelta')
  await expect(send).toBeFocused()
  await page.keyboard.press('Enter')
  const mine = incident(page, 'Documento ilegible')
  await expect(mine.getByText('Subiendo al servicio…')).toBeVisible()
  await expect(mine.locator('.supply')).toBeFocused()
  expect(await called(page, 'supplies.add')).toEqual([
    { procedureId: ID, incidentId: 'i1', name: 'escaneo0021.pdf', size: 22, type: 'national_id' },
  ])
  // While it is being solved nobody may begin it again.
  await expect(mine.getByRole('button', { name: /Subir y resolver/ })).toHaveCount(0)
  await tell(page, { state: 'done' })
  await expect(mine.getByText('Marcada como resuelta.')).toBeVisible()
})

test('an upload is stopped, and the file that was chosen stays', async ({ page }) => {
  await open(page, 'file-page-slow')
  await button(page, /Subir y resolver: IVTM/).click()
  await give(page, pdf('recibo factura.pdf'))
  await expect(button(page, 'Tipo de recibo factura.pdf: Factura, supuesto')).toBeVisible()
  await button(page, 'Subir y marcar como resuelta').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await button(page, 'Cancelar').click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(button(page, 'Subir y marcar como resuelta')).toBeFocused()
  await button(page, 'Cerrar').click()
  await expect(button(page, /Subir y resolver: IVTM/)).toBeFocused()
  expect(await page.evaluate(() => window.bridge.scene.supplies ?? [])).toEqual([])
})

test('what is no document is told before anything leaves', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, /Subir y resolver: IVTM/).click()
  await give(page, { name: 'macro.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(button(page, 'Subir y marcar como resuelta')).toHaveCount(0)
  await give(page, { ...pdf('vacio.pdf'), buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert')).toContainText('vacío')
  expect(await called(page, 'supplies.add')).toEqual([])
})

test('a file dropped anywhere, and a picture pasted, open the place for it', async ({ page }) => {
  await open(page, 'file-page')
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['%PDF-1.4 x'], 'contrato.pdf', { type: 'application/pdf' }))
    return data
  })
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer })
  // Two incidents ask for something: it is not guessed which.
  await expect(page.getByRole('group', { name: 'Añadir un documento' })).toContainText('contrato.pdf')
  await expect(button(page, 'Tipo de contrato.pdf: Contrato de compraventa, supuesto')).toBeVisible()
  await page.getByRole('button', { name: 'Subir', exact: true }).click()
  expect((await called(page, 'supplies.add'))[0]).not.toHaveProperty('incidentId')
  await expect(page.getByRole('heading', { name: 'Entregas' })).toBeVisible()

  await button(page, /Subir y resolver: Documento ilegible/).click()
  await page.evaluate(() => {
    const data = new DataTransfer()
    const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    data.items.add(new File([new Uint8Array(png)], 'image.png', { type: 'image/png' }))
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.locator('.supply-panel')).toContainText(/pegado .*\.png/)
})

test('solved without a document, and refused where it cannot be', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, /Subir y resolver: IVTM/).click()
  await button(page, 'Marcar como resuelta sin documento').click()
  await expect(incident(page, 'IVTM').getByText('Marcando la incidencia como resuelta…')).toBeVisible()
  expect(await called(page, 'supplies.solve')).toEqual([{ procedureId: ID, incidentId: 'i2' }])
  await open(page, 'file-page-refused')
  await button(page, /Subir y resolver: IVTM/).click()
  await button(page, 'Marcar como resuelta sin documento').click()
  await expect(page.getByRole('alert')).toContainText('no se puede marcar como resuelta')
})

test('each state of what is given says what to do; what is in doubt is never sent again', async ({
  page,
}) => {
  await open(page, 'file-page-supplies')
  const line = (id: string) => page.locator(`[data-supply="${id}"]`)
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
  expect(await called(page, 'supplies.check')).toEqual([{ id: 's3' }])
  expect(await called(page, 'supplies.again')).toEqual([{ id: 's4' }])
  expect(await called(page, 'supplies.drop')).toEqual([{ id: 's2' }])
})

test('what is being uploaded is cancelled, unless all of it may have left; the focus stays with its incident', async ({
  page,
}) => {
  await open(page, 'file-page-supplies')
  const line = page.locator('[data-supply="s1"]')
  const refuses = (code: 'too-late' | null) =>
    page.evaluate((refused) => {
      window.bridge.scene.refuses = refused ? { 'supplies.cancel': { code: refused, retryable: false } } : {}
    }, code)
  await refuses('too-late')
  await line.getByRole('button', { name: 'Cancelar: dni-bueno.pdf' }).click()
  await expect(line).toContainText('Ya había salido entero. Se mira si el servicio lo ha recibido')
  await refuses(null)
  await line.getByRole('button', { name: /Cancelar/ }).click()
  await expect(line).toHaveCount(0)
  await expect(page.locator('[data-incident="i1"] [data-solves]')).toBeFocused()
  expect(await called(page, 'supplies.cancel')).toEqual([{ id: 's1' }, { id: 's1' }])
})

test('the client is asked with a message that is ready, and so is whoever asks how it goes', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, 'Pedir al cliente: Documento ilegible · DNI del comprador').click()
  await expect(page.getByText('Mensaje para el cliente copiado')).toBeVisible()
  expect(await clipboard(page)).toMatch(/3308 KDR.*otra copia que se lea bien.*«DNI del comprador»/)
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('c')
  await expect(page.getByText('Resumen copiado')).toBeVisible()
  expect(await clipboard(page)).toMatch(/^3308 KDR · Transferencia: Con incidencia, .*IVTM/)
})

test('papers are seen, saved by their name, and all at once', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Ver Justificante de presentación').click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Guardado: 3308KDR_justificante')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Ver Justificante de presentación')).toBeFocused()
  await button(page, 'Guardar todos (ZIP)').click()
  await expect(page.getByText('ZIP guardado')).toBeVisible()
  expect(await called(page, 'papers.zip')).toEqual([{ selection: { ids: [ID] }, which: 'generated' }])
  expect(await called(page, 'papers.open')).toEqual([
    { procedureId: ID, documentId: 'g1' },
    { procedureId: ID, documentId: 'g1' },
  ])
})

test('a ZIP on its way is stopped', async ({ page }) => {
  await open(page, 'file-page-slow')
  await button(page, 'Guardar todos (ZIP)').click()
  await expect(page.getByText('Preparando el ZIP…')).toBeVisible()
  await expect(button(page, 'Guardar todos (ZIP)')).toBeDisabled()
  await button(page, 'Cancelar').click()
  await expect(page.getByText('Preparando el ZIP…')).toHaveCount(0)
  await expect(page.getByText('ZIP guardado')).toHaveCount(0)
})

test('all that is ready is printed in one go, and what cannot be is said', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const sheet = document.querySelector('.print-sheet')
      document.documentElement.dataset['printed'] = String(sheet?.querySelectorAll('canvas').length)
      dispatchEvent(new Event('afterprint'))
    }
  })
  await open(page, 'file-page-registered')
  await button(page, 'Imprimir').click()
  // Two papers have bytes here, of two pages each; the other four did not come.
  await expect(page.locator('html')).toHaveAttribute('data-printed', '4')
  await expect(page.getByText('4 documentos no se pueden imprimir desde aquí.')).toBeVisible()
  await expect(page.locator('.print-sheet')).toHaveCount(0)
})

test('what is no paper is never shown as one', async ({ page }) => {
  await open(page, 'file-page')
  await page.evaluate(() => {
    const { files = {} } = window.bridge.scene
    files['d1'] = { code: 'not-a-pdf', retryable: true }
  })
  await button(page, 'Ver DNI del comprador').click()
  await expect(page.getByRole('alert')).toContainText('Lo que ha llegado no es un documento.')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Guardar' })).toHaveCount(0)
  await button(page, 'Cerrar').click()
  await button(page, 'Ver Mandato firmado').click()
  await expect(page.getByRole('alert')).toContainText('No hemos podido dibujar este documento.')
  await expect(page.getByText('<!doctype')).toHaveCount(0)
})

test('with no network what is kept is read, and the rest waits for it', async ({ page }) => {
  await open(page, 'file-page-offline')
  await expect(page.getByText('Visto hace 3 h')).toBeVisible()
  await button(page, 'Ver Justificante de presentación').click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Ver ITP (modelo 620)').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'no está en este equipo y no hay conexión',
  )
  await button(page, 'Traerlos cuando vuelva la conexión').click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Se traerán cuando vuelva la conexión.',
  )
  await page.keyboard.press('Escape')
  expect(await called(page, 'papers.keep')).toEqual([{ procedureId: ID }])
  const note = page.locator('.papers__note')
  await expect(note).toHaveText('Se traerán cuando vuelva la conexión.')
  await page.evaluate(() => {
    const { connection } = window.bridge.scene.slices
    window.bridge.setSlice('connection', { ...connection, state: 'online' })
  })
  await expect(note).toHaveText('Trayendo 1 documento a este equipo…')
  await bring(page)
  await expect(announcer(page)).toHaveText('2 documentos en este equipo')
  await expect(page.locator('[data-document="g2"] .paper__kept')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('with no network what is given is left to be sent, and says so', async ({ page }) => {
  await open(page, 'file-page-offline')
  await button(page, /Subir y resolver: IVTM/).click()
  await expect(page.getByText('Sin conexión: queda por enviar')).toBeVisible()
  await give(page, pdf('recibo.pdf'))
  await button(page, 'Dejar por enviar').click()
  await expect(incident(page, 'IVTM')).toContainText('Queda por enviar: no había conexión.')
})

test('its papers are taken off this PC and brought to it again', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Más sobre los documentos').click()
  await page.getByRole('menuitem', { name: 'Quitar de este equipo' }).click()
  await expect(announcer(page)).toHaveText('Los documentos ya no ocupan sitio en este equipo')
  await expect(page.locator('.paper__kept')).toHaveCount(0)
  await button(page, 'Más sobre los documentos').click()
  await page.getByRole('menuitem', { name: 'Traer a este equipo' }).click()
  await expect(page.getByText('Trayendo 2 documentos a este equipo…')).toBeVisible()
  await bring(page)
  await expect(announcer(page)).toHaveText('2 documentos en este equipo')
  await expect(page.locator('.paper__kept')).toHaveCount(2)
})

test('notes are kept as they are typed, and identifiers are nowhere until asked for', async ({ page }) => {
  await open(page, 'file-page')
  const everything = () => page.evaluate(() => document.querySelector('main')!.outerHTML)
  expect(await everything()).not.toMatch(/12345678Z|E12345674/)
  await button(page, 'Mostrar NIF').click()
  await expect(page.getByText('12345678Z')).toBeVisible()
  await button(page, 'Ocultar NIF').click()
  await expect(page.getByText('12345678Z')).toHaveCount(0)

  await button(page, 'Editar').click()
  const client = page.getByLabel('Cliente o compraventa')
  await expect(client).toBeFocused()
  await client.fill('Autos Levante')
  await page.getByLabel('Fecha del contrato').fill('20/11/2026')
  await expect(page.getByText('Guardado en este equipo')).toBeVisible()
  await expect(page.getByText('Contrato del 20/11/2026.')).toBeVisible()
  await button(page, 'Listo').click()
  await expect(page.getByText('Autos Levante')).toBeVisible()
  const saved = (await called(page, 'desk.save')) as { fields: Record<string, string> }[]
  expect(Object.assign({}, ...saved.map(({ fields }) => fields))).toEqual({
    client: 'Autos Levante',
    contractDate: '20/11/2026',
  })
})

test('what two windows changed is chosen, and a save that failed says so and is tried again', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, 'Editar').click()
  await page.evaluate((id) => {
    const desk = window.bridge.scene.desks![id]!
    window.bridge.scene.desks![id] = {
      ...desk,
      version: desk.version + 1,
      fields: { ...desk.fields, client: 'Otra, S.A.' },
    }
  }, ID)
  await page.getByLabel('Cliente o compraventa').fill('Lozano')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Otra, S.A.')
  await notice.getByRole('button').last().click()
  await expect(page.getByLabel('Cliente o compraventa')).toHaveValue('Otra, S.A.')
  await expect(notice).toHaveCount(0)

  await open(page, 'file-page-refused')
  await button(page, 'Editar').click()
  await page.getByLabel('Cliente o compraventa').fill('Lozano')
  await expect(page.getByRole('alert')).toContainText('No se ha guardado.')
  await page.evaluate(() => delete window.bridge.scene.refuses)
  await button(page, 'Reintentar').click()
  await expect(page.getByText('Guardado en este equipo')).toBeVisible()
})

test('the legal days are said in words and drawn; late is late', async ({ page }) => {
  await open(page, 'file-page')
  await expect(page.getByText('quedan 2 días')).toBeVisible()
  await expect(
    page.getByRole('img', {
      name: 'Día 8 de 30. Límite del vendedor, día 10. Límite del comprador, día 30.',
    }),
  ).toBeVisible()
  await open(page, 'file-page-late')
  await expect(page.getByText('pasado hace 20 días')).toBeVisible()
  await expect(page.getByText('El plazo del vendedor para comunicar la venta pasó el 11/10.')).toBeVisible()
  await open(page, 'file-page-wrong-date')
  await expect(page.getByText('«31/02/2026» no es una fecha.')).toBeVisible()
  await button(page, 'Apuntar la fecha').click()
  await expect(page.getByLabel('Fecha del contrato')).toHaveValue('31/02/2026')
  await open(page, 'file-page-registered')
  await expect(page.getByRole('heading', { name: 'Plazo legal' })).toHaveCount(0)
})

test('labels, a mark and a reason to keep it', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Añadir etiqueta').click()
  await page.getByLabel('Etiqueta nueva').fill('Torrent')
  await page.keyboard.press('Enter')
  await expect(page.locator('.label-chip').last()).toHaveText('Torrent')
  await button(page, 'Quitar la etiqueta Urgente').click()
  await expect(page.locator('.label-chip')).toHaveText(['Fin de mes', 'Torrent'])
  await button(page, 'Añadir etiqueta').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Transferencia' })).toBeVisible()

  await button(page, 'Más acciones').click()
  await page.getByRole('menuitem', { name: 'Conservar en este equipo' }).click()
  await page.getByLabel('Por qué').fill('reclamación')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Se conserva: reclamación')).toBeVisible()
  await button(page, 'Más acciones').click()
  await page.getByRole('menuitem', { name: 'Quitar la marca' }).click()
  await expect(page.locator('.procedure__flag')).toHaveCount(0)
  expect(await called(page, 'desk.pin')).toEqual([{ id: ID, pinned: true, why: 'reclamación' }])
})

test('its web page opens in another tab with nothing of this one, and a strange link does not', async ({
  page,
}) => {
  await open(page, 'file-page')
  await page.evaluate(() => {
    window.open = (url, target, features) => {
      document.documentElement.dataset['opened'] = `${String(url)} ${target} ${features}`
      return null
    }
  })
  await button(page, 'Abrir en la web').click()
  await expect(page.locator('html')).toHaveAttribute(
    'data-opened',
    `https://api.operador.example/web/procedures/${ID}?token=secreto _blank noopener,noreferrer`,
  )
  await page.evaluate(() => {
    document.documentElement.dataset['opened'] = ''
    window.bridge.scene.refuses = { 'changes.web-page': { code: 'bad-address', retryable: false } }
  })
  await button(page, 'Abrir en la web').click()
  await expect(page.getByText('El enlace del servicio no lleva a su propia web.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-opened', '')
})

test('the assigned plate is copied with M and told to the client', async ({ page }) => {
  await open(page, 'file-page-registered')
  await page.keyboard.press('m')
  expect(await clipboard(page)).toBe('1657NFG')
  await button(page, 'Avisar al cliente').click()
  await expect(page.getByText('Mensaje para el cliente copiado')).toBeVisible()
  expect(await clipboard(page)).toMatch(/1657 NFG.*Datos inventados/)
})

test('the Simulador does as the operator would, answers in its place, and is in no production', async ({
  page,
}) => {
  await open(page, 'file-page')
  await expect(page.getByText('Simulador')).toHaveCount(0)
  await open(page, 'file-page-simulator')
  await page.getByLabel('Llevar a este estado').selectOption({ label: 'En espera' })
  // In a list of the browser's, letters choose.
  await page.getByLabel('Llevar a este estado').press('r')
  await button(page, 'Aplicar').click()
  await expect(page.getByText(/Hecho: ahora está en/)).toBeVisible()
  await page.getByLabel('Crear una incidencia').selectOption('expired-document')
  await expect(button(page, 'Crear')).toBeDisabled()
  await page.getByLabel('Del documento').selectOption('d2')
  await button(page, 'Crear').click()
  await expect(page.getByText('Hecho: incidencia «Documento caducado» creada.')).toBeVisible()
  await page.getByLabel('Emitir un documento').selectOption('es_576_doc')
  await button(page, 'Emitir').click()
  await page.getByText('Hecho: emitido «Modelo 576 (IEDMT)».').waitFor()
  await page.getByLabel('Resolver una incidencia').selectOption('i3')
  await button(page, 'Resolver').and(page.locator('.simulator__go')).click()
  await page.getByText(/Hecho: «Pendiente de validación/).waitFor()
  const acts = (await called(page, 'simulator.act')) as { simulation: unknown }[]
  expect(acts.slice(1).map(({ simulation }) => simulation)).toEqual([
    { act: 'incident', type: 'expired-document', documentId: 'd2' },
    { act: 'document', type: 'es_576_doc' },
    { act: 'solve', incidentId: 'i3' },
  ])
  expect(await called(page, 'changes.refresh')).toHaveLength(4)
  await open(page, 'file-page-simulator-refused')
  await page.getByLabel('Llevar a este estado').selectOption('DONE')
  await button(page, 'Aplicar').click()
  await expect(page.getByRole('alert')).toContainText('status no permitido')
})

test('one card that fails takes no other with it', async ({ page }) => {
  await open(page, 'file-page-odd')
  await expect(page.getByText('No se ha podido leer la lista de documentos.')).toBeVisible()
  await expect(button(page, 'Ver DNI del comprador')).toBeVisible()
  await expect(page.getByText('No se han podido leer los apuntes.')).toBeVisible()
  await expect(page.getByText('La luna no acompaña')).toBeVisible()
  await expect(incident(page, 'La luna').getByRole('button', { name: /Subir/ })).toHaveCount(0)
  await expect(page.getByText('Mayor, 3, 46900')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Actividad' })).toBeVisible()
})

test('a draft at the service is gone on with, and nothing is given for it meanwhile', async ({ page }) => {
  await open(page, 'file-page-draft')
  await expect(page.getByRole('button', { name: /Seguir/ })).toBeVisible()
  await expect(button(page, 'Añadir un documento')).toHaveCount(0)
})
