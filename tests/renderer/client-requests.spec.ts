import { called, open, settled } from './actions.ts'
import { clipboard, ID } from './procedure-actions.ts'
import { expect, type Page, test } from './seeded-test.ts'

const clients = (page: Page) => page.locator('[data-client]')
const section = (page: Page) => page.locator('[data-help="request:request"]')
const acts = (page: Page) => called(page, 'client-requests.act')

/** Counts the keys and clicks of a test. */
function createCounter(page: Page) {
  let presses = 0
  return {
    get presses() {
      return presses
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        presses += 1
        await page.keyboard.press(key)
        await settled(page)
      }
    },
  }
}

test('forty requests of twenty clients are chased with thirty keys, and nothing is sent', async ({
  page,
}) => {
  await open(page, 'requests-many')
  await expect(clients(page)).toHaveCount(20)
  await expect(page.getByText('20 clientes y 40 cosas por reclamar hoy, de 40 pedidas.')).toBeVisible()
  const keys = createCounter(page)
  for (let left = 19; left >= 10; left -= 1) {
    // The message of a client is copied whole, and the next client has the keyboard.
    await keys.press('w')
    await expect(page.getByRole('dialog').getByText('Te recordamos')).toBeVisible()
    await keys.press('Enter')
    await expect(clients(page)).toHaveCount(left)
    await expect(page.locator('[data-client] .row:focus')).toHaveCount(1)
  }
  expect(await clipboard(page)).toContain('- DNI o NIF del transmitente\n- Mandato firmado')
  for (let left = 9; left >= 0; left -= 1) {
    await keys.press('r')
    await expect(clients(page)).toHaveCount(left)
  }
  await expect(page.getByRole('heading', { name: 'Hoy no hay a quién reclamar' })).toBeVisible()
  expect(keys.presses).toBe(30)
  const given = await called(page, 'client-messages.give')
  expect(given).toHaveLength(10)
  expect(given.every((one) => (one as { channel: string }).channel === 'copy')).toBe(true)
  expect(await acts(page)).toHaveLength(10)
})

test('a reminder that was recorded by mistake is undone by its key', async ({ page }) => {
  await open(page, 'requests')
  await expect(clients(page)).toHaveCount(3)
  await page.keyboard.press('r')
  await expect(clients(page)).toHaveCount(2)
  await page.keyboard.press('z')
  await expect(clients(page)).toHaveCount(3)
  expect(await called(page, 'client-requests.undo')).toHaveLength(1)
})

test('a message that is not to be recorded leaves the client in the list', async ({ page }) => {
  await open(page, 'requests')
  await page.getByRole('button', { name: 'Preparar el mensaje para Nuria Ferrer Castell' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Apuntarlo en Pedido al cliente').uncheck()
  await dialog.getByRole('button', { name: 'Copiar', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(clients(page)).toHaveCount(3)
})

test('what a case lacks is asked with two keys and a message, and is in its section', async ({ page }) => {
  await open(page, 'requests-section-empty')
  await expect(section(page).getByText('No se le ha pedido nada')).toBeVisible()
  const keys = createCounter(page)
  await keys.press('q')
  await expect(page.getByRole('dialog', { name: 'Pedir al cliente' })).toBeVisible()
  await page.getByRole('dialog').getByLabel('Otra cosa').focus()
  await keys.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Mensaje para el cliente' })).toBeVisible()
  await keys.press('Escape')
  expect(keys.presses).toBe(3)
  await expect(section(page).locator('.request')).toHaveCount(3)
  await expect(section(page).getByText('Para el 27/11/2026').first()).toBeVisible()
  expect(await called(page, 'client-requests.ask')).toMatchObject([
    { owner: { procedureId: ID }, channel: 'message', due: '2026-11-27', next: '2026-11-27' },
  ])
})

test('a request is changed, closed and reopened on the page of its case', async ({ page }) => {
  await open(page, 'requests-section')
  const mandate = section(page).locator('.request', { hasText: 'Mandato firmado' })
  await mandate.getByRole('button', { name: 'Más: Mandato firmado' }).click()
  await page.getByRole('menuitem', { name: 'Cambiar fechas' }).click()
  await page.getByRole('dialog').getByLabel('Reclamar el').fill('2026-12-01')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await expect(mandate).toContainText('Se reclama el 01/12/2026')
  await mandate.getByRole('button', { name: 'Más: Mandato firmado' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar' }).click()
  await expect(section(page).getByText('2 cosas que ya llegaron o se cerraron')).toBeVisible()
  await section(page).getByText('2 cosas que ya llegaron').click()
  await section(page).getByRole('button', { name: 'Reabrir: Mandato firmado' }).click()
  await expect(section(page).getByText('1 cosa que ya llegó')).toBeVisible()
  expect((await acts(page)).map((one) => (one as { act: { kind: string } }).act.kind)).toEqual([
    'change',
    'close',
    'reopen',
  ])
})
