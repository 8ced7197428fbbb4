import { createRequire } from 'node:module'
import type PdfKit from 'pdfkit'
import { type Statement, statementPdfText } from '#shared/text/ledger-files.ts'

const MARGIN = 56
const INK = '#1c2430'
const SOFT = '#5b6675'
const RULE = '#c9d0d9'
const BODY_SIZE = 10
const DAY_WIDTH = 70
const AMOUNT_WIDTH = 90
/** Room that a heading needs with the first line below it. */
const HEADING_ROOM = 130

/**
 * pdfkit is loaded with the first PDF. It reads fonts beside its own files and cannot be bundled, so `require` loads
 * the package.
 */
function createDocument(options: PDFKit.PDFDocumentOptions): PDFKit.PDFDocument {
  const Document: typeof PdfKit = createRequire(import.meta.url)('pdfkit')
  return new Document(options)
}

/** Characters that the standard fonts do not hold. They hold those of Western Europe. */
const UNKNOWN = /[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu
/** Letters that have a stroke, which no normal form separates. */
const STROKES: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd' }

/** Text with the letter alone of each character that the fonts do not hold: «Ștefan» is «Stefan». */
const makePrintable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll('\u202f', '\u00a0')
    .replace(UNKNOWN, (character) => STROKES[character] ?? character.normalize('NFD').charAt(0))
    .replace(UNKNOWN, '?')

/** Draws a statement on A4 pages. */
export function renderStatementPdf(statement: Statement, now: number): Promise<Buffer> {
  const { title, office, facts, sections, totals, notes } = statement
  const date = new Date(now)
  const document = createDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: 72, left: MARGIN, right: MARGIN },
    lang: 'es-ES',
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: { Title: makePrintable(title), Author: makePrintable(office), CreationDate: date, ModDate: date },
  })
  const finished = collectBytes(document)
  if (office !== '') document.font('Helvetica').fontSize(11).fillColor(SOFT).text(makePrintable(office))
  document.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(makePrintable(title))
  document.moveDown(0.6).font('Helvetica')
  drawTable(
    document,
    facts.map(([name, value]) => [name, value]),
    [100, '*'],
  )
  const { columns } = statementPdfText
  for (const { heading, lines } of sections) {
    drawHeading(document, heading)
    document.font('Helvetica')
    const rows = lines.map(({ day, text, amount }) => [day, text, amount])
    drawTable(
      document,
      [[columns.day, columns.text, columns.amount], ...rows],
      [DAY_WIDTH, '*', AMOUNT_WIDTH],
      true,
    )
  }
  if (document.y > document.page.height - HEADING_ROOM) document.addPage()
  document.moveDown(1.2).font('Helvetica')
  drawTable(
    document,
    totals.slice(0, -1).map(([name, amount]) => [name, amount]),
    ['*', AMOUNT_WIDTH],
  )
  // The last total is what the statement says.
  document.font('Helvetica-Bold')
  drawTable(
    document,
    totals.slice(-1).map(([name, amount]) => [name, amount]),
    ['*', AMOUNT_WIDTH],
  )
  document.moveDown(1.2).font('Helvetica-Bold').fontSize(BODY_SIZE).fillColor(INK)
  document.text(notes.map(makePrintable).join(' '), MARGIN)
  drawFooters(document, notes)
  document.end()
  return finished
}

function collectBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
}

function drawHeading(document: PDFKit.PDFDocument, heading: string): void {
  // Keeps a heading from standing alone at the foot of a page.
  if (document.y > document.page.height - HEADING_ROOM) document.addPage()
  document.moveDown(1).font('Helvetica-Bold').fontSize(12).fillColor(INK)
  document.text(makePrintable(heading), MARGIN).moveDown(0.3)
}

/** Draws rows in the present font. Amounts are on the right. */
function drawTable(
  document: PDFKit.PDFDocument,
  rows: readonly (readonly string[])[],
  columnStyles: (number | '*')[],
  hasHeader = false,
): void {
  if (rows.length === 0) return
  document.fontSize(BODY_SIZE)
  const isAmount = (column: number) => columnStyles[column] === AMOUNT_WIDTH
  document.table({
    data: rows.map((row, index) =>
      row.map((cell, column) => ({
        text: makePrintable(cell),
        textColor: hasHeader && index === 0 ? SOFT : INK,
        align: { x: isAmount(column) ? ('right' as const) : ('left' as const), y: 'top' as const },
      })),
    ),
    columnStyles,
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: RULE, padding: 4 },
  })
  document.x = MARGIN
}

/** Writes the number of each page, and the notes, once the number of pages is known. */
function drawFooters(document: PDFKit.PDFDocument, notes: readonly string[]): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(start + page)
    // Text below the bottom margin would begin another page.
    document.page.margins.bottom = 0
    document.font('Helvetica').fontSize(8).fillColor(SOFT)
    const footer = [...notes, statementPdfText.page(page + 1, count)].map(makePrintable).join('  ')
    document.text(footer, MARGIN, document.page.height - 48, { lineBreak: false })
  }
}
