/**
 * Makes pdf.js decode the photographs of a PDF to bitmaps. Chromium keeps another decoded copy of each drawn
 * `VideoFrame`, which is what its decoder returns: 33 MB for a page, up to 512 MB in all. Without such a decoder in the
 * browser, pdf.js decodes photographs by itself.
 */
export function decodeToBitmaps(): void {
  if (typeof ImageDecoder === 'undefined') return
  const { decode } = ImageDecoder.prototype
  ImageDecoder.prototype.decode = async function (options) {
    const { image, complete } = await decode.call(this, options)
    const { displayWidth, displayHeight } = image
    try {
      // The library reads the decoded size, which may be less than in the file, from a frame's properties.
      const bitmap = Object.assign(await createImageBitmap(image), { displayWidth, displayHeight })
      return { image: bitmap as unknown as VideoFrame, complete }
    } finally {
      image.close()
    }
  }
}
