import { release } from './canvas-scale.ts'

/** As many as pages are in sight when each is large. */
const MAX_SPARE = 2

export type ScreenCanvases = ReturnType<typeof createScreenCanvases>

/**
 * Canvases for bitmaps of pages, used again by the pages that come. Chromium keeps a copy of the last bitmap with each
 * until the element is collected: with a new one for each page, scrolling a long document kept up to 150 MB of them.
 */
export function createScreenCanvases() {
  const spare: HTMLCanvasElement[] = []
  return {
    take: (): HTMLCanvasElement => spare.pop() ?? document.createElement('canvas'),
    /** Takes it out of the page and lets go of its bitmap. */
    giveBack(canvas: HTMLCanvasElement) {
      canvas.remove()
      showBitmap(canvas, null)
      release(canvas)
      delete canvas.dataset['drawn']
      if (spare.length < MAX_SPARE) spare.push(canvas)
    },
  }
}

/** Shown as it is: what is drawn on a canvas is painted again as large as it is stretched, 300 MB at 300 %. */
export function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap | null): void {
  if (bitmap) {
    canvas.width = bitmap.width
    canvas.height = bitmap.height
  }
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}
