import { createRequire } from 'node:module'
import type PdfKit from 'pdfkit'
import { formatTime } from './http/html.ts'

/** Content of a generated document. Each page says that the document is a sample. */
export interface Sheet {
  readonly title: string
  /** Subject, below the title. */
  readonly subtitle: string
  readonly parts: readonly SheetPart[]
  readonly madeMs: number
}

export type SheetPart =
  | { readonly heading: string; readonly fields: readonly (readonly [label: string, value: string])[] }
  | {
      readonly heading: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly heading: string; readonly text: string }

/** Printed on every page: marks a document as a sample. */
const SAMPLE = 'MUESTRA'
const SAMPLE_NOTE = 'MUESTRA · Documento de un entorno de pruebas, sin valor oficial'

type PdfDocument = PDFKit.PDFDocument

const MARGIN = 56
const INK = '#1c2430'
const SOFT = '#5b6675'
const BODY_SIZE = 9.5
const RULE = '#c9d0d9'
const BAND = '#8f1d1d'
/** Longest value, in characters. No document has a thousand pages. */
const MAX_VALUE = 600

/**
 * pdfkit is loaded with the first document: a service without PDFs uses 20 MB less. pdfkit reads fonts beside its
 * own files and cannot be bundled, so `require` loads the package.
 */
function createDocument(options: PDFKit.PDFDocumentOptions): PdfDocument {
  const Document: typeof PdfKit = createRequire(import.meta.url)('pdfkit')
  return new Document(options)
}

/** The standard fonts hold Western European characters. Any other character becomes a question mark. */
const makePrintable = (text: string) =>
  text
    .normalize('NFC')
    .slice(0, MAX_VALUE)
    .replace(/[^\n\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu, '?')

/** Renders the PDF of a sheet. The same sheet gives the same bytes. */
export function renderPdf(sheet: Sheet): Promise<Buffer> {
  const date = new Date(sheet.madeMs)
  const document = createDocument({
    size: 'A4',
    margins: { top: 92, bottom: 64, left: MARGIN, right: MARGIN },
    lang: 'es-ES',
    displayTitle: true,
    pdfVersion: '1.7',
    autoFirstPage: false,
    info: {
      Title: `${makePrintable(sheet.title)} (${SAMPLE})`,
      Subject: makePrintable(sheet.subtitle),
      CreationDate: date,
      ModDate: date,
    },
  })
  const finished = collectBytes(document)
  document.on('pageAdded', () => drawPage(document))
  document.addPage()
  drawTitle(document, sheet)
  for (const part of sheet.parts) drawPart(document, part)
  document.end()
  return finished
}

function collectBytes(document: PdfDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

/** Draws the parts common to every page. */
function drawPage(document: PdfDocument): void {
  const { width, height } = document.page
  document.save()
  document.rect(0, 0, width, 30).fill(BAND)
  document.font('Helvetica-Bold').fontSize(9).fillColor('white')
  document.text(SAMPLE_NOTE, MARGIN, 10, { lineBreak: false })
  document.rotate(-45, { origin: [width / 2, height / 2] })
  document.font('Helvetica-Bold').fontSize(110).fillColor('#000000').fillOpacity(0.06)
  const wide = document.widthOfString(SAMPLE)
  document.text(SAMPLE, (width - wide) / 2, height / 2 - 55, { lineBreak: false })
  document.restore()
  // pdfkit has measured a table that continues on this page at this font size.
  document.fillOpacity(1).fillColor(INK).font('Helvetica').fontSize(BODY_SIZE)
  document.x = MARGIN
  document.y = 60
}

function drawTitle(document: PdfDocument, { title, subtitle, madeMs }: Sheet): void {
  document.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(makePrintable(title))
  document.moveDown(0.2).font('Helvetica').fontSize(12).fillColor(SOFT).text(makePrintable(subtitle))
  document
    .moveDown(0.2)
    .fontSize(9)
    .text(`Emitido el ${formatTime(new Date(madeMs).toISOString())} (hora peninsular)`)
    .fillColor(INK)
}

function drawPart(document: PdfDocument, part: SheetPart): void {
  // Keeps a heading from standing alone at the foot of a page.
  if (document.y > document.page.height - 140) document.addPage()
  document.moveDown(1).font('Helvetica-Bold').fontSize(12).fillColor(INK)
  document.text(makePrintable(part.heading), MARGIN)
  document.moveDown(0.4).font('Helvetica').fontSize(BODY_SIZE)
  if ('text' in part) document.text(makePrintable(part.text), MARGIN)
  else if ('fields' in part)
    drawTable(
      document,
      part.fields.map(([label, value]) => [label, value]),
    )
  else drawTable(document, [part.columns, ...part.rows], true)
  document.x = MARGIN
}

function drawTable(document: PdfDocument, rows: readonly (readonly string[])[], hasHeader = false): void {
  if (rows.length === 0) return
  document.table({
    data: rows.map((row, index) =>
      row.map((cell, column) => ({
        text: makePrintable(cell),
        textColor: (hasHeader ? index === 0 : column === 0) ? SOFT : INK,
      })),
    ),
    ...(hasHeader ? {} : { columnStyles: [170, '*'] }),
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: RULE, padding: 4 },
  })
}
