import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpError } from '../http/errors.ts'
import type { FileContent } from '../http/send-file.ts'

/** Media types by the first bytes of a file. The declared type is not trusted. */
const KINDS: readonly (readonly [mime: string, begins: (head: Buffer) => boolean])[] = [
  ['application/pdf', (head) => head.subarray(0, 1_024).includes('%PDF-')],
  ['image/jpeg', (head) => head.readUIntBE(0, 3) === 0xffd8ff],
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/tiff', (head) => ['II*\0', 'MM\0*'].includes(head.toString('latin1', 0, 4))],
  ['image/heic', (head) => /^ftyp(heic|heix|mif1|msf1|hevc)/.test(head.toString('latin1', 4, 12))],
]

/** Number of leading bytes examined. */
const HEAD_BYTES = 1_024

/** Detects the media type of a file by its first bytes. `null`: the type is not accepted. */
export function detectFileType(head: Buffer): string | null {
  if (head.length < 12) return null
  return KINDS.find(([, begins]) => begins(head))?.[0] ?? null
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
}

/** Guesses the media type of a link by its extension: the link is fetched only for a preview. */
export function guessLinkType(url: string): string {
  const extension = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return EXTENSIONS[extension] ?? 'application/octet-stream'
}

/** Generic media types that senders declare for any file. */
const GENERIC_TYPES = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'image/heif',
  'image/jpg',
])

/** True if the declared media type agrees with the real type. */
const isDeclaredTypeTrue = (declared: string, real: string): boolean =>
  GENERIC_TYPES.has(declared) || declared === real

/** A received file that is on the disk under its final name. */
interface StoredFile {
  readonly file: string
  readonly mime: string
  readonly size: number
}

/** Uploaded files. The rows of documents say which files are in use. */
export interface Files {
  /** Streams a file to the disk. A rejected file leaves nothing on the disk. */
  receive(id: string, content: Readable, declared: string): Promise<StoredFile>
  /** Opens a received file, to read all bytes or a range. */
  open(file: string): Promise<Pick<FileContent, 'size' | 'read'>>
  remove(file: string): Promise<void>
  /** Deletes the files of a service in memory. */
  close(): void
}

const INCOMING = 'incoming'

/** Stores files below a directory. With `null` the files are in a temporary directory until `close()`. */
export function createFiles(deps: { directory: string | null; maxBytes: number }): Files {
  const { directory, maxBytes } = deps
  let made: string | null = null
  /** Creates the folder with the first file: most services in memory never have a file. */
  function openFolder(): string {
    if (made !== null) return made
    made = directory ?? mkdtempSync(join(tmpdir(), 'service-files-'))
    const incoming = join(made, INCOMING)
    mkdirSync(incoming, { recursive: true, mode: 0o700 })
    // Remove the half-written files of a crash.
    for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { force: true })
    return made
  }
  if (directory !== null) openFolder()

  return {
    async receive(id, content, declared) {
      const aside = join(openFolder(), INCOMING, id)
      try {
        const { head, size } = await saveStream(content, aside, maxBytes)
        const mime = checkMime(head, size, declared)
        const file = join(id.slice(0, 2), id)
        const place = join(openFolder(), file)
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(aside, place)
        await syncFolder(dirname(place))
        return { file, mime, size }
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    async open(file) {
      const path = join(openFolder(), file)
      const { size } = await stat(path)
      return { size, read: (start, end) => createReadStream(path, { start, end }) }
    },
    remove: (file) => rm(join(openFolder(), file), { force: true }),
    close() {
      if (directory === null && made !== null) rmSync(made, { recursive: true, force: true })
    },
  }
}

const createTooLargeError = (maxBytes: number) => new HttpError(413, `A file has ${maxBytes} bytes at most.`)

async function saveStream(content: Readable, path: string, maxBytes: number) {
  let size = 0
  let head = Buffer.alloc(0)
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      done(size > maxBytes ? createTooLargeError(maxBytes) : null, chunk)
    },
  })
  await pipeline(content, meter, createWriteStream(path, { mode: 0o600, flush: true }))
  return { head, size }
}

function checkMime(head: Buffer, size: number, declared: string): string {
  const refuse = (status: number, message: string) =>
    new HttpError(status, message, [{ field: 'file', message }])
  if (size === 0) throw refuse(400, 'The file is empty.')
  const mime = detectFileType(head)
  if (mime === null) throw refuse(415, 'The file is not a PDF, a JPEG, a PNG, a TIFF or a HEIC.')
  if (!isDeclaredTypeTrue(declared, mime))
    throw refuse(415, `The file says that it is ${declared} and is ${mime}.`)
  return mime
}

/** A rename is durable only when its folder is flushed. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } catch {
    // Some systems cannot flush a folder. The file itself is flushed.
  } finally {
    await handle.close()
  }
}
