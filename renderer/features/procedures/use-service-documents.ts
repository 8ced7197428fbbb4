import { useEffect, useRef, useState } from 'react'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { serviceDocumentsText as text } from '#shared/text/app-procedure.ts'
import type { TransferProgress } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../ui-state/announcer.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { saySaved } from '../../ui-state/use-save-file.ts'
import { usePrintSheet } from '../pdf/use-print-sheet.ts'
import { printServiceDocuments } from './print-service-documents.ts'

/** Transfer of all documents in progress. */
export type ServiceDocumentsBusy =
  | { what: 'zip'; progress: TransferProgress; cancel: () => void }
  | { what: 'print'; n: number; of: number; cancel: () => void }
  | { what: 'keep' }
  | { what: 'drop' }

/** Documents of a procedure, and actions on them. */
export function useServiceDocuments(procedureId: string) {
  const { bridge, queries } = useClient()
  const { data, error } = useQuery('service-documents.list', { procedureId })
  const offline = useSlice('connection')?.state === 'down'
  const [busy, setBusy] = useState<ServiceDocumentsBusy | null>(null)
  const coming =
    data?.serviceDocuments.filter((serviceDocument) => serviceDocument.coming && !serviceDocument.error)
      .length ?? 0
  const { sheet, begin, stop } = usePrintSheet()
  /** Set when this window asked for copies: announces their arrival. */
  const asked = useRef(false)
  const kept = data?.serviceDocuments.filter((serviceDocument) => serviceDocument.kept).length ?? 0
  useEffect(() => {
    if (!asked.current || coming > 0) return
    asked.current = false
    announce(text.keptAll(kept))
  }, [coming, kept])

  async function change(what: 'keep' | 'drop') {
    setBusy({ what })
    const answer = await bridge.call(`service-documents.${what}`, { procedureId })
    setBusy(null)
    if (!answer.ok) return sayFailed(answer.error)
    asked.current = what === 'keep'
    queries.put('service-documents.list', { procedureId }, answer.value)
    if (what === 'drop') announce(text.dropped)
  }

  return {
    serviceDocuments: data?.serviceDocuments,
    error,
    offline,
    busy,
    coming,
    read: (serviceDocument: ServiceDocument, signal?: AbortSignal) =>
      bridge.read(
        'service-documents.open',
        { procedureId, documentId: serviceDocument.documentId },
        signal ? { signal } : {},
      ),
    async save(serviceDocument: ServiceDocument) {
      const answer = await bridge.save('service-documents.open', {
        procedureId,
        documentId: serviceDocument.documentId,
      })
      saySaved(answer, text.saved(serviceDocument.fileName))
    },
    async zip(which: 'generated' | 'client' | 'all') {
      const signal = begin()
      setBusy({ what: 'zip', progress: { loaded: 0, total: null }, cancel: stop })
      const answer = await bridge.save(
        'service-documents.zip',
        { selection: { ids: [procedureId] }, which },
        { signal, onProgress: (progress) => setBusy({ what: 'zip', progress, cancel: stop }) },
      )
      setBusy(null)
      saySaved(answer, text.savedAll)
    },
    async print(serviceDocuments: readonly ServiceDocument[]) {
      const signal = begin()
      const left = await printServiceDocuments({
        serviceDocuments,
        sheet,
        read: (serviceDocument) =>
          bridge.read(
            'service-documents.open',
            { procedureId, documentId: serviceDocument.documentId },
            { signal },
          ),
        onServiceDocument: (n) => setBusy({ what: 'print', n, of: serviceDocuments.length, cancel: stop }),
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

export type ServiceDocuments = ReturnType<typeof useServiceDocuments>
