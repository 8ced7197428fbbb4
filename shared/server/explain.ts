/** One clear line for an error at the start that an operator can fix. `name` is the program's. */
export function explainStartError(error: unknown, name: string): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return 'the port is in use by another program: choose another with --port, or 0 for a free one'
  if (code === 'EACCES' && 'syscall' in error && error.syscall === 'listen')
    return 'that port needs more rights'
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return 'the disk of the data directory is full: make room on it'
  if (code === 'SQLITE_BUSY') return `the data directory is in use by another ${name}`
  return error.message
}
