import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type BrowserContext } from '@playwright/test'
import { VERSION } from '#electron/version.ts'
import { CHROME_ID } from '#shared/host-protocol/protocol.ts'
import { startApplication, temporaryDataDir } from '#tests/fakes/application.ts'
import { approve } from '#tests/extension/e2e/approve.ts'
import { openChromium } from '#tests/extension/e2e/chromium.ts'
import { chromiumArgs, findChromium, findHeadlessShell } from '#tests/system.ts'
import { buildExtension, unpack } from '../../build/extension/build-extension.ts'
import { figure, type Figure } from './statistics.ts'

const PLATE = '1234 BCD'
const WARM_UP = 3
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Painted: the first frame once an element is there, in milliseconds since the page began. Runs in the page. */
const watch = (selector: string) => {
  const { promise, resolve } = Promise.withResolvers<number>()
  Object.assign(window, { painted: promise })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port2.addEventListener('message', () => resolve(performance.now()))
      port2.start()
      port1.postMessage(null)
    })
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
}

/**
 * The popup of the packed extension in real Chromium, from its opening to the known verdict of the selected plate, through
 * the real native host; beside a page with one word. The window that the browser makes for it is not in it.
 */
export async function extensionPopupFigures(rounds: number): Promise<Figure[]> {
  if (findChromium() === null) return []
  const home = await temporaryDataDir()
  const dataDir = join(home.path, 'ventanilla')
  const env = { ...process.env, HOME: home.path }
  const folder = join(home.path, 'extension')
  const [files] = (await buildExtension(VERSION, ['chrome'])).values()
  if (files) await unpack(files, folder)
  const application = await startApplication(dataDir, ['--port=0'], env)
  const command = join(root, 'electron/extension-command.ts')
  await promisify(execFile)(process.execPath, [command, 'install', 'chromium', `--data-dir=${dataDir}`], {
    env,
  })
  const shell = await chromium.launch({ executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs] })
  const browser = await openChromium(`${home.path}/.config/chromium`, folder, CHROME_ID)
  try {
    const window = await shell.newPage({ locale: 'es-ES' })
    await window.goto(application.entry)
    const page = browser.context.pages()[0] ?? (await browser.context.newPage())
    await approve(await browser.press(page), window)
    await window.getByRole('textbox', { name: 'Matrícula' }).fill(PLATE)
    await window.keyboard.press('Enter')
    await window.getByRole('heading', { name: 'Transferible', exact: true }).waitFor()
    const words = await paintedOf(browser.context, rounds, 'data:text/html,<p>palabra</p>', 'p')
    const popup = `chrome-extension://${CHROME_ID}/popup.html`
    const verdicts = await paintedOf(browser.context, rounds, popup, '.popup-verdict.verdict--ok')
    return [
      figure('extension: popup opened → known verdict painted', 'ms', verdicts, { target: 100 }),
      figure('a page with one word, opened in the same browser', 'ms', words),
    ]
  } finally {
    await browser.close()
    await shell.close()
    await application.stop()
    await home.remove()
  }
}

async function paintedOf(
  context: BrowserContext,
  rounds: number,
  address: string,
  selector: string,
): Promise<number[]> {
  const times: number[] = []
  for (let round = -WARM_UP; round < rounds; round++) {
    const page = await context.newPage()
    await page.addInitScript(watch, selector)
    if (address.startsWith('chrome-extension:')) {
      // As its button leaves it: the plate selected in a page.
      const [worker] = context.serviceWorkers()
      await worker?.evaluate(
        (text) => chrome.storage.session.set({ 'request-popup': { to: 'popup', text, at: Date.now() } }),
        PLATE,
      )
    }
    await page.goto(address)
    // Awaited in the page: its policy lets nothing be evaluated there from text.
    const painted = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
    if (round >= 0) times.push(painted)
    await page.close()
  }
  return times
}
