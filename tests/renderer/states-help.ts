import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor()
const row = (page: Page) => page.locator('[data-incident]').first().waitFor()
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
  { name: 'updated', scene: 'alerts', ready: (page) => updated(page), narrow: true },
  {
    name: 'releases',
    scene: 'alerts',
    ready: (page) => updated(page),
    does: async (page) => {
      await page.getByRole('button', { name: 'Ver qué hay de nuevo' }).click()
      await dialog('Qué hay de nuevo')(page)
    },
    narrow: true,
  },
]

/** A start after an update, whose settings are those of the version before. */
export async function updated(page: Page, seenVersion = '0.0.9') {
  await page.getByRole('main').waitFor()
  await page.evaluate(
    (version) =>
      window.bridge.setSlice('settings', {
        ...window.bridge.scene.slices.settings,
        seenVersion: version,
        window: { onClose: 'hide' },
        tourOffered: true,
      }),
    seenVersion,
  )
  if (seenVersion === '0.0.9') await page.getByText('Ventanilla se ha actualizado.').waitFor()
}
