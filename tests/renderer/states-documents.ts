import type { Page } from '@playwright/test'
import type { State } from './states.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const words = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const list = (page: Page) => page.getByRole('list', { name: 'Por enviar' }).waitFor()

/** Opens the wizard's document step. */
export const documents = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: /^\d\. Documentos/ }).click()
  await page.getByRole('heading', { name: 'Lo que suele pedirse' }).waitFor()
}
export const give = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files)
export const PDF = Buffer.from('%PDF-1.4\n% a file that only has to begin like one\n')
const view = (name: string) => (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^Ver ${name}`) }).click()

/** States of a draft's documents. */
const OF_A_DRAFT: readonly State[] = [
  { name: 'documents-none', ready: documents, narrow: true },
  { name: 'documents', ready: documents, narrow: true },
  {
    name: 'documents-scans',
    scene: 'documents',
    ready: documents,
    async does(page) {
      await page.evaluate(() =>
        window.bridge.setSlice('scans', {
          state: 'on',
          files: ['dni vendedor.pdf', 'Escaneo0014.pdf'].map((name, index) => ({
            id: name,
            name,
            bytes: 320_000,
            at: window.client.now() - 120_000,
            isCut: index === 1,
          })),
          total: 2,
        }),
      )
      await page.getByRole('button', { name: /^Del escáner/ }).click()
    },
  },
  {
    name: 'documents-preview',
    scene: 'documents',
    ready: documents,
    does: async (page) => {
      await view('DNI_vendedor')(page)
      await page.locator('.drawn canvas[data-drawn="true"]').first().waitFor()
    },
    narrow: true,
  },
  {
    name: 'documents-image',
    scene: 'documents',
    ready: documents,
    does: async (page) => {
      await view('IMG_2026')(page)
      await page.locator('.drawn canvas[data-drawn="true"]').waitFor()
    },
  },
  {
    name: 'documents-large',
    scene: 'documents',
    ready: documents,
    does: async (page) => {
      await view('IMG_2026')(page)
      await press('Ver en grande')(page)
      await page.locator('dialog canvas[data-drawn="true"]').waitFor()
    },
    narrow: true,
  },
  {
    name: 'documents-heic',
    scene: 'documents',
    ready: documents,
    does: async (page) => {
      await view('IMG_4471')(page)
      await words('no se pueden ver aquí')(page)
    },
    narrow: true,
  },
  {
    name: 'documents-broken',
    scene: 'documents-lost',
    ready: documents,
    does: async (page) => {
      await view('contrato')(page)
      await words('No hemos podido dibujar')(page)
    },
  },
  {
    name: 'documents-situations',
    scene: 'documents',
    ready: documents,
    narrow: true,
    does: async (page) => {
      await page.getByRole('button', { name: 'Tipo de caso…' }).click()
      await page.getByRole('dialog', { name: 'Tipo de caso' }).waitFor()
    },
  },
  {
    name: 'documents-type',
    scene: 'documents',
    ready: documents,
    does: press('Tipo de IMG_4471.HEIC'),
    narrow: true,
  },
  {
    name: 'documents-link',
    scene: 'documents',
    ready: documents,
    does: async (page) => {
      await press('Añadir un enlace')(page)
      await page.getByRole('textbox', { name: 'Enlace al documento' }).fill('archivos.example/ficha')
      await page.keyboard.press('Enter')
      await words('Pega el enlace entero')(page)
    },
    narrow: true,
  },
  {
    name: 'documents-removed',
    scene: 'documents',
    ready: documents,
    does: async (page) => {
      await press('Quitar DNI_vendedor')(page)
      await words('quitado.')(page)
    },
  },
  {
    name: 'documents-incoming',
    scene: 'documents-hang',
    ready: documents,
    does: async (page) => {
      await give(page, [
        { name: 'vacío.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
        ...['dni.pdf', 'contrato.pdf', 'ficha técnica.pdf'].map((name) => ({
          name,
          mimeType: 'application/pdf',
          buffer: PDF,
        })),
      ])
      await page.getByRole('progressbar').waitFor()
    },
    narrow: true,
  },
  {
    name: 'documents-not-taken',
    scene: 'documents-small',
    ready: documents,
    does: async (page) => {
      await give(page, [
        { name: 'vacío.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
        { name: 'escáner.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(3_000, '%PDF-') },
        { name: 'factura.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ disguised') },
      ])
      await words('Miramos su contenido')(page)
    },
    narrow: true,
  },
  { name: 'documents-sending', ready: words('1 de 5 subidos'), narrow: true },
  { name: 'documents-refused', ready: documents, narrow: true },
  { name: 'documents-many', ready: documents, narrow: true },
]

/** States of Borradores and Por enviar. */
const LISTS: readonly State[] = [
  { name: 'drafts', ready: words('Sin vehículo todavía'), narrow: true },
  { name: 'drafts-handed', ready: words('Te entregan'), narrow: true },
  {
    name: 'drafts-give',
    scene: 'drafts-handed',
    ready: words('Te entregan'),
    does: press('Entregar Transferencia de 3308 KDR'),
    narrow: true,
  },
  { name: 'draft-handed', ready: words('Entregado a Luis Vega, sin recoger'), narrow: true },
  { name: 'draft-collected', ready: words('Lo recogió Luis Vega'), narrow: true },
  { name: 'drafts-empty', ready: heading('No hay borradores.'), narrow: true },
  { name: 'drafts-loading', ready: words('Leyendo…') },
  { name: 'drafts-failed', ready: heading('No se han podido leer') },
  { name: 'drafts-many', ready: words('60 borradores') },
  {
    name: 'drafts-discarded',
    scene: 'drafts',
    ready: words('Sin vehículo todavía'),
    does: press('Descartar Transferencia de 3308 KDR'),
    narrow: true,
  },
  { name: 'outbox', ready: list, narrow: true },
  { name: 'outbox-empty', ready: heading('Nada por enviar.'), narrow: true },
  { name: 'outbox-loading', ready: words('Leyendo…') },
  { name: 'outbox-failed', ready: heading('No se ha podido leer') },
  { name: 'outbox-offline', ready: list, narrow: true },
  { name: 'outbox-unauthorized', ready: list },
  { name: 'outbox-leaving', ready: words('Salen 2 en 4 s.'), narrow: true },
  { name: 'outbox-troubled', ready: list, narrow: true },
  {
    name: 'outbox-send',
    scene: 'outbox',
    ready: list,
    does: press('Enviar los 2 listos…'),
    narrow: true,
  },
  {
    name: 'outbox-held',
    ready: list,
    does: async (page) => {
      await press('Enviar los 2 listos…')(page)
      await press('Enviar los 2 a Tráfico')(page)
      await heading('2 no han salido:')(page)
    },
    narrow: true,
  },
  {
    name: 'outbox-again',
    scene: 'outbox-troubled',
    ready: list,
    does: press('Enviar como nuevo… Transferencia de 9426 JHV'),
    narrow: true,
  },
]

export const DOCUMENT_STATES: readonly State[] = [...OF_A_DRAFT, ...LISTS]
