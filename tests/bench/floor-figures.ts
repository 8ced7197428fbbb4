import type { Browser, Page } from '@playwright/test'
import { firstLoadKilobytes, firstLoads, slowDown, untilPainted, VIEWPORT } from './measure-page.ts'
import { servePeers } from './peers/serve.ts'
import { figure, type Figure } from './statistics.ts'

const WARM_UP = 5

/** Times of the browser itself, without our code or a framework. */
export interface Floors {
  /** From a key to a painted word, in an empty page. */
  word: Figure
  /** From a key to as many painted rows as *Expedientes* draws first, with their head and foot. */
  rows: Figure
  /** From a key to other painted rows in the same place. */
  otherRows: Figure
  /** From a navigation to a painted field, after as many bytes of JavaScript as the window's first load. */
  firstLoad: Figure
}

/**
 * @param browser the browser of the figures that have these floors
 * @param slower how many times slower the processor of the page is made
 */
export async function floorFigures(browser: Browser, rounds: number, slower = 1): Promise<Floors> {
  const kilobytes = firstLoadKilobytes()
  const pages = await servePeers(Date.now(), kilobytes)
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-ES' })
  try {
    const page = await context.newPage()
    await slowDown(page, slower)
    await page.goto(`${pages.origin}/empty.html`)
    const word = await roundTimes(rounds, async (round) => {
      const key = String(((round % 9) + 9) % 9)
      return untilPainted(page, isWord, `Ventanilla ${key}`, () => page.keyboard.press(key))
    })
    await page.goto(`${pages.origin}/table.html?count=100`)
    await page.locator('[data-ready]').waitFor({ state: 'attached' })
    const others: number[] = []
    const rows = await roundTimes(rounds, async (round) => {
      const time = await untilPainted(page, hasRows, null, () => page.keyboard.press('2'))
      const before = await firstRow(page)
      const other = await untilPainted(page, isOtherRow, before, () => page.keyboard.press('3'))
      if (round >= 0) others.push(other)
      await page.keyboard.press('1')
      return time
    })
    await page.goto(`${pages.origin}/first-load.html`)
    const loads = await firstLoads(page, rounds, 'label input')
    return {
      word: figure('floor: key → a word painted in an empty page', 'ms', word),
      rows: figure('floor: key → first rows painted, of static HTML', 'ms', rows),
      otherRows: figure('floor: key → other rows painted in their place', 'ms', others),
      firstLoad: figure('floor: first load of as much JavaScript: navigation → field painted', 'ms', loads, {
        note: `${Math.round(kilobytes)} KB of gzip in one file, parsed and run at once`,
      }),
    }
  } finally {
    await context.close()
    await pages.close()
  }
}

/** Results of all rounds but the first ones, which warm the page up and have negative numbers. */
async function roundTimes(rounds: number, run: (round: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = -WARM_UP; round < rounds; round++) {
    const time = await run(round)
    if (round >= 0) times.push(time)
  }
  return times
}

const firstRow = (page: Page) => page.locator('[data-row="0"]').innerText()

// These run in the page.
const isWord = (word: string) => document.getElementById('word')?.textContent === word
const hasRows = () => document.querySelector('[data-row="0"] .plate') !== null
const isOtherRow = (before: string) => {
  const row = document.querySelector<HTMLElement>('[data-row="0"]')
  return row !== null && row.innerText !== before
}
