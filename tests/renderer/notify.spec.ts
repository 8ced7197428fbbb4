import { expect, type Page, test } from './seeded-test.ts'
import { called, open } from './actions.ts'
import { permit } from './states.ts'

const offer = (page: Page) => page.getByText('¿Quieres que te avisemos cuando cambie algo?')
const accept = (page: Page) => page.getByRole('button', { name: 'Activar avisos' })

/** Answers the browser's permission prompt. */
async function answering(page: Page, answer: NotificationPermission) {
  await permit('default')(page)
  await page.evaluate((given) => {
    Notification.requestPermission = async () => {
      // Like the browser: without a gesture it does not even show.
      if (!navigator.userActivation.isActive) return 'denied'
      await new Promise((resolve) => setTimeout(resolve, 50))
      Object.defineProperty(Notification, 'permission', { get: () => given, configurable: true })
      dispatchEvent(new Event('focus'))
      return given
    }
  }, answer)
}

const ANSWERS = [
  ['granted', 'Avisos activados'],
  ['denied', 'El navegador ha bloqueado los avisos. Ajustes › Avisos dice cómo permitirlos.'],
  ['default', null],
] as const

for (const [answer, said] of ANSWERS) {
  test(`accepted by keyboard, and the browser says ${answer}: it goes, and the field has the focus`, async ({
    page,
  }) => {
    await open(page, 'following')
    await answering(page, answer)
    await accept(page).focus()
    await page.keyboard.press('Enter')
    await expect(offer(page)).toBeHidden()
    await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeFocused()
    if (said !== null) await expect(page.getByText(said).first()).toBeVisible()
    // Only a refusal is kept: the next run of the host has another address, where the browser has to be asked again.
    expect(await called(page, 'notification-settings.update')).toEqual(
      answer === 'denied' ? [{ declined: true }] : [],
    )
  })
}

test('refused here, it is refused in every tab of this browser', async ({ page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await open(tab, 'following')
    await permit('default')(tab)
    await expect(offer(tab)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Ahora no' }).click()
  await expect(page.getByRole('combobox', { name: 'Matrícula' })).toBeFocused()
  await expect(offer(page)).toBeHidden()
  expect(await called(page, 'notification-settings.update')).toEqual([{ declined: true }])
  // Every tab has the settings of the core.
  await other.evaluate(() => {
    const settings = window.bridge.scene.slices?.notificationSettings
    if (settings) window.bridge.setSlice('notificationSettings', { ...settings, declined: true })
  })
  await expect(offer(other)).toBeHidden()
})

for (const permission of ['granted', 'denied'] as const)
  test(`nothing is offered where it is ${permission} already`, async ({ page }) => {
    await open(page, 'following')
    await permit('default')(page)
    await expect(offer(page)).toBeVisible()
    await permit(permission)(page)
    await expect(offer(page)).toBeHidden()
  })

test('with nothing followed there is nothing to tell, and Ajustes has its own button', async ({ page }) => {
  await open(page, 'first-run')
  await permit('default')(page)
  await expect(page.getByRole('heading', { name: 'Prueba con una de estas' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await open(page, 'following')
  await permit('default')(page)
  await expect(offer(page)).toBeVisible()
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await expect(offer(page)).toBeHidden()
  await expect(accept(page)).toBeVisible()
})
