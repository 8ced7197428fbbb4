import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '#tests/system.ts'

export const VIEWPORT = { width: 1280, height: 800 }
const RENDERER = 'out/renderer'

/** Runs with a Chromium of the system. Without one, the figures are left out with a message. */
export async function withChromium<T>(run: (browser: Browser) => Promise<T[]>): Promise<T[]> {
  const executablePath = findChromium()
  if (executablePath === null) {
    process.stderr.write('no Chromium here: these figures are left out\n')
    return []
  }
  const browser = await chromium.launch({ executablePath, args: [...chromiumArgs] })
  try {
    return await run(browser)
  } finally {
    await browser.close()
  }
}

/** Makes a page's processor that many times slower, for as long as the page is open. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** Megabytes of a page's JavaScript after a garbage collection. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1024 ** 2
}

/** Kilobytes of the entry chunk and its static imports: the download of a window before it shows anything. */
export function firstLoadKilobytes(): number {
  const html = readFileSync(join(RENDERER, 'index.html'), 'utf8')
  const wanted = [...html.matchAll(/(?:src|href)="\/?(?:\.\/)?(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  )
  const seen = new Set<string>()
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const code = readFileSync(join(RENDERER, path), 'utf8')
    for (const [, name] of code.matchAll(/(?:^|[;}\s])(?:import|from)\s*"\.\/([^"]+\.js)"/g))
      wanted.push(`assets/${name}`)
  }
  if (seen.size === 0) throw new Error(`no script found in ${RENDERER}`)
  const bytes = [...seen].map((path) => gzipSync(readFileSync(join(RENDERER, path))).byteLength)
  return bytes.reduce((sum, one) => sum + one, 0) / 1024
}

/**
 * Loads the present page again and again, from no cache.
 * @param wanted selector of the element that must be painted
 * @returns milliseconds from each navigation until it is
 */
export async function firstLoads(page: Page, rounds: number, wanted: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
    times.push(await paintedAfter(page, wanted, () => page.goBack()))
  }
  return times
}

/**
 * Milliseconds from the first key that `press` presses to the first frame painted once `isThere` is true.
 * @param isThere runs in the page, and sees only its argument
 */
export async function untilPainted<A>(
  page: Page,
  isThere: (arg: A) => boolean,
  arg: A,
  press: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    `globalThis.painted = (${String(watch)})(${String(isThere)}, ${JSON.stringify(arg)}), undefined`,
  )
  await press()
  return page.evaluate<number>('globalThis.painted')
}

/**
 * Milliseconds from the start of a navigation to the first painted frame that has the element of a selector. The page
 * itself reports it: a locator that waits from outside takes turns of the page's thread.
 * @param navigate ends once the page has loaded, or earlier
 */
async function paintedAfter(page: Page, selector: string, navigate: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `globalThis.painted = (${String(watchLoad)})(${JSON.stringify(selector)})`,
  })
  await navigate()
  const time = await page.evaluate<number>('globalThis.painted')
  await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  await session.detach()
  return time
}

/** Runs in the page before any script of the page. */
function watchLoad(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { subtree: true, childList: true })
  })
}

/** Runs in the page. */
function watch<A>(isThere: (arg: A) => boolean, arg: A): Promise<number> {
  const framed = (done: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', done)
      port2.start()
      port1.postMessage(null)
    })
  return new Promise((resolve) => {
    const pressed = (event: KeyboardEvent) => {
      const observer = new MutationObserver(() => {
        if (!isThere(arg)) return
        observer.disconnect()
        framed(() => resolve(performance.now() - event.timeStamp))
      })
      const everything = { subtree: true, childList: true, attributes: true, characterData: true }
      observer.observe(document.body, everything)
    }
    addEventListener('keydown', pressed, { capture: true, once: true })
  })
}
