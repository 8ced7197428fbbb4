import { expect, type Page, test } from './seeded-test.ts'
import { called, open, settled, verdict } from './actions.ts'
import { field } from './states.ts'

/** Ways that leave out what is known: from the field of Consulta to a case, to the clipboard, through the wizard. */
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const offers = (page: Page) => page.getByRole('dialog', { name: 'Datos de un texto' })
const MESSAGE = 'Te paso lo del 3308 KDR.\nFecha del contrato: 12/11/2026. La factura es la F-2026/0859.'

const answers = (page: Page, failed: boolean) =>
  page.evaluate((fails) => {
    const { bridge } = window
    const known = bridge.scene.views['8097MWK']!
    const error = { code: 'store-failed', retryable: false } as never
    const latest = { ...known.latest!, reportId: 'of this question' }
    bridge.setView({ ...known, pending: null, ...(fails ? { failed: error } : { failed: null, latest }) })
  }, failed)

test('looked up to be copied, the answer is copied once it is that of this question', async ({ page }) => {
  await open(page, 'transferable')
  await field(page).fill('8097MWK')
  await field(page).press('Shift+Enter')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'true')
  await settled(page)
  // What was known before is on screen, and not copied.
  await expect(page.locator('.toast')).toHaveCount(0)
  await answers(page, false)
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('8097 MWK')
  expect(await called(page, 'client-messages.copied')).toHaveLength(1)
})

test('one that ends without an answer says that nothing was copied', async ({ page }) => {
  await open(page, 'transferable')
  await page.evaluate(() => navigator.clipboard.writeText('de antes'))
  await field(page).fill('8097MWK')
  await field(page).press('Shift+Enter')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'true')
  await answers(page, true)
  await expect(page.getByText('La respuesta no se ha copiado')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('de antes')
})

test('a message pasted in a field of the wizard is read, and a value stays in it', async ({ page }) => {
  await open(page, 'wizard-registration')
  const invoice = page.getByRole('textbox', { name: 'Correo del usuario' })
  await invoice.fill('')
  await page.evaluate(() => navigator.clipboard.writeText('marta@gestoriaribera.example'))
  await page.keyboard.press('Control+V')
  await expect(invoice).toHaveValue('marta@gestoriaribera.example')
  await page.evaluate((text) => navigator.clipboard.writeText(text), MESSAGE)
  await page.keyboard.press('Control+V')
  await expect(offers(page)).toBeVisible()
  await expect(invoice).toHaveValue('marta@gestoriaribera.example')
})

const dropText = (page: Page, text: string, own: boolean) =>
  page.evaluate(
    ([words, isOwn]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/plain', words)
      const main = document.querySelector('main')!
      const event = (type: string) =>
        main.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      if (isOwn) event('dragstart')
      const isInvited = !event('dragover')
      event('drop')
      if (isOwn) event('dragend')
      return isInvited
    },
    [text, own] as const,
  )

test('a text dropped from another window is read, and one of the page itself is not', async ({ page }) => {
  await open(page, 'wizard-new')
  expect(await dropText(page, MESSAGE, true)).toBe(false)
  await settled(page)
  await expect(offers(page)).toHaveCount(0)
  expect(await dropText(page, MESSAGE, false)).toBe(true)
  await expect(offers(page)).toBeVisible()
})

test('files pasted on any step of the wizard go to the documents', async ({ page }) => {
  await open(page, 'wizard-registration')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['%PDF-1.4 dni'], 'dni.pdf'))
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('main').getByText(/va a los documentos/)).toBeVisible()
  await expect.poll(() => called(page, 'procedures.document-add')).toHaveLength(1)
})

/** Mandate of the buyer of the case, begun by its keys. */
async function mandate(page: Page) {
  await page.getByRole('heading', { name: 'Depende de ti' }).waitFor()
  await page.keyboard.press('f')
  await expect(button(page, /^Mandato del transmitente/)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

test('the mandate of a known party opens at its review, and only leaves when it is sent', async ({
  page,
}) => {
  await open(page, 'file-page')
  await page.evaluate(() => {
    const values = { email: 'nuria@correo.example' }
    const source = { from: 'signature-request', id: 'sr-9', at: window.client.now(), values }
    window.bridge.scene.known = { '12345678Z': [source as never] }
  })
  await mandate(page)
  await expect(page.getByRole('heading', { name: 'Revisa antes de enviar' })).toBeFocused()
  await expect(page.getByText('nuria@correo.example')).toBeVisible()
  await expect(page.getByText('Mandato específico')).toBeVisible()
  expect(await called(page, 'signature-requests.send')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('radio', { name: /Mandato específico/ })).toBeFocused()
})

test('of a party without an address it opens its form there', async ({ page }) => {
  await open(page, 'file-page')
  await mandate(page)
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'DNI, NIE o NIF' })).toHaveValue('12345678Z')
})
