import { expect } from '@playwright/test'
import { heading, look, test } from './procedure-fixture.ts'

test("a dealer's workbook is looked up whole, and answered", async ({ page, context, demo }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Consulta masiva' }).click()
  await heading(page, 'Consulta masiva').waitFor()
  await page
    .locator('form input[type="file"]')
    .setInputFiles('tests/fixtures/plate-lists/files/noviembre.ods')
  await page.getByRole('button', { name: 'Consultar 5 matrículas' }).press('Enter')
  await expect(heading(page, 'noviembre')).toBeVisible()
  await expect(page.getByText('Terminada')).toBeVisible()
  await look(page, 'plate-list')
  await page.getByRole('button', { name: 'Copiar respuesta' }).press('Enter')
  await expect(page.getByText('Copiada la respuesta de 5 matrículas')).toBeVisible()
  const { rows } = await demo.control.call('plate-lists.list', {})
  expect(rows).toMatchObject([
    { name: 'noviembre', state: 'done', total: 5, open: 0, counts: { waiting: 0 } },
  ])
  const { text } = await demo.control.call('plate-lists.text', { id: rows[0]!.id })
  expect(text).toContain('- 1234 BCD')
  // Consulta has them too: they are plates like any other.
  const { rows: history } = await demo.control.call('lookup.history', { query: '1234BCD', limit: 5 })
  expect(history).toHaveLength(1)
})
