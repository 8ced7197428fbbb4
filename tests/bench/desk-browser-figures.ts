import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { querySet } from './desk-data.ts'
import { untilPainted } from './painted.ts'
import { figure, type Figure } from './statistics.ts'

const VISITS = 30
/** Rows moved down: the list opens where it was left, with its first row still visible. */
const MAX_DOWN = 16
/** Searches per query set: the last key of each is measured. */
const SEARCHES = 16
const MAX_WAIT_MS = 1_000
/** From an answer until it is painted. */
const FRAMES_MS = 100
const SCROLL_STEPS = 180
const WARM_UP = 3

/** *Expedientes* as the user sees it, with `count` procedures in the store. */
export async function caseBrowserFigures(page: Page, count: number, now: number): Promise<Figure[]> {
  const opened: number[] = []
  const files: number[] = []
  for (let visit = -WARM_UP; visit < VISITS; visit++) {
    const list = await untilPainted(page, rowsAreThere, null, () => page.keyboard.press('Control+2'))
    await page.locator('[data-row="0"]').focus()
    for (let row = 0; row < Math.max(0, visit % MAX_DOWN); row++) await page.keyboard.press('ArrowDown')
    const file = await untilPainted(page, fileIsThere, null, () => page.keyboard.press('Enter'))
    await page.keyboard.press('Control+1')
    await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    if (visit < 0) continue
    opened.push(list)
    files.push(file)
  }

  await page.keyboard.press('Control+2')
  await page.locator('[data-row="0"]').waitFor()
  const frames = await scrollToTheEnd(page)
  const searched = await caseSearchBrowserFigure(page, count, now)
  return [
    figure(`desk: ${count} procedures, key → first rows painted`, 'ms', opened, { target: 60 }),
    figure('desk: scrolled end to end, each frame', 'ms', frames),
    // No frame may exceed it.
    figure('desk: the worst of those frames', 'ms', [Math.max(...frames)], { target: 33 }),
    searched,
    figure('desk: Enter → file page painted', 'ms', files),
  ]
}

/** What differs between lists whose searches are measured. */
export interface SearchedList {
  name: string
  target?: number
  /** Waits until the rows of a query are shown, which may be as many as those `before`. */
  untilAnswered: (page: Page, query: string, before: string) => Promise<unknown>
}

/** Milliseconds between looks at the page: by frames, the looks themselves would ask for them. */
export const LOOK_EVERY_MS = 50

const DESK: SearchedList = {
  name: 'desk: the query set, last key → found rows painted',
  target: 40,
  // It does not say what its rows answer: after a while, they do.
  untilAnswered: (page, _query, before) =>
    page
      .waitForFunction(totalIsOther, before, { timeout: MAX_WAIT_MS, polling: LOOK_EVERY_MS })
      .catch(() => null),
}

/** Last key of each query of the set, in the open list. The note says how many of them find anything. */
export async function caseSearchBrowserFigure(
  page: Page,
  count: number,
  now: number,
  { name, target, untilAnswered }: SearchedList = DESK,
): Promise<Figure> {
  const search = page.getByRole('searchbox')
  const all = await total(page)
  const keys: number[] = []
  let found = 0
  // An accented letter is two keys on a Spanish keyboard.
  const typed = querySet(count, now).flatMap(({ queries }) =>
    queries.filter((one) => /[a-z0-9]$/i.test(one)).slice(0, SEARCHES),
  )
  for (const query of typed) {
    const start = query.slice(0, -1)
    await search.fill(start)
    await untilAnswered(page, start, all)
    const before = await total(page)
    // It finds nothing without its last letter either, so its rows cannot be told apart.
    if (before !== all) {
      const pressed = untilPainted(page, totalIsOther, before, () => page.keyboard.press(query.at(-1) ?? ''))
      // The last letter may change nothing: nothing is then painted.
      // Given up, it ends with the page.
      pressed.catch(() => undefined)
      const answered = untilAnswered(page, query, before).then(() => setTimeout(FRAMES_MS))
      const time = await Promise.race([pressed, answered])
      if (typeof time === 'number') keys.push(time)
      if (!isNone(await total(page))) found++
    }
    await search.fill('')
    await page.waitForFunction(totalIs, all)
  }
  return figure(name, 'ms', keys, {
    note: `finds something for ${found} of ${typed.length} queries`,
    ...(target !== undefined && { target }),
  })
}

const isNone = (words: string) => words.startsWith('0')
const total = async (page: Page) =>
  (await page.locator('.list-foot [role="status"]').textContent())?.split(' de ').at(-1) ?? ''

// These run in the page.
const rowsAreThere = () => document.querySelector('[data-row="0"] .case__cell--plate') !== null
const fileIsThere = () => document.querySelector('.track') !== null
const totalIs = (wanted: string) =>
  document.querySelector('.list-foot [role="status"]')?.textContent?.split(' de ').at(-1) === wanted
const totalIsOther = (before: string) => {
  const now = document.querySelector('.list-foot [role="status"]')?.textContent?.split(' de ').at(-1)
  return now !== undefined && now !== '' && now !== before
}

/** @returns milliseconds of each frame */
export function scrollToTheEnd(page: Page, scroller = '.data-table'): Promise<number[]> {
  return page.locator(scroller).evaluate(
    (table, steps) =>
      new Promise<number[]>((resolve) => {
        const end = table.scrollHeight - table.clientHeight
        const frames: number[] = []
        let last = performance.now()
        const step = () => {
          const now = performance.now()
          frames.push(now - last)
          last = now
          table.scrollTop = (end * frames.length) / steps
          if (frames.length < steps) requestAnimationFrame(step)
          else resolve(frames.slice(1))
        }
        requestAnimationFrame(step)
      }),
    SCROLL_STEPS,
  )
}
