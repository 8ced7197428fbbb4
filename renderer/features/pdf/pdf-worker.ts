import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { decodeToBitmaps } from './decode-to-bitmaps.ts'
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
