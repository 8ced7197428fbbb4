import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const keys =
  (...pressed: string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key)
  }
const show = (filter: string | RegExp) => (page: Page) => page.getByRole('radio', { name: filter }).check()
const grid = (page: Page) => page.getByRole('grid').waitFor()

const all = (state: Omit<State, 'ready'> & { ready?: State['ready'] }): State => ({ ready: grid, ...state })

/** Novedades. */
export const NEWS_STATES: readonly State[] = [
  all({ name: 'news', does: keys('j'), narrow: true }),
  all({
    name: 'news-all',
    scene: 'news',
    does: async (page) => {
      await show('Todo')(page)
      await page.getByText('Finalizado').or(page.getByText('Anulado')).first().waitFor()
    },
    narrow: true,
  }),
  all({ name: 'news-mine', scene: 'news', does: show(/Depende de mí/) }),
  all({
    name: 'news-reports',
    scene: 'news',
    does: async (page) => {
      await keys('j', 'j', 'j')(page)
      await heading('5 informes listos')(page)
    },
    narrow: true,
  }),
  all({ name: 'news-first-run', ready: heading('Aún no hay novedades'), narrow: true }),
  all({ name: 'news-all-read', ready: heading('Nada por leer') }),
  all({ name: 'news-down', narrow: true }),
  all({ name: 'news-refused-key' }),
  all({ name: 'news-loading', ready: words('Leyendo…') }),
  all({ name: 'news-failed', ready: heading('No se han podido leer las novedades') }),
  all({ name: 'news-many', does: keys('End') }),
  all({ name: 'news-noticed', ready: words('Del aviso'), narrow: true }),
  all({ name: 'news-missing', ready: words('ya no está en este equipo'), narrow: true }),
  all({ name: 'news-silent' }),
  all({ name: 'news-strange', does: keys('j', 'j', 'j'), narrow: true }),
  all({
    name: 'news-snooze',
    scene: 'news',
    does: async (page) => {
      await keys('s')(page)
      await page.getByRole('menu').waitFor()
    },
    narrow: true,
  }),
  all({
    name: 'news-snooze-date',
    scene: 'news',
    does: async (page) => {
      await keys('s', 'End', 'Enter')(page)
      await page.getByLabel('Día').fill('2026-11-19')
      await page.keyboard.press('Enter')
      await words('no haya pasado')(page)
    },
    narrow: true,
  }),
  all({
    name: 'news-finished',
    scene: 'news',
    does: async (page) => {
      await page.getByRole('button', { name: 'Dar por hechas' }).click()
      await heading('Nada por leer')(page)
    },
    narrow: true,
  }),
]
