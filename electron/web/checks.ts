import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

/**
 * First port of the range. It is below 32768, where Linux assigns ports to outgoing connections, which would
 * sometimes use ours.
 */
const FIRST_PORT = 20_000
const PORTS = 12_000
const TRIES = 20

/**
 * Random host name of one run. No other program can have served anything under the name, and the name is never used
 * again (docs/decisions/0024-an-address-for-each-run.md). Cookies ignore ports: under `localhost` they would reach
 * every other server of this PC.
 */
export const newLabel = (): string => `v${randomBytes(8).toString('hex')}`

/** True for a host name and port that an earlier run may have had. */
export const isRunHost = (host: string, port: number): boolean =>
  /^v[0-9a-f]{16}\.localhost:\d{1,5}$/.test(host) && host.endsWith(`:${port}`)

/**
 * First port to try for a data directory. An old bookmark then reaches the application, which explains how to open
 * it.
 */
export function usualPort(dataDir: string): number {
  const digest = createHash('sha256').update(dataDir).digest()
  return FIRST_PORT + (digest.readUInt32BE(0) % PORTS)
}

/**
 * Listens under a new host name, at the usual port of the data directory or near it.
 * @param wished port that the user asked for; 0 for any free port
 * @param before port of the previous process, where its windows look for this one
 * @param listen rejects with `EADDRINUSE` for a port in use
 */
export async function listenAtNewAddress<T>(
  dataDir: string,
  wished: number | undefined,
  listen: (port: number, label: string) => Promise<T>,
  before?: number,
): Promise<T> {
  const label = newLabel()
  // An earlier version stored a permanent name in this file.
  await rm(join(dataDir, 'web-address.json'), { force: true })
  const again = before !== undefined && (wished === undefined || wished === 0)
  const moved = again ? await unlessTaken(listen(before, label)) : null
  if (moved) return moved
  if (wished !== undefined) return listen(wished, label)
  const first = usualPort(dataDir)
  for (let port = first; port < first + TRIES; port++) {
    const listening = await unlessTaken(listen(port, label))
    if (listening) return listening
  }
  return listen(0, label)
}

function unlessTaken<T>(listening: Promise<T>): Promise<T | null> {
  return listening.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return null
    throw error
  })
}

/**
 * Access checks of a server on a shared machine. Each check is a pure function of the request. So each has a test
 * with an attack that only this check stops.
 */

/** True if the request names our host. A page that rebinds its name to 127.0.0.1 still sends its own name. */
export const isOurHost = (headers: IncomingHttpHeaders, host: string): boolean => headers.host === host

/** True if a change or a socket comes from our own pages, not from another port of this PC. */
export const isOurOrigin = (headers: IncomingHttpHeaders, origin: string): boolean =>
  headers.origin === origin

/**
 * True if a GET comes from our own pages or from the user (a typed address, a bookmark). Old browsers do not send the
 * header. The cookie, which is `SameSite=Strict`, still protects.
 */
export function isOurFetch(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** True for a top-level page. The redirect file, which has no origin, may open the entry only as such a page. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  return (
    (mode === undefined || mode === 'navigate') && (headers['sec-fetch-dest'] ?? 'document') === 'document'
  )
}

/**
 * True for a request of a service worker script. Our worker handles no requests. Any other worker would outlive the
 * page that installed it.
 */
export const isServiceWorker = (headers: IncomingHttpHeaders): boolean =>
  headers['service-worker'] === 'script'

export const SESSION_COOKIE = 'ventanilla'

/** Session id in the `Cookie` header. */
export function sessionIdOf(headers: IncomingHttpHeaders): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === SESSION_COOKIE && value) return value
  }
  return null
}
