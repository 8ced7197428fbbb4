import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { pdfText as text } from '#shared/text/documents.ts'
import { canvasScale, release, wholePixels } from '../../design/canvas-scale.ts'
import { drawPage } from './draw-page.ts'

/** Maximum pages of a job: all of them are in memory when the printer takes them. */
export const MAX_PRINT_PAGES = 50
/** Dots per point on paper: 150 per inch is sharp on an office printer and small in memory. */
const PRINT_SCALE = 150 / 72
/** Dots of an A3; a larger page is printed no larger. */
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
 * Container of pages drawn at paper size, printed without the rest of the window. One sheet at a time: a new one
 * replaces the previous one.
 */
export function createPrintSheet() {
  let sheet: HTMLElement | null = null

  function clear() {
    sheet?.remove()
    sheet = null
  }
  return {
    clear,
    /** Starts a blank sheet. Its `append` returns `false` once another sheet has replaced it. */
    begin() {
      clear()
      const element = document.createElement('div')
      element.className = 'print-sheet'
      sheet = element
      const isCurrent = () => sheet === element
      let pages = 0

      /** Appends a compressed picture: one canvas per page would hold every page uncompressed. */
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
         * @returns number of pages not drawn, or not whole; the sheet of each says so; `null` if stopped
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
        /** Prints the sheet; it is removed once the printer has it. */
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

/** Data URL: the windows' CSP shows no picture from elsewhere. */
async function compressed(canvas: OffscreenCanvas): Promise<string> {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the picture could not be read')))
    reader.readAsDataURL(blob)
  })
}

/** Loaded but not decoded: the printer takes it compressed, and fifty decoded pages are 900 MB. */
function pictureOf(src: string, label: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.alt = label
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(picture))
    picture.addEventListener('error', () => reject(new Error('the picture could not be shown')))
    picture.src = src
  })
}

/** A print sheet, and one task at a time that fills it. Both end with the component. */
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
