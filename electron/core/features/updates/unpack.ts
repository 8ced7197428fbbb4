import { createReadStream } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { syncDirectory } from '../../runtime/directories.ts'
import { UpdateError } from './update-engine.ts'

/** Reason why an entry of an archive may not be written. */
type EntryProblem = 'absolute' | 'parent' | 'name' | 'long' | 'clash' | 'type'

const MAX_PATH = 240
/** Names that Windows gives to devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i

/** Characters that Windows forbids in names, including the separator of alternate streams. */
const hasForbidden = (name: string): boolean =>
  [...name].some((character) => character < ' ' || '<>:"|?*\\\u007F'.includes(character))

/**
 * Reads the path of an entry. A name that one platform refuses is refused on every platform, because we make the
 * archives.
 * @returns names of the path, or the reason why it may not be written
 */
function readEntryPath(path: string): { names: string[] } | { problem: EntryProblem } {
  if (path.length > MAX_PATH) return { problem: 'long' }
  if (path.startsWith('/') || path.startsWith('\\') || /^[A-Za-z]:/.test(path)) return { problem: 'absolute' }
  const names = path.replace(/\/$/, '').split('/')
  if (names.includes('..')) return { problem: 'parent' }
  const bad = names.some(
    (name) =>
      name === '' ||
      name === '.' ||
      /[ .]$/.test(name) ||
      hasForbidden(name) ||
      DEVICE.test(name) ||
      !isText(name),
  )
  return bad ? { problem: 'name' } : { names }
}

/** A lone surrogate has no UTF-8 encoding. */
const isText = (name: string): boolean => name.isWellFormed()

/** Paths of the archive read so far. */
interface EntryNames {
  /** @returns `clash` for a path that occurs twice, or that some file system treats as equal to another path */
  add(names: readonly string[], isDirectory: boolean): EntryProblem | null
}

function createEntryNames(): EntryNames {
  const known = new Map<string, { exact: string; isDirectory: boolean }>()
  return {
    add(names, isDirectory) {
      for (let depth = 1; depth <= names.length; depth++) {
        const exact = names.slice(0, depth).join('/')
        const isAbove = depth < names.length || isDirectory
        const before = known.get(buildClashKey(exact))
        // A directory may appear again as the parent of its files.
        if (before && !(before.exact === exact && before.isDirectory && isAbove)) return 'clash'
        known.set(buildClashKey(exact), { exact, isDirectory: isAbove })
      }
      return null
    },
  }
}

/** Key of paths that a file system may treat as equal: letter case and Unicode composition are ignored. */
const buildClashKey = (path: string): string => path.normalize('NFC').toLowerCase()

/**
 * Path inside a version, from an archive that contains an installation: `[ventanilla/]versions/<version>/…`.
 * @returns `null` for a file outside the version: the launcher, and the pointers to the version that starts
 */
function getPathInVersion(names: readonly string[], version: string): string[] | null {
  const at = names[0] === 'versions' ? 0 : 1
  if (names[at] !== 'versions' || names[at + 1] !== version) return null
  return names.slice(at + 2)
}

/** File or directory of an archive. Its content is read before the next entry, or skipped. */
interface TarEntry {
  path: string
  isDirectory: boolean
  /** True if the file is executable. */
  isProgram: boolean
  content: AsyncIterable<Uint8Array>
}

const BLOCK = 512
const FILE_TYPES: ReadonlySet<string> = new Set(['0', '\0'])
const DIRECTORY_TYPE = '5'

const createDamagedError = (why: string) => new UpdateError('archive-damaged', why)

/**
 * Reads a tar with only the features of our archives: `ustar` with files and directories. Links, devices, extended
 * headers and all other entries are refused. A library would accept all of them.
 * @throws UpdateError for any other entry, and for a truncated archive
 */
async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = createBytes(source)
  for (;;) {
    const header = await bytes.readBytes(BLOCK)
    if (isZero(header)) break
    const { size, ...entry } = readHeader(header)
    let isRead = false
    let left = size
    yield {
      ...entry,
      content: (async function* () {
        isRead = true
        while (left > 0) {
          const chunk = await bytes.readSome(left)
          left -= chunk.byteLength
          yield chunk
        }
      })(),
    }
    if (!isRead || left > 0) while (left > 0) left -= (await bytes.readSome(left)).byteLength
    await bytes.readBytes((BLOCK - (size % BLOCK)) % BLOCK)
  }
  // Two blocks of zeros end the archive, and more zeros may follow. The rest is read to detect a truncated file.
  if (!isZero(await bytes.readBytes(BLOCK)) || !(await bytes.isRestZero()))
    throw createDamagedError('data after the end')
}

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

function readHeader(header: Buffer): Omit<TarEntry, 'content'> & { size: number } {
  if (header.toString('latin1', 257, 262) !== 'ustar' || parseOctal(header, 148, 8) !== sumOf(header))
    throw createDamagedError('not a header of ustar')
  const type = header.toString('latin1', 156, 157)
  const isDirectory = type === DIRECTORY_TYPE
  const name = parseText(header, 0, 100)
  const prefix = parseText(header, 345, 155)
  if (!isDirectory && !FILE_TYPES.has(type))
    throw new UpdateError('archive-refused', `type: ${JSON.stringify(type)}`)
  const size = parseOctal(header, 124, 12)
  if (isDirectory && size > 0) throw new UpdateError('archive-refused', 'type: a directory with content')
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    isDirectory,
    isProgram: (parseOctal(header, 100, 8) & 0o111) !== 0,
    size,
  }
}

const sumOf = (header: Buffer): number =>
  // The field of the checksum itself counts as spaces.
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0)

function parseOctal(header: Buffer, at: number, length: number): number {
  const digits = parseText(header, at, length).trim()
  if (!/^[0-7]{1,11}$/.test(digits)) throw createDamagedError('not a number')
  return Number.parseInt(digits, 8)
}

/** Text of a field up to the first zero. Invalid UTF-8 is refused. */
function parseText(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length)
  const end = field.indexOf(0)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(end === -1 ? field : field.subarray(0, end))
  } catch {
    throw new UpdateError('archive-refused', 'name: not UTF-8')
  }
}

/** Reads bytes from a stream of chunks. */
function createBytes(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** @returns false at the end */
  async function readChunk(): Promise<boolean> {
    const { done, value } = await chunks.next()
    if (done === true) return false
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    return true
  }

  return {
    async readBytes(length: number): Promise<Buffer> {
      while (held.length < length) if (!(await readChunk())) throw createDamagedError('it ends early')
      const taken = held.subarray(0, length)
      held = held.subarray(length)
      return taken
    },
    /** Available bytes, at most `length`. */
    async readSome(length: number): Promise<Buffer> {
      while (held.length === 0) if (!(await readChunk())) throw createDamagedError('it ends early')
      const taken = held.subarray(0, length)
      held = held.subarray(taken.length)
      return taken
    },
    async isRestZero(): Promise<boolean> {
      do {
        if (!isZero(held)) return false
        held = Buffer.alloc(0)
      } while (await readChunk())
      return true
    },
  }
}

export interface UnpackOptions {
  /** A tar, compressed by gzip or Zstandard. */
  archive: string
  /** Only the directory `versions/<version>` is unpacked. */
  version: string
  /** Empty directory to write to. */
  target: string
  /** Maximum size of all content in the archive. */
  maxBytes: number
  maxEntries?: number
  signal: AbortSignal
}

const MAX_ENTRIES = 20_000

/**
 * Unpacks one version of an installation and flushes it to the disk. Every entry is checked, including skipped
 * entries. One foreign entry rejects the archive.
 * @returns bytes in the archive
 * @throws UpdateError `archive-refused` for an entry that our archives never have, `archive-damaged` for a truncated
 * archive
 */
export async function unpackVersion(options: UnpackOptions): Promise<number> {
  const { archive, target, version, maxBytes, maxEntries = MAX_ENTRIES, signal } = options
  const names = createEntryNames()
  const directories = new Set<string>([target])
  let entries = 0
  let bytes = 0

  function countBytes(chunk: Uint8Array): void {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new UpdateError('archive-refused', `more than ${maxBytes} bytes`)
  }

  async function makeDirectory(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o755 })
    for (let one = path; one.length > target.length; one = dirname(one)) directories.add(one)
  }

  async function writeFile({ content, isProgram }: TarEntry, path: string): Promise<void> {
    await makeDirectory(dirname(path))
    // `wx` never follows a link and never overwrites a file.
    const file = await open(path, 'wx', isProgram ? 0o755 : 0o644)
    try {
      for await (const chunk of content) {
        countBytes(chunk)
        await writeAll(file, chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async function writeEntry(entry: TarEntry): Promise<void> {
    if (++entries > maxEntries) throw new UpdateError('archive-refused', `more than ${maxEntries} entries`)
    const { path, isDirectory } = entry
    const read = readEntryPath(path)
    const problem = 'problem' in read ? read.problem : names.add(read.names, isDirectory)
    if ('problem' in read || problem !== null)
      throw new UpdateError('archive-refused', `${problem}: ${path.slice(0, 80)}`)
    const inside = getPathInVersion(read.names, version)
    if (inside === null || (inside.length === 0 && !isDirectory)) {
      for await (const chunk of entry.content) countBytes(chunk)
    } else if (isDirectory) await makeDirectory(join(target, ...inside))
    else await writeFile(entry, join(target, ...inside))
  }

  try {
    for await (const entry of readTar(await openDecompressed(archive, signal))) await writeEntry(entry)
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

async function openDecompressed(archive: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
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
  // A failure ends the read. The reader reports the failure.
  pipeline(bytes, decompress, { signal }).catch(() => undefined)
  return decompress
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await file.write(chunk, at)).bytesWritten
}
