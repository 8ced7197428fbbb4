import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { Parser, ReadEntry } from 'tar'
import { syncDirectory } from '../../runtime/sync-directory.ts'
import { createEntryNames, pathInVersion, readEntryPath } from './archive-paths.rules.ts'
import { UpdateError } from './update-error.ts'

export interface UnpackOptions {
  /** A tar, compressed by gzip or Zstandard. */
  archive: string
  /** Only its directory `versions/<version>` is taken. */
  version: string
  /** Empty directory that it is written to. */
  target: string
  /** Limit of everything in the archive. */
  maxBytes: number
  maxEntries?: number
  signal: AbortSignal
}

const MAX_ENTRIES = 20_000
const FILES: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile'])

/**
 * Unpacks one version of an installation, flushed to the disk. Every entry is checked, also those left out: an archive
 * with one that is not as ours is none of ours.
 * @returns bytes in the archive
 * @throws UpdateError `archive-refused` for what no archive of ours holds, `archive-damaged` for one that ends early
 */
export async function unpackVersion(options: UnpackOptions): Promise<number> {
  const { archive, target, version, maxBytes, maxEntries = MAX_ENTRIES, signal } = options
  const names = createEntryNames()
  const directories = new Set<string>([target])
  let entries = 0
  let bytes = 0

  function count(chunk: Uint8Array): void {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new UpdateError('archive-refused', `more than ${maxBytes} bytes`)
  }

  async function makeDirectory(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o755 })
    for (let one = path; one.length > target.length; one = dirname(one)) directories.add(one)
  }

  async function writeFile(entry: ReadEntry, path: string): Promise<void> {
    await makeDirectory(dirname(path))
    const isProgram = ((entry.mode ?? 0) & 0o111) !== 0
    // `wx`: never through a link, never over another.
    const file = await open(path, 'wx', isProgram ? 0o755 : 0o644)
    try {
      for await (const chunk of entry as AsyncIterable<Uint8Array>) {
        count(chunk)
        await writeAll(file, chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async function take(entry: ReadEntry): Promise<void> {
    if (++entries > maxEntries) throw new UpdateError('archive-refused', `more than ${maxEntries} entries`)
    const isDirectory = entry.type === 'Directory'
    if (!isDirectory && !FILES.has(entry.type))
      throw new UpdateError('archive-refused', `type: ${entry.type}`)
    const read = readEntryPath(entry.path)
    const problem = 'problem' in read ? read.problem : names.add(read.names, isDirectory)
    if ('problem' in read || problem !== null)
      throw new UpdateError('archive-refused', `${problem}: ${entry.path.slice(0, 80)}`)
    const inside = pathInVersion(read.names, version)
    if (inside === null || (inside.length === 0 && !isDirectory)) {
      for await (const chunk of entry as AsyncIterable<Uint8Array>) count(chunk)
    } else if (isDirectory) await makeDirectory(join(target, ...inside))
    else await writeFile(entry, join(target, ...inside))
  }

  await readTar(archive, take, signal)
  for (const directory of directories) await syncDirectory(directory)
  return bytes
}

/** Reads the entries of an archive, one after another. */
async function readTar(
  archive: string,
  take: (entry: ReadEntry) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  // Loaded with the first update: a start does without.
  const { Parser } = await import('tar')
  let failed: unknown
  let work = Promise.resolve()
  let current: ReadEntry | null = null
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      work = work.then(async () => {
        current = entry
        if (failed === undefined) await take(entry).catch((error: unknown) => (failed ??= error))
        // What is left of it must flow for the parser to go on.
        entry.resume()
      })
    },
  })
  const damaged = (error: unknown) =>
    new UpdateError('archive-damaged', error instanceof Error ? error.message : 'unreadable', {
      cause: error,
    })
  parser.on('error', (error: unknown) => (failed ??= damaged(error)))
  try {
    await pour(archive, parser, () => failed !== undefined, signal)
  } catch (error) {
    failed ??= isOfDisk(error) || signal.aborted ? error : damaged(error)
  }
  if (failed !== undefined)
    (current as ReadEntry | null)?.destroy(new Error('the archive is not read further'))
  await work
  if (failed !== undefined) throw failed
}

async function pour(
  archive: string,
  parser: Parser,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of await decompressed(archive)) {
    signal.throwIfAborted()
    if (isOver()) return
    if (!parser.write(chunk)) await once(parser, 'drain', { signal })
  }
  const ended = once(parser, 'end', { signal })
  parser.end()
  if (!isOver()) await ended
}

const GZIP = Buffer.from([0x1f, 0x8b])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

async function decompressed(archive: string): Promise<AsyncIterable<Uint8Array>> {
  const file = await open(archive)
  const head = Buffer.alloc(4)
  try {
    await file.read(head, 0, head.length, 0)
  } finally {
    await file.close()
  }
  const decompress = head.subarray(0, 2).equals(GZIP)
    ? createGunzip()
    : head.equals(ZSTD)
      ? createZstdDecompress()
      : null
  if (!decompress) throw new UpdateError('archive-refused', 'neither gzip nor Zstandard')
  const bytes = createReadStream(archive, { highWaterMark: 256 * 1024 })
  bytes.on('error', (error) => decompress.destroy(error))
  decompress.on('close', () => bytes.destroy())
  return bytes.pipe(decompress)
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten
}

const isOfDisk = (error: unknown): boolean =>
  error instanceof UpdateError || (error instanceof Error && 'syscall' in error)
