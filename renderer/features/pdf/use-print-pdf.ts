import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { showToast } from '../../ui-state/toasts.ts'
import { pdfText } from '#shared/text/app-pdf.ts'
import { createPrintSheet } from './print-sheet.ts'

/** Prints the pages of a PDF and nothing else of the window. */
export function usePrintPdf(pdf: PDFDocumentProxy) {
  const [printing, setPrinting] = useState<{ page: number } | null>(null)
  const [sheet] = useState(createPrintSheet)

  useEffect(() => sheet.clear, [sheet])

  const run = async () => {
    const paper = sheet.begin()
    try {
      if (await paper.add(pdf, (page) => setPrinting({ page }))) paper.print()
    } catch {
      sheet.clear()
      showToast(pdfText.brokenTitle, 'failed')
    } finally {
      setPrinting(null)
    }
  }
  return {
    printing,
    print: () => {
      if (!printing) void run()
    },
  }
}
