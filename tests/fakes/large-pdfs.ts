import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { writePdf } from './write-pdf.ts'

type Size = [number, number]

/** Page size of PDFs of photographs: a point for each pixel of an A4 page at 600 dpi. */
const PHOTO_SIZE: Size = [4960, 7016]

const A4: Size = [595.28, 841.89]

/** Plain text pages, each with its number. */
export function plainPages(pages: number, size: (page: number) => Size = () => A4): Promise<Buffer> {
  return document(size, pages, (pdf, page) => {
    pdf.fontSize(20).text(`Página ${page}`, 60, 60)
    for (let line = 0; line < 25; line++)
      pdf.fontSize(11).text(`Apunte ${line} de la página ${page}`, 60, 100 + line * 17)
  })
}

/** Pages filled by a photograph each. */
export function photoPages(pages: number, jpeg: Buffer, size = PHOTO_SIZE): Promise<Buffer> {
  // A copy each: a PDF that shares one image among its pages would have it decoded once.
  return document(
    () => size,
    pages,
    (pdf) => pdf.image(Buffer.from(jpeg), 0, 0, { width: size[0] }),
  )
}

/** One page of any size, in points, with a frame and a cross that reach its edges. */
export function hugePage(width: number, height: number): Promise<Buffer> {
  return document(
    () => [width, height],
    1,
    (pdf) => {
      pdf.lineWidth(width / 100).rect(0, 0, width, height)
      pdf.moveTo(0, 0).lineTo(width, height).moveTo(width, 0).lineTo(0, height).stroke('#1a4f8a')
      pdf.fontSize(height / 20).text('Plano', width / 10, height / 10)
    },
  )
}

async function document(
  size: (page: number) => Size,
  pages: number,
  draw: (pdf: PDFKit.PDFDocument, page: number) => unknown,
): Promise<Buffer> {
  const pdf = new PDFDocument({ margin: 0, autoFirstPage: false })
  const bytes = buffer(pdf)
  for (let page = 1; page <= pages; page++) {
    pdf.addPage({ size: size(page), margin: 0 })
    draw(pdf, page)
    pdf.flushPages()
  }
  pdf.end()
  return bytes
}

/** Pages under one node of the tree. */
const PAGES_A_NODE = 50

/** Pages of the same text, each an object of its own. */
export function manyPages(pages: number): Buffer {
  const text = 'BT /F1 40 Tf 60 700 Td (La misma) Tj ET'
  const nodes = Math.ceil(pages / PAGES_A_NODE)
  const firstNode = 5
  const firstPage = firstNode + nodes
  const kids = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ')
  return Buffer.from(
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${pages} /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Kids [${kids(firstNode, nodes)}] >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...Array.from({ length: nodes }, (_, node) => {
        const count = Math.min(PAGES_A_NODE, pages - node * PAGES_A_NODE)
        return `<< /Type /Pages /Parent 2 0 R /Count ${count} /Kids [${kids(firstPage + node * PAGES_A_NODE, count)}] >>`
      }),
      ...Array.from(
        { length: pages },
        (_, page) =>
          `<< /Type /Page /Parent ${firstNode + Math.floor(page / PAGES_A_NODE)} 0 R /Contents 3 0 R >>`,
      ),
    ]),
  )
}

/** A JPEG like a camera's, in pixels: smooth shades with sensor grain. */
export async function photograph(page: Page, [width, height] = PHOTO_SIZE): Promise<Buffer> {
  const coded = await page.evaluate(
    async ([wide, high]) => {
      const canvas = new OffscreenCanvas(wide, high)
      const pen = canvas.getContext('2d')!
      const shades = pen.createLinearGradient(0, 0, wide, high)
      for (const [at, colour] of ['#e8e0d0', '#7a8f6a', '#30506a', '#c0a080'].entries())
        shades.addColorStop(at / 3, colour)
      pen.fillStyle = shades
      pen.fillRect(0, 0, wide, high)
      const grain = new OffscreenCanvas(512, 512)
      const noise = new ImageData(512, 512)
      for (let at = 0; at < noise.data.length; at++)
        noise.data[at] = at % 4 === 3 ? 24 : (Math.imul(at + 1, 0x9e3779b1) >>> 16) & 0xff
      grain.getContext('2d')!.putImageData(noise, 0, 0)
      pen.fillStyle = pen.createPattern(grain, 'repeat')!
      pen.fillRect(0, 0, wide, high)
      const bytes = new Uint8Array(
        await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })).arrayBuffer(),
      )
      let binary = ''
      for (let at = 0; at < bytes.length; at += 0x8000)
        binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
      return btoa(binary)
    },
    [width, height] as const,
  )
  return Buffer.from(coded, 'base64')
}
