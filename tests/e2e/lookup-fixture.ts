import { expect, test as base, type Page } from '@playwright/test'
import { spellPlate } from '#shared/domain/plates/classify.ts'
import { startApplication, temporaryDataDir, type Application } from '#tests/fakes/application.ts'

interface Fixtures {
  dataDir: string
  application: Application
  open: (page: Page) => Promise<void>
}

/** Every test has its own data directory, application and service. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  dataDir: async ({}, use) => {
    const directory = await temporaryDataDir()
    await use(directory.path)
    await directory.remove()
  },
  application: async ({ dataDir }, use) => {
    const application = await startApplication(dataDir, ['--port=0'])
    await use(application)
    await application.stop()
  },
  open: async ({ application }, use) => {
    await use(async (page) => {
      await page.goto(application.entry)
      await field(page).waitFor()
    })
  },
})

export const field = (page: Page) => page.getByRole('combobox', { name: 'Matrícula' })
export const verdict = (page: Page) => page.getByRole('region', { name: 'Veredicto' })

export async function lookUp(page: Page, text: string, title: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
  // The verdict of the previous plate may have the same title.
  await expect(
    verdict(page)
      .getByRole('img', { name: spellPlate(text) })
      .first(),
  ).toBeVisible()
  await expect(verdict(page).getByRole('heading', { name: title })).toBeVisible()
  await expect(verdict(page)).toHaveClass(/verdict--solid/)
  await expect(verdict(page)).toHaveAttribute('aria-busy', 'false')
}
