import { inspect } from 'node:util'

/** Log of a server. Never a body, a key or a header: only names, ids and errors. */
export interface Log {
  info(message: string): void
  error(message: string, cause?: unknown): void
}

/** One JSON object per line, through `write` (stderr in production: stdout holds the listening line alone). */
export function createLog(write: (line: string) => void, now: () => number): Log {
  const line = (level: string, message: string, more: object = {}) =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...more })}\n`)
  return {
    info: (message) => line('info', message),
    error: (message, cause) => line('error', message, cause === undefined ? {} : { cause: inspect(cause) }),
  }
}
