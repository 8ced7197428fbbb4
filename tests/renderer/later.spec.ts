import { expect, test, type Page } from '@playwright/test'
import { open } from './actions.ts'

const isHere = (page: Page, file: RegExp) =>
  page.evaluate(
    (wanted) => performance.getEntriesByType('resource').some(({ name }) => new RegExp(wanted).test(name)),
    file.source,
  )

/** Every page and panel has come by itself: the last ones of each list, and what they bring. */
async function allHere(page: Page) {
  await expect.poll(() => isHere(page, /settings-page.*\.js/)).toBe(true)
  await expect.poll(() => isHere(page, /add-resource-dialog.*\.js/)).toBe(true)
  await page.waitForLoadState('networkidle')
}

test('once the first screen is up every section and panel opens without the host', async ({ page }) => {
  await open(page)
  await allHere(page)
  await page.context().setOffline(true)
  const main = page.getByRole('main')
  for (const section of ['Expedientes', 'Firmas', 'Novedades', 'Ajustes']) {
    await page.getByRole('link', { name: new RegExp(`^${section}`) }).click()
    await expect(main.getByRole('heading', { level: 1, name: section })).toBeVisible()
  }
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog', { name: 'Buscar' })).toBeVisible()
})

test('what is there already is painted with the press that opens it', async ({ page }) => {
  await open(page)
  await allHere(page)
  // Both in one task of the page: nothing of it comes between.
  const headings = await page.evaluate(async () => {
    document.querySelector<HTMLElement>('a[href="/novedades"]')?.click()
    await Promise.resolve()
    return [...document.querySelectorAll('main h1')].map((heading) => heading.textContent)
  })
  expect(headings).toEqual(['Novedades'])
})
