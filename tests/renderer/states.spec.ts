import type { ConsoleMessage } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { SHORTCUT_IDS, SHORTCUTS } from '#renderer/app/shortcut-table.ts'
import { GATE_STATES, givenTurn, isVisited } from '#tests/gate.ts'
import { settled } from './actions.ts'
import { noteKeys, pressesOf, pressOnLayer } from './key-actions.ts'
import { expect, type Page, seedOf, test as base } from './seeded-test.ts'
import { STATES } from './states.ts'

/** Folder of the pictures: one per state, theme and width. `npm test` takes none. */
const PICTURES = process.env['NO_PICTURES'] ? null : 'test-results/states'
/** Without pictures each state is visited in one of the themes; `npm run test:full` has both, and 320 pixels too. */
const ONCE = PICTURES === null && process.env['FULL'] === undefined
const HEIGHTS: Readonly<Record<string, number>> = { 1024: 700, 1280: 800, 1440: 900 }
const WIDE = (process.env['PICTURE_WIDTHS'] ?? '1280,1920')
  .split(',')
  .map((width) => ({ width: Number(width), height: HEIGHTS[width] ?? 1080 }))
/** Widths with another layout, for the states that show most of it. */
const NARROW = [
  { width: 1024, height: 700 },
  { width: 320, height: 800 },
]

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
const themeOf = (state: string): Theme => (seedOf(state) % 2 === 0 ? 'light' : 'dark')

/** Passed rules are not listed: describing their elements took as long as the rules. */
const EVERYTHING: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Everything that a theme changes. */
const COLOURS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['color-contrast', 'link-in-text-block'],
}

/** The page, and its problems: console errors, and violations of the content security policy. */
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

const gone = GATE_STATES.filter((name) => !STATES.some((state) => state.name === name))
if (gone.length > 0) throw new Error(`gate.ts names states that are not: ${gone.join(', ')}`)

const turn = givenTurn()
const visited = turn === null ? STATES : STATES.filter(({ name }) => isVisited(name, turn))
for (const { name, scene = name, does, narrow, ready } of visited) {
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
    await expectDeliberate(page, name)
    expect(problems, 'console').toEqual([])
  })
}

/**
 * Keys of the content behind a dialog or a menu: without those of a PDF and of a photo, which are dialogs, and of the layers that their
 * own keys close.
 */
const CLOSING: ReadonlySet<string> = new Set(['lock', 'palette', 'help', 'quick.toggle'])
const isOfDialog = (id: (typeof SHORTCUT_IDS)[number]) =>
  SHORTCUTS[id].scope === 'pdf' || SHORTCUTS[id].scope === 'photo'
const isOfDayWork = (id: (typeof SHORTCUT_IDS)[number]) => SHORTCUTS[id].scope === 'day-work'
const DIALOG_PRESSES = new Set(
  SHORTCUT_IDS.filter(isOfDialog).flatMap((id) =>
    pressesOf(SHORTCUTS[id]).map((press) => JSON.stringify(press)),
  ),
)
// The calendar turns its pages with the keys of a PDF: in that, they are the PDF's.
const BEHIND = SHORTCUT_IDS.filter((id) => !CLOSING.has(id) && !isOfDialog(id) && !isOfDayWork(id))
  .flatMap((id) => pressesOf(SHORTCUTS[id]))
  .filter((press) => !DIALOG_PRESSES.has(JSON.stringify(press)))

/**
 * Checks that no button that spends or cannot be undone has the focus by itself, and that no key acts behind a dialog
 * or a menu.
 */
async function expectDeliberate(page: Page, name: string) {
  const focused = await page.evaluate(() => document.activeElement?.closest('[data-commit]')?.textContent)
  expect(focused, 'focus').toBeUndefined()
  if ((await page.locator('dialog[open], [popover]:popover-open').count()) === 0) return
  // The days of the work are turned with keys of pages behind other dialogs.
  const own = name.startsWith('day-work') ? SHORTCUT_IDS.filter(isOfDayWork) : []
  const ownPresses = new Set(
    own.flatMap((id) => pressesOf(SHORTCUTS[id])).map((press) => JSON.stringify(press)),
  )
  const behind = BEHIND.filter((press) => !ownPresses.has(JSON.stringify(press)))
  expect(await pressOnLayer(page, behind), 'keys').toEqual([])
}

/** Switches theme within one visit: its actions need not be repeated. Some states have no settings to change. */
async function wear(page: Page, theme: Theme) {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
    // The verdict is never animated, but colours and dialogs fade: pictures show the end state. Finished and not
    // awaited: where nothing else moves, there may be no frame that ends them.
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
