import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor()
const row = (page: Page) => page.locator('[data-incident]').first().waitFor()
const notice = (page: Page) => page.getByText('Ventanilla se ha actualizado.').waitFor()
const help = async (page: Page) => {
  await page.keyboard.press('F1')
  await dialog('Ayuda')(page)
}
const search = (text: string) => async (page: Page) => {
  await help(page)
  await page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill(text)
}

/** The help, what is new, and the notice after an update. */
export const HELP_STATES: readonly State[] = [
  { name: 'help-topic', scene: 'file-page', ready: row, does: help, narrow: true },
  { name: 'help-search', scene: 'file-page', ready: row, does: search('embargo') },
  { name: 'help-nothing', scene: 'file-page', ready: row, does: search('xyzzy') },
  {
    name: 'help-index',
    scene: 'file-page',
    ready: row,
    does: async (page) => {
      await help(page)
      await page.getByRole('button', { name: 'Todos los temas' }).click()
    },
    narrow: true,
  },
  {
    name: 'help-palette',
    scene: 'file-page',
    ready: row,
    does: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('embargo')
      await page
        .getByRole('option', { name: /^Embargo/ })
        .first()
        .waitFor()
    },
  },
  { name: 'updated', ready: notice, narrow: true },
  {
    name: 'releases',
    scene: 'updated',
    ready: notice,
    does: async (page) => {
      await page.getByRole('button', { name: 'Ver qué hay de nuevo' }).click()
      await dialog('Qué hay de nuevo')(page)
    },
    narrow: true,
  },
]
