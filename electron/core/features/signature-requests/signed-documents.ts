import { createHash } from 'node:crypto'
import type { Signature } from '#shared/api/signature.ts'
import type { OfficeSettings } from '#shared/bridge/settings.ts'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import { fileStem } from '#shared/domain/service-document-name.ts'
import { entryOf } from '#shared/text/labels-reports.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import { createBackgroundLoop } from '../../runtime/background-loop.ts'
import type { Clock } from '../../runtime/clock.ts'
import { computeDownloadDelay } from '../../runtime/job-runner.ts'
import type { Log } from '../../runtime/log.ts'
import { splitChunks } from '../../runtime/streams.ts'
import type { Supervisor } from '../../runtime/supervisor.ts'
import type { StoreCall } from '../../store/client.ts'
import { createDocumentCache } from '../../store/document-cache.ts'
import type { Vault } from '../../store/vault.ts'
import type { Audit } from '../audit/audit.ts'
import { isWholeServiceDocument, detectKind } from '../service-documents/service-documents.rules.ts'
import { parseDocument } from './signature-requests.rules.ts'
import type { SignedDocument } from './signatures.store.ts'

/** Signed documents of the service. Their links are fresh, and are neither stored nor logged. */
export interface SignedSource {
  /** Links by document id. `not-found` if the service no longer knows the request. */
  fetchLinks(signatureId: string, signal: AbortSignal): Promise<Result<ReadonlyMap<string, string>>>
  /** Bytes behind a link. An error if they are not a PDF. */
  download(link: string, signal: AbortSignal): Promise<Result<Uint8Array>>
}

export interface SignedSourceDeps extends Admission {
  client: Pick<ServiceClient, 'getSignature' | 'downloadOwn'>
  /** True if the user waits for the document. The download then starts at once, even while the service is down. */
  urgent: boolean
}

export function createSignedSource(deps: SignedSourceDeps): SignedSource {
  const { client, urgent } = deps
  const lane = urgent ? 'interactive' : 'background'
  return {
    async fetchLinks(id, signal) {
      const resource = `signature ${id}`
      // In the background, no request waits for a retry, because other documents are wanted.
      const postponed = urgent ? null : deps.breaker.backoff(resource)
      if (postponed) return fail(postponed.error)
      const permit = await admit(deps, resource, { signal, urgent, lane })
      if (!permit) return fail(appError('cancelled'))
      const answer = permit.report(await client.getSignature(id, signal))
      if (!answer.ok) return answer
      if (answer.value.id !== id)
        return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
      return ok(getLinks(answer.value))
    },

    async download(link, signal) {
      await (urgent ? deps.limiter : deps.background).slot(signal, urgent ? 'urgent' : 'scheduled')
      if (signal.aborted) return fail(appError('cancelled'))
      const bytes = await client.downloadOwn(link, signal)
      if (!bytes.ok) return bytes.error.code === 'not-found' ? fail(appError('paper-gone')) : bytes
      const kind = detectKind(bytes.value.subarray(0, HEAD_BYTES))
      return kind === 'pdf' && isWholeServiceDocument(kind, bytes.value) ? bytes : fail(appError('not-a-pdf'))
    },
  }
}

const getLinks = ({ documents = [] }: Signature): ReadonlyMap<string, string> =>
  new Map(
    documents.flatMap((document, index) => {
      const { documentId } = parseDocument(document, index)
      const { signedDocumentUrl: url } = document
      return url === undefined ? [] : [[documentId, url] as const]
    }),
  )

/**
 * Signed documents. Only the core downloads them, with the key, and stores them sealed so that they can be read
 * offline.
 */
export interface SignedDocuments {
  open(signatureId: string, documentId: string, signal: AbortSignal): Promise<Result<OutboundFile>>
  /** Wakes the loop, because a signature may be signed now. */
  wake(): void
  /** Deletes document files that no row refers to. */
  removeFiles(files: readonly string[]): Promise<void>
  /** Resumes downloads once the store is open. */
  resume(): Promise<void>
  stop(): Promise<void>
}

export interface SignedDocumentsDeps {
  call: StoreCall
  clock: Clock
  log: Log
  supervisor: Supervisor
  vault: Vault<'pdf'>
  audit: Pick<Audit, 'record'>
  source: Readonly<Record<'interactive' | 'background', SignedSource>>
  office: () => Pick<OfficeSettings, 'serviceDocuments' | 'serviceDocumentsMegabytes'>
  /** True if this session stores anything. */
  persists: () => boolean
  onChanged: (signatureId: string) => void
}

const MEGABYTE = 1024 * 1024
const MAX_SLEEP_MS = 30 * 60_000

export function createSignedDocuments(deps: SignedDocumentsDeps): SignedDocuments {
  const { call, clock, log, supervisor, vault, audit, source, office, persists, onChanged } = deps
  const stopping = new AbortController()
  const cache = createDocumentCache({
    vault,
    usedBytes: async () => (await call('serviceDocumentUsage', false)).bytes,
    maxBytes: () => office().serviceDocumentsMegabytes * MEGABYTE,
    log,
  })
  /** Failed downloads, with the time of the next attempt. */
  const waiting = new Map<string, { failures: number; at: number }>()
  const loop = createBackgroundLoop({
    name: 'signed-documents',
    clock,
    log,
    supervisor,
    round: downloadNext,
    patienceMs: 15 * 60_000,
    onJump: () => loop.wake(),
  })

  /** Downloads the documents of one signature, the newest first. */
  async function downloadNext(): Promise<number> {
    if (office().serviceDocuments === 'none') return Infinity
    const now = clock.now()
    const wanted = await call('signedToBring')
    const id = wanted.find((one) => (waiting.get(one)?.at ?? 0) <= now)
    if (id === undefined) {
      const next = Math.min(...wanted.map((one) => waiting.get(one)?.at ?? Infinity))
      return Math.min(next - now, MAX_SLEEP_MS)
    }
    const brought = await downloadAll(id)
    if (stopping.signal.aborted) return Infinity
    if (brought.ok || brought.error.code === 'not-found' || brought.error.code === 'paper-gone') {
      waiting.delete(id)
      // The service no longer has the document, so the core does not request it again.
      await call('signedWhole', id)
      onChanged(id)
      return 0
    }
    const { failures } = waiting.get(id) ?? { failures: 0 }
    const at = now + (brought.error.retryAfterMs ?? computeDownloadDelay(failures))
    waiting.set(id, { failures: failures + 1, at })
    return 0
  }

  async function downloadAll(id: string): Promise<Result<unknown>> {
    const links = await source.background.fetchLinks(id, stopping.signal)
    if (!links.ok) return links
    const kept = new Set((await call('signedDocuments', id)).map(({ documentId }) => documentId))
    for (const [documentId, link] of links.value) {
      if (kept.has(documentId)) continue
      const bytes = await source.background.download(link, stopping.signal)
      if (!bytes.ok) return bytes
      const done = await storeSigned(id, documentId, bytes.value)
      if (!done.ok) return done
    }
    return ok({})
  }

  const storeSigned = (signatureId: string, documentId: string, bytes: Uint8Array) =>
    cache.add(bytes, ({ file, key, size, sha256 }) =>
      call('keepSigned', { signatureId, documentId, file, key, size, sha256 }),
    )

  const readKept = ({ file, key, signatureId }: SignedDocument) =>
    cache.read({ file, key }, async () => {
      await call('signedLost', [file])
      onChanged(signatureId)
      loop.wake()
    })

  async function downloadDocument(
    id: string,
    documentId: string,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array>> {
    const links = await source.interactive.fetchLinks(id, signal)
    if (!links.ok) return links
    const link = links.value.get(documentId)
    if (link === undefined) return fail(appError('paper-gone'))
    return source.interactive.download(link, signal)
  }

  return {
    async open(id, documentId, signal) {
      const known = await call('signature', id, null)
      if (!known) return fail(appError('not-found'))
      const row = (await call('signedDocuments', id)).find(
        (serviceDocument) => serviceDocument.documentId === documentId,
      )
      const kept = row ? await readKept(row) : null
      const brought = kept ? ok(kept) : await downloadDocument(id, documentId, signal)
      if (!brought.ok) return brought
      const bytes = brought.value
      const { document, signer } = known.details
      const kind = document === '' ? 'signature' : document
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // Record the action before the bytes leave. If the record fails, no bytes leave.
      await audit.record({
        what: 'paper.read',
        kind,
        identifier: signer.idNumber || id,
        result: 'ok',
        sha256,
      })
      if (!kept && persists())
        await storeSigned(id, documentId, bytes)
          .then(() => onChanged(id))
          .catch((error: unknown) => log.error('signed papers: one that was opened cannot be kept', error))
      const label = entryOf<string>(signatureDocumentLabels, document) ?? document
      const filename = `${fileStem([label, signer.fullname].filter(Boolean).join(' - ') || id)}.pdf`
      return ok({ filename, contentType: 'application/pdf', bytes: splitChunks(bytes) })
    },

    wake: loop.wake,

    removeFiles: cache.removeFiles,

    async resume() {
      if (!persists()) return
      const lost = await vault.sweep(new Set(await call('signedFiles')))
      if (lost.length > 0) await call('signedLost', lost)
      loop.start()
      loop.wake()
    },

    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
