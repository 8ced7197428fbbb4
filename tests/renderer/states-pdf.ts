import type { Page } from '@playwright/test'
import type { State } from './states.ts'

export const openPdf = async (page: Page) => {
  await page.getByRole('button', { name: 'Ver PDF oficial' }).click()
  await page.locator('.pdf-page canvas[data-drawn="true"]').first().waitFor()
}
const ready = (page: Page) => page.getByRole('button', { name: 'Ver PDF oficial' }).waitFor()
const askRange = async (page: Page) => {
  await openPdf(page)
  await page.keyboard.press('Control+p')
  await page.getByLabel('De la página').waitFor()
}

/** States of long PDFs, and of PDFs with pages that cannot be drawn. */
export const PDF_STATES: readonly State[] = [
  {
    name: 'pdf-long',
    ready,
    does: async (page) => {
      await openPdf(page)
      await page.getByLabel('Ir a la página').fill('60')
      await page.keyboard.press('Enter')
      await page.locator('[data-page="60"] canvas[data-drawn="true"]').waitFor()
    },
    narrow: true,
  },
  { name: 'pdf-range', scene: 'pdf-long', ready, does: askRange, narrow: true },
  {
    name: 'pdf-range-wrong',
    scene: 'pdf-long',
    ready,
    does: async (page) => {
      await askRange(page)
      await page.getByLabel('A la página', { exact: true }).fill('120')
      await page.keyboard.press('Enter')
      await page.getByText('Son 120 páginas').waitFor()
    },
  },
  {
    name: 'pdf-torn',
    ready,
    does: async (page) => {
      await openPdf(page)
      await page.keyboard.press('PageDown')
      await page.getByText('La página 2 no se ha podido dibujar').waitFor()
    },
  },
  {
    name: 'pdf-in-part',
    ready,
    does: async (page) => {
      await openPdf(page)
      await page.keyboard.press('PageDown')
      await page.getByText('En la página 2 falta algo').waitFor()
    },
    narrow: true,
  },
  {
    name: 'pdf-form',
    ready,
    does: async (page) => {
      await page.getByRole('button', { name: 'Ver PDF oficial' }).click()
      await page.getByText('Este formulario solo se ve con Acrobat.').waitFor()
    },
    narrow: true,
  },
]
