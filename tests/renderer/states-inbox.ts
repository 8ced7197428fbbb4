import { finishAll } from './inbox-page.ts'
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
const grid = (page: Page) => page.getByRole('treegrid').waitFor()

const all = (state: Omit<State, 'ready'> & { ready?: State['ready'] }): State => ({ ready: grid, ...state })

/** States of Novedades. */
export const INBOX_STATES: readonly State[] = [
  all({ name: 'inbox', does: keys('j'), narrow: true }),
  all({ name: 'inbox-grouped', narrow: true }),
  all({
    name: 'inbox-unfolded',
    scene: 'inbox-grouped',
    does: async (page) => {
      await page.getByRole('row').filter({ hasText: 'Finalizado' }).first().click()
      await keys('ArrowRight')(page)
      await page.getByRole('row', { level: 2 }).first().waitFor()
    },
    narrow: true,
  }),
  all({
    name: 'inbox-all',
    scene: 'inbox',
    does: async (page) => {
      await show('Todo')(page)
      await page.getByText('Finalizado').or(page.getByText('Anulado')).first().waitFor()
    },
    narrow: true,
  }),
  all({ name: 'inbox-mine', scene: 'inbox', does: show(/Depende de mí/) }),
  all({
    name: 'inbox-reports',
    scene: 'inbox',
    does: async (page) => {
      await keys('j', 'j', 'j')(page)
      await heading('5 informes listos')(page)
    },
    narrow: true,
  }),
  all({ name: 'inbox-mention', ready: words('Marta Soler te menciona en una nota'), narrow: true }),
  all({ name: 'inbox-first-run', ready: heading('Aún no hay novedades'), narrow: true }),
  all({ name: 'inbox-all-read', ready: heading('Nada por leer') }),
  all({ name: 'inbox-down', narrow: true }),
  all({ name: 'inbox-refused-key' }),
  all({ name: 'inbox-loading', ready: words('Leyendo…') }),
  all({ name: 'inbox-failed', ready: heading('No se han podido leer las novedades') }),
  all({ name: 'inbox-many', does: keys('End') }),
  all({ name: 'inbox-noticed', ready: words('Del aviso'), narrow: true }),
  all({ name: 'inbox-missing', ready: words('ya no está en este equipo'), narrow: true }),
  all({
    name: 'inbox-paused',
    does: async (page) => {
      await page.evaluate(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true })
        dispatchEvent(new Event('focus'))
      })
      await words('Avisos en pausa hasta las')(page)
    },
    narrow: true,
  }),
  all({ name: 'inbox-unshown', ready: words('no te ha mostrado los avisos'), narrow: true }),
  all({ name: 'inbox-denied', ready: words('no te ha mostrado el aviso') }),
  all({ name: 'inbox-silent' }),
  all({ name: 'inbox-strange', does: keys('j', 'j', 'j'), narrow: true }),
  all({
    name: 'inbox-snooze',
    scene: 'inbox',
    does: async (page) => {
      await keys('s')(page)
      await page.getByRole('menu').waitFor()
    },
    narrow: true,
  }),
  all({
    name: 'inbox-snooze-date',
    scene: 'inbox',
    does: async (page) => {
      await keys('s', 'End', 'Enter')(page)
      await page.getByLabel('Día').fill('2026-11-19')
      await page.keyboard.press('Enter')
      await words('no haya pasado')(page)
    },
    narrow: true,
  }),
  all({
    name: 'inbox-finished',
    scene: 'inbox',
    does: async (page) => {
      await finishAll(page)
      await heading('Nada por leer')(page)
    },
    narrow: true,
  }),
]
