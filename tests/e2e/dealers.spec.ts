import { expect } from '@playwright/test'
import { heading, KEY, look, type Office, type Operator, test } from './procedure-fixture.ts'

/** A registration made by another client of the service, tracked here, of that dealer. */
async function registration({ url }: Operator, { control }: Office, client: string): Promise<string> {
  const created = await fetch(`${url}/v1/procedures/registration`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      vin: 'WVWZZZ1JZXW000001',
      userEmail: 'marta@gestoriaribera.example',
      documents: [],
    }),
  })
  const { id } = (await created.json()) as { id: string }
  await control.call('changes.add', { text: id })
  await control.call('annotations.save', { id, version: 0, fields: { client } })
  return id
}

test('the board of a dealer, from its file to the plate that arrives and the text that is given', async ({
  page,
  operator,
  office,
}) => {
  const id = await registration(operator, office, 'Lozano Ocasión')
  await page.keyboard.press('Control+2')
  await page.getByRole('row').nth(1).press('Enter')
  await page.getByRole('button', { name: 'Lozano Ocasión' }).click()
  await expect(heading(page, 'Lozano Ocasión')).toBeVisible()
  await expect(page.locator('[data-section="registry"] li')).toHaveCount(1)
  await look(page, 'dealer-board')

  const done = await fetch(`${operator.url}/v1/test/procedures/${id}/status`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'DONE' }),
  })
  expect(done.ok).toBe(true)
  await office.control.call('changes.refresh', { kind: 'procedure', id })
  await expect(page.locator('[data-section="ended"] li')).toContainText('Matrícula asignada')
  await expect(page.getByText('1 matrícula asignada.')).toBeVisible()
  await look(page, 'dealer-plate')

  // The pages may write to the clipboard, and never read it.
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (given) => void (document.documentElement.dataset['copied'] = given)
  })
  await page.keyboard.press('c')
  await expect(page.getByText('Resumen copiado, de un expediente')).toBeVisible()
  const text = await page.evaluate(() => document.documentElement.dataset['copied'])
  expect(text).toMatch(/^Hola, Lozano Ocasión\./)
  expect(text).toContain('matriculación: matrícula asignada')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('e')
  expect((await saved).suggestedFilename()).toMatch(/^Lozano Ocasión \d{4}-\d{2}\.xlsx$/)
  const { rows } = await office.control.call('audit.list', { limit: 10 })
  expect(rows.map(({ what, kind }) => `${what} ${kind}`)).toEqual(
    expect.arrayContaining(['export dealer', 'client.text copy dealer:digest']),
  )

  // Its template begins a procedure with one key.
  await page.getByRole('button', { name: 'Nueva plantilla' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Empezar un expediente/ })).toBeVisible()
  await page.keyboard.press('1')
  await expect(page.getByRole('textbox', { name: 'Matrícula' })).toBeFocused()
  const { rows: boards } = await office.control.call('dealers.list', { offset: 0, limit: 5 })
  expect(boards).toMatchObject([{ name: 'Lozano Ocasión', open: 1, dealer: 1, ended: 1 }])
})
