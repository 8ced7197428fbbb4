import type { Paper } from '#shared/bridge/papers.ts'
import { appError, fail, ok, type AppError, type Result } from '#shared/bridge/result.ts'
import { createNamer, safeName } from '#shared/domain/paper-name.ts'
import { paperZipText } from '#shared/text/paper-zip.ts'
import type { OutboundFile } from '../../bridge/router.ts'
import { fileNameOf } from './paper-list.rules.ts'
import type { BroughtPaper } from './paper-source.ts'
import { MOST_ZIP_BYTES, MOST_ZIP_ENTRIES, zipped, type ZipEntry } from './zip.ts'

/** A procedure whose papers go into a ZIP. */
export interface ZippedProcedure {
  id: string
  /** What its folder is called when there are several. */
  folder: string
  papers: readonly Paper[]
  /** From this PC, or from the service. */
  read(paper: Paper, signal: AbortSignal): Promise<Result<BroughtPaper>>
  /** Writes down what is about to leave, before it does. */
  note(read: readonly ReadPaper[]): Promise<void>
}

export interface ReadPaper {
  type: string
  sha256: string
}

export interface PaperZipDeps {
  procedures: AsyncIterable<ZippedProcedure>
  /** Whether each has a folder of its own. */
  folders: boolean
  filename: string
  now: () => number
}

/** Papers that are held until they are written down together: a durable line for each would take longer than they do. */
const HELD_BYTES = 16 * 1024 * 1024

/**
 * The papers of some procedures as a ZIP. One that cannot be brought does not keep the others: it is named in a list,
 * with the reason. Only when there is none at all is it an error.
 */
export async function paperZip(deps: PaperZipDeps, signal: AbortSignal): Promise<Result<OutboundFile>> {
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
      const bytes = new TextEncoder().encode(`\uFEFF${paperZipText.missing(missing)}`)
      yield { name: paperZipText.readme, bytes, at: deps.now() }
    }
  }
  return ok({ filename: deps.filename, contentType: 'application/zip', bytes: zipped(all()) })
}

async function* entriesOf(
  { procedures, folders, now }: PaperZipDeps,
  missing: { name: string; error: AppError }[],
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const unique = createNamer()
  let total = 0
  let count = 0
  for await (const { id, folder, papers, read, note } of procedures) {
    const own = unique(safeName(folder) || safeName(id), '')
    const inside = createNamer()
    // The list of those that are missing has this name.
    inside(...partsOf(paperZipText.readme))
    let held: { entry: ZipEntry; read: ReadPaper }[] = []
    let heldBytes = 0
    async function* released(): AsyncGenerator<ZipEntry> {
      if (held.length > 0) await note(held.map((one) => one.read))
      for (const { entry } of held) yield entry
      held = []
      heldBytes = 0
    }
    for (const paper of papers) {
      if (signal.aborted) throw new Error('cancelled')
      const path = (fileName: string) => (folders ? `${own}/${fileName}` : fileName)
      const isFull = total >= MOST_ZIP_BYTES || count >= MOST_ZIP_ENTRIES
      const brought = isFull ? fail(appError('file-too-large')) : await read(paper, signal)
      if (!brought.ok) {
        missing.push({ name: path(paper.fileName), error: brought.error })
        continue
      }
      count++
      const { bytes, sha256, kind } = brought.value
      const name = path(inside(...partsOf(fileNameOf(paper, kind))))
      total += bytes.byteLength
      heldBytes += bytes.byteLength
      held.push({
        entry: { name, bytes, at: paper.createdAt ?? now() },
        read: { type: paper.type, sha256 },
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
