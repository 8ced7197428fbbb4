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
    /** Starts a blank sheet. Adding to it answers `false` once another sheet has replaced it. */
    begin() {
      clear()
      const serviceDocument = document.createElement('div')
      serviceDocument.className = 'print-sheet'
      sheet = serviceDocument
      const isCurrent = () => sheet === serviceDocument
      let pages = 0

      /** As a picture: a canvas for each page would be all of them uncompressed. */
      async function append(canvas: OffscreenCanvas, label: string) {
        const src = await compressed(canvas).finally(() => release(canvas))
        appendPage(await pictureOf(src, label))
      }
      function appendPage(content: HTMLElement) {
        const page = document.createElement('div')
        page.className = 'print-sheet__page'
        page.append(content)
        serviceDocument.append(page)
        pages += 1
      }
      return {
        isCurrent,
        /** How many more pages this job takes. */
        room: () => MAX_PRINT_PAGES - pages,
        /** @returns how many pages could not be drawn: each is a sheet that says so; `null` when it was stopped */
        async add({ pdf, range, onPage, signal }: PrintedPages): Promise<number | null> {
          let failed = 0
          for (let number = range.from; number <= range.to; number += 1) {
            onPage(number)
            try {
              const what = { pdf, number, scale: PRINT_SCALE, maxArea: MAX_PRINT_AREA, signal }
              const canvas = await drawPage({ ...what, intent: 'print' })
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
        /** To the printer; it leaves when the printer has it. */
        print() {
          document.body.append(serviceDocument)
          addEventListener('afterprint', clear, { once: true })
          print()
        },
      }
    },
  }
}

/** An address with the bytes in it: the policy of the windows shows no picture of any other. */
async function compressed(canvas: OffscreenCanvas): Promise<string> {
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the picture could not be read')))
    reader.readAsDataURL(blob)
  })
}

/** Loaded and not decoded: the printer takes it compressed, and fifty decoded pages are 900 MB. */
function pictureOf(src: string, label: string): Promise<HTMLImageElement> {
  const picture = new Image()
  picture.alt = label
  return new Promise((resolve, reject) => {
    picture.addEventListener('load', () => resolve(picture))
    picture.addEventListener('error', () => reject(new Error('the picture could not be shown')))
    picture.src = src
  })
}
