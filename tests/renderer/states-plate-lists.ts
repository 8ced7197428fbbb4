import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const menu = (name: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.locator('dialog[open]').waitFor()
}

const pickFirst = (amount: number) => async (page: Page) => {
  await page.getByRole('searchbox').press('ArrowDown')
  for (let at = 1; at < amount; at++) await page.keyboard.press('Shift+ArrowDown')
  if (amount === 1) await page.keyboard.press('x')
  await page.getByRole('toolbar', { name: 'Matrículas elegidas' }).waitFor()
}
const askFor = (amount: number) => async (page: Page) => {
  await pickFirst(amount)(page)
  await page.keyboard.press('i')
  await page.locator('dialog[open]').waitFor()
}

const FILES = 'tests/fixtures/plate-lists/files'
const LIST = ['1234 BCD', '5678-FGH  Seat Ibiza', '5678 FGH', '9012 BCO', 'Total: 4 coches'].join('\n')

/** A sheet with two columns of plates. */
export const twoPlates = (last: string) => ({
  name: 'vega.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      `Cliente;Modelo;Matrícula;Precio;${last}`,
      'Lux 33;Seat Ibiza;1234BCD;8.250,00;5678FGH',
      'Ana Núñez;VW Golf;2345BCD;9.100,00;6789FGH',
    ].join('\n'),
  ),
})

/** States of the lists of plates. */
export const PLATE_LIST_STATES: readonly State[] = [
  { name: 'plate-lists', ready: heading('Consulta masiva'), narrow: true },
  { name: 'plate-lists-none', ready: heading('Todavía no hay listas'), narrow: true },
  { name: 'plate-lists-loading', ready: heading('Consulta masiva') },
  { name: 'plate-lists-failed', ready: words('No se han podido leer las listas') },
  {
    name: 'plate-lists-new',
    scene: 'plate-lists',
    ready: heading('Consulta masiva'),
    narrow: true,
    does: async (page) => {
      await page.getByRole('button', { name: 'Lista nueva' }).click()
      await page.getByRole('textbox', { name: 'Lista de matrículas' }).fill(LIST)
      await page.getByRole('button', { name: /^Consultar \d/ }).waitFor()
    },
  },
  {
    name: 'plate-lists-file',
    scene: 'plate-lists-none',
    ready: heading('Todavía no hay listas'),
    narrow: true,
    does: async (page) => {
      await page.locator('form input[type="file"]').setInputFiles(`${FILES}/noviembre.xlsx`)
      await page.getByRole('button', { name: /^Consultar \d/ }).waitFor()
    },
  },
  {
    name: 'plate-lists-file-known',
    scene: 'plate-lists-known',
    ready: heading('Todavía no hay listas'),
    does: async (page) => {
      await page.locator('form input[type="file"]').setInputFiles(twoPlates('Matrícula nueva'))
      await page.getByText('Columnas como la última vez').waitFor()
    },
  },
  {
    name: 'plate-lists-twin',
    scene: 'plate-list-twin',
    ready: heading('Consulta masiva'),
    narrow: true,
    does: async (page) => {
      await page.getByRole('button', { name: 'Lista nueva' }).click()
      await page.getByRole('textbox', { name: 'Lista de matrículas' }).fill('1037KRT\n1000BCD\n')
      await page.getByRole('button', { name: 'Ver esa lista' }).waitFor()
    },
  },
  {
    name: 'plate-lists-file-failed',
    scene: 'plate-lists-none',
    ready: heading('Todavía no hay listas'),
    does: async (page) => {
      await page.locator('form input[type="file"]').setInputFiles(`${FILES}/cifrado.xlsx`)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'plate-list', ready: words('26 de 40'), narrow: true },
  { name: 'plate-list-done', ready: words('Terminada'), narrow: true },
  { name: 'plate-list-held', ready: words('Sin conexión: sigue sola') },
  { name: 'plate-list-paused', ready: words('En pausa') },
  { name: 'plate-list-long', ready: words('1.200 de 5.000') },
  { name: 'plate-list-loading', ready: heading('Lista de matrículas') },
  { name: 'plate-list-gone', ready: heading('Esa lista ya no está') },
  {
    name: 'plate-list-filtered',
    scene: 'plate-list',
    ready: words('26 de 40'),
    does: async (page) => {
      await page.getByRole('searchbox').fill('zzz')
      await heading('Ninguna con ese filtro')(page)
    },
  },
  {
    name: 'plate-list-other-vehicle',
    scene: 'plate-list-done',
    ready: words('Terminada'),
    narrow: true,
    does: async (page) => {
      await page.getByRole('radio', { name: /^Otro vehículo/ }).check()
      await page
        .getByRole('gridcell', { name: /^En la lista: / })
        .first()
        .waitFor()
    },
  },
  {
    name: 'plate-list-note',
    scene: 'plate-list-done',
    ready: words('Terminada'),
    does: async (page) => {
      await page.getByRole('searchbox').press('ArrowDown')
      await page.keyboard.press('n')
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'plate-list-picked',
    scene: 'plate-list',
    ready: words('26 de 40'),
    narrow: true,
    does: pickFirst(4),
  },
  {
    name: 'plate-list-ask',
    scene: 'plate-list-paid',
    ready: words('Terminada'),
    narrow: true,
    does: askFor(12),
  },
  { name: 'plate-list-ask-demo', scene: 'plate-list-done', ready: words('Terminada'), does: askFor(2) },
  {
    name: 'plate-list-ask-many',
    scene: 'plate-list-400',
    ready: words('Terminada'),
    does: menu('Más', 'Pedir completos de las que se ven…'),
  },
  {
    name: 'plate-list-ask-none',
    scene: 'plate-list-paid',
    ready: words('Terminada'),
    does: async (page) => {
      await page.getByRole('searchbox').fill('1148')
      await page
        .getByRole('status')
        .filter({ hasText: /^1 matrícula/ })
        .waitFor()
      await page.getByRole('searchbox').press('ArrowDown')
      await page.keyboard.press('i')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'plate-list-ask-loading',
    scene: 'plate-list-offer-loading',
    ready: words('Terminada'),
    does: askFor(2),
  },
  {
    name: 'plate-list-ask-failed',
    scene: 'plate-list-offer-failed',
    ready: words('Terminada'),
    does: async (page) => {
      await askFor(3)(page)
      await page.getByRole('button', { name: /por .*€$/ }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'plate-list-ask-memory', scene: 'plate-list-memory', ready: words('Terminada'), does: askFor(2) },
  {
    name: 'plate-list-left-out',
    scene: 'plate-list',
    ready: words('26 de 40'),
    does: async (page) => {
      await page.getByRole('button', { name: 'Verlas' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'plate-list-stop',
    scene: 'plate-list',
    ready: words('26 de 40'),
    does: menu('Más', 'No consultar las que faltan'),
  },
  {
    name: 'plate-list-remove',
    scene: 'plate-list-done',
    ready: words('Terminada'),
    does: menu('Más', 'Quitar la lista…'),
  },
  {
    name: 'plate-list-rename',
    scene: 'plate-list-done',
    ready: words('Terminada'),
    does: menu('Más', 'Cambiar el nombre…'),
  },
]
