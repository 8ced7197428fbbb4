import type { ConsoleMessage } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { SHORTCUT_IDS, SHORTCUTS } from '#renderer/shortcuts/table.ts'
import { settled } from './actions.ts'
import { noteKeys, pressesOf, pressOnLayer } from './key-actions.ts'
import { expect, type Page, seedOf, test as base } from './seeded-test.ts'
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

/** What passes is not listed: describing where it is took as long as the rules. */
const EVERYTHING: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** All that a theme changes. */
const COLOURS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['color-contrast', 'link-in-text-block'],
}

/** The page, and what went wrong in it: errors of the console, and what the content security policy refused. */
const test = base.extend<{ problems: string[] }>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      const onError = (error: Error) => problems.push(error.message)
      const onMessage = (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
      }
      page.on('pageerror', onError).on('console', onMessage)
      await noteKeys(page)
      await use(problems)
      page.off('pageerror', onError).off('console', onMessage)
    },
    { auto: true },
  ],
})

for (const { name, scene = name, does, narrow, ready } of STATES) {
  test(name, async ({ page, problems }) => {
    await page.setViewportSize(WIDE[0]!)
    await page.goto(`/consulta?state=${scene}`)
    await ready(page)
    await settled(page)
    await does?.(page)
    await settled(page)
    await page.evaluate(() => document.fonts.ready)

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
    const axe = await window.loadAxe()
    const { violations } = await axe.run(document, asked)
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
