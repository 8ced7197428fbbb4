import { createCipheriv, createDecipheriv } from 'node:crypto'

/**
 * Encryption of files at rest with AES-256-GCM, in pieces of 64 KiB, so that no file is whole in memory. The nonce
 * has the number of the piece, and marks the last piece. So pieces cannot be left out, moved or cut off. A key is
 * only used for one file.
 */

export const KEY_BYTES = 32
const PIECE_BYTES = 64 * 1024
const TAG_BYTES = 16

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt8(isLast ? 1 : 0, 0)
  bytes.writeUInt32BE(index, 8)
  return bytes
}

/** Regroups a stream into pieces of exactly `size` bytes, and a last piece, which may be empty. */
async function* pieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    // Hold one piece back: only the end of the source tells which piece is the last.
    while (held.length > size) {
      yield { bytes: held.subarray(0, size), isLast: false }
      held = held.subarray(size)
    }
  }
  yield { bytes: held, isLast: true }
}

export async function* seal(plain: AsyncIterable<Uint8Array>, key: Uint8Array): AsyncGenerator<Uint8Array> {
  let index = 0
  for await (const { bytes, isLast } of pieces(plain, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(index++, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Throws if the content was altered, cut off or sealed with another key. */
export async function* unseal(
  sealed: AsyncIterable<Uint8Array>,
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let index = 0
  for await (const { bytes, isLast } of pieces(sealed, PIECE_BYTES + TAG_BYTES)) {
    const at = bytes.length - TAG_BYTES
    if (at < 0) throw new Error('a sealed file is cut off')
    const cipher = createDecipheriv('aes-256-gcm', key, nonce(index++, isLast))
    cipher.setAuthTag(bytes.subarray(at))
    yield Buffer.concat([cipher.update(bytes.subarray(0, at)), cipher.final()])
  }
}
