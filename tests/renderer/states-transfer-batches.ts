import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const grid = (page: Page) => page.getByRole('grid', { name: 'Lo que cambia de una a otra' }).waitFor()

/** Pastes a text where the focus is, as Ctrl+V does. */
export const pasteText = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

/** Presses a cell of the grid. */
export const cell = (page: Page, row: number, column: string) =>
  page.locator(`[data-row="${row}"] [data-column="${column}"]`)

/** States of the transfers begun together. */
export const TRANSFER_BATCH_STATES: readonly State[] = [
  { name: 'transfer-batch', ready: grid, narrow: true },
  { name: 'transfer-batch-new', ready: grid, narrow: true },
  { name: 'transfer-batch-drafts', ready: grid, narrow: true },
  { name: 'transfer-batch-sending', ready: words('1 de 6 enviadas'), narrow: true },
  { name: 'transfer-batch-long', ready: grid },
  { name: 'transfer-batch-loading', ready: heading('Transferencias en lote') },
  { name: 'transfer-batch-failed', ready: words('No se ha podido abrir el lote') },
  { name: 'transfer-batch-gone', ready: heading('Ese lote ya no está') },
  {
    name: 'transfer-batch-pasted',
    scene: 'transfer-batch-new',
    ready: grid,
    narrow: true,
    does: async (page) => {
      await cell(page, 0, 'otherTaxId').click()
      await pasteText(
        page,
        'NIF\tNombre\tPrecio\tColor\n12345678Z\tLucía Ribera\t8.250,50\trojo\nX1234567L\t\t12,500\tazul',
      )
      await words('2 se han quedado fuera')(page)
    },
  },
  {
    name: 'transfer-batch-typed',
    scene: 'transfer-batch',
    ready: grid,
    does: async (page) => {
      await cell(page, 6, 'otherTaxId').click()
      await page.keyboard.type('1234')
      await words('Falta base imponible')(page)
    },
  },
  {
    name: 'transfer-batch-duplicate',
    scene: 'transfer-batch',
    ready: grid,
    does: async (page) => {
      await cell(page, 1, 'otherName').click()
      await page.getByRole('button', { name: 'Crearla igualmente' }).waitFor()
    },
  },
  {
    name: 'transfer-batch-send',
    scene: 'transfer-batch-drafts',
    ready: grid,
    does: async (page) => {
      await page.getByRole('button', { name: 'Enviar 3 transferencias…' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'transfer-batch-document',
    scene: 'transfer-batch-drafts',
    ready: grid,
    does: async (page) => {
      await page.getByRole('button', { name: 'Documento común…' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'transfer-batch-remove',
    scene: 'transfer-batch',
    ready: grid,
    does: async (page) => {
      await page.getByRole('button', { name: 'Más' }).click()
      await page.getByRole('menuitem', { name: 'Quitar el lote…' }).click()
      await page.locator('dialog[open]').waitFor()
    },
  },
  {
    name: 'transfer-batch-start',
    scene: 'plate-list-done',
    ready: words('Terminada'),
    does: async (page) => {
      await page.getByRole('button', { name: 'Empezar transferencias…' }).click()
      await page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
]
