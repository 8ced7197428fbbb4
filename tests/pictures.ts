import { mkdir } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { build, isStale } from '#electron/build-if-stale.ts'
import { fileURLToPath } from 'node:url'
import { startApplication, temporaryDataDir } from './fakes/application.ts'
import { chromiumArgs, ensureChromium, findHeadlessShell } from './system.ts'

/** `npm run pictures`: the pictures of the documentation, of the demonstration's sample office as it opens. */

const root = fileURLToPath(new URL('..', import.meta.url))
const SIZE = { width: 1280, height: 800 }

const PICTURES: readonly (readonly [
  file: string,
  section: string,
  ready: (page: Page) => Promise<unknown>,
])[] = [
  [
    'consulta',
    'Consulta',
    async (page) => {
      await page.getByRole('button', { name: /Transferible con avisos/ }).click()
      await page.getByRole('heading', { name: 'Transferible con avisos' }).waitFor()
      await page.locator('main').getByText('Confirmando con Tráfico').waitFor({ state: 'hidden' })
    },
  ],
  ['expedientes', 'Expedientes', (page) => page.getByRole('row').nth(8).waitFor()],
  ['novedades', 'Novedades', (page) => page.getByRole('row').nth(8).waitFor()],
  [
    'paseo',
    'Consulta',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('empezar el paseo')
      await page.getByRole('option', { selected: true, name: /Empezar el paseo/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: /^Formación: / }).waitFor()
    },
  ],
]

if (isStale(root) && !(await build(root))) process.exit(1)
if ((await ensureChromium()) === null) {
  process.stderr.write('no Chromium here and no permission to install it\n')
  process.exit(1)
}
// The texts that the core writes have the time of the page.
process.env['TZ'] = 'Europe/Madrid'
const directory = await temporaryDataDir()
const application = await startApplication(directory.path, ['--port=0', '--sample-office'])
const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? '', args: [...chromiumArgs] })
try {
  const page = await browser.newPage({ locale: 'es-ES', timezoneId: 'Europe/Madrid', viewport: SIZE })
  await page.goto(application.entry)
  await page.getByRole('button', { name: 'Ahora no' }).click()
  // The sample office begins with a report that may have been paid for.
  await page.getByRole('button', { name: 'Ver qué hacer' }).click()
  await page.getByRole('button', { name: 'Descartarlo…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartarla' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await mkdir(`${root}/docs/pictures`, { recursive: true })
  for (const [file, section, ready] of PICTURES) {
    const sections = page.getByRole('navigation', { name: 'Principal' })
    await sections.getByRole('link', { name: new RegExp(`^${section}`) }).click()
    await ready(page)
    await page.mouse.move(SIZE.width / 2, SIZE.height - 4)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `${root}/docs/pictures/${file}.png` })
    process.stdout.write(`docs/pictures/${file}.png\n`)
  }
} finally {
  await browser.close()
  await application.stop()
  await directory.remove()
}
