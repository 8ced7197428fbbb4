/** Pixels of a canvas, at most: A4 at 220 dots per inch, in 20 MB. Beyond it a page is drawn smaller and stretched. */
export const MAX_CANVAS_AREA = 5_000_000
/** A side that graphics cards take; a narrow strip can be longer than that within the area. */
const MAX_CANVAS_SIDE = 16_384

/**
 * By how much to shrink a drawing of this size so that its canvas stays within the caps; 1 when it does already.
 * @param maxArea pixels
 */
export function canvasScale(width: number, height: number, maxArea = MAX_CANVAS_AREA): number {
  return Math.min(1, Math.sqrt(maxArea / (width * height)), MAX_CANVAS_SIDE / Math.max(width, height))
}

/** Whole pixels, never none: a canvas without a side shows nothing. */
export const wholePixels = (length: number): number => Math.max(1, Math.floor(length))

/** Gives its memory back now and not when it is collected. */
export function release(canvas: HTMLCanvasElement | OffscreenCanvas): void {
  canvas.width = 0
  canvas.height = 0
}
