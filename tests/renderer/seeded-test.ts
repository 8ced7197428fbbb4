import { test as base } from '@playwright/test'
import { openKeptPage, type KeptPage } from './kept-page.ts'

export { expect, type Locator, type Page } from '@playwright/test'

/**
 * Seed of the in-memory core's latency: fixed for each test, so that a failure can be reproduced. `HARNESS_SEED` gives
 * every test another one, and so does each round of `--repeat-each`.
 */
export function seedOf(title: string, round = 0): number {
  let hash = 0x811c9dc5
  for (const character of `${process.env['HARNESS_SEED'] ?? ''} ${round} ${title}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash
}

/**
 * Screens over a core with latency (harness/latency.ts), in a page that the tests of a worker share, reset for each. A
 * failed test reports its seed.
 */
export const test = base.extend<{ kept: KeptPage }, { keeper: { now: KeptPage | undefined } }>({
  keeper: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from the pattern
    async ({}, use) => {
      const keeper = { now: undefined as KeptPage | undefined }
      await use(keeper)
      await keeper.now?.context.close()
    },
    { scope: 'worker' },
  ],
  kept: async ({ browser, keeper }, use, info) => {
    const kept = (keeper.now ??= await openKeptPage(browser))
    const seed = seedOf(info.title, info.repeatEachIndex)
    await kept.begin(seed)
    await use(kept)
    const passed = info.status === info.expectedStatus
    if (!passed) console.log(`latency seed of «${info.title}»: ${seed}`)
    if (!(await kept.end(passed))) keeper.now = undefined
  },
  context: async ({ kept }, use) => use(kept.context),
  page: async ({ kept }, use) => use(kept.page),
})
