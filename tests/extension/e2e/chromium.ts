import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { attachWindow, type ExtensionWindow } from './extension-window.ts'
import { chromiumArgs, findChromium } from '#tests/system.ts'

/** Chromium with the extension, in a profile of its own. */
export interface ChromiumWithExtension {
  context: BrowserContext
  /** Opens one of the extension's own pages in a tab. */
  open(path: string): Promise<Page>
  /** Presses its button over a tab: the user's act, which lets it read that tab. */
  press(page: Page): Promise<ExtensionWindow>
  /** The list beside the page, once it is open. */
  panel(): Promise<ExtensionWindow>
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
    // An application that the native host starts opens no window on the screen of whoever runs the tests.
    env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
    args: [
      ...chromiumArgs,
      '--headless=new',
      // Lets its button be pressed from outside.
      '--enable-unsafe-extension-debugging',
      `--load-extension=${extension}`,
      `--disable-extensions-except=${extension}`,
      '--disable-features=DisableLoadExtensionCommandLineSwitch',
    ],
  })
  if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker')
  const browser = context.browser()
  if (!browser) throw new Error('no browser')
  const ownSession = await browser.newBrowserCDPSession()
  const targets = async (type: string) =>
    (await ownSession.send('Target.getTargets', { filter: [{ type }] })).targetInfos
  return {
    context,
    async press(page) {
      await page.bringToFront()
      const tab = (await targets('tab')).find(({ url }) => url === page.url())
      if (!tab) throw new Error(`no tab of ${page.url()}`)
      await ownSession.send('Extensions.triggerAction', { id, targetId: tab.targetId })
      return attachWindow(ownSession, `chrome-extension://${id}/popup.html`)
    },
    panel: () => attachWindow(ownSession, `chrome-extension://${id}/panel.html`),
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
