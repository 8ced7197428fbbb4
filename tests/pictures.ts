import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { build, isStale } from '#electron/build-if-stale.ts'
import { startApplication, temporaryDataDir } from './fakes/application.ts'
import { chromiumArgs, ensureChromium, findChromium } from './system.ts'

/**
 * `npm run pictures` takes the pictures of the documentation, light and dark, and makes its animated tour of them. They
 * show the demonstration's sample office.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const directory = `${root}/docs/pictures`
const SIZE = { width: 1280, height: 800 }
/** The tour is scaled to this width, in pixels. */
const TOUR_WIDTH = 960
/** Time of one picture of the tour, in milliseconds. */
const TOUR_STEP_MS = 2000

const LIST =
  '1234 BCD,3732 FPK,8888 BBB,1278 NHC,1506 KYG,8546 FST,0000 CCC,9999 DDD,4536 FXJ,3411 KRV,8680 LBT,1276 NHC'.split(
    ',',
  )

const WATCHED = [
  ['1234BCD', 'Transferible'],
  ['8888BBB', 'No transferible'],
  ['0000CCC', 'Transferible con avisos'],
] as const

const MESSAGE = `Buenos días, Marta. Te paso la venta del 1234 BCD.
Base imponible: 8.250,50 €. Factura n.º F-2026/0859. Contrato de 12/11/2026.
Vendedor: Autos Lozano SL, CIF B12345674.
Comprador: Nuria Ferrer Castell, DNI 12345678Z, nuria.ferrer@correo.example.`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first()
const rows = (page: Page, count: number) => page.getByRole('row').nth(count).waitFor()

const openSection = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

/** Opens a page, or runs a command, by its name in the search of everything. */
async function find(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(command)
  await page.getByRole('option', { selected: true, name: new RegExp(command, 'i') }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function consult(page: Page, plate: string, verdict: string): Promise<void> {
  await openSection(page, 'Consulta')
  await page.keyboard.insertText(plate)
  await page.keyboard.press('Enter')
  await heading(page, verdict).waitFor()
  await page.locator('main').getByText('Confirmando con Tráfico').waitFor({ state: 'hidden' })
}

/** Opens a section that is a list, filled. */
async function openList(page: Page, section: string): Promise<void> {
  await openSection(page, section)
  await rows(page, 8)
}

const close = (page: Page) => page.keyboard.press('Escape')

interface Scene {
  name: string
  /** Begins on any page, without an open dialog. */
  show(page: Page): Promise<unknown>
  /** Closes what `show` left open. */
  leave?(page: Page): Promise<unknown>
}

const SCENES: readonly Scene[] = [
  { name: 'consulta', show: (page) => consult(page, '1234BCD', 'Transferible') },
  {
    name: 'expediente-nuevo',
    async show(page) {
      await consult(page, '1234BCD', 'Transferible')
      await page.keyboard.press('Alt+t')
      await heading(page, 'Operación').waitFor()
      await page.keyboard.press('Alt+v')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.insertText(MESSAGE)
      await button(page, 'Buscar datos').click()
      await page.getByRole('dialog').getByText('Autos Lozano SL').first().waitFor()
    },
    leave: close,
  },
  {
    name: 'lista',
    async show(page) {
      await find(page, 'Consulta masiva')
      await page.getByLabel('Lista de matrículas').fill(LIST.join('\n'))
      await button(page, `Consultar ${LIST.length} matrículas`).click()
      await page.getByText('Terminada').waitFor()
      await rows(page, LIST.length)
    },
  },
  {
    // Continues on the list of the scene before.
    name: 'lote',
    async show(page) {
      await button(page, /Empezar transferencias/).click()
      await button(page, 'Empezar 9 transferencias').click()
      await page.getByText('Lo común').first().waitFor()
    },
  },
  {
    name: 'vigiladas',
    async show(page) {
      for (const [plate, verdict] of WATCHED) {
        await consult(page, plate, verdict)
        await page.keyboard.press('Alt+v')
        await page.getByRole('dialog').getByRole('button', { name: 'Vigilar' }).click()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await find(page, 'Vigiladas')
    },
  },
  {
    name: 'expedientes',
    show: (page) => openList(page, 'Expedientes'),
  },
  {
    name: 'mensaje',
    async show(page) {
      await openList(page, 'Novedades')
      await page.keyboard.press('Enter')
      await heading(page, /Depende de ti/).waitFor()
      await page.keyboard.press('w')
      // The dialog opens before its text is ready.
      await page.getByRole('button', { name: 'Copiar', disabled: false }).waitFor()
    },
    leave: close,
  },
  {
    name: 'plazos',
    show: (page) => find(page, 'Plazos'),
  },
  {
    name: 'compraventa',
    async show(page) {
      await find(page, 'Compraventas')
      await rows(page, 8)
      await page
        .getByRole('row', { name: /Autos Levante/ })
        .first()
        .press('Enter')
      await heading(page, 'Autos Levante').waitFor()
    },
  },
  { name: 'cifras', show: (page) => find(page, 'Cifras') },
  {
    name: 'firmas',
    show: (page) => openList(page, 'Firmas'),
  },
  {
    name: 'firma-nueva',
    async show(page) {
      await openSection(page, 'Firmas')
      await page.keyboard.press('n')
      await page.getByLabel('DNI, NIE o NIF').fill('12345678Z')
      await page.getByLabel(/^Nombre/).fill('Nuria Ferrer Castell')
      await page.getByLabel('Correo electrónico').first().fill('nuria.ferrer@correo.example')
    },
  },
  {
    name: 'novedades',
    show: (page) => openList(page, 'Novedades'),
  },
  {
    name: 'ajustes',
    async show(page) {
      await openSection(page, 'Ajustes')
      await page.getByRole('link', { name: 'Avisos' }).click()
    },
  },
  {
    name: 'paseo',
    async show(page) {
      await openSection(page, 'Consulta')
      await find(page, 'empezar el paseo')
      await button(page, 'Desplegar').click()
    },
  },
]

/** Pictures of the animated tour, in their order: a day at the desk. */
const TOUR = [
  'novedades',
  'consulta',
  'expediente-nuevo',
  'expedientes',
  'mensaje',
  'firmas',
  'compraventa',
  'plazos',
]

/** Takes a picture in both colour schemes. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const toast of await page.locator('.toast').all()) await toast.getByRole('button').last().click()
  await page.mouse.move(SIZE.width / 2, SIZE.height - 4)
  await page.evaluate(() => document.fonts.ready)
  for (const [colorScheme, suffix] of [
    ['dark', '-oscuro'],
    ['light', ''],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${directory}/${name}${suffix}.png` })
  }
  process.stdout.write(`docs/pictures/${name}.png, light and dark\n`)
}

/** Decides what the sample office leaves to decide at first, so that no warning is over a picture. */
async function settle(page: Page): Promise<void> {
  await button(page, /cosas? pendientes?/).click()
  await button(page, 'Ahora no').click()
  await button(page, 'Ver qué hacer').click()
  await discard(page, 'Descartarlo…')
  await openSection(page, 'Firmas')
  await button(page, 'Ver').click()
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /Nuria Ferrer/ })
    .click()
  await discard(page, 'Descartar…')
}

async function discard(page: Page, name: string): Promise<void> {
  await button(page, name).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: /^Descartar/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Writes `tour.gif` of pictures that were taken. A page encodes it, because a page has the decoder of PNG. */
async function writeTour(context: BrowserContext): Promise<void> {
  const taken = await Promise.all(
    TOUR.map(async (name) => (await readFile(`${directory}/${name}.png`)).toString('base64')),
  )
  const page = await context.newPage()
  const library = await readFile(`${root}/node_modules/modern-gif/dist/index.js`, 'utf8')
  await page.addScriptTag({ content: library })
  const gif = await page.evaluate(
    async ({ encoded, width, height, delay }) => {
      const frames = await Promise.all(
        encoded.map(async (picture) => {
          const blob = await (await fetch(`data:image/png;base64,${picture}`)).blob()
          const options = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' } as const
          return { data: await createImageBitmap(blob, options), delay }
        }),
      )
      const { modernGif } = globalThis as unknown as { modernGif: typeof import('modern-gif') }
      const bytes = new Uint8Array(await modernGif.encode({ width, height, frames, maxColors: 128 }))
      return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
    },
    {
      encoded: taken,
      width: TOUR_WIDTH,
      height: (TOUR_WIDTH * SIZE.height) / SIZE.width,
      delay: TOUR_STEP_MS,
    },
  )
  await writeFile(`${directory}/tour.gif`, gif, 'latin1')
  process.stdout.write(`docs/pictures/tour.gif, ${Math.round(gif.length / 1024)} KB\n`)
}

if (isStale(root) && !(await build(root))) process.exit(1)
if ((await ensureChromium()) === null) {
  process.stderr.write('no Chromium here and no permission to install it\n')
  process.exit(1)
}
// The texts that the core writes have the time of the page.
process.env['TZ'] = 'Europe/Madrid'
const data = await temporaryDataDir()
const application = await startApplication(data.path, ['--port=0', '--sample-office'])
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: [...chromiumArgs] })
try {
  const context = await browser.newContext({
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: SIZE,
    permissions: ['notifications'],
  })
  const page = await context.newPage()
  await page.goto(application.entry)
  await settle(page)
  await mkdir(directory, { recursive: true })
  for (const { name, show, leave } of SCENES) {
    await show(page)
    await shoot(page, name)
    await leave?.(page)
  }
  await writeTour(context)
} finally {
  await browser.close()
  await application.stop()
  await data.remove()
}
