import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { startApplication } from '#tests/fakes/application.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { querySet } from './desk-data.ts'
import { type Marks, marksOf, recordMarks } from './trace-marks.ts'
import { type TracedPath, tracePage } from './trace-page.ts'
import { plateAt } from './seed.ts'

const RUNS = 30
const WARM_UP = 5
/** Whatever a key began has ended by then. */
const SETTLED_MS = 400
/** Of Chromium's own trace, for its timeline: https://ui.perfetto.dev. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-v8.cpu_profiler', 'latencyInfo', 'cc', 'viz']

/** One thing that a person does by a key, and the selector of what it paints. */
interface Path {
  name: string
  /** Brings the window to where the key is pressed. */
  before: (page: Page, run: number) => Promise<void>
  press: (page: Page, run: number) => Promise<void>
  /** Any change in it is the answer. */
  within: string
}

const queries = (count: number, seededAt: number) =>
  querySet(count, seededAt).flatMap(({ queries: some }) =>
    some.filter((one) => /[a-z0-9]$/i.test(one)).slice(0, Math.ceil((RUNS + WARM_UP) / 10)),
  )

function pathsOf(count: number, seededAt: number): Path[] {
  const typed = queries(count, seededAt)
  const queryAt = (run: number) => typed[run % typed.length] ?? 'ga'
  const plate = (page: Page) => page.getByRole('textbox', { name: 'Matrícula' })
  return [
    {
      name: 'cached lookup: Enter → verdict',
      async before(page, run) {
        await page.keyboard.press('Control+1')
        await plate(page).fill(plateAt((run * 331) % count))
      },
      press: (page) => page.keyboard.press('Enter'),
      within: '.verdict',
    },
    {
      name: 'list: key → first rows',
      async before(page) {
        await page.keyboard.press('Control+1')
        await plate(page).waitFor()
      },
      press: (page) => page.keyboard.press('Control+2'),
      within: '.data-table__body',
    },
    {
      name: 'search: last key → rows',
      async before(page, run) {
        await page.keyboard.press('Control+2')
        await page.getByRole('searchbox').fill(queryAt(run).slice(0, -1))
      },
      press: (page, run) => page.keyboard.press(queryAt(run).at(-1) ?? ''),
      within: '.list-foot [role="status"]',
    },
    {
      name: 'file: Enter → its page',
      async before(page) {
        await page.keyboard.press('Control+2')
        await page.getByRole('searchbox').fill('')
        await page.locator('[data-row="0"]').focus()
      },
      press: (page) => page.keyboard.press('Enter'),
      within: '.track',
    },
  ]
}

/**
 * Measures where the time of each path goes, and writes it as a page with Chromium's own trace of one run of each.
 * @param seededAt reference of the dates in the store
 */
export async function writeTraces(
  dataDir: string,
  count: number,
  seededAt: number,
  folder: string,
): Promise<void> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('there is no Chromium here')
  mkdirSync(folder, { recursive: true })
  const application = await startApplication(dataDir, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
    await recordMarks(page)
    await page.goto(application.entry)
    await page.getByRole('textbox', { name: 'Matrícula' }).waitFor()
    const session = await page.context().newCDPSession(page)
    const traced: TracedPath[] = []
    for (const [at, path] of pathsOf(count, seededAt).entries()) {
      process.stderr.write(`${path.name}…\n`)
      const runs: Marks[] = []
      for (let run = -WARM_UP; run < RUNS; run++) {
        const marks = await runOf(page, path, run + WARM_UP)
        if (run >= 0 && marks !== null) runs.push(marks)
      }
      const file = `path-${at + 1}.json`
      writeFileSync(join(folder, file), await chromiumTrace(session, () => runOf(page, path, RUNS + WARM_UP)))
      traced.push({ name: path.name, runs, file })
    }
    writeFileSync(join(folder, 'index.html'), tracePage(traced))
    process.stderr.write(`written to ${join(folder, 'index.html')}\n`)
  } finally {
    await browser.close()
    await application.stop()
  }
}

/** @returns `null` if nothing of the kind was painted: the key changed nothing */
async function runOf(page: Page, path: Path, run: number): Promise<Marks | null> {
  await path.before(page, run)
  await page.waitForTimeout(SETTLED_MS)
  return marksOf(page, path.within, () => path.press(page, run), SETTLED_MS)
}

async function chromiumTrace(session: CDPSession, run: () => Promise<unknown>): Promise<string> {
  const events: unknown[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...value)
  session.on('Tracing.dataCollected', collect)
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  })
  await run()
  await session.send('Tracing.end')
  await ended
  session.off('Tracing.dataCollected', collect)
  return JSON.stringify(events)
}
