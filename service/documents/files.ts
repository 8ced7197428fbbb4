import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpError } from '../http/errors.ts'
import type { FileContent } from '../http/send-file.ts'

/** Media types by a file's first bytes: the declared type is not trusted. */
const KINDS: readonly (readonly [mime: string, begins: (head: Buffer) => boolean])[] = [
  ['application/pdf', (head) => head.subarray(0, 1_024).includes('%PDF-')],
  ['image/jpeg', (head) => head.readUIntBE(0, 3) === 0xffd8ff],
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/tiff', (head) => ['II*\0', 'MM\0*'].includes(head.toString('latin1', 0, 4))],
  ['image/heic', (head) => /^ftyp(heic|heix|mif1|msf1|hevc)/.test(head.toString('latin1', 4, 12))],
]

/** Number of leading bytes examined. */
const HEAD_BYTES = 1_024

/** Media type of a file by its first bytes, or `null` when it is not accepted. */
export function kindOfFile(head: Buffer): string | null {
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

/** Media type of a link by its extension: the link is not fetched before a preview. */
export function kindOfLink(url: string): string {
  const extension = /\.([a-z]{3,4})$/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? ''
  return EXTENSIONS[extension] ?? 'application/octet-stream'
}

/** Generic media types that senders declare for any file. */
const UNTOLD = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'image/heif', 'image/jpg'])

/** True if the declared media type agrees with the real one. */
const isHonest = (declared: string, real: string): boolean => UNTOLD.has(declared) || declared === real

/** A received file, on the disk under its final name. */
interface StoredFile {
  readonly file: string
  readonly mime: string
  readonly size: number
}

/** Uploaded files. Their rows in the store say which are in use. */
export interface Files {
  /** Streams a file to the disk, or rejects it and leaves nothing. */
  receive(id: string, content: Readable, declared: string): Promise<StoredFile>
  /** Opens a received file: its bytes, or any range of them. */
  open(file: string): Promise<Pick<FileContent, 'size' | 'read'>>
  remove(file: string): Promise<void>
  /** Deletes the files of a service in memory. */
  close(): void
}

const INCOMING = 'incoming'

/** Files below a directory; `null` for a service in memory, which uses a temporary one until it is closed. */
export function createFiles(deps: { directory: string | null; maxBytes: number }): Files {
  const { directory, maxBytes } = deps
  let made: string | null = null
  /** Created with the first file: most services in memory never have one. */
  function folder(): string {
    if (made !== null) return made
    made = directory ?? mkdtempSync(join(tmpdir(), 'service-files-'))
    const incoming = join(made, INCOMING)
    mkdirSync(incoming, { recursive: true, mode: 0o700 })
    // Half-written files of a crash.
    for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { force: true })
    return made
  }
  if (directory !== null) folder()

  return {
    async receive(id, content, declared) {
      const aside = join(folder(), INCOMING, id)
      try {
        const { head, size } = await save(content, aside, maxBytes)
        const mime = checkedMime(head, size, declared)
        const file = join(id.slice(0, 2), id)
        const place = join(folder(), file)
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
      const path = join(folder(), file)
      const { size } = await stat(path)
      return { size, read: (start, end) => createReadStream(path, { start, end }) }
    },
    remove: (file) => rm(join(folder(), file), { force: true }),
    close() {
      if (directory === null && made !== null) rmSync(made, { recursive: true, force: true })
    },
  }
}

const tooLarge = (maxBytes: number) => new HttpError(413, `A file has ${maxBytes} bytes at most.`)

async function save(content: Readable, path: string, maxBytes: number) {
  let size = 0
  let head = Buffer.alloc(0)
  const meter = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      done(size > maxBytes ? tooLarge(maxBytes) : null, chunk)
    },
  })
  await pipeline(content, meter, createWriteStream(path, { mode: 0o600, flush: true }))
  return { head, size }
}

function checkedMime(head: Buffer, size: number, declared: string): string {
  const refuse = (status: number, message: string) =>
    new HttpError(status, message, [{ field: 'file', message }])
  if (size === 0) throw refuse(400, 'The file is empty.')
  const mime = kindOfFile(head)
  if (mime === null) throw refuse(415, 'The file is not a PDF, a JPEG, a PNG, a TIFF or a HEIC.')
  if (!isHonest(declared, mime)) throw refuse(415, `The file says that it is ${declared} and is ${mime}.`)
  return mime
}

/** A rename is durable only when its folder is flushed. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } catch {
    // Some systems cannot flush a folder; the file itself was flushed.
  } finally {
    await handle.close()
  }
}
