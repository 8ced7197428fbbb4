import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open, tabTo } from './actions.ts'
import { samplePdf } from './harness/sample-pdf.ts'
import { button, incident } from './procedure-actions.ts'
import { documents, give } from './states-documents.ts'
import { BATCH, tool } from './states-papers.ts'

const row = (page: Page, name: string) => page.locator('.draft-document', { hasText: name })
const item = (page: Page, name: string) => page.locator('.batch-row', { hasText: name })
/** Words on the page, and not those for screen readers alone. */
const told = (page: Page, words: string) => page.getByRole('main').getByText(words)
const dialog = (page: Page) => page.getByRole('dialog')
const added = (page: Page) => called(page, 'procedures.document-add')
const file = (name: string, pages: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(samplePdf(pages)),
})
const draft = async (page: Page, scene: string) => {
  await open(page, scene)
  await documents(page)
}

/** Drops files on the window, like the system. */
const drop = (page: Page, files: readonly { name: string; content: string }[], folder?: string) =>
  page.evaluate(
    ([wanted, directory]) => {
      const data = new DataTransfer()
      for (const { name, content } of wanted) data.items.add(new File([content], name))
      if (directory !== undefined) {
        const entry = data.items.add(new File([], directory))
        Object.defineProperty(entry, 'webkitGetAsEntry', {
          value: () => ({ isDirectory: true, name: directory }),
        })
        Object.defineProperty(data, 'items', { value: [...data.items].with(data.items.length - 1, entry!) })
      }
      dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))
    },
    [files, folder] as const,
  )

test('a file is what its text says, whatever its name; one key corrects it, and its reason is shown', async ({
  page,
}) => {
  await draft(page, 'documents-none')
  await give(page, [
    file('factura.pdf', [['CONTRATO DE COMPRAVENTA DE VEHÍCULO', 'El vendedor y el comprador']]),
    file('Escaneo0001.pdf', [[]]),
  ])
  await expect(row(page, 'factura.pdf')).toContainText('Contrato de compraventa')
  await expect(row(page, 'factura.pdf')).toContainText('deducido por lo que pone')
  await expect(row(page, 'Escaneo0001.pdf')).toContainText('sin reconocer')
  await expect(row(page, 'Escaneo0001.pdf')).toContainText('escaneado, sin texto')
  await tabTo(page, /^Ver factura\.pdf/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('4')
  await expect(row(page, 'Escaneo0001.pdf')).toContainText('Permiso de circulación')
  await expect(row(page, 'Escaneo0001.pdf').getByText('sin reconocer')).toHaveCount(0)
  await expect(announcer(page)).toHaveText('Escaneo0001.pdf: Permiso de circulación')
  await expect(page.getByRole('button', { name: /^Ver Escaneo0001/ })).toBeFocused()
  // A digit in a dialog or a menu is not one on the row.
  await button(page, /^Tipo de factura/).click()
  await page.keyboard.press('1')
  await page.keyboard.press('Escape')
  await expect(row(page, 'factura.pdf')).toContainText('Contrato de compraventa')
  await button(page, 'Están bien').click()
  await expect(row(page, 'factura.pdf').getByText('deducido')).toHaveCount(0)
})

test('a locked, a damaged and a HEIC one each say what to do, and are added', async ({ page }) => {
  await draft(page, 'documents-none')
  await give(page, [
    { name: 'roto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 nothing else') },
    { name: 'foto.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\u0018ftypheic', 'latin1') },
  ])
  await expect(row(page, 'roto.pdf')).toContainText('No se puede abrir: puede estar dañado.')
  await expect(row(page, 'foto.heic')).toContainText('Foto HEIC: aquí no se puede ver ni girar.')
  const sent = (await added(page)) as { guess?: { reading?: string } }[]
  expect(sent.map(({ guess }) => guess?.reading)).toEqual(['damaged', 'heic'])
})

test('dropped on any step of the wizard, files go to the documents and the form stays', async ({ page }) => {
  await draft(page, 'documents-none')
  await button(page, /^1\. Vehículo/).click()
  await page.getByRole('heading', { name: 'Vehículo', exact: true }).waitFor()
  await drop(
    page,
    [
      { name: 'dni.pdf', content: '%PDF-1.4 dni' },
      { name: 'permiso.pdf', content: '%PDF-1.4 p' },
    ],
    'Papeles',
  )
  await expect(told(page, '2 archivos van a los documentos.')).toBeVisible()
  await expect(page.getByText('«Papeles» es una carpeta.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Vehículo', exact: true })).toBeVisible()
  await button(page, 'Ver los documentos').click()
  await expect(page.locator('.draft-document')).toHaveCount(2)
})

test('a PDF that seems to have several papers says which, and offers to split it with those cuts', async ({
  page,
}) => {
  await draft(page, 'papers')
  const all = row(page, 'Escaneo0009.pdf')
  await expect(all).toContainText(
    'Parece que lleva varios documentos: DNI (p. 1), permiso de circulación (p. 3), ficha técnica (ITV) (p. 4)',
  )
  await expect(all.locator('canvas[data-drawn="true"]')).toBeVisible()
  // Nothing is cut by itself, and a file of one paper has no offer.
  expect(await added(page)).toEqual([])
  await expect(button(page, /^Separar /)).toHaveCount(1)
  await button(page, 'Separar Escaneo0009.pdf').click()
  await expect(dialog(page).getByRole('textbox', { name: 'Páginas de cada documento' })).toHaveValue(
    '1-2, 3, 4',
  )
  await button(page, 'Separar en 3 documentos').click()
  await expect(row(page, 'Escaneo0009 pág. 3.pdf')).toContainText('Permiso de circulación')
  await expect(button(page, 'Deshacer')).toBeFocused()
})

test('the row of a document is at most 48 px high, however wide the window', async ({ page }) => {
  for (const width of [1920, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await draft(page, 'papers')
    await expect(row(page, 'Escaneo0009.pdf')).toBeVisible()
    const heights = await page
      .locator('.draft-document:not(:has(.reading-note))')
      .evaluateAll((rows) => rows.map((one) => Math.round(one.getBoundingClientRect().height)))
    expect(heights.length).toBeGreaterThan(2)
    expect(Math.max(...heights)).toBeLessThanOrEqual(48)
  }
})

test('the checklist stays in sight while the documents scroll; in a narrow window it is one line', async ({
  page,
}) => {
  const list = page.locator('.checklist')
  for (const size of [
    { width: 1024, height: 600 },
    { width: 320, height: 600 },
  ]) {
    await page.setViewportSize(size)
    await draft(page, 'documents-many')
    await page.locator('.draft-document').last().scrollIntoViewIfNeeded()
    await expect(list.getByText(/^\d de \d$/)).toBeInViewport({ ratio: 1 })
  }
  const paper = list.getByText('Mandato', { exact: false }).first()
  await expect(paper).toBeHidden()
  const fold = list.getByRole('button', { name: 'Lo que suele pedirse' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await fold.press('Enter')
  await expect(paper).toBeVisible()
})

test('a PDF of several papers is cut where it proposes, by keyboard, each recognised; and it is undone', async ({
  page,
}) => {
  await draft(page, 'papers')
  await tool(page, 'Escaneo0009', 'Separar por páginas…')
  const groups = dialog(page).getByRole('textbox', { name: 'Páginas de cada documento' })
  await expect(groups).toHaveValue('1-2, 3, 4')
  await expect(dialog(page).getByRole('list', { name: 'Documentos que salen' })).toContainText(
    'Ficha técnica',
  )
  // The pages are one tab stop; the arrows go from one cut to the next.
  const cut = (n: number) => dialog(page).getByRole('button', { name: `Cortar antes de la página ${n}` })
  await cut(2).focus()
  await page.keyboard.press('Enter')
  await expect(groups).toHaveValue('1, 2, 3, 4')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await expect(cut(3)).toBeFocused()
  await groups.fill('1-9')
  await expect(dialog(page).getByText('El documento tiene 4 páginas.')).toBeVisible()
  await expect(button(page, /^Separar en/)).toBeDisabled()
  await groups.fill('1-2, 3')
  await expect(dialog(page).getByText('Una página se queda fuera.')).toBeVisible()
  await groups.fill('1-2, 3, 4')
  expect(await added(page)).toEqual([])
  await tabTo(page, 'Separar en 3 documentos')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(told(page, '«Escaneo0009.pdf» separado en 3.')).toBeVisible()
  await expect(row(page, 'Escaneo0009 pág. 1-2.pdf')).toContainText('DNI')
  await expect(row(page, 'Escaneo0009 pág. 3.pdf')).toContainText('Permiso de circulación')
  await expect(row(page, 'Escaneo0009 pág. 4.pdf')).toContainText('Ficha técnica')
  await expect(page.locator('.draft-document', { hasText: /^Escaneo0009\.pdf/ })).toHaveCount(0)
  await button(page, 'Deshacer').click()
  await expect(row(page, 'pág. 3')).toHaveCount(0)
  await expect(row(page, 'Escaneo0009.pdf')).toHaveCount(1)
})

test('a result that is not taken leaves the original where it was', async ({ page }) => {
  await draft(page, 'papers')
  await tool(page, 'Escaneo0009', 'Separar por páginas…')
  await expect(button(page, 'Separar en 3 documentos')).toBeEnabled()
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'procedures.document-add': { code: 'disk-full', retryable: true } }
  })
  await button(page, 'Separar en 3 documentos').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(row(page, 'Escaneo0009.pdf')).toHaveCount(1)
  await expect(page.locator('.draft-document')).toHaveCount(7)
})

test('a photo is turned and straightened with its keys, and cancelled it stays as it was', async ({
  page,
}) => {
  await draft(page, 'papers')
  await tool(page, 'IMG_20261112', 'Girar y enderezar…')
  await dialog(page).locator('canvas[data-drawn="true"]').waitFor()
  await expect(button(page, 'Usar así')).toBeDisabled()
  await page.keyboard.press('Shift+ArrowRight')
  const size = () =>
    dialog(page)
      .locator('canvas')
      .evaluate((one: HTMLCanvasElement) => [one.width, one.height])
  await expect.poll(size).toEqual([420, 640])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await added(page)).toEqual([])
  await button(page, 'Girar y enderezar…').click()
  await page.getByRole('slider', { name: 'Enderezar' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByText('0,5°')).toBeVisible()
  await page.keyboard.press('Shift+ArrowLeft')
  await tabTo(page, 'Usar así')
  await page.keyboard.press('Enter')
  await expect(told(page, '«IMG_20261112_101112.png» cambiado.')).toBeVisible()
  // It is still what the original was.
  expect(await added(page)).toMatchObject([{ name: 'IMG_20261112_101112.png', guess: { type: 'other' } }])
  await expect(row(page, 'IMG_20261112_101112.png')).toHaveCount(1)
})

test('front and back become one PDF, by mouse alone, in the order given', async ({ page }) => {
  await draft(page, 'papers')
  await button(page, 'Unir imágenes en un PDF…').click()
  await expect(dialog(page).getByText('Una foto HEIC no se puede unir')).toBeVisible()
  await button(page, 'Bajar IMG_20261112_101112.png').click()
  await expect(dialog(page).getByRole('listitem').first()).toContainText('WhatsApp')
  await dialog(page).getByRole('textbox', { name: 'Nombre del PDF' }).fill('DNI de Marta')
  await button(page, 'Unir 2 imágenes').click()
  await expect(told(page, '2 imágenes unidas en un PDF.')).toBeVisible()
  await expect(row(page, 'DNI de Marta.pdf')).toHaveCount(1)
  await expect(page.locator('.draft-document', { hasText: '.png' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Ver DNI de Marta/ }).click()
  await expect(page.locator('.drawn canvas[data-drawn="true"]')).toHaveCount(1)
})

test('a photo that is too large is made smaller at the press of a button', async ({ page }) => {
  await draft(page, 'documents-small')
  const noisy = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1_200, 900)
    const pen = canvas.getContext('2d')!
    for (let at = 0; at < 40; at += 1) pen.fillText('permiso', at * 30, at * 22)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })
  await give(page, [{ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(noisy) }])
  await button(page, 'Reducir y añadir foto.png').click()
  // Letters could no longer be read at that size: it says so, and adds nothing.
  await expect(page.getByText('No se ha podido reducir.')).toBeVisible()
  await expect(page.locator('.draft-document')).toHaveCount(0)
})

test('several documents leave an open procedure in one act that says how many, each an item of its own', async ({
  page,
}) => {
  await open(page, 'file-page')
  await tabTo(page, 'Añadir un documento')
  await page.keyboard.press('Enter')
  await give(page, BATCH)
  await expect(item(page, 'IMG_20261112')).toContainText('Factura')
  await expect(item(page, 'Escaneo0001')).toContainText('deducido por lo que pone')
  // The identity card that an incident asks for goes to it, and can be told otherwise.
  const goal = page.getByRole('combobox', { name: 'Para qué es Escaneo0001.pdf' })
  await expect(goal.locator('option:checked')).toHaveText(/^Resuelve: Documento ilegible · DNI del comprador/)
  await tabTo(page, 'Ver Escaneo0004.pdf')
  await page.keyboard.press('8')
  await expect(item(page, 'Escaneo0004')).toContainText('Autorización de representación')
  expect(await called(page, 'attachments.add')).toEqual([])
  await tabTo(page, 'Subir 4 documentos y resolver 1 incidencia')
  // A held key sends once.
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.locator('.batch-row')).toHaveCount(0)
  const sent = (await called(page, 'attachments.add')) as {
    id: string
    name: string
    type: string
    incidentId?: string
  }[]
  expect(sent.map(({ name, type, incidentId }) => [name, type, incidentId])).toEqual([
    ['Escaneo0001.pdf', 'national_id', 'i1'],
    ['contrato firmado.pdf', 'sales_agreement', undefined],
    ['IMG_20261112.pdf', 'invoice', undefined],
    ['Escaneo0004.pdf', 'representation_auth', undefined],
  ])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(4)
  await expect(incident(page, 'Documento ilegible').locator('.attachment')).toHaveCount(1)
  await expect(page.locator('.attachment-list .attachment')).toHaveCount(3)
})

test('dropped on an open procedure: sixty at once, one twice, a folder, none while a dialog is open', async ({
  page,
}) => {
  await open(page, 'file-page')
  const sixty = Array.from({ length: 60 }, (_, at) => ({ name: `dni ${at}.pdf`, content: `%PDF-1.4 ${at}` }))
  await drop(page, [...sixty, { name: 'otra vez.pdf', content: '%PDF-1.4 7' }], 'Papeles')
  await expect(page.locator('.batch-row')).toHaveCount(60, { timeout: 60_000 })
  await expect(page.getByText('«otra vez.pdf» ya estaba: es el mismo contenido.')).toBeVisible()
  await expect(page.getByText('«Papeles» es una carpeta.')).toBeVisible()
  await expect(button(page, /^Subir 60 documentos/)).toBeEnabled({ timeout: 60_000 })
  expect(await called(page, 'attachments.add')).toEqual([])
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await drop(page, [{ name: 'tarde.pdf', content: '%PDF-1.4 tarde' }])
  await page.keyboard.press('Escape')
  await expect(item(page, 'tarde.pdf')).toHaveCount(0)
})

test('a file of the batch is cut before it is sent, and one that fails stays while the rest go', async ({
  page,
}) => {
  await open(page, 'file-page')
  await button(page, 'Añadir un documento').click()
  await give(page, [
    file('todo.pdf', [
      ['ESPAÑA PERMISO DE CIRCULACIÓN', 'C.1.1 PRIETO'],
      ['TARJETA ITV ELECTRÓNICA', 'Contraseña de homologación'],
    ]),
  ])
  await button(page, 'Separar por páginas todo.pdf').click()
  await button(page, 'Separar en 2 documentos').click()
  await expect(item(page, 'todo pág. 1.pdf')).toContainText('Permiso de circulación')
  await expect(item(page, 'todo pág. 2.pdf')).toContainText('Ficha técnica')
  await button(page, 'Deshacer').click()
  await expect(page.locator('.batch-row')).toHaveCount(1)
  await expect(item(page, 'todo.pdf')).toBeVisible()
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'attachments.add': { code: 'attachment-open', retryable: false } }
  })
  await page.getByRole('button', { name: 'Subir', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('todo.pdf')
  await expect(item(page, 'todo.pdf')).toBeVisible()
})

test('the name of the file that was sent stays beside the name by the service, wherever it is shown', async ({
  page,
}) => {
  await open(page, 'file-page')
  const list = page.getByRole('list', { name: 'Documentos enviados' })
  await expect(list).toContainText('DNI Nuria dos caras.pdf')
  await expect(list).toContainText('IMG_20261118_093112.jpg')
  await expect(incident(page, 'Documento ilegible')).toContainText('DNI Nuria dos caras.pdf')
  await page.getByRole('button', { name: /^Ver DNI del comprador/ }).click()
  const title = 'DNI del comprador · DNI Nuria dos caras.pdf'
  await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible()
})
