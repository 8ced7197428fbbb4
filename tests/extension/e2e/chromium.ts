import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '#tests/system.ts'

/** Chromium with the extension, in a profile of its own. */
export interface ChromiumWithExtension {
  context: BrowserContext
  /** Opens one of the extension's own pages in a tab. */
  open(path: string): Promise<Page>
  /** Ends its service worker, as the browser does after a while. */
  stopWorker(): Promise<void>
  close(): Promise<void>
}

/**
 * @param profile where the browser also looks for native hosts
 * @param extension unpacked folder
 */
export async function openChromium(
  profile: string,
  extension: string,
  id: string,
): Promise<ChromiumWithExtension> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    headless: false,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    args: [
      ...chromiumArgs,
      '--headless=new',
      `--load-extension=${extension}`,
      `--disable-extensions-except=${extension}`,
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
    ],
  })
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker')
  return {
    context,
    async open(path) {
      const page = await context.newPage()
      await page.goto(`chrome-extension://${id}/${path}`)
      return page
    },
    async stopWorker() {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await page.close()
    },
    close: () => context.close(),
  }
}
