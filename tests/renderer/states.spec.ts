import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { STATES } from './states.ts'

/** Where to look at them: one picture per state, theme and width. */
const PICTURES = 'test-results/states'
const WIDE = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
/** The widths where the layout is another one, for the states that show most of it. */
const NARROW = [
  { width: 1024, height: 700 },
  { width: 320, height: 800 },
]

for (const { name, scene = name, does, narrow, ready } of STATES) {
  test(name, async ({ page }) => {
    const problems = watchConsole(page)
    await page.setViewportSize(WIDE[0]!)
    await page.goto(`/consulta?state=${scene}`)
    await ready(page)
    await does?.(page)
    await page.evaluate(() => document.fonts.ready)

    for (const theme of ['light', 'dark'] as const) {
      await wear(page, theme)
      for (const size of narrow ? [...WIDE, ...NARROW] : WIDE) {
        await page.setViewportSize(size)
        await expectNoOverflow(page)
        await page.screenshot({ path: `${PICTURES}/${name}-${theme}-${size.width}.png` })
        if (size.width === 1280 || size.width === 320) await expectAccessible(page)
      }
    }
    expect(problems, 'console').toEqual([])
  })
}

/** Both themes in one visit: what was done in it need not be done again. Some states have no settings to change. */
async function wear(page: Page, theme: 'light' | 'dark') {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)
  // The verdict is never animated, but dialogs fade in: the pictures are of what stays.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((a) => a.effect?.getTiming().iterations === 1)
        .map((a) => a.finished.catch(() => null)),
    ),
  )
}

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    // Without frames there is nothing to isolate, and the page that would be opened for it takes most of the time.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    (v) => `${v.id} (${v.impact}): ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`,
  )
  expect(found, 'axe').toEqual([])
}

async function expectNoOverflow(page: Page) {
  const overflow = await page.evaluate(() => {
    const wider = (element: Element) => element.scrollWidth > element.clientWidth + 1
    const root = document.documentElement
    const body = document.querySelector('.page__body')
    return [wider(root) && 'page', body && wider(body) && 'body'].filter(Boolean)
  })
  expect(overflow, 'horizontal overflow').toEqual([])
}

/** Errors of the console, and what the content security policy refused. */
function watchConsole(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  return problems
}
