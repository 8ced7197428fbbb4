import type { Page } from '@playwright/test'
import { samplePdf } from './harness/sample-pdf.ts'
import { documents, give } from './states-documents.ts'
import type { State } from './states.ts'

const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
export const drawn = (page: Page, selector: string) =>
  page.locator(`${selector} canvas[data-drawn="true"]`).first().waitFor()

/** Opens the tool of a document of the draft. */
export const tool = async (page: Page, document: string | RegExp, name: string) => {
  await press(new RegExp(`^Ver ${document instanceof RegExp ? document.source : document}`))(page)
  await press(name)(page)
  await page.getByRole('dialog').waitFor()
}

const text = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(samplePdf([lines])),
})

/** Papers as a desk drops them, for an open procedure. */
export const BATCH = [
  text('Escaneo0001.pdf', ['ESPAÑA DOCUMENTO NACIONAL DE IDENTIDAD', 'IDESPBAA000589112345678Z']),
  text('contrato firmado.pdf', [' ']),
  text('IMG_20261112.pdf', ['FACTURA N.º F-2026-0859', 'Base imponible 10.743,80']),
  text('Escaneo0004.pdf', []),
]

export const PAPER_STATES: readonly State[] = [
  { name: 'papers', ready: documents, narrow: true },
  {
    name: 'papers-cut',
    scene: 'papers',
    ready: documents,
    does: async (page) => {
      await tool(page, 'Escaneo0009', 'Separar por páginas…')
      await drawn(page, 'dialog')
      await words('Los cortes propuestos')(page)
    },
    narrow: true,
  },
  {
    name: 'papers-join',
    scene: 'papers',
    ready: documents,
    does: async (page) => {
      await press('Unir imágenes en un PDF…')(page)
      await drawn(page, 'dialog')
    },
    narrow: true,
  },
  {
    name: 'papers-turn',
    scene: 'papers',
    ready: documents,
    does: async (page) => {
      await tool(page, 'IMG_20261112', 'Girar y enderezar…')
      await drawn(page, 'dialog')
      await page.getByRole('slider', { name: 'Enderezar' }).fill('4')
    },
    narrow: true,
  },
  {
    name: 'papers-batch',
    scene: 'file-page',
    ready: (page) => page.getByRole('heading', { name: 'Actividad' }).waitFor(),
    does: async (page) => {
      await press('Añadir un documento')(page)
      await give(page, BATCH)
      await page.getByRole('button', { name: /^Subir 4 documentos y resolver 1/ }).waitFor()
      await page.getByText('Mirando qué es…').first().waitFor({ state: 'detached' })
    },
    narrow: true,
  },
  {
    name: 'papers-dropped',
    scene: 'documents-none',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    does: async (page) => {
      await press(/^1\. Vehículo/)(page)
      await page.getByRole('heading', { name: 'Vehículo' }).waitFor()
      await page.evaluate(() => {
        const data = new DataTransfer()
        data.items.add(new File(['%PDF-1.4 dni'], 'dni.pdf'))
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))
      })
      await page.getByRole('button', { name: 'Ver los documentos' }).waitFor()
    },
  },
]
