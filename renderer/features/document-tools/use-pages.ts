import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useState } from 'react'
import { typeOfPage } from '#shared/domain/procedures/recognise-document.ts'
import { UNREAD } from '../documents/read-document.ts'
import { wordsOf } from '../pdf/draw-page.ts'
import { openPdf, problemOf } from '../pdf/load-pdf.ts'
import { isSigned } from './pdf-edit.ts'
import type { ToolSource } from './tool-source.ts'

/** Pages whose text is read for the cuts that are proposed, and time for it. */
const MAX_READ = 60
const MAX_READ_MS = 8_000

export type Pages =
  | { state: 'opening' }
  | { state: 'failed'; why: 'locked' | 'damaged' | 'form' | 'gone' }
  | {
      state: 'open'
      blob: Blob
      /** Digitally signed: a document cut from it has no signature. */
      signed: boolean
      pdf: PDFDocumentProxy
      /** Text of each page read so far. */
      texts: readonly string[]
      /** Type of each page, and whether all that will be read were. */
      types: readonly (string | null)[]
      read: boolean
    }

/** Pages of a PDF: drawn as they are seen, and read for what they seem to be. */
export function usePages(source: ToolSource): Pages {
  const [pages, setPages] = useState<Pages>({ state: 'opening' })
  const readSource = useEffectEvent(source.read)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let close = () => {}
    const open = async () => {
      const blob = await readSource(signal)
      if (signal.aborted) return
      if (!blob) return setPages({ state: 'failed', why: 'gone' })
      const bytes = await blob.arrayBuffer()
      const signed = isSigned(bytes)
      const opened = await openPdf(bytes)
      close = opened.close
      if (signal.aborted) return close()
      const pdf = await opened.pdf
      if (signal.aborted) return
      const until = performance.now() + MAX_READ_MS
      const texts: string[] = []
      const show = (read: boolean) =>
        setPages({ state: 'open', blob, signed, pdf, texts: [...texts], types: texts.map(typeOfPage), read })
      show(false)
      while (texts.length < Math.min(pdf.numPages, MAX_READ) && performance.now() < until) {
        texts.push(await wordsOf(pdf, texts.length + 1).catch(() => ''))
        if (signal.aborted) return
      }
      show(true)
    }
    open().catch((error: unknown) => {
      if (!signal.aborted) setPages({ state: 'failed', why: UNREAD[problemOf(error)] })
    })
    return () => {
      stop.abort()
      close()
    }
  }, [source.id])
  return pages
}
