import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { read, utils } from '@e965/xlsx'
import { monthOf } from '#shared/domain/calendar.ts'
import { clientDealerId } from '#shared/domain/dealer-board.ts'
import { test } from './cases-fixture.ts'

test.use({ serviceWorkers: 'block' })

const CLIENT = 'Autos Lozano, S.L.'

test('the money of a case from the provision to the settlement, and the month of its dealer', async ({
  desk,
  first: page,
}) => {
  const ids = [await desk.follow('3308KDR'), await desk.follow('0456LTR')]
  for (const id of ids) {
    const { version } = await desk.control.call('annotations.get', { id })
    await desk.control.call('annotations.save', { id, version, fields: { client: CLIENT } })
  }
  const openCase = async (plate: RegExp) => {
    await page.getByRole('link', { name: 'Expedientes', exact: true }).click()
    await page.getByRole('link', { name: /^Abiertos/ }).click()
    await page.getByRole('row').filter({ hasText: plate }).first().click()
  }
  await openCase(/3308/)
  const account = page.locator('[data-help="ledger:account"]')
  const entries = account.locator('[data-entry]')
  const balance = account.locator('.ledger__balance')
  await expect(account.getByRole('form', { name: 'Apunte nuevo' })).toBeVisible()
  const write = async (kind: string, amount: string, count: number) => {
    await account.getByRole('radio', { name: kind }).check()
    await account.getByLabel(/^Importe/).fill(amount)
    await page.keyboard.press('Enter')
    await expect(entries).toHaveCount(count)
  }
  await write('Provisión pedida', '250', 1)
  await expect(balance).toContainText('Falta recibir la provisión')
  await write('Provisión recibida', '250', 2)
  await write('Suplido', '55,70', 3)
  await write('Honorarios', '1.100,5', 4)
  // 250 − 55,70 − 1.100,50 − 231,11 of VAT.
  await expect(balance).toContainText('1.137,31')
  // The amount was wrong: a counter-entry, and the right one.
  await entries
    .filter({ hasText: 'Honorarios' })
    .getByRole('button', { name: /^Anular/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo').fill('Eran 110,50')
  await dialog.getByRole('button', { name: /^Anular/ }).click()
  await expect(entries).toHaveCount(5)
  await write('Honorarios', '110,5', 6)
  await expect(balance).toContainText('60,59')
  // Another case of the same client, seen together by month.
  await openCase(/0456/)
  await write('Suplido', '55,7', 1)
  await page.getByRole('link', { name: 'Cobros' }).click()
  await page.getByRole('row').filter({ hasText: CLIENT }).click()
  await expect(page.getByRole('heading', { level: 1, name: CLIENT })).toBeVisible()
  await expect(page.locator('.ledger-client__sums')).toContainText('4,89')
  const download = page.waitForEvent('download')
  await page.keyboard.press('e')
  const sheet = read(await readFile(await (await download).path())).Sheets
  const cells = Object.values(sheet).flatMap((one) => utils.sheet_to_json<string[]>(one, { header: 1 }))
  expect(cells.flat().filter((cell) => cell === CLIENT).length).toBeGreaterThanOrEqual(7)
  const { closing } = await desk.control.call('ledger.month', {
    client: clientDealerId(CLIENT),
    month: monthOf(Date.now()),
  })
  expect(closing).toBe(489)
})
