import { useState } from 'react'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { pdfText } from '#shared/text/documents.ts'
import { signaturePageText as text, signedErrors } from '#shared/text/signatures.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { saySaved } from '../../ui-state/use-save-file.ts'
import { openPdf, problemOf } from '../pdf/load-pdf.ts'
import { MAX_PRINT_PAGES, usePrintSheet } from '../pdf/print-sheet.ts'

export const signedWords = (code: ErrorCode) => signedErrors[code] ?? errorTexts[code]

/** Bytes of signed documents: the core requests them, as only it has the key. */
export function useSigned(signatureId: string) {
  const { bridge } = useClient()
  const [printing, setPrinting] = useState<{ done: number; pages: number | null } | null>(null)
  const { sheet, begin, stop } = usePrintSheet()
  const of = (documentId: string) => ({ id: signatureId, documentId })
  const failed = (words: string) => showToast(words, 'failed')

  async function prepare(documentId: string, signal: AbortSignal): Promise<void> {
    const serviceDocument = sheet.begin()
    const bytes = await bridge.read('signatures.document', of(documentId), { signal })
    if (signal.aborted) return
    if (!bytes.ok) return failed(signedWords(bytes.error.code).title)
    const opened = await openPdf(await bytes.value.arrayBuffer())
    const close = () => opened.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      const pdf = await opened.pdf
      const pages = pdf.numPages
      if (pages > MAX_PRINT_PAGES) return failed(pdfText.tooLong(pages))
      const onPage = (page: number) => setPrinting({ done: page - 1, pages })
      const undrawn = await serviceDocument.add({ pdf, range: { from: 1, to: pages }, onPage, signal })
      if (undrawn === null) return
      if (undrawn > 0) failed(pdfText.pagesBroken(undrawn))
      serviceDocument.print()
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  }
  return {
    printing,
    read: (documentId: string, signal: AbortSignal) =>
      bridge.read('signatures.document', of(documentId), { signal }),
    async save(documentId: string) {
      const answer = await bridge.save('signatures.document', of(documentId))
      saySaved(answer, text.saved, signedWords)
    },
    async print(documentId: string) {
      if (printing) return
      const signal = begin()
      setPrinting({ done: 0, pages: null })
      try {
        await prepare(documentId, signal)
      } catch (error) {
        if (!signal.aborted) failed(problemOf(error) === 'form' ? pdfText.formTitle : text.notPrinted)
      }
      if (!signal.aborted) setPrinting(null)
    },
    stopPrinting() {
      stop()
      setPrinting(null)
    },
  }
}
