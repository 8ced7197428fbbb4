import { createReadStream } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { syncDirectory } from '../../runtime/sync-directory.ts'
import { createEntryNames, pathInVersion, readEntryPath } from './archive-paths.rules.ts'
import { readTar, type TarEntry } from './tar-reader.ts'
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

  async function writeFile({ content, isProgram }: TarEntry, path: string): Promise<void> {
    await makeDirectory(dirname(path))
    // `wx`: never through a link, never over another.
    const file = await open(path, 'wx', isProgram ? 0o755 : 0o644)
    try {
      for await (const chunk of content) {
        count(chunk)
        await writeAll(file, chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async function take(entry: TarEntry): Promise<void> {
    if (++entries > maxEntries) throw new UpdateError('archive-refused', `more than ${maxEntries} entries`)
    const { path, isDirectory } = entry
    const read = readEntryPath(path)
    const problem = 'problem' in read ? read.problem : names.add(read.names, isDirectory)
    if ('problem' in read || problem !== null)
      throw new UpdateError('archive-refused', `${problem}: ${path.slice(0, 80)}`)
    const inside = pathInVersion(read.names, version)
    if (inside === null || (inside.length === 0 && !isDirectory)) {
      for await (const chunk of entry.content) count(chunk)
    } else if (isDirectory) await makeDirectory(join(target, ...inside))
    else await writeFile(entry, join(target, ...inside))
  }

  try {
    for await (const entry of readTar(await decompressed(archive, signal))) await take(entry)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof UpdateError || (error instanceof Error && 'syscall' in error)) throw error
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new UpdateError('archive-damaged', reason, { cause: error })
  }
  for (const directory of directories) await syncDirectory(directory)
  return bytes
}

const GZIP = Buffer.from([0x1f, 0x8b])
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

async function decompressed(archive: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const file = await open(archive)
  const head = Buffer.alloc(4)
  try {
    await file.read(head, 0, head.length, 0)
  } finally {
    await file.close()
  }
  const isGzip = head.subarray(0, 2).equals(GZIP)
  if (!isGzip && !head.equals(ZSTD)) throw new UpdateError('archive-refused', 'neither gzip nor Zstandard')
  const decompress = isGzip ? createGunzip() : createZstdDecompress()
  const bytes = createReadStream(archive, { highWaterMark: 256 * 1024 })
  // Its failure ends the reading, which tells it.
  pipeline(bytes, decompress, { signal }).catch(() => undefined)
  return decompress
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten
}
