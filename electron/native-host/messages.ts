import { isUtf8 } from 'node:buffer'
import type { HostErrorCode } from '#shared/host-protocol/protocol.ts'
import { FrameError } from '../core/instance/message-frames.ts'

/** What the host has to know of a request to carry it: checked by hand, because zod and the schemas take 19 ms to load. */
export interface Request {
  id: number
  command: string
}

const MAX_COMMAND = 64

/** @returns the request of a frame; throws `FrameError` for anything else */
export function readRequest(body: Buffer): Request {
  const { id, command } = readObject(body)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw new FrameError('no id')
  if (typeof command !== 'string' || command.length > MAX_COMMAND) throw new FrameError('no command')
  return { id, command }
}

/** @returns the id that a frame of the application answers, or `null` for a topic; throws `FrameError` for anything else */
export function readAnswered(body: Buffer): number | null {
  const { id, topic } = readObject(body)
  if (typeof topic === 'string') return null
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id
  throw new FrameError('neither an answer nor a topic')
}

function readObject(body: Buffer): Record<string, unknown> {
  // A browser would end the host for bytes that are no text.
  if (!isUtf8(body)) throw new FrameError('no UTF-8')
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw new FrameError('no JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FrameError('no object')
  return value as Record<string, unknown>
}

export const okAnswer = (id: number) => ({ id, ok: true, value: {} })
export const errorAnswer = (id: number, code: HostErrorCode, retryAfterMs?: number) => ({
  id,
  ok: false,
  error: { code, ...(retryAfterMs !== undefined && { retryAfterMs }) },
})
export const connectionTopic = (connected: boolean) => ({ topic: 'host', payload: { connected } })
