import { expect, type Page, test as base } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { SHORTCUT_IDS, SHORTCUTS } from '#renderer/shortcuts/table.ts'
import { settled } from './actions.ts'
import { noteKeys, pressesOf, pressOnLayer } from './key-actions.ts'
import { screens } from './playwright.config.ts'
import { seedOf } from './seeded-test.ts'
import { STATES } from './states.ts'

/** Where to look at them: one picture per state, theme and width. The gate, where nobody looks, takes none. */
const PICTURES = process.env['NO_PICTURES'] ? null : 'test-results/states'
/** `npm test` looks at each state once, in a theme of its own; `npm run test:full` in both, and at 320 too. */
const ONCE = PICTURES === null && process.env['FULL'] === undefined
const WIDE = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
/** The widths where the layout is another one, for the states that show most of it. */
const NARROW = [
  { width: 1024, height: 700 },
  { width: 320, height: 800 },
]

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const themeOf = (state: string): Theme => (seedOf(state) % 2 === 0 ? 'light' : 'dark')

const EVERYTHING: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** All that a theme changes. */
const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** One page for state after state, each loaded anew: a browser that has the scripts at hand takes a third less time. */
const test = base.extend<object, { shared: Page }>({
  shared: [
    async ({ browser }, use) => {
      const context = await browser.newContext(screens)
      const page = await context.newPage()
      await noteKeys(page)
      await use(page)
      await context.close()
    },
    { scope: 'worker' },
  ],
  page: async ({ shared }, use) => {
    await use(shared)
    // What the test before listened for; Playwright has listeners of its own there.
    shared.removeAllListeners('console')
    shared.removeAllListeners('pageerror')
    await shared.mouse.move(0, 0)
    await shared.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  },
})

for (const { name, scene = name, does, narrow, ready } of STATES) {
  test(name, async ({ page }, { repeatEachIndex }) => {
    const problems = watchConsole(page)
    await page.setViewportSize(WIDE[0]!)
    await page.goto(`/consulta?state=${scene}&seed=${seedOf(name, repeatEachIndex)}`)
    await ready(page)
    await settled(page)
    await does?.(page)
    await settled(page)
    await page.evaluate(() => document.fonts.ready)
    // Once a page, and not for each look at it: that takes longer than most of the looks.
    await page.evaluate(axe.source)

    for (const size of narrow ? [...WIDE, ...NARROW] : WIDE) {
      await page.setViewportSize(size)
      await expectNoOverflow(page)
      const isLooked = size.width === 1280 || (size.width === 320 && !ONCE)
      for (const theme of ONCE ? [themeOf(name)] : THEMES) {
        if (PICTURES === null && !isLooked) continue
        await wear(page, theme)
        if (PICTURES !== null)
          await page.screenshot({ path: `${PICTURES}/${name}-${theme}-${size.width}.png` })
        if (isLooked) await expectAccessible(page, ONCE || theme === 'light' ? EVERYTHING : COLOURS)
      }
    }
    await expectDeliberate(page)
    expect(problems, 'console').toEqual([])
  })
}

/** The keys of what is behind a dialog or a menu: not those of a PDF, which is one, nor what closes the palette. */
const BEHIND = SHORTCUT_IDS.filter(
  (id) => id !== 'lock' && id !== 'palette' && SHORTCUTS[id].scope !== 'pdf',
).flatMap((id) => pressesOf(SHORTCUTS[id]))

/** What spends or cannot be undone never has the focus by itself, and behind a dialog or a menu no key does anything. */
async function expectDeliberate(page: Page) {
  const focused = await page.evaluate(() => document.activeElement?.closest('[data-commit]')?.textContent)
  expect(focused, 'focus').toBeUndefined()
  if ((await page.locator('dialog[open], [popover]:popover-open').count()) === 0) return
  expect(await pressOnLayer(page, BEHIND), 'keys').toEqual([])
}

/** Both themes in one visit: what was done in it need not be done again. Some states have no settings to change. */
async function wear(page: Page, theme: Theme) {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
    // The verdict is never animated, but colours and dialogs fade: the pictures are of what stays. They are not waited
    // for: where nothing else moves, no frame may come that ends them.
    for (const animation of document.getAnimations())
      if (animation.effect?.getTiming().iterations === 1) animation.finish()
  }, theme)
}

async function expectAccessible(page: Page, options: RunOptions) {
  const found = await page.evaluate(async (asked) => {
    const { violations } = await window.axe.run(document, asked)
    return violations.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    )
  }, options)
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
