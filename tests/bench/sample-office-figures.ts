import { readFileSync } from 'node:fs'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createForkSidecars } from '#electron/sidecar/fork-sidecar.ts'
import { casesText } from '#shared/text/cases.ts'
import { childrenOf, startApplication, temporaryDataDir } from '#tests/fakes/application.ts'
import { hostPointingAt, startCore, temporaryDirectory, waitUntil } from '#tests/fakes/core-fixture.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'
import { residentMegabytes } from './resident-memory.ts'
import { figure, type Figure } from './statistics.ts'

const ROUNDS = 9
/** After the list is on screen: what a start puts off is done, and nothing moves but what moves by itself. */
const REST_MS = 5_000

/**
 * Wanted values: the office is there within 1.5 s of the window's opening, at the first start; the core's are those of
 * its own part. There is none for the memory of the service and of the window.
 */
const TARGETS = { query: 300, filled: 1_500, host: 150 } as const

/** Samples by figure, of a demonstration with its sample office and of an empty one. */
type Samples = Map<string, { office: number[]; empty: number[] }>
type Demo = 'office' | 'empty'
const DEMOS: readonly Demo[] = ['office', 'empty']

/**
 * The demonstration with its sample office. Beside each figure, the same of an empty demonstration, measured in turns
 * with it: the floor, and what the office adds to it.
 */
export async function sampleOfficeFigures(): Promise<Figure[]> {
  const samples: Samples = new Map()
  const add = (name: string, demo: Demo, value: number) => {
    const known = samples.get(name) ?? { office: [], empty: [] }
    known[demo].push(value)
    samples.set(name, known)
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const demo of DEMOS) await coreStarts(demo, (name, value) => add(name, demo, value))

  const executablePath = findChromium()
  if (executablePath === null)
    process.stderr.write('no Chromium here: the figures of the window are left out\n')
  else {
    const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
    try {
      for (let round = 0; round < ROUNDS; round++)
        for (const demo of DEMOS) await windowStarts(browser, demo, (name, value) => add(name, demo, value))
    } finally {
      await browser.close()
    }
  }
  return [...samples].flatMap(([name, { office, empty }]) => besideFloor(name, office, empty))
}

type Add = (name: string, value: number) => void

const FIRST_QUERY = 'start → first query answered'
const LIST = 'window → list of procedures painted'
/** Fills the office, where there is one. */
const FIRST = 'first start'
const SECOND = 'second start'
const MEMORY = 'memory at rest'
const HOST = `${MEMORY}, core (RSS)`

const targetOf = (name: string): number | undefined =>
  name.startsWith(FIRST_QUERY)
    ? TARGETS.query
    : name.startsWith(LIST)
      ? TARGETS.filled
      : name === HOST
        ? TARGETS.host
        : undefined

function besideFloor(name: string, office: readonly number[], empty: readonly number[]): Figure[] {
  const unit = name.startsWith(MEMORY) ? 'MB' : 'ms'
  const target = targetOf(name)
  const floor = figure(`empty demonstration: ${name}`, unit, empty)
  const own = figure(`sample office: ${name}`, unit, office, target === undefined ? {} : { target })
  const added = own.p50 - floor.p50
  return [{ ...own, note: `${added < 0 ? '−' : '+'}${Math.abs(added).toFixed(0)} over empty` }, floor]
}

/** Both starts of a core with the demonstration's own service, a process of its own. */
async function coreStarts(demo: Demo, add: Add): Promise<void> {
  const dataDir = await temporaryDirectory()
  const host = {
    ...hostPointingAt(() => ''),
    startSidecar: createForkSidecars({
      entry: (name) => new URL(`../../out/tests/${name}.js`, import.meta.url),
      onLine: () => undefined,
    }),
  }
  for (const start of [FIRST, SECOND]) {
    const started = performance.now()
    const fixture = await startCore('', { dataDir, host, sampleOffice: demo === 'office' })
    await fixture.value('lookup.get', { vrm: '1234BCD' })
    add(`${FIRST_QUERY}, ${start}`, performance.now() - started)
    const sort = { by: 'recent', descending: true } as const
    if (demo === 'office')
      await waitUntil(
        () => fixture.value('cases.list', { filter: {}, sort, offset: 0, limit: 1 }),
        ({ rows }) => rows.length > 0,
      )
    await fixture.stop()
  }
}

/** Both starts of the application, each with a window of its own, and the memory of the second at rest. */
async function windowStarts(browser: Browser, demo: Demo, add: Add): Promise<void> {
  const directory = await temporaryDataDir()
  try {
    for (const start of [FIRST, SECOND]) {
      const args = ['--port=0', ...(demo === 'office' ? ['--sample-office'] : [])]
      const application = await startApplication(directory.path, args)
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'es-ES' })
      try {
        const page = await context.newPage()
        add(`${LIST}, ${start}`, await untilListed(page, application.entry, demo))
        if (start === FIRST) continue
        await new Promise((resolve) => setTimeout(resolve, REST_MS))
        const memory = await memoryOf(application.pid, browser)
        add(HOST, memory.host)
        add(`${MEMORY}, service (RSS)`, memory.service)
        add(`${MEMORY}, window (RSS)`, memory.window)
        add(`${MEMORY}, all of them (RSS)`, memory.host + memory.service + memory.window)
      } finally {
        await context.close()
        await application.stop()
      }
    }
  } finally {
    await directory.remove()
  }
}

/** Milliseconds from opening a window to the frame with the list of procedures, or with the words that there are none. */
async function untilListed(page: Page, entry: string, demo: Demo): Promise<number> {
  await page.addInitScript(watchList, demo === 'office' ? null : casesText.emptyTitle)
  const opened = performance.timeOrigin + performance.now()
  await page.goto(entry)
  const painted = await page.waitForFunction(() => Reflect.get(globalThis, 'listPaintedAt') as number, null, {
    polling: 50,
  })
  return (await painted.jsonValue()) - opened
}

/** Runs in every page of the way: goes to the list as soon as there is a way to it. */
function watchList(words: string | null): void {
  let isGone = false
  const observer = new MutationObserver(() => {
    const link = document.querySelector<HTMLElement>('nav a[href="/expedientes"]')
    if (link && !isGone) {
      isGone = true
      link.click()
    }
    const isThere =
      words === null
        ? document.querySelector('[data-row="0"] .case__cell--plate') !== null
        : document.querySelector('main')?.textContent?.includes(words) === true
    if (!isThere) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', () =>
        Reflect.set(globalThis, 'listPaintedAt', performance.timeOrigin + performance.now()),
      )
      port2.start()
      port1.postMessage(null)
    })
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true })
}

async function memoryOf(
  host: number,
  browser: Browser,
): Promise<{ host: number; service: number; window: number }> {
  const service = (await childrenOf(host)).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('service.js'),
  )
  if (service === undefined) throw new Error('the demonstration has no service')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => residentMegabytes(id))
  return {
    host: residentMegabytes(host),
    service: residentMegabytes(service),
    // The browser keeps a spare one, empty.
    window: Math.max(...renderers),
  }
}
