import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test'
import { screens } from './playwright.config.ts'

/**
 * Methods whose effect lasts as long as a page or its context. A test that calls one of them leaves its page to no
 * other; add missing ones before a test uses them. Scripts of `addInitScript` are removed again.
 */
const LASTING = [
  'addCookies',
  'addLocatorHandler',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'newCDPSession',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setOffline',
  'fastForward',
  'install',
  'pauseAt',
  'runFor',
  'setFixedTime',
  'setSystemTime',
]
/** `HARNESS_SLOWER=8` makes each answer of the in-memory core eight times as late. */
const SLOWER = Number(process.env['HARNESS_SLOWER'] ?? 1)
const SIZE = { width: 1280, height: 720 }

/** Page of a worker, shared by its tests: opening one takes as long as a test. */
export interface KeptPage {
  context: BrowserContext
  page: Page
  begin: (seed: number) => Promise<void>
  /** Resets the page. @returns true if it can be used again; otherwise it is closed */
  end: (passed: boolean) => Promise<boolean>
}

export async function openKeptPage(browser: Browser): Promise<KeptPage> {
  const context = await browser.newContext(screens)
  const page = await context.newPage()
  const scripts: Promise<Disposable>[] = []
  let isSpoilt = false
  for (const part of [context, page, context.clock]) {
    hear(part, LASTING, () => (isSpoilt = true))
    hear(part, ['addInitScript'], (script) => scripts.push(script as Promise<Disposable>))
  }
  return {
    context,
    page,
    async begin(seed) {
      await context.addInitScript((given) => void Object.assign(window, given), { seed, slower: SLOWER })
    },
    async end(passed) {
      if (!passed || isSpoilt || page.isClosed()) {
        await context.close()
        return false
      }
      for (const script of scripts.splice(0)) await (await script).dispose()
      for (const other of context.pages()) if (other !== page) await other.close()
      // A document of the same origin without scripts: also clears data that the screens write on unload.
      await page.goto('/nowhere.txt')
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await page.mouse.move(0, 0)
      await page.setViewportSize(SIZE)
      return true
    },
  }
}

/** Reports the return value of each call of these methods. */
function hear(part: object, names: readonly string[], heard: (returned: unknown) => void): void {
  const methods = part as Record<string, unknown>
  for (const name of names) {
    const method = methods[name]
    if (typeof method !== 'function') continue
    methods[name] = (...args: unknown[]) => {
      const returned: unknown = Reflect.apply(method, part, args)
      heard(returned)
      return returned
    }
  }
}
