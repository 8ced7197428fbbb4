import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { decodeToBitmaps } from './decode-to-bitmaps.ts'

// The worker of the library, which begins by itself.
decodeToBitmaps()
