import { createHash } from 'node:crypto'
import type { Procedure } from '#shared/api/procedure.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { HEAD_BYTES } from '#shared/domain/procedures/document-file.ts'
import { createNamer, safeName } from '#shared/domain/service-document-name.ts'
import { serviceDocumentZipText } from '#shared/text/documents.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import { admit, type Admission } from '../../runtime/admission.ts'
import { MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, createZip, type ZipEntry } from '../../runtime/zip.ts'
import {
  isWholeServiceDocument,
  detectKind,
  type ServiceDocumentKind,
  buildFileName,
} from './service-documents.rules.ts'

/** Downloaded document with its detected kind. */
export interface BroughtServiceDocument {
  bytes: Uint8Array
  kind: ServiceDocumentKind
  sha256: string
}

/**
 * Downloads the documents of one procedure through fresh links. Links are secrets that expire within minutes. They
 * are held in memory while a few documents download, and are neither stored nor logged.
 */
export interface ServiceDocumentSource {
  download(documentId: string, signal: AbortSignal): Promise<Result<BroughtServiceDocument>>
}

export interface ServiceDocumentSourceDeps extends Admission {
  client: Pick<ServiceClient, 'getProcedure' | 'download'>
  /** True if the user waits for the document. The download then starts at once, even while the service is down. */
  urgent: boolean
}

/** Errors of an expired link. A new link may fix them. */
const LINK_IS_OLD: ReadonlySet<AppError['code']> = new Set([
  'rejected',
  'not-found',
  'not-a-paper',
  'bad-answer',
])

export function createServiceDocumentSource(
  deps: ServiceDocumentSourceDeps,
  procedureId: string,
): ServiceDocumentSource {
  const { client, urgent } = deps
  const lane = urgent ? 'interactive' : 'background'
  let links: ReadonlyMap<string, string> | null = null

  async function fetchLinks(signal: AbortSignal): Promise<Result<ReadonlyMap<string, string>>> {
    const resource = `procedure ${procedureId}`
    // In the background, no request waits for a retry, because other documents are wanted.
    const postponed = urgent ? null : deps.breaker.backoff(resource)
    if (postponed) return fail(postponed.error)
    const permit = await admit(deps, resource, { signal, urgent, lane })
    if (!permit) return fail(appError('cancelled'))
    const answer = permit.report(await client.getProcedure(procedureId, signal))
    if (!answer.ok) return answer
    if (answer.value.id !== procedureId)
      return fail(appError('bad-answer', { detail: 'the answer is about another one' }))
    links = getLinks(answer.value)
    return ok(links)
  }

  async function downloadFrom(link: string, signal: AbortSignal): Promise<Result<BroughtServiceDocument>> {
    await (urgent ? deps.limiter : deps.background).slot(signal, urgent ? 'urgent' : 'scheduled')
    if (signal.aborted) return fail(appError('cancelled'))
    const bytes = await client.download(link, signal)
    if (!bytes.ok) return bytes
    const kind = detectKind(bytes.value.subarray(0, HEAD_BYTES))
    if (kind === null || !isWholeServiceDocument(kind, bytes.value)) return fail(appError('not-a-paper'))
    return ok({ bytes: bytes.value, kind, sha256: createHash('sha256').update(bytes.value).digest('hex') })
  }

  return {
    async download(documentId, signal) {
      const known = links?.get(documentId)
      if (known !== undefined) {
        const brought = await downloadFrom(known, signal)
        if (brought.ok || !LINK_IS_OLD.has(brought.error.code)) return brought
      }
      // The service may refuse a new link too. One retry is enough to know.
      for (let last: Result<BroughtServiceDocument> | null = null; ;) {
        const fresh = await fetchLinks(signal)
        if (!fresh.ok) return fresh
        const link = fresh.value.get(documentId)
        if (link === undefined) return fail(appError('paper-gone'))
        const brought = await downloadFrom(link, signal)
        if (brought.ok || !LINK_IS_OLD.has(brought.error.code) || last !== null || known !== undefined)
          return brought.ok || brought.error.code !== 'not-found' ? brought : fail(appError('paper-gone'))
        last = brought
      }
    },
  }
}

const getLinks = ({ documents = [], generatedDocuments = [] }: Procedure): ReadonlyMap<string, string> =>
  new Map(
    [...documents, ...generatedDocuments].flatMap(({ id, downloadUrl }) =>
      downloadUrl === undefined ? [] : [[id, downloadUrl] as const],
    ),
  )

/** Procedure with documents for a ZIP. */
export interface ZippedProcedure {
  id: string
  /** Folder of the procedure, if the ZIP has several procedures. */
  folder: string
  serviceDocuments: readonly ServiceDocument[]
  /** Reads a document from this PC, or from the service. */
  read(serviceDocument: ServiceDocument, signal: AbortSignal): Promise<Result<BroughtServiceDocument>>
  /** Records the documents in the audit record before they leave. */
  recordRead(read: readonly ReadServiceDocument[]): Promise<void>
}

export interface ReadServiceDocument {
  type: string
  sha256: string
}

export interface ServiceDocumentZipDeps {
  procedures: AsyncIterable<ZippedProcedure>
  /** True to give each procedure its own folder. */
  folders: boolean
  filename: string
  now: () => number
}

/**
 * Number of bytes to collect before their documents are recorded together. A durable row for each document would take
 * longer than the documents.
 */
const HELD_BYTES = 16 * 1024 * 1024

/**
 * ZIP of the documents of some procedures. A document that cannot be read does not stop the others: a list in the ZIP
 * names it, with the reason. Only a ZIP without any document is an error.
 */
export async function createDocumentZip(
  deps: ServiceDocumentZipDeps,
  signal: AbortSignal,
): Promise<Result<OutboundFile>> {
  const missing: { name: string; error: AppError }[] = []
  const entries = createEntries(deps, missing, signal)
  // Read the first document before answering, so that an answer always has content.
  const first = await entries.next()
  if (signal.aborted) return fail(appError('cancelled'))
  if (first.done === true) return fail(missing[0]?.error ?? appError('not-found'))
  async function* listAllEntries(): AsyncGenerator<ZipEntry> {
    yield first.value as ZipEntry
    yield* entries
    if (missing.length > 0) {
      // The byte order mark makes Windows read the file as UTF-8.
      const bytes = new TextEncoder().encode(`\uFEFF${serviceDocumentZipText.missing(missing)}`)
      yield { name: serviceDocumentZipText.readme, bytes, at: deps.now() }
    }
  }
  return ok({ filename: deps.filename, contentType: 'application/zip', bytes: createZip(listAllEntries()) })
}

async function* createEntries(
  { procedures, folders, now }: ServiceDocumentZipDeps,
  missing: { name: string; error: AppError }[],
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const unique = createNamer()
  let total = 0
  let count = 0
  for await (const { id, folder, serviceDocuments, read, recordRead } of procedures) {
    const own = unique(safeName(folder) || safeName(id), '')
    const inside = createNamer()
    // Reserves the name of the list of missing documents.
    inside(...splitFileName(serviceDocumentZipText.readme))
    let held: { entry: ZipEntry; read: ReadServiceDocument }[] = []
    let heldBytes = 0
    async function* readOnce(): AsyncGenerator<ZipEntry> {
      if (held.length > 0) await recordRead(held.map((one) => one.read))
      for (const { entry } of held) yield entry
      held = []
      heldBytes = 0
    }
    for (const serviceDocument of serviceDocuments) {
      if (signal.aborted) throw new Error('cancelled')
      const buildPath = (fileName: string) => (folders ? `${own}/${fileName}` : fileName)
      const isFull = total >= MAX_ZIP_BYTES || count >= MAX_ZIP_ENTRIES
      const brought = isFull ? fail(appError('file-too-large')) : await read(serviceDocument, signal)
      if (!brought.ok) {
        missing.push({ name: buildPath(serviceDocument.fileName), error: brought.error })
        continue
      }
      count++
      const { bytes, sha256, kind } = brought.value
      const name = buildPath(inside(...splitFileName(buildFileName(serviceDocument, kind))))
      total += bytes.byteLength
      heldBytes += bytes.byteLength
      held.push({
        entry: { name, bytes, at: serviceDocument.createdAt ?? now() },
        read: { type: serviceDocument.type, sha256 },
      })
      if (heldBytes >= HELD_BYTES) yield* readOnce()
    }
    yield* readOnce()
  }
}

/** Splits a file name into its stem and its ending with the dot. */
function splitFileName(fileName: string): [stem: string, ending: string] {
  const at = fileName.lastIndexOf('.')
  return [fileName.slice(0, at), fileName.slice(at)]
}
