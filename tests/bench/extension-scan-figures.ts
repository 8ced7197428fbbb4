import { chromium, type CDPSession, type Page } from '@playwright/test'
import { isolatedWorld } from '#tests/extension/isolated-world.ts'
import { contentBundle } from '#tests/extension/content-bundle.ts'
import { chromiumArgs, findHeadlessShell } from '#tests/system.ts'
import type { ScanBench } from './extension-scan-page.ts'
import { figure, type Figure } from './statistics.ts'

const WARM_UP = 3
const PLATES = 1_000
const MEGABYTE = 1_000_000
const LARGE_MEGABYTES = 10

/**
 * The scan of a page of 1 MB with 1,000 plates in real Chromium, beside a bare walk over the same text nodes; and a page
 * of 10 MB, for its longest slice.
 */
export async function extensionScanFigures(rounds: number): Promise<Figure[]> {
  const executablePath = findHeadlessShell()
  if (executablePath === null) return []
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    const page = await context.newPage()
    const usual = await measure(page, pageOf(MEGABYTE, PLATES), rounds)
    // A first scan finds nothing compiled: the one that a person sees.
    const cold = await measureCold(await context.newPage(), Math.min(rounds, 20))
    const large = await measure(page, pageOf(MEGABYTE * LARGE_MEGABYTES, PLATES), Math.min(rounds, 5))
    return [
      figure('page of 1 MB, 1,000 plates: main thread of the scan', 'ms', usual.totals, { target: 50 }),
      figure('page of 1 MB: longest slice', 'ms', usual.longest, { target: 10 }),
      figure('page of 1 MB: the first scan of a page, nothing compiled', 'ms', cold.totals, { target: 50 }),
      figure('page of 1 MB: longest slice of the first scan', 'ms', cold.longest, { target: 10 }),
      figure('page of 1 MB: a bare walk over its text nodes', 'ms', usual.floors),
      figure('1,000 cached verdicts: marks painted', 'ms', usual.paints, { target: 100 }),
      figure('page of 10 MB: longest slice', 'ms', large.longest, { target: 10 }),
      figure('page of 10 MB: main thread of the scan', 'ms', large.totals),
    ]
  } finally {
    await browser.close()
  }
}

interface Scans {
  totals: number[]
  longest: number[]
  floors: number[]
  paints: number[]
}

async function measure(page: Page, html: string, rounds: number): Promise<Scans> {
  await page.setContent(html)
  const run = await worldOf(page)
  const scans: Scans = { totals: [], longest: [], floors: [], paints: [] }
  for (let round = -WARM_UP; round < rounds; round++) {
    const { total, longest, plates } = await run<Awaited<ReturnType<ScanBench['scan']>>>('bench.scan()')
    if (plates !== PLATES) throw new Error(`${plates} plates were found, of ${PLATES}`)
    const floor = await run<number>('bench.floor()')
    const paint = await run<number>('bench.paint()')
    if (round < 0) continue
    scans.totals.push(total)
    scans.longest.push(longest)
    scans.floors.push(floor)
    scans.paints.push(paint)
  }
  return scans
}

async function measureCold(page: Page, rounds: number): Promise<Pick<Scans, 'totals' | 'longest'>> {
  const totals: number[] = []
  const longest: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    await page.setContent(pageOf(MEGABYTE, PLATES))
    const run = await worldOf(page)
    const times = await run<Awaited<ReturnType<ScanBench['scan']>>>('bench.scan()')
    totals.push(times.total)
    longest.push(times.longest)
  }
  return { totals, longest }
}

/** An isolated world with the extension's code, as the browser makes one for a content script. */
async function worldOf(page: Page): Promise<<T>(expression: string) => Promise<T>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const run = await isolatedWorld(session, frameTree.frame.id)
  await run(`${await contentBundle('tests/bench/extension-scan-page.ts')};undefined`)
  return run
}

const LETTERS = 'BCDFGHJKLMNPRSTVWXYZ'
const PARAGRAPH =
  'Entregamos el vehículo el 14/03/2026 a las 10:30 con <b>dos juegos de llaves</b>, el permiso de circulación y la ' +
  'ficha técnica. Precio cerrado: <span class="p">12.450 €</span>, IVA incluido; factura <a href="#">F-2026/0412</a> ' +
  'a nombre de <i>Talleres del Norte 2000 SL</i>, NIF B12345674, teléfono 612 345 678. Bastidor VSSZZZ5FZHR000417. '

/** Rows of a table and paragraphs, as of a dealer's stock: so much text, with so many plates. */
function pageOf(characters: number, plates: number): string {
  const rows: string[] = []
  let length = 0
  for (let index = 0; index < plates; index++) {
    const vrm = `${3_001 + index * 2} L${LETTERS[index % 20]}W`
    let row = `<tr><td>${index + 1}</td><td>${vrm}</td><td>Seat León 1.5 TSI 150 CV</td><td>${2010 + (index % 15)}</td><td>84.300 km</td><td><p>`
    length += 50
    for (; length < ((index + 1) * characters) / plates; length += 330) row += PARAGRAPH
    rows.push(`${row}</p></td></tr>`)
  }
  return `<!doctype html><meta charset="utf-8"><title>Existencias</title><table>${rows.join('')}</table>`
}
