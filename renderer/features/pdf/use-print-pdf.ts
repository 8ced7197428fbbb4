import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useState } from 'react'
import { pdfText as text } from '#shared/text/documents.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { MAX_PRINT_PAGES, type PageRange } from './print-sheet.ts'
import { usePrintSheet } from './use-print-sheet.ts'

/** Printing state: asking for a range, or preparing pages. */
type Printing = { state: 'asking' } | { state: 'preparing'; done: number; range: PageRange }

/** Prints the pages of a PDF without the rest of the window: all of a short one, a chosen range of a long one. */
export function usePrintPdf(pdf: PDFDocumentProxy) {
  const [printing, setPrinting] = useState<Printing | null>(null)
  const { sheet, begin, stop } = usePrintSheet()

  const run = async (range: PageRange) => {
    const signal = begin()
    const job = sheet.begin()
    const onPage = (page: number) => setPrinting({ state: 'preparing', done: page - range.from, range })
    const failed = await job.add({ pdf, range, onPage, signal })
    if (failed === null) return
    setPrinting(null)
    if (failed > 0) showToast(text.pagesBroken(failed), 'failed')
    job.print()
  }
  return {
    printing,
    print: () => {
      if (printing) return
      if (pdf.numPages > MAX_PRINT_PAGES) setPrinting({ state: 'asking' })
      else void run({ from: 1, to: pdf.numPages })
    },
    printRange: (range: PageRange) => void run(range),
    stop: () => {
      stop()
      setPrinting(null)
    },
  }
}
