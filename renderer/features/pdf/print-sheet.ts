import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { pdfText as text } from '#shared/text/documents.ts'
import { canvasScale, release, wholePixels } from '../../design/canvas-scale.ts'
import { drawPage } from './draw-page.ts'

/** Maximum pages of a job. All of them are in memory when the printer takes them. */
export const MAX_PRINT_PAGES = 50
/** Dots per point on paper: 150 per inch is sharp on an office printer and small in memory. */
const PRINT_SCALE = 150 / 72
/** Maximum dots of a page, as many as an A3 has. A larger page is scaled down to this. */
const MAX_PRINT_AREA = 4_400_000
const JPEG_QUALITY = 0.85

/** First and last page, both included. */
export interface PageRange {
  from: number
  to: number
}

interface PrintedPages {
  pdf: PDFDocumentProxy
  range: PageRange
  onPage: (page: number) => void
  signal: AbortSignal
}

export type PrintSheet = ReturnType<ReturnType<typeof createPrintSheet>['begin']>

/**
 * Container of pages drawn at paper size, printed without the rest of the window. There is one sheet at a time: a new
 * sheet replaces the previous one.
 */
export function createPrintSheet() {
  let sheet: HTMLElement | null = null

  function clear() {
    sheet?.remove()
    sheet = null
  }
  return {
    clear,
    /** Starts a blank sheet. Its `isCurrent` returns `false` once another sheet has replaced it. */
    begin() {
      clear()
      const element = document.createElement('div')
      element.className = 'print-sheet'
      sheet = element
      const isCurrent = () => sheet === element
      let pages = 0

      /** Appends a page as a compressed picture. One canvas for each page would hold every page uncompressed. */
      async function append(canvas: OffscreenCanvas, label: string, problem: string | null = null) {
        const src = await compressed(canvas).finally(() => release(canvas))
        const picture = await pictureOf(src, label)
        appendPage(...(problem === null ? [] : [problemElement(problem)]), picture)
      }
      function appendPage(...content: readonly HTMLElement[]) {
        const page = document.createElement('div')
        page.className = 'print-sheet__page'
        page.append(...content)
        element.append(page)
        pages += 1
      }
      return {
        isCurrent,
        /** Pages left in this job. */
        room: () => MAX_PRINT_PAGES - pages,
        /**
         * @returns number of pages that were not drawn, or not completely; `null` if stopped. The sheet says so on
         * each of these pages.
         */
        async add({ pdf, range, onPage, signal }: PrintedPages): Promise<number | null> {
          let failed = 0
          for (let number = range.from; number <= range.to; number += 1) {
            onPage(number)
            try {
              const what = { pdf, number, scale: PRINT_SCALE, maxArea: MAX_PRINT_AREA, signal }
              const { canvas, isWhole } = await drawPage({ ...what, intent: 'print' })
              if (!isWhole) failed += 1
              const problem = isWhole ? null : text.pageInPart(number)
              await append(canvas, text.pageOf(number, pdf.numPages), problem)
            } catch {
              failed += 1
              appendPage(problemElement(text.pageBroken(number)))
            }
            if (signal.aborted || !isCurrent()) return null
          }
          return failed
        },
        async addImage(image: ImageBitmap, label: string): Promise<void> {
          const scale = canvasScale(image.width, image.height, MAX_PRINT_AREA)
          const canvas = new OffscreenCanvas(
            wholePixels(image.width * scale),
            wholePixels(image.height * scale),
          )
          canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
          await append(canvas, label)
        },
        /** Prints the sheet. The sheet is removed once the printer has it. */
        print() {
          document.body.append(element)
          addEventListener('afterprint', clear, { once: true })
          print()
        },
      }
    },
  }
}

function problemElement(problem: string): HTMLElement {
  const words = document.createElement('p')
  words.textContent = problem
  return words
}

/** Returns a data URL: the CSP of our windows allows no picture from elsewhere. */
async function compressed(canvas: OffscreenCanvas): Promise<string> {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the picture could not be read')))
    reader.readAsDataURL(blob)
  })
}

/**
 * Loads a picture without decoding it. The printer takes the picture compressed, and fifty decoded pages are 900 MB.
 */
function pictureOf(src: string, label: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.alt = label
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(picture))
    picture.addEventListener('error', () => reject(new Error('the picture could not be shown')))
    picture.src = src
  })
}

/** A print sheet, and one task at a time that fills it. Unmounting the component ends both. */
export function usePrintSheet() {
  const [sheet] = useState(createPrintSheet)
  const task = useRef<AbortController | null>(null)
  const [actions] = useState(() => ({
    /** @returns the signal that aborts when the new task must stop */
    begin(): AbortSignal {
      task.current = new AbortController()
      return task.current.signal
    },
    /** Stops the task and empties the sheet. */
    stop() {
      task.current?.abort()
      sheet.clear()
    },
  }))
  useEffect(() => actions.stop, [actions])
  return { sheet, ...actions }
}
