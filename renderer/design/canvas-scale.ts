/**
 * Maximum number of pixels of a page on screen: A4 at 187 dots per inch, in 14 MB. A larger page is drawn smaller and
 * stretched. Several copies of two pages exist while the user scrolls, in at most 400 MB for the window.
 */
export const MAX_CANVAS_AREA = 3_600_000
/** Maximum number of pixels of a photograph, on screen or in a PDF: A4 at 220 dots per inch. */
export const MAX_PICTURE_AREA = 5_000_000
/** Maximum side in pixels that graphics cards accept. A narrow strip can exceed it within the area. */
const MAX_CANVAS_SIDE = 16_384

/**
 * Scale that keeps a canvas within both maximums; 1 if the drawing already fits.
 * @param maxArea pixels
 */
export function canvasScale(width: number, height: number, maxArea = MAX_CANVAS_AREA): number {
  return Math.min(1, Math.sqrt(maxArea / (width * height)), MAX_CANVAS_SIDE / Math.max(width, height))
}

/** Whole pixels, at least one: a canvas of zero width or height shows nothing. */
export const wholePixels = (length: number): number => Math.max(1, Math.floor(length))

/** Frees the memory of a canvas now, before garbage collection. */
export function release(canvas: HTMLCanvasElement | OffscreenCanvas): void {
  canvas.width = 0
  canvas.height = 0
}
