import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { LEFT_OUT } from './left-out.ts'

// The library's worker, which starts by itself.
decodeToBitmaps()

/** Warnings of the library for a picture, a pattern, a stream or a group of drawings that it leaves out of a page. */
const LEAVES_OUT =
  /Unable to decode (?:inline )?image|Image dimensions are missing|ignoring the rest of the image data|Filter "[^"]*" is not supported|Unsupported ShadingType|Invalid stream:|getOperatorList - ignoring (?:XObject|Shading|errors)|(?:handleTilingType|parseShading|getContentStream) - ignoring/

// The library has no other sign of it. Its other warnings are about fonts and damaged tables.
// oxlint-disable-next-line no-console -- replaced and not called
console.warn = (words: unknown) => {
  if (LEAVES_OUT.test(String(words))) postMessage(LEFT_OUT)
}

/**
 * Makes pdf.js decode the photographs of a PDF to bitmaps. Chromium keeps another decoded copy of each drawn
 * `VideoFrame`, which is what its decoder returns: 33 MB for a page, up to 512 MB in all. Without such a decoder in the
 * browser, pdf.js decodes photographs by itself.
 */
function decodeToBitmaps(): void {
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
