import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeedFile } from '#shared/update-feed/feed.ts'
import { UpdateError } from './update-error.ts'
import type { UpdateServer } from './update-server.ts'

export interface DownloadOptions {
  server: Pick<UpdateServer, 'open'>
  address: URL
  file: FeedFile
  /** Directory of unfinished downloads. */
  staging: string
  onProgress: (received: number) => void
  signal: AbortSignal
}

/** Beside what an update needs, so that it does not take the last of the disk. */
const SPARE_BYTES = 64 * 1024 * 1024
/** Of content to download, where the feed does not say. */
const USUAL_RATIO = 4

/** @throws UpdateError `no-room` if the disk cannot take the rest of the download and what is in it */
async function requireRoom(directory: string, file: FeedFile, received: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  const needed = file.size - received + (file.unpackedSize ?? file.size * USUAL_RATIO) + SPARE_BYTES
  if (bavail * bsize < needed) throw new UpdateError('no-room', `${needed} bytes needed`)
}

/**
 * Downloads a file, from where an earlier attempt was broken off. Size and SHA-512 are checked as it arrives; what is
 * not as announced is removed.
 * @returns its path
 */
export async function download(options: DownloadOptions): Promise<string> {
  const { file, staging } = options
  await mkdir(staging, { recursive: true, mode: 0o700 })
  // Named by its content: an attempt at another file is never continued.
  const name = `${Buffer.from(file.sha512, 'base64').toString('hex').slice(0, 32)}.part`
  for (const other of await readdir(staging)) {
    if (other !== name) await rm(join(staging, other), { recursive: true, force: true })
  }
  const path = join(staging, name)
  const kept = await keptBytes(path, file.size)
  await requireRoom(staging, file, kept)
  try {
    await receive(path, options)
  } catch (error) {
    if (error instanceof UpdateError && error.code === 'archive-damaged') await rm(path, { force: true })
    throw error
  }
  return path
}

/** Appends the rest to what there is of it, and checks the whole. */
async function receive(path: string, options: DownloadOptions): Promise<void> {
  const { server, address, file, onProgress, signal } = options
  const part = await open(path, APPEND, 0o600)
  try {
    let hash = createHash('sha512')
    let received = 0
    const kept = part.createReadStream({ start: 0, autoClose: false, highWaterMark: 1 << 20 })
    for await (const chunk of kept as AsyncIterable<Uint8Array>) {
      hash.update(chunk)
      received += chunk.byteLength
    }
    onProgress(received)
    if (received < file.size) {
      const { from, body } = await server.open(address, received, signal)
      if (from === 0 && received > 0) {
        await part.truncate(0)
        hash = createHash('sha512')
        received = 0
      }
      try {
        for await (const chunk of body) {
          received += chunk.byteLength
          if (received > file.size) throw new UpdateError('archive-damaged', `more than ${file.size} bytes`)
          hash.update(chunk)
          await part.appendFile(chunk)
          onProgress(received)
        }
      } catch (error) {
        if (signal.aborted || error instanceof UpdateError || isOfDisk(error)) throw error
        throw new UpdateError('cut', reasonOf(error), { cause: error })
      }
    }
    if (received < file.size) throw new UpdateError('cut', `${received} of ${file.size} bytes`)
    if (hash.digest('base64') !== file.sha512) throw new UpdateError('archive-damaged', 'another SHA-512')
    await part.sync()
  } finally {
    await part.close()
  }
}

/** As `a+`, and never through a link: what is received would be written where it leads. Windows has no such flag. */
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** Bytes of an earlier attempt. Removes what cannot be one: a link, a second name of another file, or too much. */
async function keptBytes(path: string, most: number): Promise<number> {
  const found = await lstat(path).catch(() => null)
  if (!found) return 0
  if (found.isFile() && found.nlink === 1 && found.size <= most) return found.size
  await rm(path, { recursive: true, force: true })
  return 0
}

const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'write'

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? String(error.code) : error.name
}
