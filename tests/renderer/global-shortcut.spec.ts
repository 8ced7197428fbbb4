import { called, open, settled, tabTo } from './actions.ts'
import { expect, type Page, test } from './seeded-test.ts'
import { capture, quickLookup, toQuickLookup } from './states-global-shortcut.ts'

const button = (page: Page, name: string) => quickLookup(page).getByRole('button', { name, exact: true })
const changes = (page: Page) => called(page, 'quick-lookup.shortcut')
const said = (page: Page, words: string | RegExp) =>
  expect(quickLookup(page).getByRole('status').filter({ hasText: words })).toBeVisible()
const stored = (page: Page) => page.evaluate(() => window.bridge.scene.slices.settings.quickLookup.shortcut)
/** The system delivers a press, or the time of every test is over. */
const press = (page: Page, arrived = true) =>
  page.waitForFunction((does) => window.bridge.press(does) > 0, arrived)

/** At the shortcut, with the focus on its button. */
async function at(page: Page, state = 'quick-lookup', name = 'Cambiar el atajo') {
  await open(page, state)
  await toQuickLookup(page)
  await tabTo(page, new RegExp(`^${name}$`))
}
async function startCapture(page: Page, state?: string) {
  await at(page, state)
  await page.keyboard.press('Enter')
  await expect(capture(page)).toBeFocused()
}

test('a new combination is pressed, once however long it is held, and the focus goes back', async ({
  page,
}) => {
  await startCapture(page)
  await page.keyboard.down('Control')
  await page.keyboard.down('Shift')
  await expect(capture(page)).toHaveValue('Ctrl + Mayús + …')
  for (let times = 0; times < 5; times += 1) await page.keyboard.down('k')
  for (const key of ['k', 'Shift', 'Control']) await page.keyboard.up(key)
  await said(page, 'El atajo es ahora Ctrl + Mayús + K.')
  await expect(button(page, 'Cambiar el atajo')).toBeFocused()
  expect(await changes(page)).toEqual([{ shortcut: 'CommandOrControl+Shift+K' }])
  await expect(quickLookup(page).getByText('Ctrl + Mayús + K', { exact: true })).toBeAttached()
})

test('modifiers that are let go leave the field as it was', async ({ page }) => {
  await startCapture(page)
  await page.keyboard.press('Control')
  await page.keyboard.press('Shift')
  await expect(capture(page)).toHaveValue('')
  await expect(capture(page)).toBeFocused()
  expect(await changes(page)).toEqual([])
})

test('Esc leaves it as it is, and gives the focus back', async ({ page }) => {
  await startCapture(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Cambiar el atajo')).toBeFocused()
  expect([await changes(page), await stored(page)]).toEqual([[], 'CommandOrControl+Shift+Space'])
})

test('Tab is not taken: it goes to Cancel, and past it closes the field', async ({ page }) => {
  await startCapture(page)
  await page.keyboard.press('Tab')
  await expect(button(page, 'Cancelar')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(capture(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(capture(page)).toHaveCount(0)
  await expect(button(page, 'Probar el atajo')).toBeFocused()
  expect(await changes(page)).toEqual([])
})

test('no key of the window acts in the field, and what is not allowed says why', async ({ page }) => {
  await startCapture(page)
  for (const [keys, why] of [
    ['Control+k', /Casi todos los programas/],
    ['Control+Alt+k', /es AltGr/],
    ['k', /Falta Ctrl/],
    ['Alt+F4', /del sistema/],
    ['Control+Shift+Enter', /no sirve en todos los teclados/],
    ['/', /no sirve en todos los teclados/],
  ] as const) {
    await page.keyboard.press(keys)
    await said(page, why)
    await expect(capture(page)).toBeFocused()
  }
  await expect(capture(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await changes(page)).toEqual([])
})

test('Delete turns it off, and it can be chosen again', async ({ page }) => {
  await startCapture(page)
  await page.keyboard.press('Delete')
  await said(page, 'Atajo desactivado.')
  await expect(button(page, 'Elegir atajo')).toBeFocused()
  await expect(button(page, 'Probar el atajo')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('F9')
  await said(page, 'El atajo es ahora F9.')
  expect(await changes(page)).toEqual([{ shortcut: null }, { shortcut: 'F9' }])
})

test('it is turned off by its button, once, and the focus has somewhere to be', async ({ page }) => {
  await at(page, 'quick-lookup', 'Desactivar el atajo')
  await page.keyboard.down('Enter')
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await said(page, 'Atajo desactivado.')
  await expect(button(page, 'Elegir atajo')).toBeFocused()
  expect(await changes(page)).toEqual([{ shortcut: null }])
})

test('one that another program has leaves the one before, and another can be pressed at once', async ({
  page,
}) => {
  await startCapture(page, 'quick-lookup-next-taken')
  await page.keyboard.press('Control+Shift+K')
  await said(
    page,
    'Otro programa ya usa Ctrl + Mayús + K. Sigue el de antes, Ctrl + Mayús + Espacio. Pulsa otra combinación.',
  )
  await expect(capture(page)).toBeFocused()
  expect(await stored(page)).toBe('CommandOrControl+Shift+Space')
  await page.evaluate(() => (window.bridge.scene.shortcutState = 'registered'))
  await page.keyboard.press('Control+Shift+L')
  await said(page, 'El atajo es ahora Ctrl + Mayús + L.')
  await expect(button(page, 'Cambiar el atajo')).toBeFocused()
})

test('one that is refused is not tried again while it is held', async ({ page }) => {
  await startCapture(page, 'quick-lookup-next-taken')
  // A key that is no shortcut of the window, which would stop it.
  await page.keyboard.down('Control')
  await page.keyboard.down('Shift')
  await page.keyboard.down('y')
  await said(page, /Otro programa ya usa/)
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('y')
  for (const key of ['y', 'Shift', 'Control']) await page.keyboard.up(key)
  await settled(page)
  expect(await changes(page)).toHaveLength(1)
})

test('what fails says so, and changes nothing', async ({ page }) => {
  await startCapture(page, 'quick-lookup-full')
  await page.keyboard.press('Control+Shift+K')
  await said(page, /El disco está lleno/)
  await page.keyboard.press('Escape')
  expect(await stored(page)).toBe('CommandOrControl+Shift+Space')
})

test('the present one, which the system keeps from the page, is recognised', async ({ page }) => {
  await startCapture(page)
  await press(page)
  await said(page, 'Ctrl + Mayús + Espacio es el atajo que ya tienes.')
  await expect(button(page, 'Cambiar el atajo')).toBeFocused()
  expect(await changes(page)).toEqual([])
  // The field is gone: presses open the panel again.
  await settled(page)
  expect(await page.evaluate(() => window.bridge.press())).toBe(0)
})

test('an answer that comes after Esc does not take the focus, nor close the field that is open by then', async ({
  page,
}) => {
  await startCapture(page, 'quick-lookup-busy')
  await page.keyboard.press('Control+Shift+K')
  await said(page, 'Registrando…')
  // A second one waits for the first.
  await page.keyboard.press('Control+Shift+L')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Cambiar el atajo')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(capture(page)).toBeFocused()
  await page.evaluate(() => window.bridge.release())
  await settled(page)
  await expect(capture(page)).toBeFocused()
  expect(await changes(page)).toEqual([{ shortcut: 'CommandOrControl+Shift+K' }])
  // It was changed all the same, and that is what is shown.
  await page.keyboard.press('Escape')
  await expect(quickLookup(page).getByText('Ctrl + Mayús + K', { exact: true })).toBeAttached()
})

test('the test waits for the press, and says that it works', async ({ page }) => {
  await at(page, 'quick-lookup', 'Probar el atajo')
  await page.keyboard.press('Enter')
  await said(page, 'Pulsa ahora Ctrl + Mayús + Espacio')
  await press(page)
  await said(page, 'Funciona')
  await expect(button(page, 'Probar otra vez')).toBeFocused()
})

test('a press that does not arrive is said, with what to do; with Wayland, in the desktop itself', async ({
  page,
}) => {
  await at(page, 'quick-lookup', 'Probar el atajo')
  await page.keyboard.press('Enter')
  await press(page, false)
  await said(page, /Otro programa se la queda antes/)

  await at(page, 'quick-lookup-wayland', 'Probar el atajo')
  await page.keyboard.press('Enter')
  await press(page, false)
  await said(page, /Este escritorio no la entrega/)
  await button(page, 'Copiar orden').press('Enter')
  await expect(page.locator('.toast')).toContainText('Orden copiada')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ventanilla --consulta')
})

test('a press that only the page gets has not arrived, and does not press the button', async ({ page }) => {
  await at(page, 'quick-lookup', 'Probar el atajo')
  await page.keyboard.press('Enter')
  await said(page, 'Pulsa ahora')
  await page.keyboard.press('Control+Shift+Space')
  await said(page, 'Solo llega a esta ventana')
  expect(await called(page, 'quick-lookup.test')).toHaveLength(1)
  await expect.poll(() => called(page, 'quick-lookup.stop-test')).toHaveLength(1)
})

test('the test can be stopped, and ends with its screen', async ({ page }) => {
  await at(page, 'quick-lookup', 'Probar el atajo')
  await page.keyboard.press('Enter')
  await said(page, 'Pulsa ahora')
  await page.keyboard.press('Enter')
  await said(page, 'Registrado')
  await page.keyboard.press('Enter')
  await said(page, 'Pulsa ahora')
  await page.getByRole('link', { name: 'Consulta', exact: true }).click()
  await expect.poll(() => called(page, 'quick-lookup.stop-test')).toHaveLength(2)
})

test('a change by another window is shown, and what was tested before is not said of it', async ({
  page,
}) => {
  await at(page, 'quick-lookup', 'Probar el atajo')
  await page.keyboard.press('Enter')
  await press(page)
  await said(page, 'Funciona')
  await page.evaluate(() => {
    const { settings } = window.bridge.scene.slices
    const changed = { ...settings.quickLookup, shortcut: 'CommandOrControl+Shift+L' }
    window.bridge.setSlice('settings', { ...settings, quickLookup: changed })
  })
  await expect(quickLookup(page).getByText('Ctrl + Mayús + L', { exact: true })).toBeAttached()
  await said(page, 'Registrado')
})

test('one that was taken is tried again, and is said to work once it does', async ({ page }) => {
  await at(page, 'quick-lookup-taken', 'Volver a intentarlo')
  await page.keyboard.press('Enter')
  await expect(quickLookup(page).getByRole('alert')).toContainText(
    'Otro programa ya usa Ctrl + Mayús + Espacio.',
  )
  await page.evaluate(() => (window.bridge.scene.shortcutState = 'registered'))
  await page.keyboard.press('Enter')
  await said(page, 'Registrado')
})

test('the clipboard is a switch of its own', async ({ page }) => {
  await open(page, 'quick-lookup')
  await page.getByRole('switch', { name: /portapapeles/ }).uncheck()
  expect(await called(page, 'settings.update')).toEqual([{ quickLookup: { readClipboard: false } }])
  expect(await stored(page)).toBe('CommandOrControl+Shift+Space')
})

test('in a browser it says what there is, and offers nothing that cannot be done', async ({ page }) => {
  await open(page, 'quick-lookup-browser')
  await toQuickLookup(page)
  await expect(quickLookup(page)).toContainText('En el navegador no hay atajo desde otros programas')
  for (const name of ['Cambiar el atajo', 'Probar el atajo', 'Desactivar el atajo'])
    await expect(button(page, name)).toHaveCount(0)
  await expect(page.getByRole('switch', { name: /portapapeles/ })).toBeVisible()
})

test('the search of Ajustes and the diagnosis know the shortcut', async ({ page }) => {
  await open(page, 'quick-lookup-taken')
  const line = page
    .getByRole('region', { name: 'Diagnóstico' })
    .getByText(/Ctrl \+ Mayús \+ Espacio: Otro programa/)
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Ver: Atajo de la consulta rápida' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Consulta rápida', exact: true })).toBeFocused()
  await page.getByRole('searchbox').fill('portapapeles')
  await expect(page.getByRole('switch', { name: /portapapeles/ })).toBeVisible()
  await expect(button(page, 'Cambiar el atajo')).toHaveCount(0)
})
