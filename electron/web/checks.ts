import type { IncomingHttpHeaders } from 'node:http'

/**
 * Access checks of a server on a shared machine. Each is a function of the request
 * alone, so that each has a test that attacks it alone.
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
