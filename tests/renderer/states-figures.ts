import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const radio = (name: string) => (page: Page) => page.getByRole('radio', { name }).check()

/** Cifras. */
export const FIGURE_STATES: readonly State[] = [
  { name: 'figures', ready: heading('Empezados'), narrow: true },
  { name: 'figures-month', scene: 'figures', ready: heading('Empezados'), does: radio('Este mes') },
  {
    name: 'figures-between',
    scene: 'figures',
    ready: heading('Empezados'),
    does: async (page) => {
      await radio('Entre dos meses')(page)
      await page.getByRole('combobox', { name: 'Desde' }).selectOption('2023-02')
    },
  },
  {
    name: 'figures-clients',
    scene: 'figures',
    ready: heading('Empezados'),
    does: async (page) => {
      await radio('Clientes')(page)
      await page.getByRole('combobox', { name: 'Estado' }).waitFor()
    },
    narrow: true,
  },
  {
    name: 'figures-client',
    scene: 'figures',
    ready: heading('Empezados'),
    does: async (page) => {
      await page.getByRole('combobox', { name: 'Cliente' }).selectOption('Autos Llobregat')
      await page.getByText('solo se cuentan').waitFor()
    },
  },
  {
    name: 'figures-tables',
    scene: 'figures',
    ready: heading('Empezados'),
    does: async (page) => {
      for (const summary of await page.locator('summary').all()) await summary.click()
    },
    narrow: true,
  },
  {
    name: 'figures-empty',
    ready: (page) => page.getByText('Ninguna consulta en estos meses').waitFor(),
    narrow: true,
  },
  { name: 'figures-few', ready: heading('Empezados') },
  { name: 'figures-loading', ready: heading('Gasto en informes') },
  { name: 'figures-failed', ready: heading('No se han podido leer las cifras') },
  { name: 'figures-one-failed', ready: heading('No se han podido leer las cifras') },
  {
    name: 'figures-private',
    ready: heading('Empezados'),
    does: radio('Clientes'),
  },
]
