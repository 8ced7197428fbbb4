import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Buffer } from 'node:buffer'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Page, test } from './seeded-test.ts'
import { open } from './actions.ts'
import {
  damagedContent,
  DAMAGED_CONTENTS,
  dynamicForm,
  foreignFont,
  signedPdf,
  undecodable,
  withAttachment,
  withoutPages,
} from '#tests/fakes/odd-pdfs.ts'
import { samplePdf } from './harness/sample-pdf.ts'
import { openPdf } from './states.ts'
import { documents, give } from './states-documents.ts'
import { tool } from './states-papers.ts'

const scan = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/scans', `${name}.pdf`))
const drawnPage = (page: Page, n: number) => page.locator(`[data-page="${n}"] canvas[data-drawn="true"]`)

/** Leaves bytes as the official PDF of the plate. */
async function putFile(page: Page, pdf: Uint8Array) {
  await open(page, 'complete')
  await page.evaluate((coded) => {
    window.bridge.scene.pdf = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
  }, Buffer.from(pdf).toString('base64'))
}
async function openFile(page: Page, pdf: Uint8Array) {
  await putFile(page, pdf)
  await openPdf(page)
}

/** Opens the dialog that cuts a draft's document of these bytes. */
async function openCut(page: Page, pdf: Uint8Array) {
  await open(page, 'papers')
  await documents(page)
  await page.evaluate((coded) => {
    const { files } = window.bridge.scene
    if (files) files['p-all'] = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
  }, Buffer.from(pdf).toString('base64'))
  await tool(page, 'Escaneo0009', 'Separar por páginas…')
}

/** Share of a drawing that is ink: 0 for a blank page. */
const inkOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((drawing: HTMLCanvasElement | HTMLImageElement) => {
      const { width, height } = drawing
      const canvas = new OffscreenCanvas(width, height)
      const pen = canvas.getContext('2d')!
      pen.fillStyle = 'white'
      pen.fillRect(0, 0, width, height)
      pen.drawImage(drawing, 0, 0, width, height)
      const { data } = pen.getImageData(0, 0, width, height)
      let light = 0
      for (let at = 0; at < data.length; at += 4) light += data[at]! + data[at + 1]! + data[at + 2]!
      return 1 - light / (width * height * 3 * 255)
    })

/** Prints the open PDF, and keeps its sheet for a look. */
async function printed(page: Page) {
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = 'true'
    }
  })
  await page.getByRole('button', { name: 'Imprimir' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'true')
}

/** One PDF of the first page of each. */
async function together(files: readonly Buffer[]): Promise<Buffer> {
  const all = await PDFDocument.create()
  for (const file of files) {
    const [first] = await all.copyPages(await PDFDocument.load(file), [0])
    if (first) all.addPage(first)
  }
  return Buffer.from(await all.save())
}

/** The same scan on each page, the first as JPEG. */
const SCANS = ['jpeg-control', 'fax-g4', 'jbig2', 'jpx']

test('a scan in CCITT, JBIG2 or JPEG 2000 is seen on screen, on paper and where it is cut', async ({
  page,
}) => {
  const pdf = await together(SCANS.map(scan))
  await openFile(page, pdf)
  const paper: number[] = []
  const screen: number[] = []
  for (const [at] of SCANS.entries()) {
    await page.getByLabel('Ir a la página').fill(String(at + 1))
    await page.keyboard.press('Enter')
    await expect(drawnPage(page, at + 1)).toBeVisible()
    screen.push(await inkOf(page, `[data-page="${at + 1}"] canvas`))
  }
  await printed(page)
  for (const [at] of SCANS.entries())
    paper.push(await inkOf(page, `.print-sheet__page:nth-child(${at + 1}) img`))
  await openCut(page, pdf)
  await expect(page.locator('.thumb canvas[data-drawn="true"]')).toHaveCount(SCANS.length)
  const thumbs: number[] = []
  for (const [at] of SCANS.entries()) thumbs.push(await inkOf(page, `.thumb:nth-child(${at + 1}) canvas`))
  for (const [control = 0, ...others] of [screen, paper, thumbs]) {
    expect(control).toBeGreaterThan(0.03)
    for (const ink of others) expect(Math.abs(ink / control - 1)).toBeLessThan(0.1)
  }
})

test('a PDF with an owner password alone is cut like any other', async ({ page }) => {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/protected/aes-256.pdf'))
  await openCut(page, bytes)
  await page.getByRole('button', { name: 'Cortar antes de la página 2' }).click()
  await page.getByRole('button', { name: 'Separar en 2 documentos' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Ver Escaneo0009 pág\. 2/ })).toBeVisible()
})

test('before a signed PDF is cut, it says that the parts lose the signature', async ({ page }) => {
  await openCut(page, signedPdf())
  await expect(page.getByRole('dialog').getByText('las partes no llevarán la firma')).toBeVisible()
  await openCut(page, await together(SCANS.map(scan)))
  await expect(page.locator('.thumb canvas[data-drawn="true"]').first()).toBeVisible()
  await expect(page.getByRole('dialog').getByText('las partes no llevarán la firma')).toHaveCount(0)
})

test('a dynamic form says what to do instead of showing its page in English', async ({ page }) => {
  const form = dynamicForm()
  const told = (words: string) => page.getByRole('dialog').getByText(words)
  await putFile(page, form)
  await page.getByRole('button', { name: 'Ver PDF oficial' }).click()
  await expect(told('Este formulario solo se ve con Acrobat.')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Guardar PDF' })).toBeVisible()

  await open(page, 'documents-none')
  await documents(page)
  await give(page, [{ name: 'modelo.pdf', mimeType: 'application/pdf', buffer: Buffer.from(form) }])
  await expect(page.locator('.draft-document', { hasText: 'modelo.pdf' })).toContainText(
    'Ábrelo con Acrobat, imprímelo como PDF y añade esa copia.',
  )
  await page.getByRole('button', { name: /^Ver modelo\.pdf/ }).click()
  await expect(page.getByText('Este formulario solo se ve con Acrobat.')).toBeVisible()
})

const GREY = '/BitsPerComponent 8 /ColorSpace /DeviceGray'
const UNREADABLE = [
  ['JBIG2Decode', '/BitsPerComponent 1 /ColorSpace /DeviceGray'],
  ['JBIG2Decode', '/BitsPerComponent 1 /ImageMask true'],
  ['JPXDecode', GREY],
  ['DCTDecode', GREY],
] as const

for (const [filter, dict] of UNREADABLE)
  test(`a page says that its picture cannot be drawn, and the rest is: ${filter} ${dict}`, async ({
    page,
  }) => {
    const problem = (n: number) => page.getByText(`En la página ${n} falta algo que no se ha podido dibujar.`)
    await openFile(page, undecodable(filter, dict))
    for (const n of [1, 2, 3, 4]) {
      await page.getByLabel('Ir a la página').fill(String(n))
      await page.keyboard.press('Enter')
      await expect(drawnPage(page, n)).toBeVisible()
      await expect(problem(n)).toHaveCount(n === 1 ? 0 : 1)
      expect(await inkOf(page, `[data-page="${n}"] canvas`)).toBeGreaterThan(0)
    }
    await printed(page)
    const sheets = page.locator('.print-sheet__page')
    await expect(sheets).toHaveCount(4)
    await expect(sheets.locator('img')).toHaveCount(4)
    await expect(sheets.locator('p')).toHaveCount(3)
    await openCut(page, undecodable(filter, dict))
    await expect(page.locator('.thumb').getByText('Falta algo que no se ha podido dibujar.')).toHaveCount(3)
  })

test('each page says that words in a font that cannot be loaded are missing', async ({ page }) => {
  await openFile(page, foreignFont())
  for (const n of [1, 2]) {
    await page.getByLabel('Ir a la página').fill(String(n))
    await page.keyboard.press('Enter')
    await expect(drawnPage(page, n)).toBeVisible()
    await expect(page.getByText(`En la página ${n} falta algo que no se ha podido dibujar.`)).toBeVisible()
  }
})

for (const kind of Object.keys(DAMAGED_CONTENTS) as (keyof typeof DAMAGED_CONTENTS)[])
  test(`each page says that a part of it is missing: ${kind}`, async ({ page }) => {
    await openFile(page, damagedContent(kind))
    for (const n of [1, 2, 1]) {
      await page.getByLabel('Ir a la página').fill(String(n))
      await page.keyboard.press('Enter')
      await expect(drawnPage(page, n)).toBeVisible()
      await expect(page.getByText(`En la página ${n} falta algo que no se ha podido dibujar.`)).toBeVisible()
    }
  })

test('a PDF without pages says that it cannot be drawn', async ({ page }) => {
  await putFile(page, withoutPages())
  await page.getByRole('button', { name: 'Ver PDF oficial' }).click()
  await expect(page.getByRole('dialog').getByText('No hemos podido dibujar este PDF.')).toBeVisible()
})

test('a document with files in it says so, and what to do', async ({ page }) => {
  await open(page, 'documents-none')
  await documents(page)
  await give(page, [
    { name: 'factura.pdf', mimeType: 'application/pdf', buffer: Buffer.from(withAttachment()) },
  ])
  await expect(page.locator('.draft-document', { hasText: 'factura.pdf' })).toContainText(
    'Lleva otros archivos dentro. Ábrelo con un lector de PDF, guarda los que hagan falta y añádelos aparte.',
  )
})

test('text of the preview is selected and copied, at any zoom, and lies over its drawing', async ({
  page,
}) => {
  await openFile(page, samplePdf([['Permiso de 1234 BCD', 'Titular: Ana'], ['Segunda']]))
  const line = page.locator('[data-page="1"]').getByText('Permiso de 1234 BCD')
  await expect(line).toBeVisible()
  for (const zoom of ['100 %', '125 %']) {
    await expect(page.getByText(zoom)).toBeVisible()
    await expect(drawnPage(page, 1)).toBeVisible()
    const paper = (await page.locator('[data-page="1"] canvas').boundingBox())!
    const box = (await line.boundingBox())!
    // Written at 60 points from the left, with its baseline 72 from the top of a page of 595 × 842.
    expect((box.x - paper.x) / paper.width).toBeCloseTo(60 / 595, 2)
    expect((box.y + box.height * 0.8 - paper.y) / paper.height).toBeCloseTo(72 / 842, 1)
    await page.mouse.move(box.x + 1, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 1, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Permiso de 1234 BCD')
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.keyboard.press('ControlOrMeta++')
  }
})

test('pages that are not near have no text in the window', async ({ page }) => {
  const lines = Array.from({ length: 25 }, (_, at) => `Apunte ${at}`)
  await openFile(page, samplePdf(Array.from({ length: 60 }, (_, at) => [`Hoja ${at + 1}`, ...lines])))
  await expect(page.getByText('Hoja 1', { exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByText('Hoja 60', { exact: true })).toBeVisible()
  await expect(page.getByText('Hoja 1', { exact: true })).toHaveCount(0)
  expect(await page.locator('.pdf-page__words span').count()).toBeLessThan(26 * 5)
  const roll = page.getByRole('dialog').getByRole('region')
  expect(await roll.evaluate((all) => all.scrollHeight - all.clientHeight - all.scrollTop)).toBeLessThan(1)
  // The keys act from a button too, which scrolls nothing by itself.
  await page.getByRole('dialog').getByRole('button', { name: 'Imprimir' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Hoja 1', { exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByText('Hoja 60', { exact: true })).toBeVisible()
  // In the field of the page the keys move in the number.
  await page.getByLabel('Ir a la página').focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Hoja 60', { exact: true })).toBeVisible()
  await roll.focus()
  await page.keyboard.press('Home')
  await expect(page.getByText('Hoja 1', { exact: true })).toBeVisible()
})
