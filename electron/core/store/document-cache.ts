import { randomUUID } from 'node:crypto'
import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import { splitChunks, readAll } from '../runtime/streams.ts'
import type { Log } from '../runtime/log.ts'
import type { Vault, VaultFile } from './vault.ts'

/**
 * Documents of the service, sealed on this PC to be read offline. The feature that stores a document owns its row.
 */
export interface DocumentCache<K> {
  /**
   * Stores a document. Its file is whole on the disk before `writeRow` writes its row. After a kill in between, a
   * sweep removes the file.
   * @param writeRow returns true if the document is still wanted; otherwise, or if it rejects, the file is removed
   * @returns `no-room-for-papers` if the document exceeds the office's quota for all documents
   */
  add(
    bytes: Uint8Array,
    writeRow: (file: VaultFile<K> & { file: string }) => Promise<boolean>,
  ): Promise<Result<'kept'>>
  /**
   * Reads a stored document, or returns `null` if it is unreadable.
   * @param forget removes the document's row, so that it is downloaded again. Not called for disk errors, which may
   * pass
   */
  read(entry: { file: string; key: Uint8Array }, forget: () => Promise<unknown>): Promise<Uint8Array | null>
  /** Removes the files of removed rows. The next start sweeps any left. Their keys are already deleted. */
  removeFiles(files: readonly string[]): Promise<void>
}

export interface DocumentCacheDeps<K> {
  vault: Vault<K>
  /** Size in bytes of every stored document, of all features. */
  usedBytes: () => Promise<number>
  maxBytes: () => number
  log: Log
}

export function createDocumentCache<K>({
  vault,
  usedBytes,
  maxBytes,
  log,
}: DocumentCacheDeps<K>): DocumentCache<K> {
  return {
    async add(bytes, writeRow) {
      const size = bytes.byteLength
      if ((await usedBytes()) + size > maxBytes()) return fail(appError('no-room-for-papers'))
      const file = randomUUID()
      const { signal } = new AbortController()
      const sealed = await vault.receive(file, splitChunks(bytes), { size, maxBytes: size }, signal)
      if (!sealed.ok) return sealed
      let isWanted = false
      try {
        isWanted = await writeRow({ ...sealed.value, file })
      } finally {
        if (!isWanted) await vault.remove(file)
      }
      return ok('kept')
    },

    async read({ file, key }, forget) {
      try {
        const opened = await vault.read(file, key)
        if (opened.ok) return await readAll(opened.value)
      } catch (error) {
        log.error('documents: a kept one cannot be read, and is brought again', error)
        if (error instanceof Error && 'syscall' in error) return null
      }
      await forget()
      await vault.remove(file)
      return null
    },

    async removeFiles(files) {
      await Promise.all(files.map((file) => vault.remove(file).catch(() => undefined)))
    },
  }
}
