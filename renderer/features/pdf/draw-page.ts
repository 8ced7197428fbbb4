import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { canvasScale, release, wholePixels } from '../../design/canvas-scale.ts'
import { turnsOf } from './drawing-turns.ts'
import { watchDrawing } from './left-out.ts'
import type { PageSize } from './page-places.ts'

/** CSS pixels of a PDF point at 100 %. */
export const CSS_PER_POINT = 96 / 72
/** Maximum device pixels per CSS pixel: more costs memory and is not visible. */
const MAX_SHARPNESS = 2.5

/** Maximum side in CSS pixels at 100 %, so that browsers lay it out at any zoom: 260 m of paper. */
const MAX_SIDE = 1_000_000

/** Size of a page in CSS pixels at 100 %; one longer than `MAX_SIDE` is shrunk. */
export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: CSS_PER_POINT })
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: width * shrink, height: height * shrink }
}

/** Maximum time of a drawing: a small file may ask for gigabytes. */
const DRAWING_MS = 30_000

export interface PageToDraw {
  pdf: PDFDocumentProxy
  /** Page number, from 1. */
  number: number
  /** Device pixels per point, unless the canvas would exceed the cap. */
  scale: number
  maxArea?: number
  intent?: 'display' | 'print'
  signal: AbortSignal
}

/**
 * Draws a page in its turn, as sharp as the caps allow, and frees the resources of the drawing.
 * @returns its canvas, which nothing else holds, and whether everything on the page is on it
 * @throws if it cannot be drawn in time, or the signal is aborted
 */
export function drawPage({
  pdf,
  number,
  scale,
  maxArea,
  intent = 'display',
  signal,
}: PageToDraw): Promise<{ canvas: OffscreenCanvas; isWhole: boolean }> {
  const draw = async (either: AbortSignal) => {
    const page = await pdf.getPage(number)
    either.throwIfAborted()
    const asked = page.getViewport({ scale })
    const viewport = page.getViewport({ scale: scale * canvasScale(asked.width, asked.height, maxArea) })
    const canvas = new OffscreenCanvas(wholePixels(viewport.width), wholePixels(viewport.height))
    // The library only needs a canvas's context.
    const task = page.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport, intent })
    const stop = () => task.cancel()
    const endWatch = watchDrawing(pdf, page)
    either.addEventListener('abort', stop, { once: true })
    try {
      await task.promise
      return { canvas, isWhole: endWatch() }
    } catch (error) {
      release(canvas)
      throw error
    } finally {
      endWatch()
      either.removeEventListener('abort', stop)
      page.cleanup()
    }
  }
  return turnsOf(pdf).take(number, signal, async () => {
    const late = new AbortController()
    const limit = setTimeout(() => late.abort(new Error('the page takes too long to draw')), DRAWING_MS)
    const either = AbortSignal.any([signal, late.signal])
    try {
      return await untilAborted(either, draw(either))
    } finally {
      clearTimeout(limit)
    }
  })
}

/** Rejects as soon as the signal is aborted, whatever the library is doing. */
export const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(signal.reason as Error)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ])

/** Device pixels per point on screen, at a zoom. */
export const screenScale = (zoom: number): number =>
  zoom * CSS_PER_POINT * Math.min(devicePixelRatio || 1, MAX_SHARPNESS)

/** Text of a page, in the order of the file. */
export async function pageText(pdf: PDFDocumentProxy, number: number): Promise<string> {
  return joinedWords(await (await pdf.getPage(number)).getTextContent())
}

const joinedWords = ({ items }: Awaited<ReturnType<PDFPageProxy['getTextContent']>>): string =>
  items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')

/** Texts of a page laid one by one, which each have an element. A page with more keeps its text in one. */
const MAX_LAID = 3_000
/** Below this zoom letters are too small to select, and forty pages may be on screen. */
const MIN_LAID_ZOOM = 0.25

export interface TextToLay {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  /** Over the drawing and of its size. Its parent has the zoom in `--page-zoom`. */
  container: HTMLElement
  signal: AbortSignal
}

/**
 * Lays the text of a page over its drawing, where it can be selected, copied and read aloud. At another zoom the same
 * text follows its page.
 */
export async function layText({ pdf, number, zoom, container, signal }: TextToLay): Promise<void> {
  const isLarge = zoom >= MIN_LAID_ZOOM
  if (container.dataset['laid'] === String(isLarge)) return
  const page = await pdf.getPage(number)
  const content = await page.getTextContent()
  const { TextLayer } = await import('pdfjs-dist')
  if (signal.aborted) return
  container.replaceChildren()
  container.dataset['laid'] = String(isLarge)
  if (!isLarge || content.items.length > MAX_LAID) {
    const words = document.createElement('p')
    words.className = 'visually-hidden'
    words.textContent = joinedWords(content)
    container.append(words)
    return
  }
  const viewport = page.getViewport({ scale: CSS_PER_POINT })
  const { pageWidth, pageHeight } = viewport.rawDims as Record<'pageWidth' | 'pageHeight', number>
  // A page may have larger units than points, or be shrunk.
  const scale = sizeOf(page).width / (viewport.rotation % 180 === 0 ? pageWidth : pageHeight)
  container.style.setProperty('--total-scale-factor', `calc(var(--page-zoom) * ${scale})`)
  for (const side of ['--scale-round-x', '--scale-round-y']) container.style.setProperty(side, '1px')
  await new TextLayer({ textContentSource: content, container, viewport }).render()
}
