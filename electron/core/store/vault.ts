import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { fileKindOf, HEAD_BYTES, type FileKind } from '#shared/domain/procedures/document-file.ts'
import { KEY_BYTES, seal, unseal } from './sealed-stream.ts'

/** A received file that is complete on the disk. */
export interface VaultFile<K = FileKind> {
  key: Uint8Array
  size: number
  sha256: string
  kind: K
}

/**
 * Files of documents on this PC. Each is sealed with its own key, which only the store has. Deleting the key erases
 * the file, whatever the disk keeps of it.
 */
export interface Vault<K = FileKind> {
  /** Streams a file in, or rejects it and leaves nothing. `size` is the required size in bytes. */
  receive(
    id: string,
    body: AsyncIterable<Uint8Array>,
    expected: { size: number; maxBytes: number },
    signal: AbortSignal,
  ): Promise<Result<VaultFile<K>>>
  /** Stores a part of a file, which has no kind of its own. */
  receivePart(id: string, bytes: Uint8Array, signal: AbortSignal): Promise<Result<Omit<VaultFile<K>, 'kind'>>>
  /** Content of a file. Fails with `document-lost` if it no longer exists. */
  read(id: string, key: Uint8Array): Promise<Result<AsyncIterable<Uint8Array>>>
  remove(id: string): Promise<void>
  /**
   * Removes the files of earlier runs that are not in use, left over from a crash or an erasure. Files of this run
   * stay, because they may not have their row yet.
   * @returns ids in use whose files are missing
   */
  sweep(inUse: ReadonlySet<string>): Promise<string[]>
}

const ENDING = '.sealed'
const INCOMING = '.incoming'

interface Expected {
  size: number
  maxBytes: number
  /** Kind of a file by its first bytes; `null` if the file is not accepted. */
  accept: (head: Uint8Array) => unknown
}

/** @param kindOf kind of a file by its first bytes; `null` if the file is not accepted */
export function createVault(directory: string): Vault
export function createVault<K>(directory: string, kindOf: (head: Uint8Array) => K | null): Vault<K>
export function createVault(
  directory: string,
  kindOf: (head: Uint8Array) => unknown = fileKindOf,
): Vault<unknown> {
  const buildPath = (id: string, ending = ENDING) => join(directory, id + ending)
  /** Files of this run, arriving or complete. */
  const ownFiles = new Set<string>()

  async function write(
    id: string,
    body: AsyncIterable<Uint8Array>,
    { size: expected, maxBytes, accept }: Expected,
    signal: AbortSignal,
  ): Promise<Result<VaultFile<unknown>>> {
    const key = randomBytes(KEY_BYTES)
    const hash = createHash('sha256')
    let size = 0
    let head: Buffer = Buffer.alloc(0)
    const refuse = (code: 'document-too-large' | 'document-not-accepted') => new Refusal(code)

    async function* checkChunks(): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        if (signal.aborted) throw new Error('cancelled')
        const before = head.length
        size += chunk.byteLength
        if (size > maxBytes) throw refuse('document-too-large')
        if (before < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
        // Reject an unsupported file by its first bytes, before reading 600 MB of it.
        if (before < HEAD_BYTES && head.length === HEAD_BYTES && accept(head) === null)
          throw refuse('document-not-accepted')
        hash.update(chunk)
        yield chunk
      }
    }

    await mkdir(directory, { recursive: true, mode: 0o700 })
    const file = await open(buildPath(id, INCOMING), 'w', 0o600)
    try {
      for await (const piece of seal(checkChunks(), key)) await file.writeFile(piece)
      await file.sync()
    } finally {
      await file.close()
    }
    if (signal.aborted) return fail(appError('cancelled'))
    if (size !== expected) return fail(appError('document-changed'))
    if (size === 0) return fail(appError('document-empty'))
    const kind = accept(head)
    if (kind === null) return fail(appError('document-not-accepted'))
    await rename(buildPath(id, INCOMING), buildPath(id))
    return ok({ key, size, sha256: hash.digest('hex'), kind })
  }

  async function receive(
    id: string,
    body: AsyncIterable<Uint8Array>,
    expected: Expected,
    signal: AbortSignal,
  ): Promise<Result<VaultFile<unknown>>> {
    if (expected.size > expected.maxBytes) return fail(appError('document-too-large'))
    ownFiles.add(id)
    try {
      const written = await write(id, body, expected, signal)
      if (!written.ok) await rm(buildPath(id, INCOMING), { force: true })
      return written
    } catch (error) {
      await rm(buildPath(id, INCOMING), { force: true }).catch(() => undefined)
      if (error instanceof Refusal) return fail(appError(error.code))
      if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return fail(appError('disk-full'))
      // The sender has gone, or can no longer read the file. Half a file is useless.
      if (signal.aborted) return fail(appError('cancelled'))
      if (isFileError(error)) throw error
      return fail(appError('document-changed'))
    }
  }

  return {
    receive: (id, body, expected, signal) => receive(id, body, { ...expected, accept: kindOf }, signal),

    receivePart(id, bytes, signal) {
      async function* stream() {
        yield bytes
      }
      const size = bytes.byteLength
      return receive(id, stream(), { size, maxBytes: size, accept: () => 'part' }, signal)
    },

    async read(id, key) {
      try {
        await stat(buildPath(id))
        return ok(unseal(contentOf(buildPath(id)), key))
      } catch (error) {
        if (isCode(error, 'ENOENT')) return fail(appError('document-lost'))
        throw error
      }
    },

    async remove(id) {
      await rm(buildPath(id), { force: true })
      ownFiles.delete(id)
    },

    async sweep(inUse) {
      const names = await readdir(directory).catch(() => [])
      const unneeded = names.filter((name) => {
        const id = name.replace(/\.[a-z]+$/, '')
        return !ownFiles.has(id) && !(name.endsWith(ENDING) && inUse.has(id))
      })
      await Promise.all(unneeded.map((name) => rm(join(directory, name), { force: true })))
      const there = new Set(names)
      return [...inUse].filter((id) => !there.has(id + ENDING))
    },
  }
}

/** Opens the file on the first read: an unused stream holds no file, and a failure to open reaches the reader. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  yield* file.createReadStream()
}

class Refusal extends Error {
  readonly code: 'document-too-large' | 'document-not-accepted'

  constructor(code: Refusal['code']) {
    super(code)
    this.code = code
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** True for an error of our own disk, false for an error of the sender. */
const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'path' in error
