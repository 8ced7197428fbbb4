import { redact } from './redact.ts'

/** Log for support. Its readers must never see a plate, a name, a key or a link. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string, error?: unknown): void
}

/** A failure that repeats quickly must not fill the whole log. */
const MAX_ENTRY = 8_000

/** A log that writes redacted entries through `write`. Stacks are kept: they locate our own bugs. */
export function createLog(write: (line: string) => void, now: () => number = Date.now): Log {
  const line = (level: string, message: string) =>
    write(`${new Date(now()).toISOString()} ${level} ${redact(message.slice(0, MAX_ENTRY))}`)
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    error: (message, error) =>
      line('error', error === undefined ? message : `${message}: ${detailOf(error)}`),
  }
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error
  return error.cause === undefined
    ? (error.stack ?? error.message)
    : `${error.stack ?? error.message}\ncaused by ${detailOf(error.cause)}`
}
