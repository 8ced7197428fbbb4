import { decodeText } from '#shared/domain/text-encoding.ts'
import type { Clock } from './clock.ts'

const CHUNK_BYTES = 64 * 1024

/** Splits bytes into chunks of 64 KB. */
export async function* splitChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

/** All the bytes of a stream. Rejects if the stream fails. */
export async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Whole text of a stream, or `null` for content that is not text. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return decodeText(Buffer.concat(chunks))
}

/** Interval between progress reports, in milliseconds. */
const TELL_EVERY_MS = 200

/** Progress of the uploads, in memory only: after a restart an upload starts again. */
export interface Uploads<T> {
  /**
   * Records the progress of an upload.
   * @returns true if a report is due
   */
  sent(id: string, upload: T): boolean
  get(id: string): T | undefined
  forget(id: string): void
}

export function createUploads<T>(clock: Clock): Uploads<T> {
  const uploads = new Map<string, { upload: T; toldAt: number }>()
  return {
    sent(id, upload) {
      const toldAt = uploads.get(id)?.toldAt ?? 0
      const now = clock.now()
      const isDue = Math.abs(now - toldAt) >= TELL_EVERY_MS
      uploads.set(id, { upload, toldAt: isDue ? now : toldAt })
      return isDue
    },
    get: (id) => uploads.get(id)?.upload,
    forget: (id) => void uploads.delete(id),
  }
}
