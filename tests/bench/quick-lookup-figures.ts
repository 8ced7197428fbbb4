import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { startApplication } from '#tests/fakes/application.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { untilPainted } from './painted.ts'
import { cpuSeconds } from './processor-time.ts'
import { figure, type Figure } from './statistics.ts'

const WARM_UP = 5
const IDLE_MS = 60_000
const FRAME_MS = 1000 / 60
/** Its multiples, without their whole part, spread evenly: the keys fall at every moment of a frame. */
const GOLDEN = 0.618

/** A page that paints one word on a key: what the browser itself needs. */
const EMPTY_PAGE = `<!doctype html><p id="word"></p><script>
addEventListener('keydown', ({ key }) => (word.textContent = key === 'x' ? 'palabra' : ''))
</script>`

/**
 * Quick lookup in real Chromium, each key beside the same key in an empty page of the same browser: as a layer of the
 * window, which opens as its own window does, and on its own page.
 */
export async function quickLookupFigures(dataDir: string, rounds: number): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) return []
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    const window = await context.newPage()
    await window.goto(application.entry)
    await window.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    const opened = await besideFloor(window, rounds, openLayer)
    const panel = await context.newPage()
    await panel.setViewportSize({ width: 640, height: 560 })
    await panel.goto(`${application.origin}/consulta-rapida`)
    await panel.getByRole('combobox', { name: 'Matrícula', exact: true }).waitFor()
    const suggested = await besideFloor(panel, rounds, typeDigit)
    const heap = await heapMegabytes(panel)
    await window.close()
    // It has nothing to do, and neither has the core.
    await sleep(5_000)
    const before = cpuSeconds(application.pid)
    await sleep(IDLE_MS)
    const idle = ((cpuSeconds(application.pid) - before) * 100_000) / IDLE_MS
    return [
      figure('quick lookup: key → painted', 'ms', opened.times, { target: 25, medianTarget: 17 }),
      figure('the same key in an empty page', 'ms', opened.floors),
      ratio('quick lookup: key → painted, over the empty page', opened),
      figure('quick lookup: digit → suggestions painted', 'ms', suggested.times),
      figure('the same digit in an empty page', 'ms', suggested.floors),
      ratio('quick lookup: digit → suggestions, over the empty page', suggested),
      figure("quick lookup: its page's heap", 'MB', [heap], { target: 10 }),
      figure('idle for a minute: processor of the core', '%', [idle], { target: 0.2 }),
    ]
  } finally {
    await browser.close()
    await application.stop()
  }
}

interface Beside {
  times: number[]
  floors: number[]
}

/** Alternates with the empty page, in a tab of the same browser. */
async function besideFloor(
  page: Page,
  rounds: number,
  measure: (page: Page, moment: number) => Promise<number>,
): Promise<Beside> {
  const empty = await page.context().newPage()
  await empty.setContent(EMPTY_PAGE)
  const times: number[] = []
  const floors: number[] = []
  for (let round = -WARM_UP; round < rounds; round++) {
    // The same moments between two frames for both.
    const moment = ((Math.abs(round) * GOLDEN) % 1) * FRAME_MS
    await page.bringToFront()
    const time = await measure(page, moment)
    await empty.bringToFront()
    const floor = await paintWord(empty, moment)
    if (round < 0) continue
    times.push(time)
    floors.push(floor)
  }
  await empty.close()
  return { times, floors }
}

/** Waits for a moment between two frames, once the tab has painted: being shown costs frames of its own. */
const untilMoment = (page: Page, moment: number) =>
  page.evaluate(
    (ms) =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, ms))),
      ),
    moment,
  )

async function paintWord(empty: Page, moment: number): Promise<number> {
  await empty.keyboard.press('Escape')
  await untilMoment(empty, moment)
  return untilPainted(
    empty,
    () => document.querySelector('#word')?.textContent === 'palabra',
    null,
    () => empty.keyboard.press('x'),
  )
}

async function openLayer(window: Page, moment: number): Promise<number> {
  // Held before: the time starts at the key that opens it.
  await window.keyboard.down('Control')
  await window.keyboard.down('Shift')
  await untilMoment(window, moment)
  const time = await untilPainted(
    window,
    () => document.querySelector('dialog[open] .quick input') !== null,
    null,
    () => window.keyboard.press('Space'),
  )
  await window.keyboard.up('Shift')
  await window.keyboard.up('Control')
  await window.keyboard.press('Escape')
  await window.locator('dialog[open]').waitFor({ state: 'detached' })
  return time
}

async function typeDigit(panel: Page, moment: number): Promise<number> {
  await panel.keyboard.press('Escape')
  await panel.getByRole('group', { name: 'Recientes' }).waitFor()
  await untilMoment(panel, moment)
  return untilPainted(
    panel,
    () => document.querySelector('[role="group"][aria-label="Parecidas en este equipo"]') !== null,
    null,
    () => panel.keyboard.press('1'),
  )
}

/** p95 of one over p95 of the other. */
function ratio(name: string, { times, floors }: Beside): Figure {
  return figure(name, '×', [figure('', 'ms', times).p95 / figure('', 'ms', floors).p95], { target: 1.3 })
}

async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}
