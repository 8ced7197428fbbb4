/** Lines for support. Written for people who must never see a plate, a name, a key or a link in them. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string, error?: unknown): void
}

const SECRETS: readonly [RegExp, string][] = [
  [/\b(bearer\s+)\S+/gi, '$1···'],
  [/([?&](?:token|key|signature)=)[^&\s"']+/gi, '$1···'],
  // VIN before plates: a chassis number may contain something that looks like one.
  [/\b[A-HJ-NPR-Z0-9]{17}\b/g, '‹bastidor›'],
  [/\b[A-Z]?\d{4}[ -]?[BCDFGHJ-NPRSTV-Z]{3}\b/gi, '‹matrícula›'],
  [/\b[A-Z]{1,2}-?\d{4}-?[A-Z]{1,2}\b/g, '‹matrícula›'],
  [/\b(?:\d{8}[A-Z]|[XYZKLM]\d{7}[A-Z]|[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J])\b/g, '‹NIF›'],
]

/** Takes out of a line what must not be in a log (domain.md 7): keys, links' tokens, plates, VINs, tax ids. */
export function redact(line: string): string {
  return SECRETS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)
}

/** A log that writes redacted lines through `write`. Stacks are kept: they are where our own bugs are. */
export function createLog(write: (line: string) => void, now: () => number = Date.now): Log {
  const line = (level: string, message: string) =>
    write(`${new Date(now()).toISOString()} ${level} ${redact(message)}`)
  return {
    info: (message) => line('info', message),
    warn: (message) => line('warn', message),
    error: (message, error) =>
      line('error', error instanceof Error ? `${message}: ${error.stack ?? error.message}` : message),
  }
}
