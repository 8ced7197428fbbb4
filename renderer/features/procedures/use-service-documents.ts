import { useEffect, useRef, useState } from 'react'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { serviceDocumentsText as text } from '#shared/text/procedure.ts'
import type { TransferProgress } from '../../bridge.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery, useSlice } from '../../replica/use-replica.ts'
import { announce } from '../../app/announcer.tsx'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { saySaved } from '../../app/transfers.ts'
import {
  usePrintSheet,
  type createPrintSheet,
  type PrintSheet,
  readPicture,
  openPdf,
} from '../pdf/feature.ts'
import type { ChosenParty } from '../checklists/feature.ts'
import type { Result } from '#shared/bridge/result.ts'
import { fileKindOf, HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'

/** Transfer of all documents, while in progress. */
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
  /** True after this window asked for copies. Their arrival is then announced. */
  const asked = useRef(false)
  const kept = data?.serviceDocuments.filter((serviceDocument) => serviceDocument.kept).length ?? 0
  useEffect(() => {
    if (!asked.current || coming > 0) return
    asked.current = false
    announce(text.keptAll(kept))
  }, [coming, kept])

  async function decide(what: 'keep' | 'drop') {
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
    /** Sets the party of a document. Empty: its name may tell it. */
    async setParty(documentId: string, party: ChosenParty) {
      const answer = await bridge.call('service-documents.party', { procedureId, documentId, party })
      if (!answer.ok) return sayFailed(answer.error)
      queries.put('service-documents.list', { procedureId }, answer.value)
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
    keep: () => decide('keep'),
    drop: () => decide('drop'),
  }
}

export type ServiceDocuments = ReturnType<typeof useServiceDocuments>

interface PrintServiceDocumentsDeps {
  serviceDocuments: readonly ServiceDocument[]
  sheet: ReturnType<typeof createPrintSheet>
  read: (serviceDocument: ServiceDocument) => Promise<Result<Blob>>
  onServiceDocument: (number: number) => void
  signal: AbortSignal
}

/** Documents left out of a print job, by reason. */
interface NotPrinted {
  /** Documents that are not downloaded, or whose type is not drawn here. */
  undrawn: number
  /** Documents with more pages than the print job had left. */
  tooLong: number
}

/**
 * Prints documents one after the other, in a single job.
 * @returns number of documents that could not be printed, by reason; zeros if stopped
 */
async function printServiceDocuments({
  serviceDocuments,
  sheet,
  read,
  onServiceDocument,
  signal,
}: PrintServiceDocumentsDeps): Promise<NotPrinted> {
  const serviceDocument = sheet.begin()
  const left: NotPrinted = { undrawn: 0, tooLong: 0 }
  for (const [index, one] of serviceDocuments.entries()) {
    onServiceDocument(index + 1)
    const bytes = await read(one)
    if (signal.aborted) break
    const added = bytes.ok ? await add(serviceDocument, one, bytes.value, signal) : 'undrawn'
    if (added !== 'added') left[added] += 1
    if (!serviceDocument.isCurrent()) break
  }
  if (signal.aborted || !serviceDocument.isCurrent()) return { undrawn: 0, tooLong: 0 }
  if (left.undrawn + left.tooLong < serviceDocuments.length) serviceDocument.print()
  return left
}

async function add(
  sheet: PrintSheet,
  { name }: ServiceDocument,
  bytes: Blob,
  signal: AbortSignal,
): Promise<'added' | keyof NotPrinted> {
  try {
    const kind = fileKindOf(new Uint8Array(await bytes.slice(0, HEAD_BYTES).arrayBuffer()))
    if (kind === 'jpeg' || kind === 'png') {
      if (sheet.room() < 1) return 'tooLong'
      const image = await readPicture(bytes)
      await sheet.addImage(image, name)
      image.close()
      return 'added'
    }
    if (kind !== 'pdf') return 'undrawn'
    const opened = await openPdf(await bytes.arrayBuffer())
    const close = () => opened.close()
    signal.addEventListener('abort', close, { once: true })
    try {
      const pdf = await opened.pdf
      if (pdf.numPages > sheet.room()) return 'tooLong'
      await sheet.add({ pdf, range: { from: 1, to: pdf.numPages }, onPage: () => {}, signal })
      return 'added'
    } finally {
      signal.removeEventListener('abort', close)
      close()
    }
  } catch {
    // The PDF is damaged or protected.
    return 'undrawn'
  }
}
