import { release } from './canvas-scale.ts'

/** Number of large pages visible at once. */
const MAX_SPARE = 2

export type ScreenCanvases = ReturnType<typeof createScreenCanvases>

/**
 * Pool of canvases for page bitmaps. Chromium keeps a copy of a canvas's last bitmap until the element is collected:
 * with a new canvas per page, scrolling a long document kept up to 150 MB of them.
 */
export function createScreenCanvases() {
  const spare: HTMLCanvasElement[] = []
  return {
    take: (): HTMLCanvasElement => spare.pop() ?? document.createElement('canvas'),
    /** Takes it out of the page and frees its bitmap. */
    giveBack(canvas: HTMLCanvasElement) {
      canvas.remove()
      showBitmap(canvas, null)
      release(canvas)
      delete canvas.dataset['drawn']
      if (spare.length < MAX_SPARE) spare.push(canvas)
    },
  }
}

/** Shows the bitmap as it is: a drawn canvas is painted again at its stretched size, 300 MB at 300 %. */
export function showBitmap(canvas: HTMLCanvasElement, bitmap: ImageBitmap | null): void {
  if (bitmap) {
    canvas.width = bitmap.width
    canvas.height = bitmap.height
  }
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}
