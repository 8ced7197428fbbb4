import type * as z from 'zod'
import { MAX_FRAME_BYTES } from '#shared/bridge/frames.ts'

/**
 * Parses a window's text as one frame of the agreed form and size (the same limit as the web host's).
 * @returns `null` for anything our own preload would not have sent
 */
export function readFrame<T>(text: unknown, schema: z.ZodType<T>): T | null {
  if (typeof text !== 'string' || Buffer.byteLength(text) > MAX_FRAME_BYTES) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
