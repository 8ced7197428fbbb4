import { useEffect, useState } from 'react'
import type { ErrorCode } from '#shared/bridge/result.ts'
import { signaturePageText as text, signedErrors } from '#shared/text/app-signing.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { openPdf } from '../pdf/load-pdf.ts'
import { createPrintSheet } from '../pdf/print-sheet.ts'

export const signedWords = (code: ErrorCode) => signedErrors[code] ?? errorTexts[code]

/** The bytes of what was signed: only the core has the key that they are brought with. */
export function useSigned(signatureId: string) {
  const { bridge } = useClient()
  const [printing, setPrinting] = useState(false)
  const [sheet] = useState(createPrintSheet)
  useEffect(() => sheet.clear, [sheet])
  const of = (documentId: string) => ({ id: signatureId, documentId })
  const failed = (words: string) => showToast(words, 'failed')

  async function drawn(documentId: string): Promise<boolean> {
    const paper = sheet.begin()
    const bytes = await bridge.read('signatures.document', of(documentId))
    if (!bytes.ok) {
      failed(signedWords(bytes.error.code).title)
      return true
    }
    try {
      const task = await openPdf(await bytes.value.arrayBuffer())
      try {
        if (await paper.add(await task.promise, () => {})) paper.print()
        return true
      } finally {
        void task.destroy()
      }
    } catch {
      return false
    }
  }
  return {
    printing,
    read: (documentId: string, signal: AbortSignal) =>
      bridge.read('signatures.document', of(documentId), { signal }),
    async save(documentId: string) {
      const answer = await bridge.save('signatures.document', of(documentId))
      if (answer.ok) showToast(text.saved)
      else failed(signedWords(answer.error.code).title)
    },
    async print(documentId: string) {
      if (printing) return
      setPrinting(true)
      if (!(await drawn(documentId))) failed(text.notPrinted)
      setPrinting(false)
    },
  }
}
