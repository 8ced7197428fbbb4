import { MAX_FRAME_BYTES } from '#shared/host-protocol/protocol.ts'
import { createFrameReader, FrameError, frameHeader, TooLargeError } from '../../instance/message-frames.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reason that a connection cannot be read any further. */
export type BrokenFrame = 'too-large' | 'not-text' | 'not-json'

export interface MessageReader {
  /** Reads the next bytes, however frames are split over them. Does nothing once the stream is broken. */
  push(chunk: Uint8Array): void
}

/** Reads JSON messages from the frames of a native host. */
export function createMessageReader(
  onMessage: (message: unknown) => void,
  onBroken: (why: BrokenFrame) => void,
): MessageReader {
  const frames = createFrameReader('LE')
  let isBroken = false

  function reportBroken(why: BrokenFrame): void {
    isBroken = true
    onBroken(why)
  }

  function decodeBody(body: Buffer): void {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return reportBroken('not-text')
    }
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return reportBroken('not-json')
    }
    onMessage(message)
  }

  return {
    push(chunk) {
      if (isBroken) return
      try {
        for (const body of frames.push(chunk)) {
          decodeBody(body)
          if (isBroken) return
        }
      } catch (error) {
        if (!(error instanceof FrameError)) throw error
        reportBroken(error instanceof TooLargeError ? 'too-large' : 'not-json')
      }
    },
  }
}

/** A message with its length; `null` if it is too large for any reader. */
export function encodeFrame(message: object): Buffer | null {
  const body = Buffer.from(JSON.stringify(message))
  return body.length > MAX_FRAME_BYTES ? null : Buffer.concat([frameHeader(body.length, 'LE'), body])
}
