import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { canvasScale, release, wholePixels } from '../../design/canvas-scale.ts'
import { turnsOf } from './drawing-turns.ts'
import { watchDrawing } from './left-out.ts'
import type { PageSize } from './page-places.ts'

/** CSS pixels of a PDF point at 100 %. */
export const CSS_PER_POINT = 96 / 72
/** Maximum device pixels per CSS pixel: more costs memory and is not visible. */
const MAX_SHARPNESS = 2.5

/**
 * Maximum side of a page in CSS pixels at 100 %, so that browsers can lay out the page at any zoom. It is 260 m of
 * paper.
 */
const MAX_SIDE = 1_000_000

/** Size of a page in CSS pixels at 100 %. A page larger than `MAX_SIDE` is shrunk. */
export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: CSS_PER_POINT })
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: width * shrink, height: height * shrink }
}

/** Maximum time to draw a page: a small file may need gigabytes. */
const DRAWING_MS = 30_000

export interface PageToDraw {
  pdf: PDFDocumentProxy
  /** Page number, from 1. */
  number: number
  /** Device pixels per point. The scale is reduced if the canvas would exceed the cap. */
  scale: number
  maxArea?: number
  intent?: 'display' | 'print'
  signal: AbortSignal
}

/**
 * Draws a page when its turn comes, as sharp as the caps allow, and frees the resources of the drawing.
 * @returns the canvas, to which nothing else refers, and whether everything on the page was drawn
 * @throws if the page cannot be drawn in time, or the signal is aborted
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
    // The library only needs the context of a canvas.
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

/** Rejects as soon as the signal is aborted, even if the library never answers. */
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

/** Maximum texts of a page that get an element each. A page with more texts gets one element for all of them. */
const MAX_LAID = 3_000
/** Below this zoom letters are too small to select, and forty pages may be on screen. */
const MIN_LAID_ZOOM = 0.25

export interface TextToLay {
  pdf: PDFDocumentProxy
  number: number
  zoom: number
  /** Element over the drawing, of the same size. Its parent has the zoom in `--page-zoom`. */
  container: HTMLElement
  signal: AbortSignal
}

/**
 * Places the text of a page over its drawing, where the user can select and copy it and a screen reader can read it.
 * When the zoom changes, the same elements scale with the page.
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
