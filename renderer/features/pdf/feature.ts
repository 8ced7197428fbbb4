export { drawPage, pageText } from './draw-page.ts'
export { type DrawingTurns, createTurns } from './drawing-turns.ts'
export { fetchPdfLibrary, openPdf, pdfProblem } from './load-pdf.ts'
export { GAP_PX } from './page-places.ts'
export { PageRoll } from './page-roll.tsx'
export { PdfPages } from './pdf-pages.tsx'
export { MAX_PRINT_PAGES, type PrintSheet, type createPrintSheet, usePrintSheet } from './print-sheet.ts'
export {
  type FileGuess,
  type Glance,
  UNREAD,
  createDocumentReader,
  readPicture,
  recogniseFile,
} from './read-document.ts'
export { usePagePlaces, usePageWindow } from './use-page-window.ts'
