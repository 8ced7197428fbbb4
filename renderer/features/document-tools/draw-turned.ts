import { canvasScale, wholePixels } from '../pdf/canvas-scale.ts'
import { angleOf, NO_TURN, type Turn, turnedSize } from './photo-shape.ts'

/** Pixels of a turned photo: what telephones take, and no more. */
const MAX_AREA = 16_000_000

/**
 * Draws a photo as it was turned, on white.
 * @param scale of the photo; less where it would exceed the limits of a canvas
 */
export function drawTurned(image: ImageBitmap, turn: Turn = NO_TURN, scale = 1): OffscreenCanvas {
  const full = turnedSize(image.width, image.height, turn)
  const fit = Math.min(scale, canvasScale(full.width, full.height, MAX_AREA))
  const canvas = new OffscreenCanvas(wholePixels(full.width * fit), wholePixels(full.height * fit))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  pen.fillStyle = 'white'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate(angleOf(turn))
  pen.scale(fit, fit)
  pen.drawImage(image, -image.width / 2, -image.height / 2)
  return canvas
}
