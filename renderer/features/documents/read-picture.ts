import { canvasScale, wholePixels } from '../pdf/canvas-scale.ts'

/**
 * A picture in pixels, made smaller where no canvas of ours could hold it.
 * @throws when it is none that a browser draws
 */
export async function readPicture(bytes: Blob): Promise<ImageBitmap> {
  const image = await createImageBitmap(bytes)
  const scale = canvasScale(image.width, image.height)
  if (scale === 1) return image
  const resizeWidth = wholePixels(image.width * scale)
  const resizeHeight = wholePixels(image.height * scale)
  try {
    return await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  } finally {
    image.close()
  }
}
