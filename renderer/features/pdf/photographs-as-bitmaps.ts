/**
 * Gives pdf.js the photographs of a PDF as bitmaps. Of each `VideoFrame` that is drawn, which is what its decoder
 * answers, Chromium keeps another decoded copy: 33 MB for a page, up to 512 MB in all.
 */
const decode = ImageDecoder.prototype.decode

ImageDecoder.prototype.decode = async function (options) {
  const { image, complete } = await decode.call(this, options)
  const { displayWidth, displayHeight } = image
  try {
    // As wide as it was decoded, which may be less than in the file: the library asks what it is like.
    const bitmap = Object.assign(await createImageBitmap(image), { displayWidth, displayHeight })
    return { image: bitmap as unknown as VideoFrame, complete }
  } finally {
    image.close()
  }
}

export {}
