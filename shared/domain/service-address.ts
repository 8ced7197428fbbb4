/**
 * Addresses of the service: its base address as pasted, paths, and its web pages. The base address is stored in the
 * account, and the account's key is sent there. So it is https, or http to this same PC, and hides no secret or other
 * host.
 */

/** The platform's parser, which browsers and Node share. The types of shared/ know neither. */
declare const URL: new (text: string) => {
  protocol: string
  username: string
  password: string
  hostname: string
  host: string
  origin: string
  href: string
  pathname: string
  search: string
  hash: string
}

/** Automatic corrections, shown beside the field. */
export type BaseAddressHint = 'spaces' | 'scheme' | 'slash' | 'version'
export type BaseAddressProblem =
  'empty' | 'not-an-address' | 'scheme' | 'not-secure' | 'credentials' | 'query' | 'hash' | 'too-long'

export type BaseAddressReading =
  | { ok: true; url: string; host: string; hints: readonly BaseAddressHint[] }
  | { ok: false; problem: BaseAddressProblem }

export const MAX_BASE_ADDRESS = 500
const MAX_TYPED = 4 * MAX_BASE_ADDRESS

/** Characters around an address in an e-mail. */
const AROUND = /^[\s\u00A0\u200B\uFEFF"'«»<>]+|[\s\u00A0\u200B\uFEFF"'«»<>]+$/g
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/** Version in the path and the rest after it. The service's paths begin with the version. */
const VERSION = /\/v1(?:\/.*)?$/i

/** Host name after parsing. The parser also accepts quotes and signs, which host names do not have. */
const HOST_NAME = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i

const no = (problem: BaseAddressProblem): BaseAddressReading => ({ ok: false, problem })

/** True for a host name of this same PC, where no third party can intercept. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  )
}

/**
 * Reads a typed or pasted address. Never throws. The function is idempotent: its result gives the same address
 * without hints.
 */
export function readBaseAddress(text: string): BaseAddressReading {
  // Checked before any pattern. The limit leaves room for spaces around an address.
  if (text.length > MAX_TYPED) return no('too-long')
  const hints: BaseAddressHint[] = []
  const trimmed = text.replace(AROUND, '')
  if (trimmed !== text) hints.push('spaces')
  if (trimmed === '') return no('empty')
  if (trimmed.length > MAX_BASE_ADDRESS) return no('too-long')
  if (/\s/.test(trimmed)) return no('not-an-address')

  // `localhost:4000` has a colon and no scheme. A scheme is followed by `//`.
  const hasScheme = SCHEME.test(trimmed) && (trimmed.includes('://') || !/^[^:/]+:\d/.test(trimmed))
  if (!hasScheme) hints.push('scheme')
  const url = parseAddress(hasScheme ? trimmed : `https://${trimmed}`)
  if (!url) return no('not-an-address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return no('scheme')
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return no('not-secure')
  if (url.username !== '' || url.password !== '') return no('credentials')
  if (url.search !== '' || trimmed.includes('?')) return no('query')
  if (url.hash !== '' || trimmed.includes('#')) return no('hash')

  let path = url.pathname
  if (VERSION.test(path)) {
    path = path.replace(VERSION, '')
    hints.push('version')
  }
  if (path.endsWith('/')) {
    // The slash of an address without a path needs no hint.
    if (path !== '/' && !hints.includes('version')) hints.push('slash')
    path = path.replace(/\/+$/, '')
  }
  // The rest may end in a version or a quote again (`…/v1/v1`, `…'/`), so reading repeats until the result is stable.
  const settled = `${url.protocol}//${url.host}${path}`
  if (VERSION.test(path) || settled.replace(AROUND, '') !== settled) {
    const again = readBaseAddress(settled)
    return again.ok ? { ...again, hints: [...new Set([...hints, ...again.hints])] } : again
  }
  return { ok: true, url: settled, host: url.host, hints }
}

function parseAddress(text: string) {
  try {
    const url = new URL(text)
    return HOST_NAME.test(url.hostname) ? url : null
  } catch {
    return null
  }
}

/** Path of the service in its documentation's notation: `/v1/procedures/notification`. */
export const SERVICE_PATH = /^\/[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*$/

/** Path in a typed or pasted text, without its surroundings, or `null`. */
export function readServicePath(text: string): string | null {
  const typed = text
    .trim()
    .replace(/^POST\s+/i, '')
    .replace(/\/+$/, '')
  return SERVICE_PATH.test(typed) && !typed.split('/').includes('..') ? typed : null
}

/**
 * Address of a page of the service, if it is safe to open: https, at the account's host or a subdomain, without user
 * name and password. On this same PC, where no third party can intercept, the account's own http is allowed.
 * @param link link of the service
 * @param baseUrl address of the account's service
 * @returns the address as the browser reads it, or `null`
 */
export function safeWebPage(link: string, baseUrl: string): string | null {
  const page = parsePage(link)
  const own = parsePage(baseUrl)
  if (!page || !own || page.username !== '' || page.password !== '') return null
  if (page.protocol === 'http:')
    return isLoopback(page.hostname) && page.origin === own.origin ? page.href : null
  if (page.protocol !== 'https:') return null
  const isOwn = page.hostname === own.hostname || page.hostname.endsWith(`.${own.hostname}`)
  return isOwn ? page.href : null
}

function parsePage(text: string) {
  try {
    const url = new URL(text)
    return url.hostname === '' ? null : url
  } catch {
    return null
  }
}
