import { endianness } from 'node:os'
import { MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'

/**
 * Frames: the length of the body in four bytes, then the body. Browsers write the length in the byte order of the
 * machine, the application in little-endian.
 */
export type ByteOrder = 'LE' | 'BE'
export const NATIVE_ORDER: ByteOrder = endianness()

const HEADER_BYTES = 4

/** The other end does not speak the protocol: the connection cannot go on. */
export class FrameError extends Error {
  override name = 'FrameError'
}

/**
 * Cuts a stream into the bodies of its frames. A length over the limit is refused before any memory is taken for it, and
 * a frame that is on its way takes its own length once, in however many pieces it comes.
 */
export function createFrameReader(order: ByteOrder, maxBytes = MAX_FRAME_BYTES) {
  const header = Buffer.alloc(HEADER_BYTES)
  let headerFilled = 0
  let body: Buffer | null = null
  let bodyFilled = 0

  return {
    /** @returns the bodies that are complete with these bytes, in order; throws `FrameError` */
    push(bytes: Uint8Array): Buffer[] {
      const complete: Buffer[] = []
      let at = 0
      while (at < bytes.length) {
        if (body === null) {
          const taken = bytes.subarray(at, at + HEADER_BYTES - headerFilled)
          header.set(taken, headerFilled)
          headerFilled += taken.length
          at += taken.length
          if (headerFilled < HEADER_BYTES) break
          const length = order === 'LE' ? header.readUInt32LE() : header.readUInt32BE()
          if (length === 0 || length > maxBytes) throw new FrameError(`a frame of ${length} bytes`)
          headerFilled = 0
          bodyFilled = 0
          body = Buffer.allocUnsafe(length)
        }
        const taken = bytes.subarray(at, at + body.length - bodyFilled)
        body.set(taken, bodyFilled)
        bodyFilled += taken.length
        at += taken.length
        if (bodyFilled < body.length) break
        complete.push(body)
        body = null
      }
      return complete
    },
  }
}

export function frameHeader(length: number, order: ByteOrder): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  if (order === 'LE') header.writeUInt32LE(length)
  else header.writeUInt32BE(length)
  return header
}
