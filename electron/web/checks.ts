import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

/** Below 32768, where Linux begins to give ports to outgoing connections: those would take it now and then. */
const FIRST_PORT = 20_000
const PORTS = 12_000
const TRIES = 20

/**
 * Name of one run's address. No other program can have served anything under the name, and it is never used again
 * (docs/decisions/0024-an-address-for-each-run.md). Random also because cookies ignore ports: under `localhost` they
 * would reach every other server of this PC.
 */
export const newLabel = (): string => `v${randomBytes(8).toString('hex')}`

/** Names and ports that earlier runs may have had. */
export const isRunHost = (host: string, port: number): boolean =>
  /^v[0-9a-f]{16}\.localhost:\d{1,5}$/.test(host) && host.endsWith(`:${port}`)

/** First port of a data directory. An old bookmark then reaches the application, which explains how to open it. */
export function usualPort(dataDir: string): number {
  const digest = createHash('sha256').update(dataDir).digest()
  return FIRST_PORT + (digest.readUInt32BE(0) % PORTS)
}

/**
 * Listens under a new host name, at the usual port of the data directory or near it.
 * @param wished port that the user asked for; 0 for any free port
 * @param before port of the previous process, where its windows look for this one
 * @param listen rejects with `EADDRINUSE` for a taken port
 */
export async function listenAtNewAddress<T>(
  dataDir: string,
  wished: number | undefined,
  listen: (port: number, label: string) => Promise<T>,
  before?: number,
): Promise<T> {
  const label = newLabel()
  // An earlier version kept its name for ever in this file.
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
 * Access checks of a server on a shared machine. Each is a pure function of the request, so each has a test with an
 * attack on it alone.
 */

/** A page that rebinds its name to 127.0.0.1 still sends its own name here. */
export const isOurHost = (headers: IncomingHttpHeaders, host: string): boolean => headers.host === host

/** A change or a socket must come from our own pages: not from another port of this PC. */
export const isOurOrigin = (headers: IncomingHttpHeaders, origin: string): boolean =>
  headers.origin === origin

/**
 * A GET must come from our own pages or from the user (an address typed, a bookmark). Old browsers do not
 * send the header; the cookie, which is `SameSite=Strict`, still protects.
 */
export function isOurFetch(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** The entry may be reached from the redirect file, which has no origin, but only as a top-level page. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  return (
    (mode === undefined || mode === 'navigate') && (headers['sec-fetch-dest'] ?? 'document') === 'document'
  )
}

/**
 * A request for a service worker script. Ours handles no requests; any other would outlive the page that
 * installed it.
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
