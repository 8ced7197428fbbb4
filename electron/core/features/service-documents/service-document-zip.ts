import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { createNamer, safeName } from '#shared/domain/service-document-name.ts'
import { serviceDocumentZipText } from '#shared/text/documents.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import { fileNameOf } from './service-document-list.rules.ts'
import type { BroughtServiceDocument } from './service-document-source.ts'
import { MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, zipped, type ZipEntry } from '../../runtime/zip.ts'

/** A procedure with documents for a ZIP. */
export interface ZippedProcedure {
  id: string
  /** Its folder, when there are several. */
  folder: string
  serviceDocuments: readonly ServiceDocument[]
  /** Reads a document from this PC, or from the service. */
  read(serviceDocument: ServiceDocument, signal: AbortSignal): Promise<Result<BroughtServiceDocument>>
  /** Records the documents in the audit record before they leave. */
  note(read: readonly ReadServiceDocument[]): Promise<void>
}

export interface ReadServiceDocument {
  type: string
  sha256: string
}

export interface ServiceDocumentZipDeps {
  procedures: AsyncIterable<ZippedProcedure>
  /** True to give each its own folder. */
  folders: boolean
  filename: string
  now: () => number
}

/**
 * Bytes held until they are recorded together: a durable row for each would take longer than the documents.
 */
const HELD_BYTES = 16 * 1024 * 1024

/**
 * ZIP of the documents of some procedures. One that cannot be read does not stop the others: a list names it,
 * with the reason. Only a ZIP without any document is an error.
 */
export async function serviceDocumentZip(
  deps: ServiceDocumentZipDeps,
  signal: AbortSignal,
): Promise<Result<OutboundFile>> {
  const missing: { name: string; error: AppError }[] = []
  const entries = entriesOf(deps, missing, signal)
  // The first one is read before the answer, so that an answer always has content.
  const first = await entries.next()
  if (signal.aborted) return fail(appError('cancelled'))
  if (first.done === true) return fail(missing[0]?.error ?? appError('not-found'))
  async function* all(): AsyncGenerator<ZipEntry> {
    yield first.value as ZipEntry
    yield* entries
    if (missing.length > 0) {
      // With a byte order mark, so that Windows reads it as UTF-8.
      const bytes = new TextEncoder().encode(`\uFEFF${serviceDocumentZipText.missing(missing)}`)
      yield { name: serviceDocumentZipText.readme, bytes, at: deps.now() }
    }
  }
  return ok({ filename: deps.filename, contentType: 'application/zip', bytes: zipped(all()) })
}

async function* entriesOf(
  { procedures, folders, now }: ServiceDocumentZipDeps,
  missing: { name: string; error: AppError }[],
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const unique = createNamer()
  let total = 0
  let count = 0
  for await (const { id, folder, serviceDocuments, read, note } of procedures) {
    const own = unique(safeName(folder) || safeName(id), '')
    const inside = createNamer()
    // Name reserved for the list of those missing.
    inside(...partsOf(serviceDocumentZipText.readme))
    let held: { entry: ZipEntry; read: ReadServiceDocument }[] = []
    let heldBytes = 0
    async function* released(): AsyncGenerator<ZipEntry> {
      if (held.length > 0) await note(held.map((one) => one.read))
      for (const { entry } of held) yield entry
      held = []
      heldBytes = 0
    }
    for (const serviceDocument of serviceDocuments) {
      if (signal.aborted) throw new Error('cancelled')
      const path = (fileName: string) => (folders ? `${own}/${fileName}` : fileName)
      const isFull = total >= MAX_ZIP_BYTES || count >= MAX_ZIP_ENTRIES
      const brought = isFull ? fail(appError('file-too-large')) : await read(serviceDocument, signal)
      if (!brought.ok) {
        missing.push({ name: path(serviceDocument.fileName), error: brought.error })
        continue
      }
      count++
      const { bytes, sha256, kind } = brought.value
      const name = path(inside(...partsOf(fileNameOf(serviceDocument, kind))))
      total += bytes.byteLength
      heldBytes += bytes.byteLength
      held.push({
        entry: { name, bytes, at: serviceDocument.createdAt ?? now() },
        read: { type: serviceDocument.type, sha256 },
      })
      if (heldBytes >= HELD_BYTES) yield* released()
    }
    yield* released()
  }
}

/** Splits a file name into its stem and its ending with the dot. */
function partsOf(fileName: string): [stem: string, ending: string] {
  const at = fileName.lastIndexOf('.')
  return [fileName.slice(0, at), fileName.slice(at)]
}
