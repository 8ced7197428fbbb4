import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails on any violation that axe finds. Violations alone are described: the rest took as long as the rules. */
export async function expectAccessible(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes[0]?.html}`)).toEqual(
    [],
  )
}

/** Saves a screenshot of the page, unless `NO_PICTURES=1`. */
export async function picture(page: Page, path: string): Promise<void> {
  if (!process.env['NO_PICTURES']) await page.screenshot({ path: `test-results/${path}.png` })
}
