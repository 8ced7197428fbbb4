import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, type Page, test } from './seeded-test.ts'
import { open } from './actions.ts'
import { openPdf } from './states.ts'
import { documents } from './states-documents.ts'
import { tool } from './states-papers.ts'

const scan = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/scans', `${name}.pdf`))
const drawnPage = (page: Page, n: number) => page.locator(`[data-page="${n}"] canvas[data-drawn="true"]`)

/** Opens bytes as the official PDF. */
async function openFile(page: Page, pdf: Buffer) {
  await open(page, 'complete')
  await page.evaluate((coded) => {
    window.bridge.scene.pdf = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
  }, pdf.toString('base64'))
  await openPdf(page)
}

/** Opens the dialog that cuts a draft's document of these bytes. */
async function openCut(page: Page, pdf: Buffer) {
  await open(page, 'papers')
  await documents(page)
  await page.evaluate((coded) => {
    const { files } = window.bridge.scene
    if (files) files['p-all'] = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0))
  }, pdf.toString('base64'))
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
