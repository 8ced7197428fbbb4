import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { LEFT_OUT } from './left-out.ts'

// The worker of the library starts on import.
decodeToBitmaps()

/**
 * Warnings of the library about a picture, a pattern, a stream or a group of drawings that it leaves out of a page.
 */
const LEAVES_OUT =
  /Unable to decode (?:inline )?image|Image dimensions are missing|ignoring the rest of the image data|Filter "[^"]*" is not supported|Unsupported ShadingType|Invalid stream:|getOperatorList - ignoring (?:XObject|Shading|errors)|(?:handleTilingType|parseShading|getContentStream) - ignoring/

// The library gives no other sign of omitted content. Its other warnings are about fonts and damaged tables.
// oxlint-disable-next-line no-console -- replaced and not called
console.warn = (words: unknown) => {
  if (LEAVES_OUT.test(String(words))) postMessage(LEFT_OUT)
}

/**
 * Makes pdf.js decode the photographs of a PDF to bitmaps. The decoder of Chromium returns a `VideoFrame`, and
 * Chromium keeps another decoded copy of each drawn frame: 33 MB for a page, up to 512 MB in all. If the browser has
 * no `ImageDecoder`, pdf.js decodes photographs itself.
 */
function decodeToBitmaps(): void {
  if (typeof ImageDecoder === 'undefined') return
  const { decode } = ImageDecoder.prototype
  ImageDecoder.prototype.decode = async function (options) {
    const { image, complete } = await decode.call(this, options)
    const { displayWidth, displayHeight } = image
    try {
      // The library reads the decoded size from the properties of a frame. The decoded size may be less than the size
      // in the file.
      const bitmap = Object.assign(await createImageBitmap(image), { displayWidth, displayHeight })
      return { image: bitmap as unknown as VideoFrame, complete }
    } finally {
      image.close()
    }
  }
}
