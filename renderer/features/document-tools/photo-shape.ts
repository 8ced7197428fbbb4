import { canvasScale, wholePixels } from '../../design/canvas-scale.ts'

/** Turn of a photo: clockwise quarters, and a small clockwise angle in degrees. */
export interface Turn {
  quarters: 0 | 1 | 2 | 3
  degrees: number
}

export const NO_TURN: Turn = { quarters: 0, degrees: 0 }
export const MAX_DEGREES = 15
/** Step of the slider and its keys. */
export const STEP_DEGREES = 0.5

export const isTurned = ({ quarters, degrees }: Turn): boolean => quarters !== 0 || degrees !== 0

export const turnedBy = (turn: Turn, quarters: 1 | -1): Turn => ({
  ...turn,
  quarters: ((turn.quarters + quarters + 4) % 4) as Turn['quarters'],
})

/** Nearest angle of the slider: in its range and at one of its steps. */
export const atStep = (degrees: number): number =>
  Math.max(-MAX_DEGREES, Math.min(MAX_DEGREES, Math.round(degrees / STEP_DEGREES) * STEP_DEGREES)) || 0

/** Size of a photo after its turn, with nothing cut off. */
export function turnedSize(
  width: number,
  height: number,
  { quarters, degrees }: Turn,
): { width: number; height: number } {
  const [w, h] = quarters % 2 === 0 ? [width, height] : [height, width]
  const angle = Math.abs((degrees * Math.PI) / 180)
  const sin = Math.sin(angle)
  const cos = Math.cos(angle)
  return { width: Math.round(w * cos + h * sin), height: Math.round(w * sin + h * cos) }
}

/** Angle of the whole turn, in radians, clockwise. */
const angleOf = ({ quarters, degrees }: Turn): number => ((quarters * 90 + degrees) * Math.PI) / 180

/** Maximum pixels of a turned photo: as many as a phone's camera has. */
const MAX_AREA = 16_000_000

/**
 * Draws a turned photo on white.
 * @param scale factor for the photo's size; reduced to the limits of a canvas
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

/** A4 in points. */
const A4 = { width: 595.28, height: 841.89 } as const
const MARGIN = 24

interface Size {
  width: number
  height: number
}
interface PicturePlace extends Size {
  x: number
  y: number
}
interface PicturePage extends Size {
  pictures: (PicturePlace & { index: number })[]
}

/**
 * Places pictures on A4 pages, in order. Each picture is as large as fits, centred in its part of the page. A page
 * for one wide picture is in landscape.
 * @param perPage one picture, or two below each other
 */
export function placePictures(sizes: readonly Size[], perPage: 1 | 2): PicturePage[] {
  const pages: PicturePage[] = []
  for (let at = 0; at < sizes.length; at += perPage) {
    const mine = sizes.slice(at, at + perPage)
    const [only] = mine
    const isWide = mine.length === 1 && perPage === 1 && only !== undefined && only.width > only.height
    const page = isWide ? { width: A4.height, height: A4.width } : { ...A4 }
    const slot = (page.height - MARGIN) / perPage
    pages.push({
      ...page,
      pictures: mine.map((size, place) => {
        const room = { width: page.width - 2 * MARGIN, height: slot - MARGIN }
        const scale = Math.min(room.width / size.width, room.height / size.height)
        const width = size.width * scale
        const height = size.height * scale
        // In a PDF, y counts from the bottom of the page.
        const bottom = page.height - MARGIN - (place + 1) * slot + MARGIN
        return {
          index: at + place,
          x: (page.width - width) / 2,
          y: bottom + (room.height - height) / 2,
          width,
          height,
        }
      }),
    })
  }
  return pages
}
