import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeTemporaryDirectories, temporaryDirectory } from '#tests/fakes/core-fixture.ts'
import { openInChromium, ORIGIN } from '#tests/fakes/electron/chromium-window.ts'
import { startDesktop, type Desktop } from '#tests/fakes/electron/desktop.ts'
import { chromiumArgs, findChromium } from '../../system.ts'
import { ensureBuilt } from './ensure-built.ts'

/**
 * The desktop application as far as a machine without Electron's runtime can run it: its built main process over the
 * stand-in, its built preload and renderer in the system's Chromium, its own pages with its own policy.
 */
const executablePath = findChromium()
if (executablePath === null) process.stderr.write('shell in Chromium: skipped, there is no Chromium here\n')

describe.skipIf(executablePath === null)('the desktop window in a real Chromium', () => {
  let desktop: Desktop
  let browser: Browser
  let page: Page
  let elsewhere: string[]
  const violations: string[] = []

  beforeAll(async () => {
    await ensureBuilt()
    desktop = startDesktop(join(await temporaryDirectory(), 'data'), { args: ['--report-delay-ms=50'] })
    await desktop.shown()
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArgs] })
    page = await browser.newPage({ locale: 'es-ES', viewport: { width: 1280, height: 800 } })
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text())
    })
    const preload = fileURLToPath(new URL('../../../out/preload/preload.cjs', import.meta.url))
    elsewhere = await openInChromium(page, desktop, preload)
  })
  beforeEach(() => void violations.splice(0))
  afterAll(async () => {
    await browser?.close()
    await desktop?.stop()
    await removeTemporaryDirectories()
  })

  const field = () => page.getByRole('combobox', { name: 'Matrícula' })

  test('a plate is typed and its verdict painted, with no violation of the policy', async () => {
    await field().fill('0000BBB')
    await field().press('Enter')
    const verdict = page.getByRole('region', { name: 'Veredicto' })
    await verdict.getByRole('heading', { name: 'No transferible' }).waitFor()
    await field().fill('1234BCD')
    await field().press('Enter')
    await verdict.getByRole('heading', { name: 'Transferible' }).waitFor()
    expect(violations).toEqual([])
    expect(elsewhere).toEqual([])
  })

  test('a file dropped on the page goes in over its port', async () => {
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Lozano;5678FGH\r\nRuiz;m-1234-ab'], 'lista.csv', { type: 'text/csv' }))
      return data
    })
    for (const type of ['dragenter', 'dragover', 'drop'])
      await page.dispatchEvent('main', type, { dataTransfer: transfer })
    await page.getByText('Elige una matrícula').waitFor()
  })

  test('the history comes out over its port, and a reload of its address finds the page again', async () => {
    await page.goto(`${ORIGIN}/consulta/historial`)
    await page.getByRole('heading', { level: 1, name: 'Historial' }).waitFor()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('img') })
      .first()
      .waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(/;0000 BBB;No transferible;/)
    expect(violations).toEqual([])
  })

  test('a route from outside takes the page there', async () => {
    await page.goto(`${ORIGIN}/`)
    await field().waitFor()
    await desktop.main(({ app }) => {
      app.emit('second-instance', {}, [], '/', { place: { view: 'settings' } })
    })
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor()
  })

  test('a link shows its plate and asks the service for nothing; an item that is not here is said', async () => {
    const link = (url: string) =>
      desktop.main(({ app }, given) => app.emit('open-url', { preventDefault: () => undefined }, given), url)
    await link('ventanilla://consulta/5678-fgh')
    await expect.poll(() => field().inputValue()).toBe('5678 FGH')
    await page.getByRole('region', { name: 'Veredicto' }).waitFor()
    const known = await desktop.main(({ ipcMain, BrowserWindow }) => {
      const sender = BrowserWindow.getAllWindows()[0]!.webContents
      const call = JSON.stringify({ command: 'lookup.get', args: { vrm: '5678FGH' } })
      return ipcMain.deliverInvoke({ sender, senderFrame: sender.mainFrame }, 'ventanilla:call', call)
    })
    expect(known).toMatchObject({ ok: true, value: { latest: null, pending: null, failed: null } })
    expect(page.url()).not.toMatch(/5678/)
    expect(await page.title()).not.toMatch(/5678/)
    await link('ventanilla://expediente/no-such-one')
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/no se encuentra|no existe|no está/i)
  })

  test('the policy is enforced: no script of the page’s own, no connection, no frame, no style from elsewhere', async () => {
    const directives = ['script-src-elem', 'script-src-attr', 'frame-src', 'style-src-elem', 'connect-src']
    const outcome = await page.evaluate(
      async ({ wanted, patienceMs }) => {
        const broken = new Set<string>()
        const allBroken = new Promise<void>((resolve) =>
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            broken.add(effectiveDirective)
            if (wanted.every((directive) => broken.has(directive))) resolve()
          }),
        )
        const script = document.createElement('script')
        script.textContent = 'window.ran = true'
        const handler = document.createElement('img')
        handler.setAttribute('onerror', 'window.ran = true')
        const frame = document.createElement('iframe')
        frame.src = '/index.html'
        const style = document.createElement('style')
        style.textContent = 'body { display: none }'
        document.body.append(script, handler, frame, style)
        // The handler is only compiled, and refused, for an event.
        handler.dispatchEvent(new Event('error'))
        const connected = await fetch('http://127.0.0.1:9/').then(
          () => true,
          () => false,
        )
        // Only a later task is the page's own: a debugger's evaluation may use eval.
        await Promise.race([allBroken, new Promise((resolve) => setTimeout(resolve, patienceMs))])
        let evaluated = false
        try {
          // oxlint-disable-next-line typescript/no-implied-eval -- what the policy must not allow
          evaluated = Boolean(Function('return true')())
        } catch {
          // Expected.
        }
        return {
          broken: [...broken],
          ran: 'ran' in window,
          connected,
          evaluated,
          hidden: getComputedStyle(document.body).display === 'none',
        }
      },
      { wanted: directives, patienceMs: 20_000 },
    )
    expect(outcome).toMatchObject({ ran: false, connected: false, evaluated: false, hidden: false })
    expect(outcome.broken).toEqual(expect.arrayContaining(directives))
  })
})
