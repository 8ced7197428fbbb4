import type { Page } from '@playwright/test'
import { documents, PDF } from './states-documents.ts'
import type { State } from './states.ts'

const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.locator('dialog[open]').waitFor()
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await dialog(page)
}
const record = words('Datos')

/** Opens the menu of a paper, and one of its actions. */
const act = (action: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: 'Acciones de mandato.pdf' }).click()
  await page.getByRole('menuitem', { name: action }).click()
  await dialog(page)
}
/** Gives a paper for the record, whose dialog opens. */
export const givePaper = async (page: Page, name = 'Mandato firmado.pdf') => {
  await page
    .locator('.client__rail input[type=file]')
    .setInputFiles([{ name, mimeType: 'application/pdf', buffer: PDF }])
  await dialog(page)
}
const mandate = async (page: Page) => {
  const notice = page.locator('.notice', { hasText: /^Mandato/ })
  await notice.waitFor()
  await notice.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

/** States of clients: record, papers, merges and offers. */
export const CLIENT_RECORD_STATES: readonly State[] = [
  { name: 'client-record', ready: record, narrow: true },
  { name: 'client-record-none', ready: record },
  { name: 'client-record-alike', ready: words('tiene el mismo NIF'), narrow: true },
  { name: 'client-record-merged', ready: words('Separar') },
  { name: 'client-record-hidden', ready: words('Los datos están ocultos') },
  { name: 'client-record-failed', ready: words('No se ha podido leer la ficha') },
  { name: 'client-record-edit', scene: 'client-record', ready: record, narrow: true, does: press('Editar') },
  {
    name: 'client-record-wrong',
    scene: 'client-record',
    ready: record,
    does: async (page) => {
      await press('Editar')(page)
      await page.getByLabel('NIF').fill('B12345670')
      await page.getByLabel('Correo').fill('oficina@')
      await page.keyboard.press('Enter')
      await words('Ese correo no está completo')(page)
    },
  },
  {
    name: 'client-record-changed',
    ready: record,
    does: async (page) => {
      await press('Editar')(page)
      await page.keyboard.press('Enter')
      await words('Alguien ha cambiado estos datos')(page)
    },
  },
  {
    name: 'client-merge',
    scene: 'client-record-alike',
    ready: words('tiene el mismo NIF'),
    narrow: true,
    does: async (page) => {
      await press('Unir con otro cliente…')(page)
      await page.getByRole('searchbox').fill('gua')
      await page.getByRole('button', { name: /^Unir Automóviles/ }).waitFor()
    },
  },
  {
    name: 'client-merge-confirm',
    scene: 'client-record-alike',
    ready: words('tiene el mismo NIF'),
    does: press('Unir con Lozano Motor…'),
  },
  { name: 'client-paper-add', scene: 'client-record', ready: record, narrow: true, does: givePaper },
  {
    name: 'client-paper-failed',
    scene: 'client-record-changed',
    ready: record,
    does: async (page) => {
      await givePaper(page)
      await page.getByRole('button', { name: 'Guardar en la ficha' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'client-paper-change', scene: 'client-record', ready: record, does: act(/^Cambiar/) },
  { name: 'client-paper-remove', scene: 'client-record', ready: record, does: act(/^Quitar/) },
  { name: 'client-list', ready: words('Talleres Ruiz') },
  { name: 'client-new', scene: 'client-list', ready: words('Talleres Ruiz'), does: press('Cliente nuevo…') },
  { name: 'client-offers-draft', ready: documents, narrow: true },
  { name: 'client-offers-case', ready: words('Ya está en la ficha'), does: mandate },
  { name: 'client-mandate-expiring', ready: mandate, does: mandate },
  { name: 'client-mandate-expired', ready: mandate, does: mandate, narrow: true },
]
