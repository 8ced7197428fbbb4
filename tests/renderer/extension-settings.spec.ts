import { called, hold, open, release, settled, tabTo } from './actions.ts'
import { approval, dialog, extensionSays, section, taken, toExtension, words } from './extension-page.ts'
import { expect, type Page, test } from './seeded-test.ts'

const at = async (page: Page, scene: string) => {
  await open(page, scene)
  await toExtension(page)
}
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name })
const item = (page: Page, name: string, nth = 0) =>
  section(page).locator('.setting-item').filter({ hasText: name }).nth(nth)
const confirm = (page: Page) => page.getByRole('alertdialog')

test('an approval is taken back only by a whole press on its own button', async ({ page }) => {
  await at(page, 'extension-approved')
  await button(page, 'Quitar el permiso a Firefox').focus()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(confirm(page)).toHaveAccessibleName('¿Quitar el permiso a la extensión de Firefox?')
  await expect(confirm(page).getByRole('button', { name: 'Dejarlo como está' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(confirm(page)).toHaveCount(0)
  expect(await called(page, 'extension.revoke')).toEqual([])
  await button(page, 'Quitar el permiso a Firefox').click()
  await confirm(page).getByRole('button', { name: 'Quitar el permiso' }).dblclick()
  await expect(page.getByText('La extensión de Firefox ya no tiene permiso')).toBeVisible()
  expect(await called(page, 'extension.revoke')).toEqual([{ id: 'a2' }])
  // Its row stays, so that none moves under the hand.
  await expect(item(page, 'Firefox').getByText('Sin permiso')).toBeVisible()
  await expect(section(page).locator('.setting-item').nth(2)).toContainText('Edge')
})

test('what another window takes back stays asked about, and says that it is gone', async ({ page }) => {
  await at(page, 'extension-approved')
  await button(page, 'Quitar el permiso a Chrome').click()
  await extensionSays(page, { approved: [] })
  await expect(confirm(page)).toContainText('Chrome')
  await confirm(page).getByRole('button', { name: 'Quitar el permiso' }).click()
  await expect(confirm(page).getByText('Esa extensión ya no tiene permiso.')).toBeVisible()
  expect(await called(page, 'extension.revoke')).toEqual([{ id: 'a1' }])
  await page.keyboard.press('Escape')
  await expect(section(page).getByText('Sin permiso')).toHaveCount(3)
})

test('one that connects or asks meanwhile changes its own line only', async ({ page }) => {
  await at(page, 'extension-approved')
  await expect(item(page, 'Edge')).toContainText('Sin usar todavía')
  await page.evaluate(() => {
    const { bridge } = window
    const { approved } = bridge.scene.slices.extension
    const seen = approved.map((one) => (one.id === 'a3' ? { ...one, connected: true } : one))
    bridge.setSlice('extension', { waiting: [], approved: seen.toReversed() })
  })
  await expect(item(page, 'Edge')).toContainText('Conectada ahora')
  const names = await section(page).locator('.setting-item b').allTextContents()
  expect(names.slice(0, 3)).toEqual(['Chrome', 'Firefox', 'Edge'])
})

test('the connection is installed with the keyboard, and a second press waits', async ({ page }) => {
  await at(page, 'extension-installing')
  await tabTo(page, 'Instalar la conexión con Firefox')
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Enter')
  await expect(item(page, 'Firefox').getByText('Instalando…')).toBeVisible()
  // Another one is not begun meanwhile, nor is this one heard of less for coming back to the window.
  await button(page, 'Usar esta Ventanilla en Edge').dispatchEvent('click')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await release(page)
  await expect(item(page, 'Firefox').getByText('Conexión instalada')).toBeVisible()
  await expect(page.getByText('Firefox ya se conecta con esta Ventanilla')).toBeVisible()
  await expect(button(page, 'Quitar la conexión con Firefox')).toBeFocused()
  expect(await called(page, 'extension.install')).toEqual([{ browser: 'firefox' }])
})

test('an entry of another installation is taken over, and one of this is removed on a whole press', async ({
  page,
}) => {
  await at(page, 'extension-none')
  await expect(item(page, 'Edge')).toContainText('Se conecta con otra instalación de Ventanilla')
  await button(page, 'Usar esta Ventanilla en Edge').click()
  await expect(item(page, 'Edge')).toContainText('Conexión instalada')
  await button(page, 'Quitar la conexión con Edge').click()
  await confirm(page).getByRole('button', { name: 'Quitar la conexión' }).click()
  await expect(item(page, 'Edge')).toContainText('Sin conexión')
  await expect(page.getByText('Edge ya no se conecta con Ventanilla')).toBeVisible()
  expect(await called(page, 'extension.install')).toEqual([{ browser: 'edge' }])
  expect(await called(page, 'extension.uninstall')).toEqual([{ browser: 'edge' }])
  // A browser that is not on this PC is not offered.
  await expect(section(page).getByText('Chromium', { exact: true })).toHaveCount(0)
})

test('a failure is said beside its browser, and trying again takes it away', async ({ page }) => {
  await at(page, 'extension-install-failed')
  await button(page, 'Instalar la conexión con Firefox').click()
  const alert = item(page, 'Firefox').getByRole('alert')
  await expect(alert).toContainText('No se ha podido cambiar la conexión.')
  await expect(alert).toContainText('«/home/ana/.mozilla/native-messaging-hosts»')
  await expect(alert).not.toContainText('El servicio')
  await expect(item(page, 'Edge').getByRole('alert')).toHaveCount(0)
  await page.evaluate(() => delete window.bridge.scene.refuses)
  await button(page, 'Instalar la conexión con Firefox').click()
  await expect(item(page, 'Firefox').getByText('Conexión instalada')).toBeVisible()
  await expect(section(page).getByRole('alert')).toHaveCount(0)
})

test('browsers are looked for again when the window is come back to', async ({ page }) => {
  await at(page, 'extension-no-browsers')
  await section(page).getByText('No has abierto ninguno de estos navegadores').waitFor()
  await page.evaluate(() => {
    window.bridge.scene.browsers = [{ browser: 'firefox', found: true, host: 'missing' }]
    dispatchEvent(new Event('focus'))
  })
  await expect(button(page, 'Instalar la conexión con Firefox')).toBeVisible()
})

test('one that waits is answered from its row', async ({ page }) => {
  await open(page, 'extension-waiting')
  await taken(page)
  await page.keyboard.press('Escape')
  await toExtension(page)
  await button(page, 'Comparar las palabras de Firefox').click()
  await taken(page)
  await expect(words(page)).toBeFocused()
  await hold(page, 'extension.approve')
  await approval(page).getByRole('button', { name: 'Permitir' }).click()
  await release(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(section(page).getByText('Esperan tu permiso')).toHaveCount(0)
  await expect(item(page, 'Firefox')).toContainText('Conectada ahora')
  expect(await called(page, 'extension.approve')).toEqual([{ id: 'e2' }])
})

test('it is found by the search of Ajustes, by the palette and by the help', async ({ page }) => {
  await open(page, 'extension-approved')
  await page.keyboard.press('/')
  await page.keyboard.type('atajos')
  await expect(section(page).getByText('Teclas en el navegador')).toBeVisible()
  await expect(section(page).getByText('Tienen permiso')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+1')
  await page.getByRole('heading', { name: 'Consulta', level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('extensión del')
  await page
    .getByRole('option', { name: /^Extensión del navegador/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Extensión', exact: true })).toBeFocused()
  await button(page, 'Quitar el permiso a Chrome').focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'extension:permission')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await button(page, 'Quitar la conexión con Chrome').focus()
  await page.keyboard.press('F1')
  await expect(page.locator('[data-topic]')).toHaveAttribute('data-topic', 'extension:connection')
  await settled(page)
})
