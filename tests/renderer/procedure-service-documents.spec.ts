import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open } from './actions.ts'
import { plainPages } from '#tests/fakes/large-pdfs.ts'
import { button, ID } from './procedure-actions.ts'

/** Gives a document the bytes of this PDF. */
const give = (page: Page, id: string, pdf: Buffer) =>
  page.evaluate(
    ([serviceDocument, coded]) => {
      const { files = {} } = window.bridge.scene
      files[serviceDocument] = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
    },
    [id, pdf.toString('base64')] as const,
  )

/** Pushes that the pending downloads are done. */
const bring = (page: Page) =>
  page.evaluate((id) => {
    const serviceDocuments = window.bridge.scene.serviceDocuments?.[id] ?? []
    window.bridge.setServiceDocuments(
      id,
      serviceDocuments.map((one) => ({ ...one, kept: one.kept || one.coming, coming: false })),
    )
  }, ID)

test('papers are seen, saved by their name, and all at once', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Ver Justificante de presentación').click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
  // Under StrictMode an effect runs twice, so the preview may open twice.
  const seen = await called(page, 'service-documents.open')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Guardado: 3308KDR_justificante')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Ver Justificante de presentación')).toBeFocused()
  await button(page, 'Guardar todos (ZIP)').click()
  await expect(page.getByText('ZIP guardado')).toBeVisible()
  expect(await called(page, 'service-documents.zip')).toEqual([
    { selection: { ids: [ID] }, which: 'generated' },
  ])
  const serviceDocument = { procedureId: ID, documentId: 'g1' }
  expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(serviceDocument)]))
  expect(await called(page, 'service-documents.open')).toEqual([...seen, serviceDocument])
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
      document.documentElement.dataset['printed'] = String(sheet?.querySelectorAll('img').length)
      dispatchEvent(new Event('afterprint'))
    }
  })
  await open(page, 'file-page-registered')
  await button(page, 'Imprimir').click()
  // Two documents have bytes here, of two pages each; the other four could not be read.
  await expect(page.locator('html')).toHaveAttribute('data-printed', '4')
  await expect(page.getByText('4 documentos no se pueden imprimir desde aquí.')).toBeVisible()
  await expect(page.locator('.print-sheet')).toHaveCount(0)
})

test('papers share the pages of one job: what does not fit is left whole, and said', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const images = document.querySelectorAll('.print-sheet img')
      document.documentElement.dataset['printed'] = String(images.length)
    }
  })
  await open(page, 'file-page-registered')
  await give(page, 'b', await plainPages(40))
  await give(page, 'c', await plainPages(11))
  await button(page, 'Imprimir').click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '40')
  await expect(page.getByText('1 documento no cabe con los demás por sus páginas')).toBeVisible()
})

test('a photograph of many pixels is drawn smaller', async ({ page }) => {
  await open(page, 'file-page')
  // 12 million: more than our canvas limit.
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4_000, 3_000)
    canvas.getContext('2d')!.fillRect(0, 0, 4_000, 1_500)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
    const { files = {} } = window.bridge.scene
    files['d1'] = new Uint8Array(await blob.arrayBuffer())
  })
  await button(page, 'Ver DNI del comprador').click()
  const picture = page.locator('canvas[data-drawn="true"]')
  await expect(picture).toBeVisible()
  const size = await picture.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, 1, canvas.height)
    return { area: canvas.width * canvas.height, ratio: canvas.width / canvas.height, top: data[3] }
  })
  expect(size.area).toBeGreaterThan(4_500_000)
  expect(size.area).toBeLessThanOrEqual(5_000_000)
  expect(size.ratio).toBeCloseTo(4 / 3, 2)
  expect(size.top).toBe(255)
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
  expect(await called(page, 'service-documents.keep')).toEqual([{ procedureId: ID }])
  const note = page.locator('.service-documents__note')
  await expect(note).toHaveText('Se traerán cuando vuelva la conexión.')
  await page.evaluate(() => {
    const { connection } = window.bridge.scene.slices
    window.bridge.setSlice('connection', { ...connection, state: 'online' })
  })
  await expect(note).toHaveText('Trayendo 1 documento a este equipo…')
  await bring(page)
  await expect(announcer(page)).toHaveText('2 documentos en este equipo')
  await expect(page.locator('[data-document="g2"] .service-document__kept')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('its papers are taken off this PC and brought to it again', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, 'Más sobre los documentos').click()
  await page.getByRole('menuitem', { name: 'Quitar de este equipo' }).click()
  await expect(announcer(page)).toHaveText('Los documentos ya no ocupan sitio en este equipo')
  await expect(page.locator('.service-document__kept')).toHaveCount(0)
  await button(page, 'Más sobre los documentos').click()
  await page.getByRole('menuitem', { name: 'Traer a este equipo' }).click()
  await expect(page.getByText('Trayendo 2 documentos a este equipo…')).toBeVisible()
  await bring(page)
  await expect(announcer(page)).toHaveText('2 documentos en este equipo')
  await expect(page.locator('.service-document__kept')).toHaveCount(2)
})
