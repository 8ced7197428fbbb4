import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Dots of paper in a point: 150 a inch is sharp on an office printer and small in memory. */
const PRINT_SCALE = 150 / 72

/**
 * Pages drawn apart, as large as paper needs, to be printed without anything else of the window. One at a time: a new
 * one takes the place of the one before.
 */
export function createPrintSheet() {
  let sheet: HTMLElement | null = null

  function clear() {
    sheet?.remove()
    sheet = null
  }
  return {
    clear,
    /** A blank one. `add` answers whether it is still the one that is being prepared. */
    begin() {
      clear()
      const paper = document.createElement('div')
      paper.className = 'print-sheet'
      sheet = paper
      const isCurrent = () => sheet === paper
      return {
        async add(pdf: PDFDocumentProxy, onPage: (page: number) => void): Promise<boolean> {
          for (let number = 1; number <= pdf.numPages; number += 1) {
            onPage(number)
            const page = await pdf.getPage(number)
            const viewport = page.getViewport({ scale: PRINT_SCALE })
            const canvas = document.createElement('canvas')
            canvas.width = Math.floor(viewport.width)
            canvas.height = Math.floor(viewport.height)
            await page.render({ canvas, viewport, intent: 'print' }).promise
            // Closed meanwhile.
            if (!isCurrent()) return false
            paper.append(canvas)
          }
          return isCurrent()
        },
        /** A picture, as it is. */
        addImage(image: ImageBitmap): boolean {
          const canvas = document.createElement('canvas')
          canvas.width = image.width
          canvas.height = image.height
          canvas.getContext('2d')?.drawImage(image, 0, 0)
          if (isCurrent()) paper.append(canvas)
          return isCurrent()
        },
        isCurrent,
        /** To the printer; it leaves when the printer has it. */
        print() {
          document.body.append(paper)
          addEventListener('afterprint', clear, { once: true })
          print()
        },
      }
    },
  }
}
