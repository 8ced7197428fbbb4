import type { ExtensionState } from '#shared/bridge/extension.ts'
import type { ApprovalRequest } from '#renderer/features/extension/extension-state.ts'
import type { Page } from './seeded-test.ts'

export const section = (page: Page) => page.locator('[data-section="extension"]')
export const dialog = (page: Page) => page.locator('dialog[open]')
/** The dialog of an approval, of any browser. */
export const approval = (page: Page) => page.getByRole('dialog', { name: /^¿Das permiso/ })
export const approve = (page: Page) => approval(page).getByRole('button', { name: 'Permitir' })
export const refuse = (page: Page) => approval(page).getByRole('button', { name: 'Rechazar' })
export const words = (page: Page) => page.getByRole('list', { name: 'Las tres palabras' })

/** Ajustes, at Extensión. */
export async function toExtension(page: Page) {
  const index = page.getByRole('navigation', { name: 'Secciones de Ajustes' })
  await index.getByRole('link', { name: 'Extensión', exact: true }).click()
  await page.getByRole('heading', { name: 'Extensión', exact: true }).waitFor()
}

/** Waits until the dialog takes presses. */
export async function taken(page: Page) {
  await approval(page).waitFor()
  await page.waitForFunction(() => !document.querySelector('dialog[open] [data-commit]:disabled'))
}

/** Pushes what the core has learnt from the extensions. */
export const extensionSays = (page: Page, change: Partial<ExtensionState>) =>
  page.evaluate((next) => {
    const { bridge } = window
    bridge.setSlice('extension', { ...bridge.scene.slices.extension, ...next })
  }, change)

/** Pushes requests for approval, in place of those that wait. */
export const ask = (page: Page, ...waiting: readonly ApprovalRequest[]) =>
  extensionSays(page, { waiting: [...waiting] })

/** Another window comes before this one. */
export const sendBehind = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
