import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { startApplication } from '#tests/fakes/application.ts'
import { plateAt } from './invented-procedures.ts'
import { VIEWPORT, withChromium } from './measure-page.ts'

const WARM_UP = 5
/** The work that a key begins ends within this time. */
const SETTLE_MS = 400
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-v8.cpu_profiler', 'latencyInfo', 'cc', 'viz']

/** An action by one key. */
interface Path {
  file: string
  /** Brings the window to the place of the key. */
  before: (page: Page, run: number) => Promise<void>
  key: string
}

const PATHS: readonly Path[] = [
  {
    file: 'cached-lookup.json',
    async before(page, run) {
      await page.keyboard.press('Control+1')
      await page.getByRole('combobox', { name: 'Matrícula' }).fill(plateAt(run))
    },
    key: 'Enter',
  },
  {
    file: 'case-list.json',
    async before(page) {
      await page.keyboard.press('Control+1')
      await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
    },
    key: 'Control+2',
  },
  {
    file: 'case-search.json',
    async before(page) {
      await page.keyboard.press('Control+2')
      await page.getByRole('searchbox').fill('garci')
    },
    key: 'a',
  },
  {
    file: 'case-page.json',
    async before(page) {
      await page.keyboard.press('Control+2')
      await page.getByRole('searchbox').fill('')
      await page.locator('[data-row="0"]').focus()
    },
    key: 'Enter',
  },
]

/** Writes Chromium's own trace of each path. https://ui.perfetto.dev shows it. */
export const writeTraces = (dataDir: string, folder: string): Promise<string[]> =>
  withChromium(async (browser) => {
    mkdirSync(folder, { recursive: true })
    const application = await startApplication(dataDir, ['--port=0'])
    try {
      const page = await browser.newPage({ viewport: VIEWPORT, locale: 'es-ES' })
      await page.goto(application.entry)
      await page.getByRole('combobox', { name: 'Matrícula' }).waitFor()
      const session = await page.context().newCDPSession(page)
      const files: string[] = []
      for (const path of PATHS) {
        for (let run = 0; run < WARM_UP; run++) await press(page, path, run)
        const file = join(folder, path.file)
        writeFileSync(file, await traceOf(session, () => press(page, path, WARM_UP)))
        files.push(file)
      }
      return files
    } finally {
      await application.stop()
    }
  })

async function press(page: Page, { before, key }: Path, run: number): Promise<void> {
  await before(page, run)
  await page.waitForTimeout(SETTLE_MS)
  await page.keyboard.press(key)
  await page.waitForTimeout(SETTLE_MS)
}

async function traceOf(session: CDPSession, run: () => Promise<void>): Promise<string> {
  const events: object[] = []
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
