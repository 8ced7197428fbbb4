import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import Database from 'better-sqlite3-multiple-ciphers'
import { demoDirectory } from '#electron/core/accounts/demo-directory.ts'
import { DEMO } from '#electron/core/accounts/accounts-file.ts'
import { startApplication, temporaryDataDir } from '#tests/fakes/application.ts'
import { waitUntil } from '#tests/fakes/core-fixture.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { eventText } from './relay-events.ts'
import { pageOf, startBenchRelay } from './relay-target.ts'
import { figure, type Figure } from './statistics.ts'

const CHANGES = 10_000
const AT_ONCE = 32
/** Two frames: none may be missed. */
const FRAME_MS = 33
/** Nothing moves any more. */
const SETTLED_MS = 3_000
const LIMIT_MS = 90_000
const FILL_MS = 10_000
const STATES = ['IN_PROGRESS', 'ON_HOLD', 'BLOCKED', 'PENDING']

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The screen while the core catches up with what came when this PC was off, beside a start with nothing to catch up. */
export async function screenFigures(): Promise<Figure[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write('no Chromium here: the figures of the window are left out\n')
    return []
  }
  const directory = await temporaryDataDir()
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    await fillOffice(directory.path)
    const quiet = await startAndWatch(browser, directory.path)
    await changeMeanwhile(directory.path)
    const busy = await startAndWatch(browser, directory.path)
    const name = `${CHANGES} changes while this PC was off`
    return [
      figure(`${name}: each frame while they arrive`, 'ms', busy.frames),
      figure(`${name}: the longest of those frames`, 'ms', [Math.max(...busy.frames)], {
        target: FRAME_MS,
        note: `${Math.max(...quiet.frames).toFixed(0)} ms in a start without them`,
      }),
      figure(`${name}: window → all of them confirmed`, 'ms', [busy.ms]),
    ]
  } finally {
    await browser.close()
    await directory.remove()
  }
}

const storeOf = (dataDir: string) => join(demoDirectory(dataDir), 'relay', 'relay.db')

function read<T>(path: string, query: string): T[] {
  const db = new Database(path, { readonly: true })
  try {
    return db.prepare<[], T>(query).all()
  } finally {
    db.close()
  }
}

/** Numbers that this PC lacks, by its confirmations. */
const missing = (dataDir: string): number =>
  read<{ missing: number }>(
    storeOf(dataDir),
    'SELECT office.head - device.acked AS missing FROM office JOIN device ON device.office_id = office.id',
  )[0]?.missing ?? Number.NaN

/** Of the service, which has its store alone while it runs. */
const procedures = (dataDir: string) =>
  read<{ id: string }>(join(demoDirectory(dataDir), 'service', 'service.db'), 'SELECT id FROM procedure')

/** Starts the sample office for as long as it takes to fill it. */
async function fillOffice(dataDir: string): Promise<void> {
  const application = await startApplication(dataDir, ['--port=0', '--sample-office'])
  try {
    await pause(FILL_MS)
    await waitUntil(
      () => missing(dataDir),
      (count) => count === 0,
      LIMIT_MS,
    )
  } finally {
    await application.stop()
  }
}

/** Changes of the office's own procedures, received by its relay. */
async function changeMeanwhile(dataDir: string): Promise<void> {
  const directory = join(demoDirectory(dataDir), 'relay')
  const relay = await startBenchRelay(undefined, { directory, office: DEMO.name })
  const ids = procedures(dataDir).map(({ id }) => id)
  const { head } = await pageOf(relay, '?limit=1')
  let made = 0
  const work = async () => {
    while (made < CHANGES) {
      const index = made++
      const body = eventText(ids[index % ids.length] ?? '', STATES[index % STATES.length])
      const answer = await fetch(relay.url + relay.inbox.path, {
        method: 'POST',
        headers: relay.inbox.headers,
        body,
      })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const now = await pageOf(relay, '?limit=1')
  await relay.kill('SIGTERM')
  if (now.head - head < CHANGES) throw new Error(`only ${now.head - head} changes were taken`)
}

/** @returns the frames from the first rows on screen until this PC has confirmed everything */
async function startAndWatch(browser: Browser, dataDir: string): Promise<{ frames: number[]; ms: number }> {
  const application = await startApplication(dataDir, ['--port=0', '--sample-office'])
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
  try {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(application.entry)
    await page.getByRole('link', { name: 'Expedientes' }).click()
    await page.locator('[data-row="0"] .case__cell--plate').waitFor()
    await page.evaluate(() => {
      const frames: number[] = []
      Reflect.set(globalThis, 'frames', frames)
      // By the screen's own times: when a callback runs says more of the processors than of what is seen.
      const step = (before: number) =>
        requestAnimationFrame((at) => {
          frames.push(at - before)
          step(at)
        })
      requestAnimationFrame(step)
    })
    // Seldom: opening the store takes its part of the processors.
    while (missing(dataDir) > 0 && performance.now() - began < LIMIT_MS) await pause(250)
    const ms = performance.now() - began
    await pause(SETTLED_MS)
    return { frames: await page.evaluate(() => Reflect.get(globalThis, 'frames') as unknown as number[]), ms }
  } finally {
    await context.close()
    await application.stop()
  }
}
