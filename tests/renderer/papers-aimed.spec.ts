import { expect, type Page, test } from './seeded-test.ts'
import { announcer, called, open, tabTo } from './actions.ts'
import { button, give, ID, incident, pdf } from './procedure-actions.ts'

const item = (page: Page, name: string) => page.locator('.batch-row', { hasText: name })
const goalOf = (page: Page, name: string) =>
  page.getByRole('combobox', { name: `Para qué es ${name}` }).locator('option:checked')
/** The procedure as the service has it by now. */
const becomes = (page: Page, change: { status?: string; solved?: string }) =>
  page.evaluate(({ status, solved }) => {
    const view = window.bridge.scene.resources?.[0]
    if (!view) return
    const { incidents } = view.body as { incidents: { id: string }[] }
    const at = '2026-11-20T14:05:00.000Z'
    const now = incidents.map((one) => (one.id === solved ? { ...one, solved: true, solvedAt: at } : one))
    window.bridge.setResource({
      ...view,
      ...(status && { status }),
      body: { ...view.body, ...(status && { status }), incidents: now },
    })
  }, change)
const drop = (page: Page, names: readonly string[]) =>
  page.evaluate((wanted) => {
    const data = new DataTransfer()
    for (const name of wanted)
      data.items.add(new File([`%PDF-1.4 ${name}`], name, { type: 'application/pdf' }))
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))
  }, names)

test('a single document that is found to be for an incident says which one', async ({ page }) => {
  await open(page, 'file-page')
  await drop(page, ['DNI nuevo.pdf'])
  await expect(goalOf(page, 'DNI nuevo.pdf')).toHaveText(/^Resuelve: Documento ilegible · DNI del comprador/)
  await expect(button(page, 'Subir y marcar como resuelta')).toBeVisible()
})

test('an incident whose document is on its way takes no other one', async ({ page }) => {
  await open(page, 'file-page')
  await drop(page, ['DNI nuevo.pdf'])
  await button(page, 'Subir y marcar como resuelta').click()
  await expect(incident(page, 'Documento ilegible').locator('.attachment')).toHaveCount(1)
  // The other incident is the only one left, and a document alone is for it.
  await drop(page, ['DNI otra vez.pdf'])
  await expect(incident(page, 'IVTM').locator('.batch-row')).toHaveCount(1)
  await button(page, 'Subir y marcar como resuelta').click()
  await expect(incident(page, 'IVTM').locator('.attachment')).toHaveCount(1)
  const sent = (await called(page, 'attachments.add')) as { incidentId?: string }[]
  expect(sent.map(({ incidentId }) => incidentId)).toEqual(['i1', 'i2'])
})

test('solved meanwhile, its panel and what was in it stay in sight, for no incident', async ({ page }) => {
  await open(page, 'file-page')
  await button(page, /^Subir y resolver: Documento ilegible/).click()
  await give(page, pdf('escaneo.pdf'))
  await expect(incident(page, 'Documento ilegible').locator('.batch-row')).toHaveCount(1)
  await becomes(page, { solved: 'i1' })
  await expect(page.getByRole('alert')).toContainText('La incidencia «Documento ilegible · DNI del comprador')
  const panel = page.getByRole('group', { name: 'Añadir un documento' })
  await expect(panel.locator('.batch-row')).toHaveCount(1)
  await panel.getByRole('button', { name: 'Subir', exact: true }).click()
  await expect(page.locator('.batch-row')).toHaveCount(0)
  expect(await called(page, 'attachments.add')).toMatchObject([{ procedureId: ID, name: 'escaneo.pdf' }])
  expect((await called(page, 'attachments.add'))[0]).not.toHaveProperty('incidentId')
})

test('a procedure that ends while a batch is prepared takes none of it, and says so', async ({ page }) => {
  await open(page, 'file-page')
  await drop(page, ['a.pdf', 'b.pdf'])
  await expect(button(page, 'Subir 2 documentos')).toBeEnabled()
  await becomes(page, { status: 'CANCELLED' })
  await expect(page.getByRole('alert')).toContainText('Este expediente ya no admite documentos.')
  await expect(button(page, /^Subir/)).toHaveCount(0)
  await expect(page.locator('.batch-row')).toHaveCount(2)
  await button(page, 'Cerrar').click()
  await expect(page.locator('.batch-row')).toHaveCount(0)
  expect(await called(page, 'attachments.add')).toEqual([])
})

test('a digit on a row that is still being read is its type, and reading it changes nothing', async ({
  page,
}) => {
  await open(page, 'file-page')
  // A file whose bytes are slow to come.
  await page.evaluate(() => {
    const read = Promise.withResolvers<void>()
    Object.assign(window, { letRead: read.resolve })
    const slow = new File(['%PDF-1.4 slow'], 'DNI lento.pdf', { type: 'application/pdf' })
    const whole = slow.arrayBuffer.bind(slow)
    slow.arrayBuffer = () => read.promise.then(whole)
    const data = new DataTransfer()
    const files = [slow, new File(['%PDF-1.4 other'], 'otro.pdf', { type: 'application/pdf' })]
    for (const file of files) data.items.add(file)
    Object.defineProperty(data, 'items', {
      value: files.map((file) => ({ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file })),
    })
    dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))
  })
  await expect(item(page, 'DNI lento.pdf')).toContainText('Mirando qué es…')
  await tabTo(page, 'Ver DNI lento.pdf')
  await page.keyboard.press('7')
  await expect(button(page, 'Tipo de DNI lento.pdf: Factura')).toBeVisible()
  await expect(announcer(page)).toHaveText('DNI lento.pdf: Factura')
  await page.evaluate(() => (window as unknown as { letRead: () => void }).letRead())
  await expect(button(page, 'Subir 2 documentos')).toBeEnabled()
  await expect(button(page, 'Tipo de DNI lento.pdf: Factura')).toBeVisible()
  await expect(button(page, 'Ver DNI lento.pdf')).toBeFocused()
})

test('a type is chosen from the list on the last of sixty papers, by keyboard, and the row stays in sight', async ({
  page,
}) => {
  await open(page, 'file-page')
  await drop(
    page,
    Array.from({ length: 60 }, (_, at) => `papel ${at}.pdf`),
  )
  // Reading sixty papers takes a busy machine minutes.
  await expect(button(page, /^Subir 60 documentos/)).toBeEnabled({ timeout: 200_000 })
  await button(page, 'Ver papel 0.pdf').focus()
  await page.keyboard.press('End')
  await expect(button(page, 'Ver papel 59.pdf')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('p')
  const wanted = await page.locator(':focus').innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
  const type = button(page, `Tipo de papel 59.pdf: ${wanted.split('\n')[0]}`)
  await expect(type).toBeFocused()
  await expect(type).toBeInViewport({ ratio: 1 })
})
