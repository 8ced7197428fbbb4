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

test('the complete reports of chosen plates are asked with one confirmation, and each row opens its own', async ({
  page,
  demo,
}) => {
  await page.getByRole('button', { name: 'Consulta masiva' }).click()
  await page.getByRole('textbox', { name: 'Lista de matrículas' }).fill('1234 BCD\n8888 BBB\n9999 DDD')
  await page.getByRole('button', { name: 'Consultar 3 matrículas' }).press('Enter')
  await expect(page.getByText('Terminada')).toBeVisible()
  await expect(page.locator('[data-row]', { hasText: 'consultando' })).toHaveCount(0)
  await page.getByRole('searchbox').press('ArrowDown')
  // The keyboard is where the row is that was answered first, which another may have come before.
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('i')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Pedir 2 informes completos')
  await expect(dialog).toContainText('Cuestan 17,34 €')
  await look(page, 'plate-list-ask')
  await dialog.getByRole('button', { name: 'Pedirlos', exact: true }).click()
  await expect(page.getByText('2 informes completos pedidos')).toBeVisible()
  const [list] = (await demo.control.call('plate-lists.list', {})).rows
  const states = async () => {
    const view = { id: list!.id, offset: 0, limit: 10 }
    const { rows } = await demo.control.call('plate-lists.rows', view)
    return rows.map(({ complete }) => complete?.state ?? null)
  }
  await expect.poll(states).toEqual(['done', 'done', null])
  // What is there is not paid for again.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('i')
  await expect(dialog).toContainText('Pedir un informe completo')
  await expect(dialog).toContainText('2 con un informe de las últimas 24 horas')
  await dialog.getByRole('button', { name: 'No pedir' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No transferible' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ver PDF oficial' })).toBeVisible()
})

test('a sheet with the same names is read as the last time', async ({ page, demo }) => {
  const sheet = (name: string, plates: [string, string]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Modelo;Matrícula;Matrícula nueva\nSeat Ibiza;${plates.join(';')}`),
  })
  const choose = (file: ReturnType<typeof sheet>) =>
    page.locator('form input[type="file"]').setInputFiles(file)
  const column = page.getByLabel('Columna de las matrículas')
  await page.getByRole('button', { name: 'Consulta masiva' }).click()
  await heading(page, 'Consulta masiva').waitFor()
  await choose(sheet('octubre.csv', ['1234BCD', '5678FGH']))
  await column.selectOption('2')
  await page.getByRole('button', { name: 'Consultar 1 matrícula' }).click()
  await expect(heading(page, 'octubre')).toBeVisible()
  await page.keyboard.press('Escape')
  await heading(page, 'Consulta masiva').waitFor()
  // Without a list, which is what was last known of them, this page has a form of its own.
  await expect(page.getByRole('main').getByText('octubre')).toBeVisible()
  await page.keyboard.press('n')
  await choose(sheet('noviembre.csv', ['2345BCD', '6789FGH']))
  await expect(page.getByText('Columnas como la última vez: «octubre»')).toBeVisible()
  await expect(column).toHaveValue('2')
  const { rows } = await demo.control.call('plate-lists.list', {})
  expect(rows).toMatchObject([{ name: 'octubre', total: 1 }])
})
