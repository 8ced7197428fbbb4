import { expect, type Page, test } from './seeded-test.ts'
import { confirmByKeyboard, open } from './actions.ts'

/** The form of a signature request. */
const heading = (page: Page, name: string) => page.getByRole('heading', { name })
const identifier = (page: Page) => page.getByRole('combobox', { name: 'DNI, NIE o NIF' })

test('a key that comes before React has followed up what it drew still moves the focus', async ({ page }) => {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance)
    // On a slow PC each task uses up React's time, and a key comes before the next.
    performance.now = () => now() + (window.slow ? (window.slow += 100) : 0)
  })
  await open(page, 'signing-blank')
  await identifier(page).fill('12345678Z')
  await page.getByRole('combobox', { name: /Nombre/ }).fill('Nuria Ferrer Castell')
  await page.getByLabel('Correo electrónico').fill('nuria@correo.example')
  await page.keyboard.press('Control+Enter')
  await expect(heading(page, 'Revisa antes de enviar')).toBeFocused()
  await page.evaluate(() => {
    window.bridge.scene.refuses = { 'signature-requests.send': { code: 'disk-full', retryable: true } }
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('main .notice')) return
      observer.disconnect()
      const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', key))
      window.slow = 0
    }).observe(document.querySelector('main')!, { childList: true, subtree: true })
    window.slow = 1
  })
  await confirmByKeyboard(page)
  await expect(page.getByRole('radio', { checked: true }).first()).toBeFocused()
})

test('a trial signer is one press away, in whoever signs', async ({ page }) => {
  await open(page, 'signing-trial')
  await page.getByRole('button', { name: '00000001R rechaza' }).click()
  await expect(identifier(page)).toBeFocused()
  await expect(identifier(page)).toHaveValue('00000001R')
  await identifier(page).fill('B12345674')
  await page.getByRole('button', { name: '00000002W caduca' }).click()
  await expect(page.getByLabel('DNI o NIE del representante')).toHaveValue('00000002W')
  await expect(identifier(page)).toHaveValue('B12345674')
})

test('there are none in Producción', async ({ page }) => {
  await open(page, 'signing-blank')
  await identifier(page).waitFor()
  await expect(page.getByRole('group', { name: 'De prueba' })).toHaveCount(0)
})
