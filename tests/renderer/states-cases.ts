import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const grid = (page: Page) => page.locator('[data-row="0"] [role="gridcell"]').first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const menu = (button: string | RegExp) => async (page: Page) => {
  await press(button)(page)
  await page.getByRole('menu').waitFor()
}
const dialog = async (page: Page) => page.locator('dialog[open]').waitFor()
const row = (page: Page, index: number) => page.locator(`[data-row="${index}"]`)

const pickThree = async (page: Page) => {
  await row(page, 3).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('toolbar').waitFor()
}
const pickAll = async (page: Page) => {
  await row(page, 3).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar').waitFor()
}
const labels = async (page: Page) => {
  await pickThree(page)
  await page.keyboard.press('l')
  await page.getByRole('option').first().waitFor()
}
const preview = async (page: Page) => {
  await row(page, 3).focus()
  await page.keyboard.press(' ')
  await page.getByText('Llamar antes de las diez').waitFor()
}
const search = (text: string, ready: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await ready(page)
}
const saveView = async (page: Page) => {
  await menu('Opciones de la vista')(page)
  await page.getByRole('menuitem', { name: 'Guardar vista' }).click()
  await dialog(page)
}

const all = (state: Omit<State, 'ready'> & { ready?: State['ready'] }): State => ({ ready: grid, ...state })

/** States of Expedientes: list, views, filters, and actions on several rows. */
export const DESK_STATES: readonly State[] = [
  {
    name: 'palette-label',
    scene: 'cases',
    does: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('loz')
      await page.getByRole('option', { name: /Etiqueta$/ }).waitFor()
    },
    ready: grid,
  },
  {
    name: 'palette-selection',
    scene: 'cases',
    does: async (page) => {
      await page.locator('[data-row="0"]').focus()
      for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('option').first().waitFor()
    },
    ready: grid,
  },
  {
    name: 'palette-people',
    scene: 'cases',
    does: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('ana garcia')
      await page
        .getByRole('option', { name: /Cliente$/ })
        .nth(1)
        .waitFor()
    },
    ready: grid,
  },
  { name: 'recents-in-office', ready: words('Con incidencia'), narrow: true },
  { name: 'in-office', ready: heading('En tu oficina'), narrow: true },
  { name: 'in-office-failed', ready: words('No se ha podido leer lo que tu oficina tiene') },
  all({ name: 'cases', narrow: true }),
  all({ name: 'cases-assigned', narrow: true }),
  all({ name: 'cases-mine', ready: heading('Lo mío') }),
  all({ name: 'cases-mine-unnamed', ready: heading('Ninguno en «Lo mío»'), narrow: true }),
  all({
    name: 'cases-assign',
    scene: 'cases-assigned',
    does: async (page) => {
      await pickThree(page)
      await page.keyboard.press('a')
      await page.getByRole('option', { name: /Ana Ruiz/ }).waitFor()
    },
  }),
  all({ name: 'cases-demo' }),
  all({ name: 'cases-offline', narrow: true }),
  all({ name: 'cases-many', narrow: true }),
  all({ name: 'cases-odd', narrow: true }),
  all({ name: 'cases-view', ready: heading('Lozano · fin de mes'), narrow: true }),
  all({ name: 'cases-none', ready: heading('Ninguno en «Terminados hoy»'), narrow: true }),
  all({ name: 'cases-picked', scene: 'cases', does: pickThree, narrow: true }),
  all({ name: 'cases-picked-all', scene: 'cases', does: pickAll }),
  all({
    name: 'cases-actions',
    scene: 'cases',
    does: async (page) => {
      await pickThree(page)
      await menu('Más acciones')(page)
    },
  }),
  all({ name: 'cases-labels', scene: 'cases', does: labels, narrow: true }),
  all({
    name: 'cases-labels-new',
    scene: 'cases',
    does: async (page) => {
      await labels(page)
      await page.keyboard.press('Enter')
      await page.keyboard.type('Fin de mes')
      await page.getByRole('option', { name: 'Crear «Fin de mes»' }).waitFor()
    },
  }),
  all({ name: 'cases-preview', scene: 'cases', does: preview, narrow: true }),
  all({ name: 'cases-more', scene: 'cases', does: menu('Más filtros'), narrow: true }),
  all({
    name: 'cases-filtered',
    scene: 'cases',
    does: async (page) => {
      await page.getByRole('button', { name: /^En espera/ }).click()
      await page.getByRole('button', { name: /^Con incidencia/ }).click()
      await menu('Más filtros')(page)
      await page.getByRole('menuitemcheckbox', { name: /Transferencia/ }).click()
      await words('1–5 de 5')(page)
    },
    narrow: true,
  }),
  all({
    name: 'cases-nothing-found',
    scene: 'cases',
    does: async (page) => {
      await page.getByRole('button', { name: /^En espera/ }).click()
      await search('qqq', heading('Ninguno con este filtro'))(page)
    },
    narrow: true,
  }),
  all({
    name: 'cases-text-not-found',
    scene: 'cases',
    does: search('qqq', heading('Nada coincide con «qqq»')),
  }),
  all({ name: 'cases-search', scene: 'cases', does: search('lozano', words('1–6 de 6')), narrow: true }),
  all({ name: 'cases-search-note', scene: 'cases', does: search('antes de las diez', words('1–1 de 1')) }),
  all({ name: 'cases-search-names', scene: 'cases', does: search('ana garcia', words('1–2 de 2')) }),
  all({
    name: 'cases-search-help',
    scene: 'cases',
    does: search('?', words('Busca por lo que sepas')),
    narrow: true,
  }),
  all({ name: 'cases-private', scene: 'cases-private', does: search('ana garcia', words('1–2 de 2')) }),
  all({
    name: 'cases-person',
    scene: 'cases',
    does: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').fill('lozano')
      await page.getByRole('option', { name: /Cliente$/ }).click()
      await words('1–6 de 6')(page)
    },
    narrow: true,
  }),
  all({
    name: 'cases-columns-below',
    scene: 'cases',
    does: async (page) => {
      await press('Columnas y orden')(page)
      for (const name of ['Factura', 'ID']) {
        const box = page.locator('dialog[open]').getByRole('checkbox', { name })
        await box.setChecked(!(await box.isChecked()))
      }
      await page.keyboard.press('Escape')
    },
    narrow: true,
  }),
  all({
    name: 'cases-columns',
    scene: 'cases',
    does: async (page) => {
      await press('Columnas y orden')(page)
      await dialog(page)
    },
    narrow: true,
  }),
  all({
    name: 'cases-columns-all',
    scene: 'cases',
    does: async (page) => {
      await press('Columnas y orden')(page)
      for (const box of await page.locator('dialog[open]').getByRole('checkbox').all()) await box.check()
      await page.keyboard.press('Escape')
    },
    narrow: true,
  }),
  all({ name: 'cases-save-view', scene: 'cases', does: saveView, narrow: true }),
  all({ name: 'cases-view-menu', scene: 'cases-view', does: menu('Opciones de la vista') }),
  all({
    name: 'cases-saving',
    does: async (page) => {
      await menu('Exportar')(page)
      await page.getByRole('menuitem', { name: 'Excel' }).click()
      await words('Guardando el libro de Excel')(page)
    },
    narrow: true,
  }),
  all({ name: 'cases-export', scene: 'cases', does: menu('Exportar') }),
  all({ name: 'cases-open', narrow: true }),
  { name: 'cases-none-open', ready: heading('Ninguno en «Abiertos».') },
]
