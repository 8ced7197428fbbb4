import type { Log } from './log.ts'
import type { Server } from 'node:net'

export interface Lifecycle {
  /** Called once, for any reason to stop. */
  stop: () => Promise<void>
  log: Log
  /** After this delay the process exits even if the stop has not finished. */
  deadlineMs: number
}

/** In Electron's utility processes this port to the parent replaces Node's channel. */
const { parentPort } = process as NodeJS.Process & {
  parentPort?: {
    postMessage(message: unknown): void
    on(event: 'message', listener: (event: { data: unknown }) => void): void
  }
}

/**
 * Stops the process cleanly on a signal, when its parent sends `stop` on the port, and when the parent is gone. The
 * channel closes even after `kill -9` of the parent, so that no orphan keeps running.
 */
export function followLifecycle({ stop, log, deadlineMs }: Lifecycle): void {
  let ending = false
  function end(reason: string): void {
    if (ending) return
    ending = true
    log.info(`stopping: ${reason}`)
    setTimeout(() => {
      log.error('stopping took too long')
      process.exit(1)
    }, deadlineMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('stopping failed', error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end('SIGINT'))
  process.on('SIGTERM', () => end('SIGTERM'))
  parentPort?.on('message', ({ data }) => data === 'stop' && end('the parent asks'))
  if (process.send === undefined) return
  process.on('disconnect', () => end('the parent is gone'))
  if (!process.connected) end('the parent is gone')
}

/** Reports the listening address to the parent: one line on stdout, and a message on the process channels. */
export function announce(listening: object): void {
  process.stdout.write(`${JSON.stringify(listening)}\n`)
  // If the parent vanishes now, its closed channel stops this process.
  if (process.connected) process.send?.(listening, undefined, undefined, () => {})
  parentPort?.postMessage(listening)
}

/** One clear line for a start error that an operator can fix. `name` is the program's name. */
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

/** URL of the address that a server listens on, without a final slash. It throws before the server listens. */
export function listeningUrl({ server }: { server: Pick<Server, 'address'> }): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
