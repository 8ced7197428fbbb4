import { test as base, type ConsoleMessage, type Page } from '@playwright/test'
import type { State } from './states.ts'

export { expect, type Page } from '@playwright/test'

const SIZES = {
  popup: { width: 360, height: 560 },
  panel: { width: 360, height: 640 },
  options: { width: 900, height: 900 },
} as const

/** A page of the extension, and its problems: what is written to the console, violations of its policy among them. */
export const test = base.extend<{ problems: string[] }>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
      })
      await page.addInitScript({ path: 'out/extension-harness/harness.js' })
      await use(problems)
    },
    { auto: true },
  ],
})

export async function open(page: Page, name: State['page'], scene: string): Promise<void> {
  await page.setViewportSize(SIZES[name])
  await page.goto(`/${name}.html?scene=${scene}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Commands that reached the application, in order. */
export const asked = (page: Page, command: string) =>
  page.evaluate(
    (wanted) =>
      window.fake.application.asked.filter((frame) => frame.command === wanted).map(({ args }) => args),
    command,
  )
