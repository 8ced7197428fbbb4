import type { PDFDocumentProxy } from 'pdfjs-dist'
import { pdfText as text } from '#shared/text/app-pdf.ts'
import { canvasScale, release, wholePixels } from './canvas-scale.ts'
import { drawPage } from './draw-page.ts'

/** Pages of a job, at most: all of them are in memory when the printer takes them. */
export const MAX_PRINT_PAGES = 50
/** Dots of paper in a point: 150 per inch is sharp on an office printer and small in memory. */
const PRINT_SCALE = 150 / 72
/** Those of an A3; a larger page is printed on no larger paper. */
const MAX_PRINT_AREA = 4_400_000
const JPEG_QUALITY = 0.85

/** The first and the last, both of them printed. */
export interface PageRange {
  from: number
  to: number
}

export interface PrintedPages {
  pdf: PDFDocumentProxy
  range: PageRange
  onPage: (page: number) => void
  signal: AbortSignal
}

export type PrintSheet = ReturnType<ReturnType<typeof createPrintSheet>['begin']>

/**
 * Pages drawn apart, as large as paper needs, to be printed without anything else of the window. One sheet at a time: a
 * new one takes the place of the one before.
 */
export function createPrintSheet() {
  let sheet: HTMLElement | null = null

  function clear() {
    sheet?.remove()
    sheet = null
  }
  return {
    clear,
    /** A blank one. What is added to it answers whether it is still the one that is being prepared. */
    begin() {
      clear()
      const paper = document.createElement('div')
      paper.className = 'print-sheet'
      sheet = paper
      const isCurrent = () => sheet === paper
      let pages = 0

      /** As a picture: a canvas for each page would be all of them uncompressed. */
      async function append(canvas: HTMLCanvasElement, label: string) {
        const picture = new Image()
        picture.alt = label
        picture.src = await compressed(canvas)
        await picture.decode()
        appendPage(picture)
      }
      function appendPage(content: HTMLElement) {
        const page = document.createElement('div')
        page.className = 'print-sheet__page'
        page.append(content)
        paper.append(page)
        pages += 1
      }
      return {
        isCurrent,
        /** How many more pages this job takes. */
        room: () => MAX_PRINT_PAGES - pages,
        /** @returns how many pages could not be drawn: each is a sheet that says so; `null` when it was stopped */
        async add({ pdf, range, onPage, signal }: PrintedPages): Promise<number | null> {
          const canvas = document.createElement('canvas')
          let failed = 0
          try {
            for (let number = range.from; number <= range.to; number += 1) {
              onPage(number)
              try {
                const what = { pdf, number, canvas, scale: PRINT_SCALE, maxArea: MAX_PRINT_AREA, signal }
                await drawPage({ ...what, intent: 'print' })
                await append(canvas, text.pageOf(number, pdf.numPages))
              } catch {
                failed += 1
                const words = document.createElement('p')
                words.textContent = text.pageBroken(number)
                appendPage(words)
              }
              if (signal.aborted || !isCurrent()) return null
            }
            return failed
          } finally {
            release(canvas)
          }
        },
        async addImage(image: ImageBitmap, label: string): Promise<void> {
          const canvas = document.createElement('canvas')
          const scale = canvasScale(image.width, image.height, MAX_PRINT_AREA)
          canvas.width = wholePixels(image.width * scale)
          canvas.height = wholePixels(image.height * scale)
          canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
          await append(canvas, label)
          release(canvas)
        },
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

/** An address with the bytes in it: the policy of the windows shows no picture of any other. */
async function compressed(canvas: HTMLCanvasElement): Promise<string> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  if (!blob) throw new Error('the canvas has no picture')
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the picture could not be read')))
    reader.readAsDataURL(blob)
  })
}
