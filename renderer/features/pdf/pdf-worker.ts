import './photographs-as-bitmaps.ts'
import 'pdfjs-dist/build/pdf.worker.min.mjs'
