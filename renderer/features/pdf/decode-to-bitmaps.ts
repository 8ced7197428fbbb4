/**
 * Has pdf.js give the photographs of a PDF as bitmaps. Of each `VideoFrame` that is drawn, which is what its decoder
 * answers, Chromium keeps another decoded copy: 33 MB for a page, up to 512 MB in all. Where browsers have no such
 * decoder, pdf.js decodes photographs by itself.
 */
export function decodeToBitmaps(): void {
  if (typeof ImageDecoder === 'undefined') return
  const { decode } = ImageDecoder.prototype
  ImageDecoder.prototype.decode = async function (options) {
    const { image, complete } = await decode.call(this, options)
    const { displayWidth, displayHeight } = image
    try {
      // The library reads the size that it was decoded to, which may be less than in the file, by a frame's names.
      const bitmap = Object.assign(await createImageBitmap(image), { displayWidth, displayHeight })
      return { image: bitmap as unknown as VideoFrame, complete }
    } finally {
      image.close()
    }
  }
}
