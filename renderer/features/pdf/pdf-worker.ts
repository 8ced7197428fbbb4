import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { decodeToBitmaps } from './decode-to-bitmaps.ts'

// The library's worker, which starts by itself.
decodeToBitmaps()
