import { canvasScale, wholePixels } from '../pdf/canvas-scale.ts'

/**
 * Decodes a picture, scaled down where it exceeds our canvas limit.
 * @throws if the browser cannot draw it
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
