import { expect, test as base, _electron, type ElectronApplication, type Page } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import { findElectron, hasDisplay } from '#electron/choose-host.ts'
import { isAlive, temporaryDataDir } from '#tests/fakes/application.ts'

/**
 * The desktop window on Electron itself, where its runtime is installed. Elsewhere the same main process is tested over
 * a stand-in and in the system's Chromium (tests/integration/shell).
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const runtime = findElectron(root)

function whyNot(): string | null {
  if (runtime === null) return 'Electron’s runtime is not here (npx install-electron downloads it)'
  if (process.getuid?.() === 0) return 'Electron has no sandbox for root'
  return hasDisplay(process.platform, process.env) ? null : 'there is no display (xvfb-run gives one)'
}

const reason = whyNot()
if (reason !== null && process.env['TEST_WORKER_INDEX'] === undefined)
  process.stdout.write(`desktop window on Electron: skipped, ${reason}\n`)

const test = base.extend<{ electron: ElectronApplication; window: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
  electron: async ({}, use) => {
    const directory = await temporaryDataDir()
    const electron = await _electron.launch({
      executablePath: runtime ?? '',
      args: [`${root}/out/main/main.js`, `--data-dir=${directory.path}`],
    })
    await use(electron)
    await electron.close()
    await directory.remove()
  },
  window: async ({ electron }, use) => use(await electron.firstWindow()),
})

test.skip(reason !== null, reason ?? '')

const field = (window: Page) => window.getByRole('combobox', { name: 'Matrícula' })

test('a plate gets its verdict over IPC', async ({ window }) => {
  await field(window).fill('0000BBB')
  await field(window).press('Enter')
  await expect(
    window.getByRole('region', { name: 'Veredicto' }).getByRole('heading', { name: 'No transferible' }),
  ).toBeVisible()
})

test('the page is in the sandbox, on its own origin, under its policy', async ({ window }) => {
  await field(window).waitFor()
  const seen = await window.evaluate(async () => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
    const opened = globalThis.open('https://example.com/')
    const connected = await fetch('https://example.com/').then(
      () => true,
      () => false,
    )
    return {
      origin: location.origin,
      ran: 'ran' in globalThis,
      opened: opened !== null,
      connected,
      node: typeof (globalThis as { require?: unknown }).require,
    }
  })
  expect(seen).toEqual({
    origin: 'app://ventanilla',
    ran: false,
    opened: false,
    connected: false,
    node: 'undefined',
  })
})

test('closing the window ends everything', async ({ electron, window }) => {
  await field(window).waitFor()
  const pids = await electron.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid))
  await Promise.all([electron.waitForEvent('close'), window.close()])
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})
