import { chromium, type Page } from '@playwright/test'
import { DEMO } from '#electron/core/accounts/accounts-file.ts'
import { MAX_LISTED } from '#shared/domain/plate-list.ts'
import { startApplication, temporaryDataDir } from '#tests/fakes/application.ts'
import { controlOf } from '#tests/fakes/window-control.ts'
import { plateNumber } from '#tests/fixtures/plate-lists/plates.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { scrollToTheEnd } from './desk-browser-figures.ts'
import { untilPainted } from './painted.ts'
import { figure, type Figure } from './statistics.ts'

/** A frame, and what its time may differ by. */
const FRAME_MS = 17
/** The fastest that an account may be set to. */
const PER_SECOND = 50
const KEYS = 60
const KEY_EVERY_MS = 120
const SETTLED_MS = 2_000

/** Typing in the search of a full list and scrolling it, while its rows fill and once it is paused. */
export async function listScreenFigures(): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write('no Chromium here: the figures of the window are left out\n')
    return []
  }
  const directory = await temporaryDataDir()
  const application = await startApplication(directory.path, ['--port=0'])
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'es-ES',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    await page.goto(application.entry)
    await page.getByRole('button', { name: 'Consulta masiva' }).waitFor()
    const control = await controlOf(application, context)
    await control.call('accounts.change', {
      id: DEMO.id,
      assumptions: { interactiveRequestsPerSecond: PER_SECOND },
    })
    // The account begins again, and the window with it.
    await page.waitForTimeout(SETTLED_MS)
    await page.getByRole('button', { name: 'Consulta masiva' }).click()
    const plates = Array.from({ length: MAX_LISTED }, (_, index) => plateNumber(index)).join('\n')
    await page.evaluate((text) => navigator.clipboard.writeText(text), plates)
    await page.getByRole('textbox', { name: 'Lista de matrículas' }).focus()
    const isRead = () => document.querySelector('.new-list__read') !== null
    const read = await untilPainted(page, isRead, null, () => page.keyboard.press('Control+v'))
    await page.getByRole('button', { name: /^Consultar 5/ }).press('Enter')
    await page.locator('[data-row="0"]').waitFor()
    const answered = async () => {
      const [list] = (await control.call('plate-lists.list', {})).rows
      return list!.total - list!.counts.waiting
    }
    const before = await answered()
    const filling = await handled(page)
    const filled = (await answered()) - before
    const [list] = (await control.call('plate-lists.list', {})).rows
    await control.call('plate-lists.pause', { id: list!.id })
    await page.waitForTimeout(SETTLED_MS)
    const still = await handled(page)
    control.close()
    const p95 = (frames: readonly number[]) => figure('', 'ms', frames).p95
    const figures = (what: keyof typeof still, words: string) => [
      figure(`list of 5,000 filling: each frame as one ${words}`, 'ms', filling[what], {
        target: FRAME_MS,
        note: `${filled} rows filled; ${p95(still[what]).toFixed(0)} ms while it is paused`,
      }),
      figure('list of 5,000 filling: the longest of them', 'ms', [Math.max(...filling[what])], {
        note: `${Math.max(...still[what]).toFixed(0)} ms while it is paused`,
      }),
    ]
    return [
      figure('list of 5,000: pasted → read, and its plates counted', 'ms', [read]),
      ...figures('typed', 'types'),
      ...figures('scrolled', 'scrolls'),
    ]
  } finally {
    await browser.close()
    await application.stop()
    await directory.remove()
  }
}

/** Types in the search of the open list, clears it, and scrolls to the end. @returns milliseconds of each frame */
async function handled(page: Page): Promise<{ typed: number[]; scrolled: number[] }> {
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.evaluate(() => {
    const frames: number[] = []
    const watched = { frames, isOver: false }
    Reflect.set(globalThis, 'watched', watched)
    const step = (before: number) =>
      requestAnimationFrame((at) => {
        frames.push(at - before)
        if (!watched.isOver) step(at)
      })
    requestAnimationFrame(step)
  })
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 6 < 3 ? '1' : 'Backspace')
    await page.waitForTimeout(KEY_EVERY_MS)
  }
  const typed = await page.evaluate(() => {
    const watched = Reflect.get(globalThis, 'watched') as { frames: number[]; isOver: boolean }
    watched.isOver = true
    return watched.frames
  })
  return { typed, scrolled: await scrollToTheEnd(page) }
}
