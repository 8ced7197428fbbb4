import { useEffect, useRef, useState } from 'react'
import type { Paper } from '#shared/bridge/papers.ts'
import { papersText as text } from '#shared/text/app-procedure.ts'
import type { TransferProgress } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { saySaved } from '../../ui-state/use-save-file.ts'
import { usePrintSheet } from '../pdf/use-print-sheet.ts'
import { printPapers } from './print-papers.ts'

/** Something of all of them that is on its way. */
export type PapersBusy =
  | { what: 'zip'; progress: TransferProgress; cancel: () => void }
  | { what: 'print'; n: number; of: number; cancel: () => void }
  | { what: 'keep' }
  | { what: 'drop' }

/** The papers of one procedure, and what is done with them. */
export function usePapers(procedureId: string) {
  const { bridge, queries } = useClient()
  const { data, error } = useQuery('papers.list', { procedureId })
  const offline = useSlice('connection')?.state === 'down'
  const [busy, setBusy] = useState<PapersBusy | null>(null)
  const coming = data?.papers.filter((paper) => paper.coming && !paper.error).length ?? 0
  const { sheet, begin, stop } = usePrintSheet()
  /** Set when this window asked for copies: announces their arrival. */
  const asked = useRef(false)
  const kept = data?.papers.filter((paper) => paper.kept).length ?? 0
  useEffect(() => {
    if (!asked.current || coming > 0) return
    asked.current = false
    announce(text.keptAll(kept))
  }, [coming, kept])

  async function change(what: 'keep' | 'drop') {
    setBusy({ what })
    const answer = await bridge.call(`papers.${what}`, { procedureId })
    setBusy(null)
    if (!answer.ok) return sayFailed(answer.error)
    asked.current = what === 'keep'
    queries.put('papers.list', { procedureId }, answer.value)
    if (what === 'drop') announce(text.dropped)
  }

  return {
    papers: data?.papers,
    error,
    offline,
    busy,
    coming,
    read: (paper: Paper, signal?: AbortSignal) =>
      bridge.read('papers.open', { procedureId, documentId: paper.documentId }, signal ? { signal } : {}),
    async save(paper: Paper) {
      const answer = await bridge.save('papers.open', { procedureId, documentId: paper.documentId })
      saySaved(answer, text.saved(paper.fileName))
    },
    async zip(which: 'generated' | 'client' | 'all') {
      const signal = begin()
      setBusy({ what: 'zip', progress: { loaded: 0, total: null }, cancel: stop })
      const answer = await bridge.save(
        'papers.zip',
        { selection: { ids: [procedureId] }, which },
        { signal, onProgress: (progress) => setBusy({ what: 'zip', progress, cancel: stop }) },
      )
      setBusy(null)
      saySaved(answer, text.savedAll)
    },
    async print(papers: readonly Paper[]) {
      const signal = begin()
      const left = await printPapers({
        papers,
        sheet,
        read: (paper) =>
          bridge.read('papers.open', { procedureId, documentId: paper.documentId }, { signal }),
        onPaper: (n) => setBusy({ what: 'print', n, of: papers.length, cancel: stop }),
        signal,
      })
      setBusy(null)
      if (left.undrawn > 0) showToast(text.notPrinted(left.undrawn), 'failed')
      if (left.tooLong > 0) showToast(text.tooLong(left.tooLong), 'failed')
    },
    keep: () => change('keep'),
    drop: () => change('drop'),
  }
}

export type Papers = ReturnType<typeof usePapers>
