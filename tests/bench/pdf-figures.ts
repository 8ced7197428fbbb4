import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { build, preview } from 'vite'
import { hugePage, manyPages, photograph, photoPages, plainPages } from '#tests/fakes/large-pdfs.ts'
import { VIEWPORT, withChromium } from './measure-page.ts'
import { figure, type Figure } from './statistics.ts'

const CONFIG = fileURLToPath(new URL('../renderer/harness/vite.config.ts', import.meta.url))
const STEPS = 20
const SAMPLE_MS = 50
const DRAWN = '.pdf-page canvas[data-drawn="true"]'

/**
 * PDFs of any size in the real renderer, over an in-memory core: the time to their first page, and the peak memory
 * (PSS) of the window's renderer and the GPU process while scrolling, zooming and printing.
 */
export async function pdfFigures(): Promise<Figure[]> {
  const [photo] = await withChromium(async (browser) => [await photograph(await browser.newPage())])
  if (photo === undefined) return []
  const files: [string, Buffer][] = [
    ['8 photographs of 4960×7016', await photoPages(8, photo)],
    ['3,000 plain pages', await plainPages(3_000)],
    ['100,000 pages', manyPages(100_000)],
    ['a page of 14,400×14,400 pt', await hugePage(14_400, 14_400)],
    ['a page of 200,000×100,000 pt', await hugePage(200_000, 100_000)],
  ]
  await build({ configFile: CONFIG, logLevel: 'error' })
  const server = await preview({ configFile: CONFIG, logLevel: 'error', preview: { port: 0 } })
  const address = server.resolvedUrls?.local[0] ?? ''
  const figures: Figure[] = []
  try {
    for (const [name, pdf] of files)
      figures.push(...(await withChromium((browser) => figuresOfPdf(browser, address, name, pdf))))
  } finally {
    await server.close()
  }
  return figures
}

async function figuresOfPdf(browser: Browser, address: string, name: string, pdf: Buffer): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-ES' })
  await page.route('**/large.pdf', (route) => route.fulfill({ body: pdf }))
  await page.goto(`${address}consulta?state=complete`)
  await page.getByRole('button', { name: 'Ver PDF oficial' }).waitFor()
  await page.evaluate(async () => {
    window.bridge.scene.pdf = new Uint8Array(await (await fetch('/large.pdf')).arrayBuffer())
    window.print = () => (document.documentElement.dataset['printed'] = 'yes')
  })
  const memory = await watchMemory(await browser.newBrowserCDPSession())
  const began = performance.now()
  await page.keyboard.press('Alt+p')
  await page.locator(DRAWN).first().waitFor()
  const first = performance.now() - began
  // The real core has its copy in another process.
  await page.evaluate(() => delete window.bridge.scene.pdf)
  await scrollPages(page)
  const scrolled = memory.peak()
  for (let press = 0; press < 12; press++) await page.keyboard.press('ControlOrMeta++')
  await scrollPages(page)
  const zoomed = memory.peak()
  await page.keyboard.press('ControlOrMeta+p')
  const range = page.getByRole('dialog', { name: 'Imprimir una parte' })
  if (await range.count()) {
    await range.getByLabel('De la página').fill('1')
    await range.getByLabel('A la página', { exact: true }).fill('50')
    await page.keyboard.press('Enter')
  }
  await page.locator('html[data-printed]').waitFor({ timeout: 120_000 })
  await page.pdf({ format: 'A4' })
  const printed = memory.peak()
  memory.stop()
  return [
    figure(`PDF, ${name}: first page`, 'ms', [first], { target: 1_000 }),
    figure(`PDF, ${name}: memory, scrolled end to end`, 'MB', [scrolled], { target: 400 }),
    figure(`PDF, ${name}: memory, at the most zoom`, 'MB', [zoomed], { target: 400 }),
    figure(`PDF, ${name}: memory, printed`, 'MB', [printed], { target: 400 }),
  ]
}

/** Drags the scrollbar from end to end, waiting at each step until every rendered page is drawn. */
async function scrollPages(page: Page): Promise<void> {
  for (let step = 0; step <= STEPS; step++) {
    await page.locator('.pdf__pages').evaluate((element, share) => {
      element.scrollTop = share * (element.scrollHeight - element.clientHeight)
    }, step / STEPS)
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll<HTMLCanvasElement>('.pdf-page canvas')]
      return all.length > 0 && all.every((canvas) => canvas.dataset['drawn'] === 'true')
    })
  }
}

/**
 * Samples the memory of the PDF's renderer, which is the largest one because the browser keeps spare ones, and of the
 * GPU process. Each call of `peak` starts a new measurement.
 */
async function watchMemory(session: CDPSession) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const processIds = (wanted: string) => processInfo.filter(({ type }) => type === wanted).map(({ id }) => id)
  const [own] = processIds('renderer').toSorted((a, b) => sharedMegabytes(b) - sharedMegabytes(a))
  if (own === undefined) throw new Error('the browser has no renderer')
  const pids = [own, ...processIds('GPU')]
  let most = 0
  const sample = () => {
    most = Math.max(
      most,
      pids.reduce((sum, pid) => sum + sharedMegabytes(pid), 0),
    )
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    peak: () => {
      sample()
      const found = most
      most = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}

function sharedMegabytes(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
