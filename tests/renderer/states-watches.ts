import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const watch = async (page: Page) => {
  await page.getByRole('heading', { name: 'Transferible con avisos' }).waitFor()
  await page.keyboard.press('Alt+v')
  await page.locator('dialog[open]').waitFor()
}
const filter = (name: RegExp) => (page: Page) => page.getByRole('radio', { name }).check()

/** States of the watched plates. */
export const WATCH_STATES: readonly State[] = [
  { name: 'watches', ready: words('Ahora transferible'), narrow: true },
  { name: 'watches-none', ready: heading('Todavía no vigilas ninguna'), narrow: true },
  { name: 'watches-loading', ready: heading('Matrículas vigiladas') },
  { name: 'watches-failed', ready: words('No se han podido leer las matrículas vigiladas') },
  { name: 'watches-down', ready: words('Ahora transferible') },
  { name: 'watches-many', ready: words('500 matrículas') },
  {
    name: 'watches-ended',
    scene: 'watches',
    ready: words('Ahora transferible'),
    does: async (page) => {
      await filter(/^Terminadas/)(page)
      await words('Vendido')(page)
    },
  },
  {
    name: 'watches-filtered',
    scene: 'watches',
    ready: words('Ahora transferible'),
    does: async (page) => {
      await page.getByRole('searchbox').fill('zzz')
      await heading('Ninguna con ese filtro')(page)
    },
  },
  {
    name: 'watches-end',
    scene: 'watches',
    ready: words('Ahora transferible'),
    does: async (page) => {
      await page.locator('[data-row="0"]').press('Delete')
      await page.locator('dialog[open]').waitFor()
    },
  },
  { name: 'verdict-watch', ready: heading('Transferible con avisos'), does: watch, narrow: true },
  {
    name: 'verdict-watch-week',
    scene: 'verdict-watch',
    ready: heading('Transferible con avisos'),
    narrow: true,
    does: async (page) => {
      await watch(page)
      await filter(/^Los días de la semana/)(page)
    },
  },
  {
    name: 'verdict-watch-wrong',
    scene: 'verdict-watch',
    ready: heading('Transferible con avisos'),
    does: async (page) => {
      await watch(page)
      await filter(/^Cada cierto número/)(page)
      await page.getByRole('textbox', { name: 'Cada cuántos días' }).fill('0')
      await page.getByLabel('Hasta').fill('2020-01-01')
      await page.getByRole('button', { name: 'Vigilar', exact: true }).last().click()
      await words('Escribe un número')(page)
    },
  },
  { name: 'verdict-watch-paid', ready: heading('Transferible con avisos'), does: watch },
  { name: 'verdict-watch-full', ready: heading('Transferible con avisos'), does: watch },
  { name: 'verdict-watch-loading', ready: heading('Transferible con avisos'), does: watch },
  { name: 'verdict-watched', ready: words('Vigilada hasta el'), narrow: true },
  {
    name: 'verdict-watched-change',
    scene: 'verdict-watched',
    ready: words('Vigilada hasta el'),
    does: watch,
  },
  { name: 'data-changed', ready: words('Desde el 11/11/2026') },
]
