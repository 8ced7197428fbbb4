import { expect } from '@playwright/test'
import { DOCUMENTS } from '#tests/fakes/transfer-batch-fixture.ts'
import { pdf } from '#tests/fakes/procedure-fixture.ts'
import { heading, look, test } from './procedure-fixture.ts'

/** Typed one after another: Tab goes from each to the next. */
const COMMON = [
  ['dealerTaxId', 'B12345674'],
  ['dealerName', 'Autos Vega, S.L.'],
  ['userEmail', 'marta@gestoria.es'],
  ['client', ''],
  ['invoicePattern', 'LOTE-{n:3}'],
] as const
/** One transfer typed alone takes 73 (`job-costs.ts`); here, the paste and its button included, all of them. */
const MOST_PRESSES = 75
const PLATES = ['1234BCD', '5678FGH', '9012JKL']

test('a pasted list of plates ends as transfers that were sent, with one form, one block and one confirmation', async ({
  page,
  demo,
}) => {
  await page.getByRole('button', { name: 'Consulta masiva' }).click()
  await heading(page, 'Consulta masiva').waitFor()
  await page.getByRole('textbox', { name: 'Lista de matrículas' }).fill(PLATES.join('\n'))
  await page.getByRole('textbox', { name: 'Nombre' }).fill('Autos Vega')
  await page.getByRole('button', { name: 'Consultar 3 matrículas' }).press('Enter')
  await expect(page.getByText('Terminada')).toBeVisible()
  await page.getByRole('button', { name: 'Empezar transferencias…' }).press('Enter')
  await page.getByRole('button', { name: /^Empezar \d transferencias?$/ }).press('Enter')
  await expect(heading(page, 'Lote de Autos Vega')).toBeVisible()

  // By keyboard alone, counted: however many rows there are, it is as much.
  await page.evaluate(() => {
    const counter = window as unknown as { presses: number }
    counter.presses = 0
    addEventListener('keydown', () => void (counter.presses += 1), { capture: true })
  })
  await expect(page.getByLabel('NIF del compraventa')).toBeFocused()
  for (const [field, text] of COMMON) {
    await expect(page.locator(`input[name="${field}"]`)).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  const { rows } = await demo.control.call('transfer-batches.list', {})
  const { id, total } = rows[0]!

  await page.locator('[data-row="0"] [data-column="vrm"]').click()
  const block = PLATES.map((vrm, at) => `${vrm}\t12345678Z\tLucía Ribera\t${at + 1}.250,50`)
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(paste)
  }, block.join('\r\n'))
  await page.getByRole('button', { name: /^Crear \d borradores?$/ }).press('Enter')
  await expect(page.getByText(/Cread/)).toBeVisible()
  const presses = await page.evaluate(() => (window as unknown as { presses: number }).presses)
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
  await look(page, 'transfer-batch')

  // Documents that are common, one by one: what each draft needs besides is added on its own page.
  for (const [name, type] of DOCUMENTS) {
    await page.getByRole('button', { name: 'Documento común…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf(name) })
    await dialog.getByLabel('Qué es').selectOption(type)
    await dialog.getByRole('button', { name: /^Añadir a/ }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: /^Enviar \d transferencias?…$/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Enviar \d/ })
    .click()
  await expect(page.getByText(`${total} de ${total} enviadas`)).toBeVisible({ timeout: 60_000 })
  const batch = await demo.control.call('transfer-batches.get', { id })
  expect(batch).toMatchObject({ total, made: total, sent: total })
  const sent = await demo.control.call('procedures.draft-list', { filter: 'sent', limit: 10 })
  expect(sent.rows.filter(({ vrm }) => PLATES.includes(vrm ?? ''))).toHaveLength(total)
})
