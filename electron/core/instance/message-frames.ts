import { endianness } from 'node:os'
import { MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'

/**
 * Frames: the length of the body in four bytes, then the body. Browsers write the length in the byte order of the
 * machine, the application in little-endian.
 */
export type ByteOrder = 'LE' | 'BE'
export const NATIVE_ORDER: ByteOrder = endianness()

const HEADER_BYTES = 4

/** Thrown if the other end does not speak the protocol. The connection cannot go on. */
export class FrameError extends Error {
  override name = 'FrameError'
}

export class TooLargeError extends FrameError {}

/**
 * Splits a stream into the bodies of its frames. A length over the limit is refused before any memory is allocated.
 * Memory for a body is allocated once, in however many pieces the body arrives.
 */
export function createFrameReader(order: ByteOrder, maxBytes = MAX_FRAME_BYTES) {
  const header = Buffer.alloc(HEADER_BYTES)
  let headerFilled = 0
  let body: Buffer | null = null
  let bodyFilled = 0

  return {
    /** Yields the bodies that these bytes complete, in order. Throws `FrameError` at an invalid length. */
    *push(bytes: Uint8Array): Generator<Buffer, void> {
      let at = 0
      while (at < bytes.length) {
        if (body === null) {
          const taken = bytes.subarray(at, at + HEADER_BYTES - headerFilled)
          header.set(taken, headerFilled)
          headerFilled += taken.length
          at += taken.length
          if (headerFilled < HEADER_BYTES) break
          const length = order === 'LE' ? header.readUInt32LE() : header.readUInt32BE()
          if (length > maxBytes) throw new TooLargeError(`a frame of ${length} bytes`)
          if (length === 0) throw new FrameError('an empty frame')
          headerFilled = 0
          bodyFilled = 0
          body = Buffer.allocUnsafe(length)
        }
        const taken = bytes.subarray(at, at + body.length - bodyFilled)
        body.set(taken, bodyFilled)
        bodyFilled += taken.length
        at += taken.length
        if (bodyFilled < body.length) break
        const complete = body
        body = null
        yield complete
      }
    },
  }
}

export function frameHeader(length: number, order: ByteOrder): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  if (order === 'LE') header.writeUInt32LE(length)
  else header.writeUInt32BE(length)
  return header
}
