import type { Page } from '@playwright/test'
import type { Floors } from './floor-figures.ts'
import { querySet } from './invented-procedures.ts'
import { untilPainted } from './measure-page.ts'
import { figure, floorOf, type Figure } from './statistics.ts'

const VISITS = 30
/** Rows moved down. The list opens where it was left, with its first row still visible. */
const MAX_DOWN = 16
/** Searches of each kind. The last key of each is measured. */
const SEARCHES = 16
const MAX_WAIT_MS = 1_000
const SCROLL_STEPS = 180
/** A frame at 60 Hz, with a tolerance. */
const FRAME_MS = 1_000 / 60 + 0.5
const WARM_UP = 3

/**
 * *Expedientes* as the user sees it, with `count` procedures in the store.
 * @param slower how many times slower the page's processor is made
 * @param floors times of the browser itself with that processor
 */
export async function caseWindowFigures(
  page: Page,
  count: number,
  now: number,
  { slower = 1, floors }: { slower?: number; floors?: Floors } = {},
): Promise<Figure[]> {
  const opened: number[] = []
  const files: number[] = []
  for (let visit = -WARM_UP; visit < VISITS; visit++) {
    const list = await untilPainted(page, rowsAreThere, null, () => page.keyboard.press('Control+2'))
    await page.locator('[data-row="0"]').focus()
    for (let row = 0; row < Math.max(0, visit % MAX_DOWN); row++) await page.keyboard.press('ArrowDown')
    const file = await untilPainted(page, fileIsThere, null, () => page.keyboard.press('Enter'))
    await page.keyboard.press('Control+1')
    await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
    if (visit < 0) continue
    opened.push(list)
    files.push(file)
  }

  await page.keyboard.press('Control+2')
  await page.locator('[data-row="0"]').waitFor()
  const frames = await scrollToTheEnd(page)
  const own = slower === 1
  const searched = await searchWindowFigure(page, count, now, OWN_LIST)
  const times = own ? 2 : 3
  const over = (floor: Figure | undefined, of: string) =>
    floor === undefined ? {} : { floor: floorOf(floor, of), times }
  return [
    figure(`desk: ${count} procedures, key → first rows painted`, 'ms', opened, {
      ...over(floors?.rows, 'static rows'),
      ...(own && { target: 60 }),
    }),
    figure('desk: scrolled end to end, each frame', 'ms', frames),
    // No frame may exceed it.
    figure(
      'desk: the worst of those frames',
      'ms',
      [Math.max(...frames)],
      own ? { target: Math.round(2 * FRAME_MS) } : {},
    ),
    figure(
      'desk: how many of those frames are longer than three',
      '%',
      [(100 * frames.filter((ms) => ms > 3 * FRAME_MS).length) / frames.length],
      { target: 1 },
    ),
    {
      ...searched,
      ...over(floors?.otherRows, 'other static rows'),
      ...(own && { target: 40 }),
    },
    figure('desk: Enter → file page painted', 'ms', files, over(floors?.rows, 'static rows')),
  ]
}

/** Differences between our list and that of the peer. */
export interface SearchedList {
  /** Name of the figure. */
  name: string
  /** Waits until the rows of a query are shown. `before` is the total of the rows before. */
  untilAnswered: (page: Page, query: string, before: string) => Promise<unknown>
}

/** Interval of polling the page. Polling by frames would request frames. */
export const LOOK_EVERY_MS = 50

const OWN_LIST: SearchedList = {
  name: 'desk: the query set, last key → found rows painted',
  // The list does not show the query that its rows answer. If the total stays the same, a timeout decides.
  untilAnswered: (page, _query, before) =>
    page
      .waitForFunction(totalIsOther, before, { timeout: MAX_WAIT_MS, polling: LOOK_EVERY_MS })
      .catch(() => null),
}

/** Last key of each query of the set, in the open list. The note says how many queries find anything. */
export async function searchWindowFigure(
  page: Page,
  count: number,
  now: number,
  { name, untilAnswered }: SearchedList,
): Promise<Figure> {
  const search = page.getByRole('searchbox')
  const all = await total(page)
  const keys: number[] = []
  let found = 0
  // An accented letter is two keys on a Spanish keyboard.
  const typed = querySet(count, now).flatMap((queries) =>
    queries.filter((one) => /[a-z0-9]$/i.test(one)).slice(0, SEARCHES),
  )
  for (const query of typed) {
    const start = query.slice(0, -1)
    await search.fill(start)
    await untilAnswered(page, start, all)
    const before = await total(page)
    // A query that finds nothing or everything without its last letter has no change to wait for.
    if (before !== all && !isNone(before)) {
      const pressed = untilPainted(page, totalIsOther, before, () => page.keyboard.press(query.at(-1) ?? ''))
      // A key without a change is never painted: its promise ends with the page.
      pressed.catch(() => undefined)
      await untilAnswered(page, query, before)
      if (await page.evaluate(totalIsOther, before)) keys.push(await pressed)
      if (!isNone(await total(page))) found++
    }
    await search.fill('')
    await page.waitForFunction(totalIs, all)
  }
  return figure(name, 'ms', keys, { note: `finds something for ${found} of ${typed.length} queries` })
}

/** Without a result, the list may have no foot. */
const isNone = (words: string) => words === '' || words.startsWith('0')
const total = (page: Page) => page.evaluate(totalNow)

// These run in the page.
const totalNow = () =>
  document.querySelector('.list-foot [role="status"]')?.textContent?.split(' de ').at(-1) ?? ''
const rowsAreThere = () => document.querySelector('[data-row="0"] .case__cell--plate') !== null
const fileIsThere = () => document.querySelector('.track') !== null
const totalIs = (wanted: string) =>
  document.querySelector('.list-foot [role="status"]')?.textContent?.split(' de ').at(-1) === wanted
const totalIsOther = (before: string) => {
  const now = document.querySelector('.list-foot [role="status"]')?.textContent?.split(' de ').at(-1)
  return now !== undefined && now !== '' && now !== before
}

/** @returns milliseconds of each frame */
export function scrollToTheEnd(page: Page): Promise<number[]> {
  return page.locator('.data-table').evaluate(
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
