import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { spellPlate } from '#shared/domain/plates/classify.ts'
import { field, lookUp, test, verdict } from './lookup-fixture.ts'

const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })
const recents = (page: Page) => page.getByRole('region', { name: 'Recientes' }).or(page.locator('.recent'))
const rowOf = (page: Page, plate: string) =>
  recents(page)
    .first()
    .getByRole('button')
    .filter({ has: page.getByRole('img', { name: spellPlate(plate) }) })

/** Requests the complete report of the plate on screen, which is free here. */
async function pay(page: Page, again = false) {
  const ask = again ? 'Pedir otro informe completo' : 'Pedir informe completo'
  await page.getByRole('button', { name: ask }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: again ? /Pedir otro por/ : 'Pedirlo', exact: !again }).click()
  await expect(dialog).toBeHidden()
}

/** Text that the verdict copies, pasted as by the user: the page may not read the clipboard. */
async function copied(page: Page): Promise<string> {
  await page.keyboard.press('Alt+c')
  await expect(page.getByText('Respuesta copiada')).toBeVisible()
  const before = await field(page).inputValue()
  await field(page).fill('')
  await field(page).press('ControlOrMeta+v')
  const text = await field(page).inputValue()
  await field(page).fill(before)
  return text
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']))

test('8888BBB: a complete report that says no is not painted over by asking again', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '8888BBB', 'Transferible')
  await pay(page)
  await expect(heading(page, 'No transferible')).toBeVisible()
  await expect(rowOf(page, '8888BBB')).toContainText('no transferible')

  await field(page).press('Enter')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'false')
  await expect(heading(page, 'No transferible')).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--stop.*verdict--solid/)
  await expect(page.getByText('Los informes no dicen lo mismo.')).toBeVisible()
  // Paid and shown below it: nothing offers it for sale.
  await expect(page.getByText('El completo lo dice y tiene coste')).toHaveCount(0)
  await expect(rowOf(page, '8888BBB')).toContainText('no transferible')
  const answer = await copied(page)
  expect(answer).toContain('ahora no se puede transferir')
  expect(answer).toContain('Los informes de Tráfico no coinciden')

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('8888')
  await expect(page.getByRole('option').filter({ hasText: 'no transferible' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Historial' }).first().click()
  const rows = page.getByRole('row').filter({ has: page.getByRole('img') })
  await expect(rows.filter({ hasText: 'Completo' })).toContainText('No transferible')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  expect(saved).toMatch(/;8888 BBB;No transferible;.*;Informe completo\r\n/)
})

test('9999DDD: a plate that the complete report does not find is not said to be transferable', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '9999DDD', 'Transferible')
  await pay(page)
  await expect(heading(page, 'Matrícula no registrada')).toBeVisible()
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'false')
  await expect(heading(page, 'Matrícula no registrada')).toBeVisible()
  await expect(rowOf(page, '9999DDD')).toContainText('no registrada')
})

test('0000CCC: one complete report has one sign, and is not offered for sale again', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '0000CCC', 'Transferible con avisos')
  await expect(page.getByText('El completo lo dice y tiene coste')).toBeVisible()
  await pay(page)
  const newest = page.locator('.plate-lookups > li').first()
  await expect(newest).toContainText('Completo, con avisos')
  await expect(newest.locator('.sign--warn')).toHaveCount(1)
  await field(page).press('Enter')
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText('Cuál es el aviso lo dice el informe completo')).toBeVisible()
  await expect(page.getByText('tiene coste')).toHaveCount(0)
})

test('0000BBB: a first red verdict says what explains it; its complete report clears it only with another', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '0000BBB', 'No transferible')
  await expect(page.getByText('El completo lo dice y tiene coste')).toBeVisible()
  await pay(page)
  await expect(page.getByText('Los informes no dicen lo mismo.')).toBeVisible()
  await expect(heading(page, 'No transferible')).toBeVisible()
  await pay(page, true)
  await expect(page.getByText('Los informes no dicen lo mismo.')).toBeHidden()
  await expect(verdict(page)).toHaveClass(/verdict--(ok|warn).*verdict--solid/)
})

test('1234BCD, and 0000BBB typed over it: from the first character the green is not the answer', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '1234BCD', 'Transferible')
  await page.keyboard.press('0')
  await expect(verdict(page)).toHaveClass(/verdict--soft/)
  await expect(heading(page, 'De 1234 BCD: transferible')).toBeVisible()
  await page.keyboard.press('Alt+c')
  await page.keyboard.press('Alt+t')
  await page.keyboard.type('000bbb')
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(field(page)).toHaveValue('0000bbb')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'No transferible')).toBeVisible()
  // A moped's plate begins with a letter that used to be a shortcut.
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await page.keyboard.type('C4821BXN')
  await expect(field(page)).toHaveValue('C4821BXN')
  await page.keyboard.press('Enter')
  await expect(
    verdict(page)
      .getByRole('img', { name: spellPlate('C4821BXN') })
      .first(),
  ).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('after a reload the verdict is still the worse one', async ({ page, open }) => {
  await open(page)
  await lookUp(page, '8888BBB', 'Transferible')
  await pay(page)
  await expect(heading(page, 'No transferible')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'No transferible')).toBeVisible()
  await expect(page.getByText('Los informes no dicen lo mismo.')).toBeVisible()
})
