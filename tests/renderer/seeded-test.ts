import { test as base } from '@playwright/test'

export { expect, type Locator, type Page } from '@playwright/test'

/**
 * Seed of the latency of the core in memory: fixed for each test, so that a failure can be run again as it was.
 * `HARNESS_SEED` gives every test another one, and so does each round of `--repeat-each`.
 */
export function seedOf(title: string, round = 0): number {
  let hash = 0x811c9dc5
  for (const character of `${process.env['HARNESS_SEED'] ?? ''} ${round} ${title}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return hash
}

/** Screens over a core that takes its time (harness/latency.ts). A test that fails says with which seed. */
export const test = base.extend({
  context: async ({ context }, use, info) => {
    const seed = seedOf(info.title, info.repeatEachIndex)
    await context.addInitScript((given) => void (window.seed = given), seed)
    await use(context)
    if (info.status !== info.expectedStatus) console.log(`latency seed of «${info.title}»: ${seed}`)
  },
})
