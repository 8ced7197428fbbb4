import { inspect } from 'node:util'

/** Log of a server. Messages contain names, ids and errors. They never contain a body, a key or a header. */
export interface Log {
  info(message: string): void
  error(message: string, cause?: unknown): void
}

/**
 * Writes one JSON object per line through `write`. In production `write` is stderr, because stdout has only the
 * listening line.
 */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const line = (level: string, message: string, more: object = {}) =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...more })}\n`)
  return {
    info: (message) => line('info', message),
    error: (message, cause) => line('error', message, cause === undefined ? {} : { cause: inspect(cause) }),
  }
}
