import { MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'

/** Bytes of the length that goes before each message. */
const HEADER_BYTES = 4
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reason that a connection cannot be read on. */
export type BrokenFrame = 'too-large' | 'not-text' | 'not-json'

export interface FrameReader {
  /** Takes the next bytes, whatever frames they are cut into. Does nothing once the stream is broken. */
  push(chunk: Uint8Array): void
}

/**
 * Reads messages out of a stream of bytes: length as uint32 little-endian, then UTF-8 JSON. Room is made for a message
 * only after its length was checked, and once: many small pieces take no more than a large one.
 */
export function createFrameReader(
  onMessage: (message: unknown) => void,
  onBroken: (why: BrokenFrame) => void,
): FrameReader {
  const header = Buffer.alloc(HEADER_BYTES)
  let body: Buffer | null = null
  /** Bytes of the header or of the body that are there. */
  let filled = 0
  let isBroken = false

  function fill(target: Buffer, chunk: Uint8Array, at: number): number {
    const taken = chunk.subarray(at, at + target.length - filled)
    target.set(taken, filled)
    filled += taken.length
    return at + taken.length
  }

  function broken(why: BrokenFrame): void {
    isBroken = true
    body = null
    onBroken(why)
  }

  function finish(whole: Buffer): void {
    let text: string
    try {
      text = utf8.decode(whole)
    } catch {
      return broken('not-text')
    }
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return broken('not-json')
    }
    onMessage(message)
  }

  return {
    push(chunk) {
      let at = 0
      while (!isBroken && at < chunk.length) {
        if (!body) {
          at = fill(header, chunk, at)
          if (filled < HEADER_BYTES) return
          const length = header.readUInt32LE()
          if (length > MAX_FRAME_BYTES) return broken('too-large')
          body = Buffer.allocUnsafeSlow(length)
          filled = 0
        }
        at = fill(body, chunk, at)
        if (filled < body.length) return
        const whole = body
        body = null
        filled = 0
        finish(whole)
      }
    },
  }
}

/** A message with its length; `null` if it is too large to be read by any other end. */
export function encodeFrame(message: object): Buffer | null {
  const text = JSON.stringify(message)
  const length = Buffer.byteLength(text)
  if (length > MAX_FRAME_BYTES) return null
  const frame = Buffer.allocUnsafe(HEADER_BYTES + length)
  frame.writeUInt32LE(length)
  frame.write(text, HEADER_BYTES)
  return frame
}
