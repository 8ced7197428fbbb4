import type { Readable } from 'node:stream'
import { createParser } from 'eventsource-parser'

/** One frame of the stream; `id` is empty for those without a place in the list. */
export interface Frame {
  event: string
  id: string
  data: string
  /** Its `retry` field, in milliseconds. */
  retry: number | null
}

/** Frames as they arrive. Reading pauses while many are waiting, so that a long catching-up takes no memory. */
export interface Frames {
  /** Takes up to `most` waiting frames. */
  take(most: number): Frame[]
  readonly waiting: number
  /** No frame follows those waiting. */
  readonly ended: boolean
  /** Resolves with the next frame, or at the end. */
  next(): Promise<void>
}

/** A frame is a thin event: a longer one is no relay's. */
const MAX_FRAME = 256 * 1024
const MAX_WAITING = 2_000

export function readFrames(body: Readable, signal: AbortSignal): Frames {
  const waiting: Frame[] = []
  let ended = false
  let retry: number | null = null
  let arrived = Promise.withResolvers<void>()
  let room = Promise.withResolvers<void>()

  const wake = () => {
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
  const parser = createParser({
    maxBufferSize: MAX_FRAME,
    onRetry: (ms) => (retry = ms),
    onEvent({ event = 'message', id = '', data }) {
      waiting.push({ event, id, data, retry })
      retry = null
    },
  })

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of body) {
        const before = waiting.length
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }))
        if (waiting.length > before) wake()
        while (waiting.length >= MAX_WAITING && !signal.aborted) await room.promise
        if (signal.aborted) break
      }
    } catch {
      // Cut, aborted, or no stream of events: it has ended.
    } finally {
      ended = true
      body.destroy()
      wake()
    }
  }
  signal.addEventListener('abort', () => room.resolve(), { once: true })
  void read()

  return {
    take(most) {
      const taken = waiting.splice(0, most)
      if (waiting.length < MAX_WAITING) {
        room.resolve()
        room = Promise.withResolvers()
      }
      return taken
    },
    get waiting() {
      return waiting.length
    },
    get ended() {
      return ended
    },
    next: () => (waiting.length > 0 || ended ? Promise.resolve() : arrived.promise),
  }
}
