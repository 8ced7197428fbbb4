import type { ServiceDocument } from '#shared/bridge/service-documents.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { createNamer, safeName } from '#shared/domain/service-document-name.ts'
import { serviceDocumentZipText } from '#shared/text/service-document-zip.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import { fileNameOf } from './service-document-list.rules.ts'
import type { BroughtServiceDocument } from './service-document-source.ts'
import { MOST_ZIP_BYTES, MOST_ZIP_ENTRIES, zipped, type ZipEntry } from './zip.ts'

/** A procedure whose documents go into a ZIP. */
export interface ZippedProcedure {
  id: string
  /** What its folder is called when there are several. */
  folder: string
  serviceDocuments: readonly ServiceDocument[]
  /** From this PC, or from the service. */
  read(serviceDocument: ServiceDocument, signal: AbortSignal): Promise<Result<BroughtServiceDocument>>
  /** Writes down what is about to leave, before it does. */
  note(read: readonly ReadServiceDocument[]): Promise<void>
}

export interface ReadServiceDocument {
  type: string
  sha256: string
}

export interface ServiceDocumentZipDeps {
  procedures: AsyncIterable<ZippedProcedure>
  /** Whether each has a folder of its own. */
  folders: boolean
  filename: string
  now: () => number
}

/** Documents that are held until they are written down together: a durable line for each would take longer than they do. */
const HELD_BYTES = 16 * 1024 * 1024

/**
 * The documents of some procedures as a ZIP. One that cannot be brought does not keep the others: it is named in a list,
 * with the reason. Only when there is none at all is it an error.
 */
export async function serviceDocumentZip(
  deps: ServiceDocumentZipDeps,
  signal: AbortSignal,
): Promise<Result<OutboundFile>> {
  const missing: { name: string; error: AppError }[] = []
  const entries = entriesOf(deps, missing, signal)
  // The first one is brought before anything is answered, so that an answer always has something in it.
  const first = await entries.next()
  if (signal.aborted) return fail(appError('cancelled'))
  if (first.done === true) return fail(missing[0]?.error ?? appError('not-found'))
  async function* all(): AsyncGenerator<ZipEntry> {
    yield first.value as ZipEntry
    yield* entries
    if (missing.length > 0) {
      // With the mark that makes Windows read it as it is.
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
    // The list of those that are missing has this name.
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
      const isFull = total >= MOST_ZIP_BYTES || count >= MOST_ZIP_ENTRIES
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

/** A file's name, and its ending with the dot. */
function partsOf(fileName: string): [stem: string, ending: string] {
  const at = fileName.lastIndexOf('.')
  return [fileName.slice(0, at), fileName.slice(at)]
}
