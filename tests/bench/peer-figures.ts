import type { Browser, Page } from '@playwright/test'
import { foldField } from '#shared/domain/client-messages.ts'
import { LOOK_EVERY_MS, scrollToTheEnd, searchWindowFigure } from './case-window-figures.ts'
import { floorFigures } from './floor-figures.ts'
import { firstLoads, heapMegabytes, untilPainted, VIEWPORT, withChromium } from './measure-page.ts'
import { servePeers } from './peers/serve.ts'
import { figure, type Figure } from './statistics.ts'

const VISITS = 15
const WARM_UP = 3
const LOADS = 7
/** Limit for filling the peer's database. */
const FILLING_MS = 900_000
const FIRST_ROW = '[data-row="0"] .plate'

/** Floors and the peer in a Chromium of their own, without our window. */
export const peerFigures = (count: number, rounds: number): Promise<Figure[]> =>
  withChromium(async (browser) => [
    ...Object.values(await floorFigures(browser, rounds)),
    ...(await dexieFigures(browser, count, Date.now())),
  ])

/** The list of `count` procedures as a team would otherwise build it: React over Dexie, measured as the window is. */
async function dexieFigures(browser: Browser, count: number, now: number): Promise<Figure[]> {
  const name = (what: string) => `peer: React list over Dexie: ${what}`
  const pages = await servePeers(now)
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-ES' })
  try {
    const page = await context.newPage()
    await page.goto(`${pages.origin}/dexie.html?count=${count}`)
    const filledMs = await untilReady(page)
    const opened: number[] = []
    for (let visit = -WARM_UP; visit < VISITS; visit++) {
      await page.keyboard.press('Control+1')
      await page.locator('#empty').waitFor()
      const time = await untilPainted(page, isThere, FIRST_ROW, () => page.keyboard.press('Control+2'))
      if (visit >= 0) opened.push(time)
    }
    const frames = await scrollToTheEnd(page)
    const searched = await searchWindowFigure(page, count, now, {
      name: name('the query set, last key → found rows painted'),
      untilAnswered: (list, query) =>
        list.waitForFunction(answers, foldField(query), { polling: LOOK_EVERY_MS }),
    })
    const heap = await heapMegabytes(page)
    const loads = await firstLoads(page, LOADS, FIRST_ROW)
    return [
      figure(name(`${count} procedures, key → first rows painted`), 'ms', opened),
      figure(name('scrolled end to end, each frame'), 'ms', frames, {
        note: 'rows come into sight blank, until they are read',
      }),
      figure(name('the worst of those frames'), 'ms', [Math.max(...frames)]),
      {
        ...searched,
        note: `${searched.note}: beginnings of words only; ${filledMs} ms to fill the database, once`,
      },
      figure(name('navigation → first rows'), 'ms', loads),
      figure(name('JavaScript heap of the page, after all of it'), 'MB', [heap]),
    ]
  } finally {
    await context.close()
    await pages.close()
  }
}

/** @returns milliseconds of filling the database, as the page reports them */
async function untilReady(page: Page): Promise<number> {
  const body = page.locator('body[data-ready]')
  await body.waitFor({ state: 'attached', timeout: FILLING_MS })
  return Number(await body.getAttribute('data-ready'))
}

// These run in the page.
const isThere = (selector: string) => document.querySelector(selector) !== null
const answers = (query: string) =>
  document.querySelector<HTMLElement>('[data-answered]')?.dataset['answered'] === query
