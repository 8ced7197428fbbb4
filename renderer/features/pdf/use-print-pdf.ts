import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui-state/toasts.ts'
import { pdfText } from '#shared/text/app-pdf.ts'

/** Dots of paper in a point: 150 a inch is sharp on an office printer and small in memory. */
const PRINT_SCALE = 150 / 72

/**
 * Prints the pages and nothing else of the window. They are drawn apart, as large as paper needs, and leave when the
 * printer has them.
 */
export function usePrintPdf(pdf: PDFDocumentProxy) {
  const [printing, setPrinting] = useState<{ page: number } | null>(null)
  const sheet = useRef<HTMLElement | null>(null)

  useEffect(() => () => clear(sheet), [])

  const run = async () => {
    clear(sheet)
    const paper = document.createElement('div')
    paper.className = 'print-sheet'
    sheet.current = paper
    try {
      for (let number = 1; number <= pdf.numPages; number += 1) {
        setPrinting({ page: number })
        const page = await pdf.getPage(number)
        const viewport = page.getViewport({ scale: PRINT_SCALE })
        const canvas = document.createElement('canvas')
        canvas.width = Math.floor(viewport.width)
        canvas.height = Math.floor(viewport.height)
        await page.render({ canvas, viewport, intent: 'print' }).promise
        // Closed meanwhile.
        if (sheet.current !== paper) return
        paper.append(canvas)
      }
      document.body.append(paper)
      addEventListener('afterprint', () => clear(sheet), { once: true })
      print()
    } catch {
      clear(sheet)
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

function clear(sheet: { current: HTMLElement | null }) {
  sheet.current?.remove()
  sheet.current = null
}
