import { expect, type Page } from '@playwright/test'

export const bar = (page: Page) => page.getByRole('region', { name: /^Formación:/ })
/** Waits for the bar, and unfolds it unless it cannot be folded. */
export async function unfold(page: Page) {
  await bar(page).waitFor()
  const button = bar(page).getByRole('button', { name: 'Desplegar' })
  if (await button.isVisible()) await button.click()
}
export const heading = (page: Page) => bar(page).getByRole('heading', { level: 2 })
export const toTraining = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Secciones de Ajustes' })
    .getByRole('link', { name: 'Formación' })
    .click()
export const chooseScenario = (page: Page) =>
  page
    .locator('[data-section="training"] input[type="file"]')
    .setInputFiles({ name: 'mio.json', mimeType: 'application/json', buffer: Buffer.from('{}') })

/** Chooses what the palette finds for some words: by default, the command of that name. */
export const command = async (page: Page, words: string, name = words) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(words)
  // The list of before stays until the answers have come, and is another then.
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('option', { name }).click()
}
