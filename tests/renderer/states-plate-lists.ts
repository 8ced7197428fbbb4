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

const FILES = 'tests/fixtures/plate-lists/files'
const LIST = ['1234 BCD', '5678-FGH  Seat Ibiza', '5678 FGH', '9012 BCO', 'Total: 4 coches'].join('\n')

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
