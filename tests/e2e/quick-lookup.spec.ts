import { expect, type Page } from '@playwright/test'
import { expectAccessible, picture } from './accessible.ts'
import { field, lookUp, test, verdict } from './lookup-fixture.ts'

const quickField = (page: Page) => page.locator('.quick').getByRole('combobox')
const said = (page: Page, title: string) => verdict(page).getByRole('heading', { name: title, exact: true })

/** The page of the panel, in a window that the application's own opened. */
async function openPanel(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/consulta-rapida', '_blank', 'popup,width=640,height=560'))
  const panel = await popup
  await quickField(panel).waitFor()
  return panel
}

/** Presses a key that ends the page, maybe before the key is released. */
const leaveBy = (panel: Page, key: string) =>
  Promise.all([panel.waitForEvent('close'), panel.keyboard.press(key).catch(() => undefined)])

test('its page: what was copied, one key and the verdict; the answer copied, and it has gone', async ({
  page,
  open,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page)
  await page.evaluate(() => navigator.clipboard.writeText('Hola, ¿se puede transferir el 1234bcd? Gracias'))
  const panel = await openPanel(page)
  await panel.bringToFront()
  await panel.reload()
  await expect(panel.getByRole('option', { selected: true })).toContainText('de «')
  await expectAccessible(panel)
  await picture(panel, 'quick-lookup/opened')
  await panel.keyboard.press('Enter')
  await expect(said(panel, 'Transferible')).toBeVisible()
  await expect(verdict(panel)).toHaveClass(/verdict--solid/)
  await expectAccessible(panel)
  await picture(panel, 'quick-lookup/verdict')
  await leaveBy(panel, 'Alt+c')
  await page.bringToFront()
  await field(page).focus()
  // The browser may take a moment to pass it from the page that closed to this one.
  await expect(async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+v')
    await expect(field(page)).toHaveValue(/^1234 BCD .*se puede transferir/, { timeout: 1_000 })
  }).toPass()
})

test('a browser that has not been asked is not asked by itself', async ({ page, open, context }) => {
  await context.clearPermissions()
  await open(page)
  const panel = await openPanel(page)
  await expect(quickField(panel)).toBeFocused()
  await panel.keyboard.type('0000BBB')
  await panel.keyboard.press('Enter')
  await expect(said(panel, 'No transferible')).toBeVisible()
  await panel.keyboard.press('Escape')
  await leaveBy(panel, 'Escape')
})

test('what is begun in it goes on in the application: its transfer, and the question of a paid report', async ({
  page,
  open,
}) => {
  await open(page)
  await lookUp(page, '0000CCC', 'Transferible con avisos')
  const panel = await openPanel(page)
  await panel.keyboard.type('0000BBB')
  await panel.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: /Informe completo/ })).toBeVisible()
  await leaveBy(panel, 'Alt+i')
  await expect(page.getByRole('alertdialog', { name: 'Informe completo de 0000 BBB' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('0000 BBB')

  const again = await openPanel(page)
  await again.keyboard.type('1234BCD')
  await again.keyboard.press('Enter')
  await expect(again.getByRole('button', { name: /Transferencia/ })).toBeVisible()
  await leaveBy(again, 'Alt+t')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nueva transferencia')
  await expect(page).toHaveURL(/\/expedientes/)
})

test('with no window of the application it opens one, which takes the place', async ({
  page,
  open,
  context,
}) => {
  await open(page)
  const panel = await openPanel(page)
  await page.close()
  await panel.keyboard.type('1234BCD; 0000BBB')
  const [opened] = await Promise.all([context.waitForEvent('page'), panel.keyboard.press('Enter')])
  await expect(opened.getByRole('list', { name: 'Elige una matrícula' })).toBeVisible()
})

test('a layer of the application, on the same keys', async ({ page, open }) => {
  await open(page)
  await page.keyboard.press('Control+Shift+Space')
  await quickField(page).waitFor()
  await page.keyboard.type('0000CCC')
  await page.keyboard.press('Enter')
  await expect(said(page, 'Transferible con avisos')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'quick-lookup/layer')
  await page.keyboard.press('Alt+a')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(said(page, 'Transferible con avisos')).toBeVisible()
  await expect(field(page)).toHaveValue('0000 CCC')
})

test('in a tab, which it cannot close, it begins anew', async ({ page, open }) => {
  await open(page)
  await lookUp(page, '0000CCC', 'Transferible con avisos')
  await page.goto(new URL('/consulta-rapida', page.url()).href)
  await quickField(page).waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('group', { name: 'Recientes' })).toBeVisible()
  await expect(quickField(page)).toBeFocused()
})
