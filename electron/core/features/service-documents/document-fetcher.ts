import type { OfficeSettings } from '#shared/bridge/settings.ts'
import type { AppError, Result } from '#shared/bridge/result.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StoreCall } from '../../store/client.ts'
import type { WantedServiceDocument } from './service-documents.store.ts'
import type { DocumentCache } from '../../store/document-cache.ts'
import { computeDownloadDelay } from '../../runtime/job-runner.ts'
import type { Log } from '../../runtime/log.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { ServiceDocumentKind } from './service-documents.rules.ts'
import type { BroughtServiceDocument, ServiceDocumentSource } from './service-document-source.ts'

/** Downloads the wanted documents to this PC, one at a time, and stores them sealed. */
export interface DocumentFetcher {
  start(): void
  /** Wakes the loop, because more documents may be wanted. */
  wake(): void
  /** Stores a document that was already downloaded. */
  storeDownloaded(
    procedureId: string,
    documentId: string,
    serviceDocument: BroughtServiceDocument,
  ): Promise<Result<'kept'>>
  stop(): Promise<void>
}

export interface DocumentFetcherDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  cache: Pick<DocumentCache<ServiceDocumentKind>, 'add'>
  office: () => Pick<OfficeSettings, 'serviceDocuments' | 'serviceDocumentsMegabytes'>
  /** True while the service is down. */
  isDown: () => boolean
  /** Source of documents whose requests use the background lane. */
  source: (procedureId: string) => ServiceDocumentSource
  onChanged: (procedureId: string) => void
}

const MEGABYTE = 1024 * 1024
/** Errors that a retry cannot fix. */
const HOPELESS: ReadonlySet<AppError['code']> = new Set(['paper-gone', 'answer-too-large'])
/** Delay while the disk or the quota is full, in milliseconds. An earlier retry is pointless. */
const NO_ROOM_MS = 5 * 60_000
const MAX_SLEEP_MS = 10 * 60_000

export function createDocumentFetcher(deps: DocumentFetcherDeps): DocumentFetcher {
  const { call, clock, log, supervisor, cache, office, onChanged } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  /** Procedure of the current downloads, with its links. */
  let current: { id: string; source: ServiceDocumentSource } | null = null
  const loop = createBackgroundLoop({
    name: 'service-documents',
    clock,
    log,
    supervisor,
    round: downloadNext,
    patienceMs: 15 * 60_000,
    onJump: () => loop.wake(),
  })

  /** With automatic storage off, only requested documents are stored. */
  const isOnRequestOnly = () => office().serviceDocuments === 'none'

  async function downloadNext(): Promise<number> {
    const now = clock.now()
    const quota = office().serviceDocumentsMegabytes * MEGABYTE
    const { isFull, wanted, dueAt } = await call('nextServiceDocument', isOnRequestOnly(), now, quota)
    if (wanted) return downloadDocument(wanted)
    current = null
    return isFull ? NO_ROOM_MS : Math.min(Math.max((dueAt ?? Infinity) - now, 0), MAX_SLEEP_MS)
  }

  async function downloadDocument({
    procedureId,
    documentId,
    failures,
  }: WantedServiceDocument): Promise<number> {
    if (current?.id !== procedureId) current = { id: procedureId, source: deps.source(procedureId) }
    const brought = await current.source.download(documentId, signal)
    if (signal.aborted) return Infinity
    const kept = brought.ok ? await storeDownloaded(procedureId, documentId, brought.value) : brought
    if (kept.ok) {
      onChanged(procedureId)
      return 0
    }
    const { error } = kept
    const isFull = error.code === 'disk-full' || error.code === 'no-room-for-papers'
    if (HOPELESS.has(error.code)) await call('giveUpServiceDocument', procedureId, documentId, error)
    else {
      // While the service is down, the failure is not caused by this document. The circuit breaker decides when to
      // retry.
      const wait = deps.isDown() ? 0 : isFull ? NO_ROOM_MS : computeDownloadDelay(failures)
      await call(
        'serviceDocumentFailed',
        procedureId,
        documentId,
        error,
        clock.now() + (error.retryAfterMs ?? wait),
      )
    }
    onChanged(procedureId)
    // A document that is too large for the remaining quota does not block smaller documents.
    return error.code === 'disk-full' ? NO_ROOM_MS : 0
  }

  const storeDownloaded = (
    procedureId: string,
    documentId: string,
    { bytes, kind, sha256 }: BroughtServiceDocument,
  ) =>
    cache.add(bytes, ({ file, key, size }) =>
      call('keepServiceDocument', { procedureId, documentId, file, key, kind, size, sha256 }),
    )

  return {
    start: loop.start,
    wake: loop.wake,
    storeDownloaded,
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
