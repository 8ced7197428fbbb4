import type { IncomingHttpHeaders } from 'node:http'

/**
 * The doors of a server on a shared machine (architecture.md rule 12). Each is a function of the request alone,
 * so that each has a test that attacks it alone.
 */

/** A page that rebinds its name to 127.0.0.1 still says its own name here. */
export const isOurHost = (headers: IncomingHttpHeaders, host: string): boolean => headers.host === host

/** Whatever changes something, or opens a socket, comes from our own pages: not from another port of this PC. */
export const isOurOrigin = (headers: IncomingHttpHeaders, origin: string): boolean =>
  headers.origin === origin

/**
 * A GET comes from our own pages or from the person (an address typed, a bookmark). Old browsers do not send the
 * header; the cookie, which is `SameSite=Strict`, still stands.
 */
export function isOurFetch(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

/** The way in may be reached from the redirect file, whose origin is none, but only as a page of its own. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode']
  return (
    (mode === undefined || mode === 'navigate') && (headers['sec-fetch-dest'] ?? 'document') === 'document'
  )
}

/**
 * A script that would live on in the browser as a service worker. There is one of ours, which sees no request; any
 * other would outlive whoever put it there.
 */
export const isServiceWorker = (headers: IncomingHttpHeaders): boolean =>
  headers['service-worker'] === 'script'

export const SESSION_COOKIE = 'ventanilla'

/** The session's id out of the `Cookie` header. */
export function sessionIdOf(headers: IncomingHttpHeaders): string | null {
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === SESSION_COOKIE && value) return value
  }
  return null
}
