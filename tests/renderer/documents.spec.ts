import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open, goBack } from './actions.ts'
import { documents, give, PDF } from './states-documents.ts'

const row = (page: Page, name: string) => page.locator('.draft-document', { hasText: name })
const incoming = (page: Page) => page.locator('.incoming')
const pdf = (name: string, more = '') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([PDF, Buffer.from(more || name)]),
})

async function openStep(page: Page, state: string) {
  await open(page, state)
  await documents(page)
}

/** Drops files, or a folder, on the window, like the system. */
const dropFiles = (page: Page, names: readonly string[], folder?: string) =>
  page.evaluate(
    ([wanted, directory]) => {
      const data = new DataTransfer()
      for (const name of wanted) data.items.add(new File([`%PDF-1.4 ${name}`], name))
      if (directory !== undefined) {
        const item = data.items.add(new File([], directory))
        // A page cannot create a folder: simulate the browser's entry for one.
        Object.defineProperty(item, 'webkitGetAsEntry', {
          value: () => ({ isDirectory: true, name: directory }),
        })
        Object.defineProperty(data, 'items', { value: [...data.items].with(data.items.length - 1, item!) })
      }
      dispatchEvent(new DragEvent('dragover', { dataTransfer: data, cancelable: true, bubbles: true }))
      return new Promise<void>((resolve) =>
        requestAnimationFrame(() => {
          dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))
          resolve()
        }),
      )
    },
    [names, folder] as const,
  )

const paste = (page: Page, what: { files: { name: string; type: string }[]; text?: string }) =>
  page.evaluate(({ files, text }) => {
    const data = new DataTransfer()
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
    for (const { name, type } of files) data.items.add(new File([png], name, { type }))
    if (text !== undefined) data.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    return event.defaultPrevented
  }, what)

test('several files at once come in, typed by their name as a guess, and it is said once', async ({
  page,
}) => {
  await openStep(page, 'documents-none')
  await give(page, [pdf('DNI comprador.pdf'), pdf('factura 12.pdf'), pdf('escaneado 3.pdf')])
  await expect(row(page, 'DNI comprador.pdf')).toContainText('DNI')
  await expect(row(page, 'factura 12.pdf')).toContainText('Factura')
  await expect(row(page, 'escaneado 3.pdf')).toContainText('Otro')
  await expect(page.getByText('deducido', { exact: true })).toHaveCount(2)
  await expect(page.getByText('sin reconocer', { exact: true })).toHaveCount(1)
  await expect(announcer(page)).toHaveText('3 documentos añadidos')
  await expect(incoming(page)).toHaveCount(0)
  await expect(page.getByText('2 de 8', { exact: true })).toBeVisible()
})

test('one is copied at a time, each can be stopped, and what was stopped tried again', async ({ page }) => {
  await openStep(page, 'documents-hang')
  await give(
    page,
    ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => pdf(name)),
  )
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await expect(page.getByText('En cola')).toHaveCount(3)
  expect(await called(page, 'procedures.document-add')).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancelar a.pdf' }).click()
  await expect(incoming(page).first()).toContainText('Cancelado: no se ha añadido.')
  await expect(page.getByText('En cola')).toHaveCount(2)
  await page.evaluate(() => {
    window.bridge.scene.transfersHang = false
    window.bridge.release()
  })
  await expect(incoming(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Reintentar a.pdf' }).click()
  await expect(incoming(page)).toHaveCount(0)
  await expect(page.locator('.draft-document')).toHaveCount(4)
})

test('what is going in goes on while the person is in another place', async ({ page }) => {
  await openStep(page, 'documents-hang')
  await give(page, [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await page.keyboard.press('Control+1')
  await page.getByRole('heading', { level: 1, name: 'Consulta' }).waitFor()
  await page.evaluate(() => {
    window.bridge.scene.transfersHang = false
    window.bridge.release()
  })
  await expect(announcer(page)).toHaveText('3 documentos añadidos')
  await goBack(page)
  await documents(page)
  await expect(page.locator('.draft-document')).toHaveCount(3)
})

test('nothing is sent while a document is still going in', async ({ page }) => {
  await openStep(page, 'documents-hang')
  await give(page, [pdf('a.pdf')])
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await page.getByRole('button', { name: /^\d\. Revisa/ }).click()
  await expect(page.getByText('Añadiendo 1 documento.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeDisabled()
  expect(await called(page, 'procedures.send')).toEqual([])
  await page.evaluate(() => window.bridge.release())
  await expect(page.getByRole('button', { name: 'Enviar a Tráfico' })).toBeEnabled()
})

test('what was going in for an account does not arrive in another', async ({ page }) => {
  await openStep(page, 'documents-hang')
  await give(page, [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await page.evaluate(() => window.bridge.activate('d'))
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.evaluate(() => {
    window.bridge.scene.transfersHang = false
    window.bridge.release()
  })
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  expect(await called(page, 'procedures.document-add')).toHaveLength(1)
  expect(await page.evaluate(() => window.bridge.scene.drafts?.[0]?.documents.length)).toBe(0)
})

test('an empty, a too large and a disguised file never leave the window, and each says why', async ({
  page,
}) => {
  await openStep(page, 'documents-small')
  await give(page, [
    { name: 'vacío.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    pdf('enorme.pdf', 'x'.repeat(3_000)),
    { name: 'factura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ an executable') },
    pdf('bueno.pdf'),
  ])
  await expect(row(page, 'bueno.pdf')).toBeVisible()
  await expect(incoming(page)).toHaveCount(3)
  await expect(incoming(page).nth(0)).toContainText('El archivo está vacío.')
  await expect(incoming(page).nth(1)).toContainText('Ocupa 3 KB y el máximo son 2 KB.')
  await expect(incoming(page).nth(2)).toContainText('no es un PDF, JPEG, PNG ni HEIC')
  expect(await called(page, 'procedures.document-add')).toMatchObject([{ name: 'bueno.pdf' }])
  await expect(announcer(page)).toHaveText('1 documento añadido. 3 archivos no se han añadido')
  await expect(page.getByRole('button', { name: /^Reintentar/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Quitar vacío.pdf de la lista' }).click()
  await expect(incoming(page)).toHaveCount(2)
})

test('a full disk loses nothing: the file stays in the list and is tried again', async ({ page }) => {
  await openStep(page, 'documents-disk-full')
  await give(page, [pdf('dni.pdf')])
  await expect(incoming(page)).toContainText('El disco está lleno.')
  await page.evaluate(() => {
    delete window.bridge.scene.refuses
  })
  await page.getByRole('button', { name: 'Reintentar dni.pdf' }).click()
  await expect(row(page, 'dni.pdf')).toBeVisible()
})

test('the same content again says which one it is, and is not added twice', async ({ page }) => {
  await openStep(page, 'documents-none')
  await give(page, [pdf('dni.pdf', 'same')])
  await expect(row(page, 'dni.pdf')).toBeVisible()
  await give(page, [pdf('copia de dni.pdf', 'same')])
  await expect(incoming(page)).toContainText('Ya estaba: es el mismo contenido que «dni.pdf».')
  await expect(page.locator('.draft-document')).toHaveCount(1)
})

test('the whole page takes a drop, and a folder is said to be one', async ({ page }) => {
  await openStep(page, 'documents-none')
  await dropFiles(page, ['dni.pdf', 'contrato.pdf'], 'Expediente Lozano')
  await expect(page.locator('.draft-document')).toHaveCount(2)
  await expect(page.getByRole('alert')).toContainText('«Expediente Lozano» es una carpeta.')
  expect(await called(page, 'procedures.document-add')).toHaveLength(2)
})

test('a pasted picture gets a name with its date; text pasted in a field stays there', async ({ page }) => {
  await openStep(page, 'documents-none')
  expect(await paste(page, { files: [{ name: 'image.png', type: 'image/png' }] })).toBe(true)
  await expect(row(page, 'pegado 20-11-2026 14.05.00.png')).toBeVisible()
  await page.getByRole('button', { name: 'Añadir un enlace' }).click()
  const cells = { files: [{ name: 'image.png', type: 'image/png' }], text: 'https://a.example/x.pdf' }
  expect(await paste(page, cells)).toBe(false)
  expect(await called(page, 'procedures.document-add')).toHaveLength(1)
})

test('a type is chosen from the list or written, and a guess is trusted by keyboard', async ({ page }) => {
  await openStep(page, 'documents')
  const type = page.getByRole('button', { name: 'Tipo de IMG_4471.HEIC: Otro, deducido' })
  await type.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('n')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Tipo de IMG_4471.HEIC: Pasaporte' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Escribir otro…' }).press('Enter')
  await page.keyboard.type('acta_junta')
  await page.keyboard.press('Enter')
  await expect(row(page, 'IMG_4471.HEIC')).toContainText('acta_junta')
  await expect(page.getByText('deducido', { exact: true })).toHaveCount(3)
  await page.getByRole('button', { name: 'Están bien' }).press('Enter')
  await expect(page.getByText('deducido', { exact: true })).toHaveCount(0)
  expect(await called(page, 'procedures.document-type')).toEqual([
    { documentId: 'd-foto', type: 'passport' },
    { documentId: 'd-foto', type: 'acta_junta' },
    { documentId: 'd-dni', type: 'national_id' },
    { documentId: 'd-contrato', type: 'sales_agreement' },
    { documentId: 'd-enlace', type: 'technical_sheet' },
  ])
})

test('Esc leaves a type as it was', async ({ page }) => {
  await openStep(page, 'documents')
  await page.getByRole('button', { name: 'Tipo de IMG_4471.HEIC' }).click()
  await page.getByRole('menuitem', { name: 'Escribir otro…' }).click()
  await page.keyboard.type('nada')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Tipo de IMG_4471.HEIC: Otro, deducido' })).toBeFocused()
  expect(await called(page, 'procedures.document-type')).toEqual([])
})

test('one taken out with the keyboard is given back whole, with its type', async ({ page }) => {
  await openStep(page, 'documents')
  await page.getByRole('button', { name: /^Ver IMG_2026/ }).focus()
  await page.keyboard.press('Delete')
  await expect(row(page, 'IMG_2026')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deshacer' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'IMG_2026')).toContainText('Permiso de circulación')
  expect(await called(page, 'procedures.document-add')).toEqual([])
  await page.getByRole('button', { name: 'Quitar ficha-tecnica' }).click()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await expect(row(page, 'ficha-tecnica')).toBeVisible()
})

test('a link is checked as it is written and added with Enter', async ({ page }) => {
  await openStep(page, 'documents-none')
  await page.getByRole('button', { name: 'Añadir un enlace' }).click()
  const field = page.getByRole('textbox', { name: 'Enlace al documento' })
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(page.getByText('Pega un enlace.')).toBeVisible()
  await field.fill('ftp://a.example/x.pdf')
  await expect(page.getByText('Pega el enlace entero')).toBeVisible()
  await field.fill('http://a.example/x.pdf')
  await expect(page.getByText('viaja sin cifrar')).toBeVisible()
  await field.fill('https://a.example/dni.pdf')
  await field.press('Enter')
  await expect(row(page, 'dni.pdf')).toContainText('Enlace · a.example')
  await expect(field).toHaveValue('')
  expect(await called(page, 'procedures.document-link')).toMatchObject([{ url: 'https://a.example/dni.pdf' }])
  await field.press('Escape')
  await expect(page.getByRole('button', { name: 'Añadir un enlace' })).toBeFocused()
})

test('a document is looked at beside the form, in large, and kept', async ({ page }) => {
  await openStep(page, 'documents')
  await page.getByRole('button', { name: /^Ver DNI_vendedor/ }).press('Enter')
  await expect(page.locator('.drawn canvas[data-drawn="true"]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Ver en grande' }).click()
  await expect(page.locator('dialog canvas[data-drawn="true"]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Guardar una copia' }).click()
  await expect(page.getByText('Copia guardada')).toBeVisible()
  await page.getByRole('button', { name: /^Ver IMG_4471/ }).click()
  await expect(page.getByText('Las fotos HEIC no se pueden ver aquí.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver en grande' })).toHaveCount(0)
})

test('one whose copy is gone, and one that is damaged, say so', async ({ page }) => {
  await openStep(page, 'documents-lost')
  await page.getByRole('button', { name: /^Ver DNI_vendedor/ }).click()
  await expect(page.getByText('ya no está en este equipo.')).toBeVisible()
  await page.getByRole('button', { name: /^Ver contrato/ }).click()
  await expect(page.getByText('No hemos podido dibujar este documento.')).toBeVisible()
})

test('once it is on its way each says how far it has got, and nothing can be changed', async ({ page }) => {
  await open(page, 'documents-sending')
  await expect(page.getByText('1 de 5 subidos')).toBeVisible()
  await expect(row(page, 'DNI_vendedor')).toContainText('Subido')
  await expect(row(page, 'contrato')).toContainText('Subiendo 684 KB de 1,1 MB')
  await expect(page.getByRole('progressbar')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^(Quitar|Tipo de|Elegir)/ })).toHaveCount(0)
})
