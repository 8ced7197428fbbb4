import type { Browser, Page } from '@playwright/test'
import { foldField } from '#shared/domain/client-template.ts'
import { caseSearchBrowserFigure, LOOK_EVERY_MS, scrollToTheEnd } from '../desk-browser-figures.ts'
import { firstLoads } from '../first-load.ts'
import { heapMegabytes } from '../page-heap.ts'
import { untilPainted } from '../painted.ts'
import { figure, type Figure } from '../statistics.ts'
import { VIEWPORT } from './floor-figures.ts'
import { type PeerPages, servePeers } from './serve.ts'

const VISITS = 15
const WARM_UP = 3
const LOADS = 7
/** The longest that a page may take to make its rows searchable. */
const PREPARING_MS = 900_000

interface Peer {
  page: string
  name: string
  /** Drawn in the first row once it is there. */
  firstRow: string
  scroller: string
  /** How its scrolling differs from the window's. */
  scrolling?: string
  /** How its search differs from the window's, and what it did before it could begin. */
  search: string
  prepared: string
}

const PEERS: readonly Peer[] = [
  {
    page: 'tanstack',
    name: 'TanStack Table + Virtual + MiniSearch',
    firstRow: '[data-row="0"] .plate',
    scroller: '.data-table',
    search: 'beginnings of words only, ranked',
    prepared: 'to index in the page, after the rows are shown',
  },
  {
    page: 'ag-grid',
    name: 'AG Grid Community',
    firstRow: '[row-index="0"] .plate',
    scroller: '.ag-grid-viewport',
    search: 'quick filter, any part of the words',
    prepared: 'to prepare',
  },
  {
    page: 'dexie',
    name: 'React list over Dexie',
    firstRow: '[data-row="0"] .plate',
    scroller: '.data-table',
    scrolling: 'rows come into sight blank, until they are read',
    search: 'beginnings of words only',
    prepared: 'to fill the database, once',
  },
]

/** Lists of `count` procedures as a team would otherwise build them, measured as the window is, in its browser. */
export async function peerFigures(browser: Browser, count: number, now: number): Promise<Figure[]> {
  const pages = await servePeers(now)
  const figures: Figure[] = []
  try {
    for (const peer of PEERS) figures.push(...(await figuresOf(browser, pages, peer, count, now)))
  } finally {
    await pages.close()
  }
  return figures
}

async function figuresOf(
  browser: Browser,
  { origin }: PeerPages,
  peer: Peer,
  count: number,
  now: number,
): Promise<Figure[]> {
  process.stderr.write(`${peer.name}…\n`)
  const named = (what: string) => `peer: ${peer.name}: ${what}`
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'es-ES' })
  try {
    const page = await context.newPage()
    await page.goto(`${origin}/${peer.page}.html?count=${count}`)
    const preparedMs = await untilReady(page)
    const opened: number[] = []
    for (let visit = -WARM_UP; visit < VISITS; visit++) {
      await page.keyboard.press('Control+1')
      await page.locator('#empty').waitFor()
      const time = await untilPainted(page, isThere, peer.firstRow, () => page.keyboard.press('Control+2'))
      if (visit >= 0) opened.push(time)
    }
    const frames = await scrollToTheEnd(page, peer.scroller)
    const searched = await caseSearchBrowserFigure(page, count, now, {
      name: named('the query set, last key → found rows painted'),
      untilAnswered: (list, query) =>
        list.waitForFunction(answers, foldField(query), { polling: LOOK_EVERY_MS }),
    })
    const heap = await heapMegabytes(page)
    const loads = await firstLoads(page, LOADS, peer.firstRow)
    const preparing = preparedMs === 0 ? '' : `; ${preparedMs} ms ${peer.prepared}`
    return [
      figure(named(`${count} procedures, key → first rows painted`), 'ms', opened),
      figure(
        named('scrolled end to end, each frame'),
        'ms',
        frames,
        peer.scrolling === undefined ? {} : { note: peer.scrolling },
      ),
      figure(named('the worst of those frames'), 'ms', [Math.max(...frames)]),
      { ...searched, note: `${searched.note}: ${peer.search}${preparing}` },
      figure(named('navigation → first rows'), 'ms', loads),
      figure(named('JavaScript heap of the page, after all of it'), 'MB', [heap]),
    ]
  } finally {
    await context.close()
  }
}

/** @returns milliseconds that it took */
async function untilReady(page: Page): Promise<number> {
  const body = page.locator('body[data-ready]')
  await body.waitFor({ state: 'attached', timeout: PREPARING_MS })
  return Number(await body.getAttribute('data-ready'))
}

// These run in the page.
const isThere = (selector: string) => document.querySelector(selector) !== null
const answers = (query: string) =>
  document.querySelector<HTMLElement>('[data-answered]')?.dataset['answered'] === query
