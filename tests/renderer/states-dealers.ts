import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

/** States of *Compraventas*. */
export const DEALER_STATES: readonly State[] = [
  { name: 'dealers', ready: words('Automóviles Lozano'), narrow: true },
  { name: 'dealers-hidden', ready: words('renting') },
  { name: 'dealers-none', ready: heading('Todavía no hay ninguno') },
  { name: 'dealers-loading', ready: heading('Compraventas') },
  { name: 'dealers-failed', ready: words('No se han podido leer los compraventas') },
  {
    name: 'dealers-searched',
    scene: 'dealers',
    ready: words('Automóviles Lozano'),
    does: async (page) => {
      await page.getByRole('searchbox').fill('zzz')
      await heading('Ninguno se llama así')(page)
    },
  },
  { name: 'dealer', ready: heading('Pendiente del compraventa'), narrow: true },
  { name: 'dealer-hidden', ready: heading('Pendiente del compraventa') },
  { name: 'dealer-label', ready: heading('Pendiente del compraventa') },
  { name: 'dealer-offline', ready: heading('Pendiente del compraventa') },
  { name: 'dealer-empty', ready: heading('Nada abierto ni terminado este mes'), narrow: true },
  {
    name: 'dealer-month',
    ready: heading('Terminados y anulados este mes'),
    does: async (page) => {
      await page.getByRole('button', { name: 'Mes anterior' }).click()
      await heading('Nada de octubre de 2026')(page)
    },
  },
  { name: 'dealer-long', ready: words('Se ven 100 de 140') },
  { name: 'dealer-loading', ready: heading('Compraventa') },
  { name: 'dealer-failed', ready: words('No se ha podido leer el cuadro') },
  { name: 'dealer-gone', ready: heading('No hay nada de ese compraventa') },
  {
    name: 'dealer-new-template',
    scene: 'dealer',
    ready: heading('Plantillas'),
    does: async (page) => {
      await page.getByRole('button', { name: 'Nueva plantilla' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'dealer-export',
    scene: 'dealer',
    ready: heading('Pendiente del compraventa'),
    does: async (page) => {
      await page.getByRole('button', { name: 'Exportar' }).click()
      await page.getByRole('menuitem', { name: 'Excel' }).waitFor()
    },
  },
]
