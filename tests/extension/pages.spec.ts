import { AxeBuilder } from '@axe-core/playwright'
import { expect, open, test } from './extension-test.ts'
import { STATES } from './states.ts'

/** `npm test` takes no pictures. */
const PICTURES = process.env['NO_PICTURES'] ? null : 'test-results/extension-states'
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

for (const { name, page: which, scene = name, does, says } of STATES) {
  test(name, async ({ page, problems }) => {
    await open(page, which, scene)
    await does?.(page)
    await expect(page.getByText(says).filter({ visible: true }).first()).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((wanted) => {
        document.documentElement.dataset['theme'] = wanted
        // Colours fade: what is read and pictured is their end.
        for (const animation of document.getAnimations())
          if (animation.effect?.getTiming().iterations === 1) animation.finish()
      }, theme)
      if (PICTURES !== null) await page.screenshot({ path: `${PICTURES}/${name}-${theme}.png` })
      const builder = new AxeBuilder({ page }).withTags(RULES)
      // A thousand rows are like those of the other states.
      const { violations } = await (
        name === 'panel-thousand' ? builder.exclude('.panel__list') : builder
      ).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, 'wider than its window').toBeLessThanOrEqual(0)
    expect(problems, 'console').toEqual([])
  })
}
